-- Asks the widget for its size, gives it a frame, and shows what it draws in the window.
local Window = require('mentions.chooser.window')
local place = require('mentions.chooser.place')
local report = require('mentions.chooser.report')

local M = {}

--- The side of the chooser that has a border: where it meets what is typed, unless told otherwise.
local function border_of(session, room)
  local wanted = session.options.chooser.border
  if wanted ~= 'auto' then
    return wanted
  end
  if session.params.borderMode ~= 'none' then
    return session.params.borderMode
  end
  return room.below and 'top' or 'bottom'
end

local function frill_of(session)
  return session.options.chooser.border == 'none' and 0 or 1
end

--- Closes the window and gives the keys back.
function M.close(session)
  session:give_keys_back()
  if session.window then
    session.window:close()
  end
  session.window, session.frame, session.screen = nil, nil, nil
end

--- The user's function that says where the window goes, if there is one.
local function placing(session)
  local position = session.options.position
  if type(position) == 'string' then
    return nil
  end
  return function(...)
    local done, result = pcall(position, ...)
    if not done then
      report.once('position', result)
      return nil
    end
    return result
  end
end

local function show(session, frame, border, lines)
  if not session.window then
    local background = session.options.chooser.background or session.params.background
    session.window = Window.open(frame, border, background, placing(session))
  end
  session:take_keys()
  session.window:move(frame, border)
  session.window:draw(lines, frame)
end

local function perform_once(session)
  local screen = place.screen(session)
  local frill = frill_of(session)
  local limit = session.window and session.window.limit
  local room = screen and place.room(screen, session.options.position, limit, frill)
  session.screen = screen
  if not room then
    M.close(session)
    session.screen = screen
    return
  end
  local life, border = session.life, border_of(session, room)
  life:set('border_mode', border)
  life:set('background', session.options.chooser.background or session.params.background)
  life:call('will_begin_layout')
  local size = life:preferred_size({ width = room.width, height = room.height })
  local frame = place.frame(screen, room, size, frill)
  life:call('set_frame', vim.deepcopy(frame))
  life:call('did_end_layout')
  session.frame = frame
  show(session, frame, border, life:view())
end

--- Lays out and draws. What asks for it meanwhile gets it afterwards.
function M.perform(session)
  if session.is_laying_out then
    session.is_asked_again = true
    return
  end
  session.is_laying_out, session.is_asked_again = true, false
  local done, problem = pcall(perform_once, session)
  session.is_laying_out = false
  if not done then
    error(problem, 0)
  end
  if session.is_asked_again then
    vim.schedule(function()
      session:force_layout()
    end)
  end
end

--- Whether the screen is another one than at the last layout.
function M.is_outdated(session)
  return not vim.deep_equal(place.screen(session), session.screen)
end

--- Draws anew in the frame that there is.
function M.draw(session)
  if session.window and session.window:is_open() and session.life then
    session.window:draw(session.life:view(), session.frame)
  end
end

return M

-- Asks the widget for its size, gives it a frame, and shows what it draws in the window.
local Window = require('mentions.chooser.window')
local place = require('mentions.chooser.window.place')
local position = require('mentions.chooser.window.position')

local M = {}

--- The arrow of the mode, if it points at what is typed: where there was no room on its side, it would not.
function M.arrow_of(session, room)
  local arrow = position.of(session.options.position).arrow
  return room.below == (arrow == 'up') and arrow or nil
end

--- The side of the chooser that has a border: where it meets what is typed, unless told otherwise.
local function border_of(session, room)
  if M.arrow_of(session, room) then
    return room.below and 'top' or 'bottom'
  end
  local wanted = session.options.chooser.border
  if wanted ~= 'auto' then
    return wanted
  end
  if session.params.borderMode ~= 'none' then
    return session.params.borderMode
  end
  return room.below and 'top' or 'bottom'
end

--- Rows beside the cells: an arrow stands in the border, which there is then in any case.
local function frill_of(session)
  local has_arrow = position.of(session.options.position).arrow ~= nil
  return session.options.chooser.border == 'none' and not has_arrow and 0 or 1
end

--- Closes the window and gives the keys back.
function M.close(session)
  session:give_keys_back()
  if session.window then
    session.window:close()
  end
  session.window, session.frame, session.screen = nil, nil, nil
end

local function background_of(session)
  return session.options.chooser.background or session.params.background
end

--- Opens the window. False where the user's function closed it again: then it stays closed this time.
local function open(session, frame, border)
  local _, chosen = position.of(session.options.position)
  session.window = Window.open(frame, border, background_of(session), chosen)
  if not session.window:is_open() then
    session.is_dismissed = true
    M.close(session)
    return false
  end
  session:take_keys()
  return true
end

--- Lays out and draws.
function M.perform(session)
  local screen = place.screen(session)
  local frill = frill_of(session)
  local limit = session.window and session.window.limit
  local mode, chosen = position.of(session.options.position)
  local room = screen and place.room(screen, mode, chosen ~= nil, limit, frill)
  session.screen = screen
  if not room then
    M.close(session)
    session.screen = screen
    return
  end
  local life, border = session.life, border_of(session, room)
  life:set('border_mode', border)
  life:set('background', background_of(session))
  life:call('will_begin_layout')
  local size = life:preferred_size({ width = room.width, height = room.height })
  local frame = place.frame(screen, room, size, frill)
  life:call('set_frame', vim.deepcopy(frame))
  life:call('did_end_layout')
  session.frame = frame
  local lines = life:view()
  if not session.window then
    if not open(session, frame, border) then
      return
    end
    if session.window.limit then
      return M.perform(session) -- now that it is known how large it may be
    end
  end
  session:take_keys()
  session.window:move(frame, border)
  session.window:draw(lines, frame)
  session.window:point(M.arrow_of(session, room), screen.typed.col)
  session.is_drawn = true
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

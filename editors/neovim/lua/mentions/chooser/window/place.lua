-- The input for the arithmetic of positions: the text window, what is typed, the editor.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local position = require('mentions.chooser.window.position')
local api = vim.api

local M = {}

local function text_area(window)
  local info = vim.fn.getwininfo(window)[1]
  return {
    row = info.winrow - 1 + (info.winbar or 0),
    col = info.wincol - 1 + info.textoff,
    width = math.max(1, info.width - info.textoff),
    height = info.height - (info.winbar or 0),
  }
end

--- What floats may cover: all but the command line.
local function editor()
  local height = vim.o.lines - math.max(1, vim.o.cmdheight)
  return { row = 0, col = 0, width = vim.o.columns, height = math.max(1, height) }
end

local function on_screen(window, row, column)
  local found = vim.fn.screenpos(window, row + 1, column + 1)
  return found.row > 0 and { row = found.row - 1, col = found.col - 1 } or nil
end

--- First and last screen row of what is typed, from where the mention starts to the cursor.
local function typed(session, window, area)
  local row, column = unpack(api.nvim_win_get_cursor(window))
  local at = on_screen(window, row - 1, column)
  if not at then
    local line = api.nvim_win_call(window, vim.fn.winline)
    at = { row = area.row + math.max(1, math.min(line, area.height)) - 1, col = area.col }
  end
  local range, server = session.params.range, client.of(session.buffer)
  local start = at
  if range and server and range.start.line == row - 1 then
    local first_row, first_column = columns.place(session.buffer, range.start, server.offset_encoding)
    start = first_row and on_screen(window, first_row, first_column) or at
  end
  return { first = math.min(start.row, at.row), last = at.row, col = start.col }
end

--- What a place depends on; nil where the text's window is gone.
function M.screen(session)
  local window = session.text_window
  if not api.nvim_win_is_valid(window) or api.nvim_win_get_buf(window) ~= session.buffer then
    return nil
  end
  local area = text_area(window)
  return { area = area, editor = editor(), typed = typed(session, window, area) }
end

--- The space for a chooser on the screen, without its border; nil where there is no space.
--- @param mode mentions.Mode
--- @param is_placed boolean whether the user's function places the window
--- @param limit? { width?: integer, height?: integer } what the user's function said
function M.room(screen, mode, is_placed, limit, frill)
  if not is_placed then
    return position.room(mode, screen.area, screen.editor, screen.typed, frill)
  end
  limit = limit or {}
  local width = limit.width or screen.editor.width
  local height = limit.height or math.max(1, screen.editor.height - frill)
  return { width = width, height = height, below = mode.arrow ~= 'down' }
end

--- The frame within a space. Where the user's function places the window, only its size counts.
function M.frame(screen, room, size, frill)
  if room.area then
    return position.frame(room, size, screen.typed, frill)
  end
  return {
    row = 0,
    col = 0,
    width = math.max(1, math.min(size.width, room.width)),
    height = math.max(1, math.min(size.height, room.height)),
  }
end

return M

-- The single-line viewport (Hakawai): while the chooser is open, the line that is typed is kept at the
-- window's top or bottom; afterwards the window shows what it showed before.
local api = vim.api
local client = require('mentions.client')
local events = require('mentions.events')
local position = require('mentions.chooser.window.position')
local Undo = require('mentions.support.undo')

local M = {}

--- What is locked: { window, buffer, view, scrolloff, ours, undo }; nil while nothing is.
local locked

local function is_inserting()
  return api.nvim_get_mode().mode:match('^[iR]') ~= nil
end

local function row_of(window)
  return api.nvim_win_get_cursor(window)[1]
end

--- The first line of a window whose last line is this one: as many lines as fit, wrapped ones, folds and
--- virtual lines counted as high as they are.
local function top_for_bottom(window, row)
  local height = api.nvim_win_get_height(window)
  local winbar = vim.fn.getwininfo(window)[1].winbar or 0
  local first, left = row, height - winbar
  while first >= 1 do
    local fold = api.nvim_win_call(window, function()
      return vim.fn.foldclosed(first)
    end)
    local from = fold > 0 and fold or first
    left = left - api.nvim_win_text_height(window, { start_row = from - 1, end_row = first - 1 }).all
    if left < 0 then
      break
    end
    first = from - 1
  end
  return math.min(row, first + 1)
end

--- Scrolls so that the line is where it has to be. As far as the text reaches: above the first line there
--- is none.
local function scroll()
  local row = row_of(locked.window)
  local top = locked.edge == 'top' and row or top_for_bottom(locked.window, row)
  api.nvim_win_call(locked.window, function()
    local view = vim.fn.winsaveview()
    if view.topline ~= top or view.topfill ~= 0 then
      vim.fn.winrestview({ topline = top, topfill = 0, skipcol = view.topline == top and view.skipcol or 0 })
    end
  end)
end

local function scrolloff(window, value)
  if value ~= nil then
    api.nvim_set_option_value('scrolloff', value, { scope = 'local', win = window })
  end
  return api.nvim_get_option_value('scrolloff', { scope = 'local', win = window })
end

local function is_ours()
  return api.nvim_win_is_valid(locked.window) and api.nvim_win_get_buf(locked.window) == locked.buffer
end

--- Restores window and option.
function M.unlock()
  if not locked then
    return
  end
  local was = locked
  was.undo:run()
  if is_ours() then
    if scrolloff(was.window) == 0 then
      scrolloff(was.window, was.scrolloff)
    end
    local view = was.view
    api.nvim_win_call(was.window, function()
      vim.fn.winrestview({
        topline = view.topline, topfill = view.topfill, leftcol = view.leftcol, skipcol = view.skipcol,
      })
    end)
  end
  locked = nil
end

--- Locks the current window's line to an edge, if the buffer is shown there.
--- @param edge "top"|"bottom"
function M.lock(buffer, edge)
  local window = api.nvim_get_current_win()
  if locked and locked.window == window and locked.buffer == buffer then
    return scroll()
  end
  M.unlock()
  if api.nvim_win_get_buf(window) ~= buffer then
    return
  end
  locked = {
    window = window, buffer = buffer, edge = edge, undo = Undo.new(),
    view = api.nvim_win_call(window, vim.fn.winsaveview), scrolloff = scrolloff(window),
  }
  -- With any other value the line could not be at the edge.
  scrolloff(window, 0)
  local function adapt()
    if locked and is_ours() then
      scroll()
    end
  end
  local on = locked.undo
  on:autocmd({ 'TextChangedI', 'TextChangedP', 'CursorMovedI' }, { buffer = buffer, callback = adapt })
  on:autocmd({ 'WinScrolled', 'WinResized', 'VimResized' }, { callback = adapt })
  on:autocmd({ 'InsertLeave', 'BufLeave', 'WinLeave' }, { buffer = buffer, callback = M.unlock })
  --- The viewport's tap: a click on the line that is locked ends the mention.
  on:keymap(buffer, 'i', '<LeftMouse>', function()
    local at = vim.fn.getmousepos()
    local is_tapped = at.winid == window and at.line == row_of(window)
    M.unlock()
    if is_tapped then
      client.notify('mentions/cancel', { textDocument = client.document(buffer) }, buffer)
      events.emit('tapped', buffer)
    end
    api.nvim_feedkeys(vim.keycode('<LeftMouse>'), 'mi', false)
  end, 'mentions (mouse)')
  on:autocmd('WinClosed', { pattern = tostring(window), callback = M.unlock })
  scroll()
end

function M.enable(context)
  -- A mode of the chooser's position that locks says where.
  local edge = position.of(context.options.position).lock or context.options.viewport
  if edge == 'off' then
    return
  end
  context.on('chooser', function(params, buffer)
    if params.event == 'hidden' then
      if locked and locked.buffer == buffer then
        M.unlock()
      end
    elseif params.count > 0 and api.nvim_get_current_buf() == buffer and is_inserting() then
      M.lock(buffer, edge)
    end
  end)
  context.on('detach', function(buffer)
    if locked and locked.buffer == buffer then
      M.unlock()
    end
  end)
  context.undo:add(M.unlock)
end

return M

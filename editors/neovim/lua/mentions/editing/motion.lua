-- Jumps between mentions and a text object: what the <Plug> mappings of plugin/mentions.lua do.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local marks = require('mentions.marks')
local report = require('mentions.support.report')
local api = vim.api

local M = {}

--- How long a jump waits for the server, in milliseconds; after that the mentions that were known last serve.
local patience = 300

--- The mentions of the current buffer as { row, from, to_row, to }: rows and bytes from 0, `to` behind the last one.
local function places()
  local buffer = api.nvim_get_current_buf()
  local server = client.expected(buffer)
  if not server then
    return nil
  end
  local params = { textDocument = client.document(buffer) }
  local _, answer = client.request_sync('mentions/list', params, buffer, patience)
  local found = {}
  for _, mention in ipairs(answer and answer.mentions or marks.lists[buffer] or {}) do
    local row, from = columns.place(buffer, mention.range.start, server.offset_encoding)
    local to_row, to = columns.place(buffer, mention.range['end'], server.offset_encoding)
    if row and to_row then
      table.insert(found, { row, from, to_row, to })
    end
  end
  return found
end

local function is_before(row, column, other_row, other_column)
  return row < other_row or (row == other_row and column < other_column)
end

--- The place `count` mentions behind the cursor, or before it where `count` is negative. Beyond the last comes the
--- first, with 'wrapscan'.
local function destination(found, count)
  local row, column = unpack(api.nvim_win_get_cursor(0))
  row = row - 1
  local before, behind = 0, 0
  for _, place in ipairs(found) do
    if is_before(place[1], place[2], row, column) then
      before = before + 1
    elseif is_before(row, column, place[1], place[2]) then
      behind = behind + 1
    end
  end
  local index = count > 0 and #found - behind + count or before + 1 + count
  if vim.o.wrapscan then
    index = (index - 1) % #found + 1
  end
  return found[index]
end

--- Moves the cursor to the start of another mention.
--- @param count integer how many mentions further; negative: back
function M.jump(count)
  local found = places()
  if not found then
    return
  end
  local place = #found > 0 and destination(found, count)
  if not place then
    report.say(#found == 0 and 'there is no mention in this buffer' or 'there is no further mention')
    return
  end
  if not api.nvim_get_mode().mode:match('^no') then
    vim.cmd.normal({ "m'", bang = true })
  end
  api.nvim_win_set_cursor(0, { place[1] + 1, place[2] })
end

--- Selects the mention at the cursor, else the next one on its line.
function M.select()
  local row, column = unpack(api.nvim_win_get_cursor(0))
  row = row - 1
  for _, place in ipairs(places() or {}) do
    local is_ahead = is_before(row, column, place[3], place[4])
    local is_here = place[1] == row or not is_before(row, column, place[1], place[2])
    if is_ahead and is_here then
      if api.nvim_get_mode().mode:match('^[vV\22]') then
        vim.cmd.normal({ vim.keycode('<Esc>'), bang = true })
      end
      api.nvim_win_set_cursor(0, { place[1] + 1, place[2] })
      vim.cmd.normal({ 'v', bang = true })
      local line = api.nvim_buf_get_lines(0, place[3], place[3] + 1, false)[1]
      -- The first byte of the last character.
      local last = place[4] + vim.str_utf_start(line, place[4])
      api.nvim_win_set_cursor(0, { place[3] + 1, math.max(0, last - 1) })
      return
    end
  end
  report.say('there is no mention here')
end

return M

-- Positions of the protocol (in units of the server's encoding) and of the editor (in bytes); rows from 0.
local api = vim.api

local M = {}

local function line_of(buffer, row)
  return api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
end

--- What the protocol calls this row and byte column; columns past the end of the line are its end.
function M.position(buffer, row, column, encoding)
  local line = line_of(buffer, row) or ''
  local character = math.min(column, #line)
  if encoding == 'utf-16' then
    character = vim.fn.utf16idx(line, character, true)
  elseif encoding == 'utf-32' then
    character = vim.fn.charidx(line, character, true)
  end
  return { line = row, character = character }
end

--- Row and byte column of a position; nil where the buffer has no such line.
function M.place(buffer, position, encoding)
  local line = line_of(buffer, position.line)
  if not line then
    return nil
  end
  local column = position.character
  if encoding == 'utf-16' then
    column = vim.fn.byteidxcomp(line, column, true)
  elseif encoding == 'utf-32' then
    column = vim.fn.byteidxcomp(line, column)
  end
  return position.line, (column < 0 or column > #line) and #line or column
end

return M

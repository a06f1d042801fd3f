-- Positions of the protocol (in units of the server's encoding) and of the editor (in bytes); rows from 0.
local api = vim.api

local M = {}

local function line_of(buffer, row)
  return api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
end

--- What the protocol calls a byte offset in a line of text; offsets past its end are its end.
function M.units(line, offset, encoding)
  offset = math.min(offset, #line)
  if encoding == 'utf-16' then
    return vim.fn.utf16idx(line, offset, true)
  elseif encoding == 'utf-32' then
    return vim.fn.charidx(line, offset, true)
  end
  return offset
end

--- The byte offset of what the protocol calls so in a line of text.
function M.bytes(line, units, encoding)
  local offset = units
  if encoding == 'utf-16' then
    offset = vim.fn.byteidxcomp(line, units, true)
  elseif encoding == 'utf-32' then
    offset = vim.fn.byteidxcomp(line, units)
  end
  return (offset < 0 or offset > #line) and #line or offset
end

--- What the protocol calls this row and byte column; columns past the end of the line are its end.
function M.position(buffer, row, column, encoding)
  return { line = row, character = M.units(line_of(buffer, row) or '', column, encoding) }
end

--- Row and byte column of a position; nil where the buffer has no such line.
function M.place(buffer, position, encoding)
  local line = line_of(buffer, position.line)
  if not line then
    return nil
  end
  return position.line, M.bytes(line, position.character, encoding)
end

return M

--- Text measured in screen cells. A line is a list of chunks `{ text, highlight group? }`.
local M = {}

local function width(text)
  return vim.fn.strdisplaywidth(text)
end

--- What does not fit into one line becomes a space.
function M.plain(text)
  return (tostring(text):gsub('[\r\n\t%z]+', ' '))
end

--- @param line table[] chunks
--- @return integer cells
function M.width(line)
  local cells = 0
  for _, chunk in ipairs(line) do
    cells = cells + width(chunk[1])
  end
  return cells
end

--- As much of a text as fits, whole characters only.
local function head(text, cells)
  if width(text) <= cells then
    return text, width(text)
  end
  local parts, used = {}, 0
  -- A character and the marks that combine with it.
  for _, part in ipairs(vim.fn.split(text, [[\zs]])) do
    local wide = width(part)
    if used + wide > cells then
      break
    end
    parts[#parts + 1], used = part, used + wide
  end
  return table.concat(parts), used
end

--- Cuts a line to so many cells; what is cut off shows as "…".
function M.fit(line, cells)
  if M.width(line) <= cells then
    return line
  end
  local mark = width('…') == 1 and '…' or '.'
  local fitted, left = {}, cells - 1
  for _, chunk in ipairs(line) do
    local text, used = head(chunk[1], left)
    if text ~= '' then
      fitted[#fitted + 1] = { text, chunk[2] }
    end
    left = left - used
    if text ~= chunk[1] then
      break
    end
  end
  if cells > 0 then
    fitted[#fitted + 1] = { mark, 'NonText' }
  end
  return fitted
end

--- Chunks of a text whose ranges are highlighted.
--- @param matches integer[][]? pairs of byte offsets, start and end
function M.matched(text, matches, group)
  local chunks, from = {}, 0
  for _, match in ipairs(matches or {}) do
    local first, last = math.max(match[1], from), math.min(match[2], #text)
    if first < last then
      if first > from then
        chunks[#chunks + 1] = { M.plain(text:sub(from + 1, first)) }
      end
      chunks[#chunks + 1] = { M.plain(text:sub(first + 1, last)), group }
      from = last
    end
  end
  if from < #text then
    chunks[#chunks + 1] = { M.plain(text:sub(from + 1)) }
  end
  return chunks
end

--- A line as a string and its highlights `{ start, end, group }` in bytes.
function M.flat(line)
  local texts, marks, at = {}, {}, 0
  for _, chunk in ipairs(line) do
    local text = M.plain(chunk[1])
    texts[#texts + 1] = text
    if chunk[2] and #text > 0 then
      marks[#marks + 1] = { at, at + #text, chunk[2] }
    end
    at = at + #text
  end
  return table.concat(texts), marks
end

--- A line of a widget's view, which may be a string, as chunks.
function M.chunks(line)
  if type(line) == 'string' then
    return { { line } }
  end
  assert(type(line) == 'table', 'a line of the view is a string or a list of { text, group }')
  for _, chunk in ipairs(line) do
    assert(type(chunk) == 'table' and type(chunk[1]) == 'string', 'a chunk of a line is { text, group }')
  end
  return line
end

return M

-- Cells: what the user's function makes of an entity (cellForMentionsEntity:withMatchString: in Hakawai),
-- for the editor's own menu and for widgets of Type A.
local report = require('mentions.support.report')

local M = {}

local fields = { 'abbr', 'menu', 'kind', 'hl' }

--- The handle with what of it matched; nil where the name or something else did.
local function found_handle(item)
  local moved = vim.tbl_map(function(match)
    return { match[1] + 1, match[2] + 1 }
  end, item.handleMatches or {})
  return moved[1] and { text = '@' .. item.entity.handle, matches = moved } or nil
end

--- @param draw? mentions.Cell
--- @param item table entity, detail?, distinction?, matches, handleMatches?
--- @param trigger? string
--- @return table abbr, menu, kind, hl, lines, and without a function of the user's matches and handle
function M.of(draw, item, trigger)
  local handle = found_handle(item)
  local distinction = item.distinction ~= (handle or {}).text and item.distinction or ''
  local more = vim.tbl_filter(function(text)
    return text ~= ''
  end, { distinction, item.detail or '' })
  local usual = { abbr = item.entity.name, menu = table.concat(more, ' '), matches = item.matches, handle = handle }
  if not draw then
    return usual
  end
  local matches = vim.deepcopy(item.matches)
  local done, cell = pcall(draw, vim.deepcopy(item.entity), item.detail, matches, trigger or '')
  if not done or type(cell) ~= 'table' then
    report.once('chooser.cell', done and 'returned no table' or cell)
    return usual
  end
  local result = {}
  for _, field in ipairs(fields) do
    if type(cell[field]) == 'string' then
      result[field] = cell[field]
    elseif cell[field] ~= nil then
      report.once('chooser.cell', ("'%s' is no text"):format(field))
    end
  end
  if vim.islist(cell.lines or {}) then
    result.lines = cell.lines
  else
    report.once('chooser.cell', "'lines' is no list")
  end
  result.abbr = result.abbr or usual.abbr
  return result
end

--- A number of rows as the options say: a number, a function of the other arguments, or nothing.
--- @return integer? rows nil where the options do not say
function M.height(name, option, ...)
  if not vim.is_callable(option) then
    return option
  end
  local done, rows = pcall(option, ...)
  if done and type(rows) == 'number' and rows >= 1 and rows <= 20 then
    return math.floor(rows)
  end
  report.once('chooser.' .. name, done and 'returned no number from 1 to 20' or rows)
end

return M

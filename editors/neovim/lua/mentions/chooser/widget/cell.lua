-- Cells: what the user's function makes of an entity (cellForMentionsEntity:withMatchString:, seed 000),
-- for the editor's own menu and for widgets of Type A.
local report = require('mentions.support.report')

local M = {}


local fields = { 'abbr', 'menu', 'kind', 'hl' }

--- @param draw? fun(entity: table, detail: string?, matches: integer[][]): table
--- @param item { entity: table, detail?: string, distinction?: string, matches: integer[][] }
--- @return table abbr, menu, kind, hl, and without a function of the user's matches
function M.of(draw, item)
  local more = vim.tbl_filter(function(text)
    return text ~= nil and text ~= ''
  end, { item.distinction or '', item.detail or '' })
  local usual = { abbr = item.entity.name, menu = table.concat(more, ' '), matches = item.matches }
  if not draw then
    return usual
  end
  local done, cell = pcall(draw, vim.deepcopy(item.entity), item.detail, vim.deepcopy(item.matches))
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
  result.abbr = result.abbr or usual.abbr
  return result
end

return M

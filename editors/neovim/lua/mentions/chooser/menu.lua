-- Type A: the editor's own completion menu, with cells drawn by a function of the user's.
local cell = require('mentions.chooser.cell')

local M = {}

--- Where words of a name begin with words of what was typed, as pairs of byte offsets.
local function matches(name, typed)
  local found = {}
  local folded = vim.fn.tolower(name)
  if #folded ~= #name then
    return found -- offsets in the folded name would not be those of the name
  end
  local at = 1
  for word in vim.fn.tolower(typed):gmatch('%S+') do
    local from, to = folded:find(word, at, true)
    while from and from > 1 and not name:sub(from - 1, from - 1):match('[%s%p]') do
      from, to = folded:find(word, from + 1, true)
    end
    if from then
      found[#found + 1] = { from - 1, to }
      at = to + 1
    end
  end
  return found
end

--- What was typed, and the handle: the filter text is both, with the name between them. Neovim tells the
--- server to leave label details out before 0.11, where the handle would be too.
local function around_name(item)
  local text, name = item.filterText or '', ' ' .. item.label
  local place, from = nil, text:find(name, 1, true)
  while from do
    local behind = from + #name
    if behind > #text or text:sub(behind, behind) == ' ' then
      place = from
    end
    from = text:find(name, from + 1, true)
  end
  if not place then
    return '', nil
  end
  local handle = text:sub(place + #name + 1)
  return (text:sub(1, place - 1):gsub('^%p+', '')), handle ~= '' and handle or nil
end

--- The `convert` of vim.lsp.completion.enable: completion item → fields of complete-items.
--- @param draw fun(entity, detail, matches): table
function M.convert(draw)
  return function(item)
    local typed, handle = around_name(item)
    local detail = vim.tbl_get(item, 'labelDetails', 'description') or item.detail
    local shown = cell.of(draw, {
      entity = { name = item.label, handle = handle, detail = detail },
      detail = detail,
      matches = matches(item.label, typed),
    })
    return { abbr = shown.abbr, menu = shown.menu, kind = shown.kind, abbr_hlgroup = shown.hl }
  end
end

return M

-- Type A: the editor's own completion menu, with cells drawn by a function of the user's.
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

--- What the item is about, as far as a completion item says.
local function entity_of(item)
  local details = item.labelDetails or {}
  local handle = details.detail and details.detail:match('^%s*@(.+)$')
  return { name = item.label, handle = handle, detail = details.description or item.detail }
end

--- What was typed: the filter text begins with it, followed by name and handle.
local function typed_of(item, entity)
  local tail = ' ' .. entity.name .. (entity.handle and ' ' .. entity.handle or '')
  local filter = item.filterText or ''
  local typed = filter:sub(-#tail) == tail and filter:sub(1, #filter - #tail) or ''
  return (typed:gsub('^%p+', ''))
end

--- The `convert` of vim.lsp.completion.enable: completion item → fields of complete-items.
--- @param draw fun(entity, detail, matches): table
function M.convert(draw)
  return function(item)
    local entity = entity_of(item)
    local cell = require('mentions.chooser.cell').of(draw, {
      entity = entity, detail = entity.detail, matches = matches(entity.name, typed_of(item, entity)),
    })
    return { abbr = cell.abbr, menu = cell.menu, kind = cell.kind, abbr_hlgroup = cell.hl }
  end
end

return M

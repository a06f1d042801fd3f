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

--- What was typed: what the item replaces, without the trigger. Its columns are bytes, as Neovim prefers.
local function typed(item)
  local range = vim.tbl_get(item, 'textEdit', 'range')
  if not range then
    return ''
  end
  local line = vim.api.nvim_buf_get_lines(0, range.start.line, range.start.line + 1, false)[1] or ''
  return (line:sub(range.start.character + 1, range['end'].character):gsub('^%p+', ''))
end

--- The handle stands in the label's details, which Neovim before 0.11 tells the server to leave out.
local function handle(item)
  return (vim.tbl_get(item, 'labelDetails', 'detail') or ''):match('^ @(.+)')
end

--- The `convert` of vim.lsp.completion.enable: completion item → fields of complete-items.
--- @param draw fun(entity, detail, matches): table
function M.convert(draw)
  return function(item)
    local detail = vim.tbl_get(item, 'labelDetails', 'description') or item.detail
    local shown = cell.of(draw, {
      entity = { name = item.label, handle = handle(item), detail = detail },
      detail = detail,
      matches = matches(item.label, typed(item)),
    })
    return { abbr = shown.abbr, menu = shown.menu, kind = shown.kind, abbr_hlgroup = shown.hl }
  end
end

return M

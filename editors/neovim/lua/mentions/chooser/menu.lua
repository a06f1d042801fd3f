-- Type A: the editor's own completion menu, with cells drawn by the user's function.
local cell = require('mentions.chooser.widget.cell')
local columns = require('mentions.support.columns')

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

--- What was typed: what the item replaces, without the trigger.
local function typed(item, buffer, encoding)
  local range = vim.tbl_get(item, 'textEdit', 'range')
  if not range then
    return ''
  end
  local row, from = columns.place(buffer, range.start, encoding)
  local last, to = columns.place(buffer, range['end'], encoding)
  if not row or row ~= last then
    return ''
  end
  return (vim.api.nvim_buf_get_text(buffer, row, from, last, to, {})[1]:gsub('^%p+', ''))
end

--- The handle is in the label's details.
local function handle(item)
  return (vim.tbl_get(item, 'labelDetails', 'detail') or ''):match('^ @(.+)')
end

--- For the `convert` of vim.lsp.completion.enable: completion item → fields of complete-items. The item's
--- positions are those of a buffer, in units of the server's encoding.
--- @param cells fun(buffer: integer): mentions.Cell?, string the user's function for the current trigger, and that
function M.convert(cells)
  return function(item, buffer, encoding)
    local draw, trigger = cells(buffer)
    local detail = vim.tbl_get(item, 'labelDetails', 'description') or item.detail
    local shown = cell.of(draw, {
      entity = { name = item.label, handle = handle(item), detail = detail },
      detail = detail,
      matches = matches(item.label, typed(item, buffer, encoding)),
    }, trigger)
    return { abbr = shown.abbr, menu = shown.menu, kind = shown.kind, abbr_hlgroup = shown.hl }
  end
end

return M

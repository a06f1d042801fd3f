-- A few characters for the status line: what is being made, or how many mentions the buffer holds.
local marks = require('mentions.marks')

local M = { creating = {}, choosers = {} }

function M.enable(context)
  local function redraw()
    vim.cmd.redrawstatus({ bang = true })
  end
  context.on('state', function(params, buffer)
    M.creating[buffer] = params.state == 'creating' and (params.controlCharacter or '') or nil
    redraw()
  end)
  context.on('chooser', function(params, buffer)
    M.choosers[buffer] = params.event ~= 'hidden' and params or nil
    redraw()
  end)
  context.on('changed', redraw)
  context.on('drawn', redraw)
  context.on('detach', function(buffer)
    M.creating[buffer], M.choosers[buffer] = nil, nil
  end)
end

--- '' where the server is not, '@ 4 found' or '@ …' while a mention is made, else '2 mentions'.
function M.text(buffer)
  buffer = (not buffer or buffer == 0) and vim.api.nvim_get_current_buf() or buffer
  local list = marks.lists[buffer]
  if not list then
    return ''
  end
  local creating, chooser = M.creating[buffer], M.choosers[buffer]
  if creating then
    local shown = require('mentions.chooser').number_shown(buffer)
    local found = chooser and not chooser.loading and ('%d found'):format(shown or chooser.count) or '…'
    return vim.trim(('%s %s'):format(creating, found))
  end
  return #list == 1 and '1 mention' or #list > 0 and ('%d mentions'):format(#list) or ''
end

return M

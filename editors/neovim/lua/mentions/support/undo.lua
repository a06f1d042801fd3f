-- Collects what has to be undone, and undoes it in reverse order.
local api = vim.api

local Undo = {}
Undo.__index = Undo

function Undo.new()
  return setmetatable({ steps = {} }, Undo)
end

--- `step` runs when everything is taken back.
function Undo:add(step)
  table.insert(self.steps, step)
end

--- Takes everything back. A step that fails does not keep the others from running.
function Undo:run()
  while #self.steps > 0 do
    local done, problem = pcall(table.remove(self.steps))
    if not done then
      vim.lsp.log.warn('mentions', 'while disabling', problem)
    end
  end
end

--- As nvim_create_autocmd, in a group of the plug-in's own.
function Undo:autocmd(events, options)
  local group = api.nvim_create_augroup('mentions', { clear = false })
  local id = api.nvim_create_autocmd(events, vim.tbl_extend('keep', options, { group = group }))
  self:add(function()
    pcall(api.nvim_del_autocmd, id)
  end)
end

--- Sets an option for a buffer alone; what the user sets meanwhile stays. An empty text is what an option has
--- that follows the global one.
function Undo:buffer_option(buffer, name, value)
  local before = api.nvim_get_option_value(name, { buf = buffer })
  api.nvim_set_option_value(name, value, { buf = buffer })
  self:add(function()
    if api.nvim_buf_is_valid(buffer) and api.nvim_get_option_value(name, { buf = buffer }) == value then
      api.nvim_set_option_value(name, before, { buf = buffer })
    end
  end)
end

--- A buffer's own mapping of a key, as maparg() has it, or nil.
function Undo:mapping(buffer, mode, key)
  local name = vim.fn.keytrans(api.nvim_replace_termcodes(key, true, true, true))
  for _, each in ipairs(api.nvim_buf_get_keymap(buffer, mode)) do
    if each.lhs == name then
      return each
    end
  end
end

--- Maps a key in a buffer to a function. The buffer's mapping of before is returned, and comes back
--- afterwards unless somebody has mapped the key anew.
function Undo:keymap(buffer, mode, key, action, description)
  local before = self:mapping(buffer, mode, key)
  vim.keymap.set(mode, key, action, { buffer = buffer, desc = description })
  self:add(function()
    local now = api.nvim_buf_is_loaded(buffer) and self:mapping(buffer, mode, key)
    if not now or now.callback ~= action then
      return
    end
    vim.keymap.del(mode, key, { buffer = buffer })
    if before then
      api.nvim_buf_call(buffer, function()
        vim.fn.mapset(mode, false, before)
      end)
    end
  end)
  return before
end

--- Defines a highlight group where neither user nor colour scheme has.
function Undo:highlight(name, definition)
  if next(api.nvim_get_hl(0, { name = name })) then
    return
  end
  api.nvim_set_hl(0, name, vim.tbl_extend('force', definition, { default = true }))
  local ours = api.nvim_get_hl(0, { name = name })
  self:add(function()
    if vim.deep_equal(api.nvim_get_hl(0, { name = name }), ours) then
      api.nvim_set_hl(0, name, {})
    end
  end)
end

--- Empties a namespace of extmarks in all buffers.
function Undo:namespace(space)
  self:add(function()
    for _, buffer in ipairs(api.nvim_list_bufs()) do
      api.nvim_buf_clear_namespace(buffer, space, 0, -1)
    end
  end)
end

return Undo

-- Works around a bug of Neovim (seen in 0.12.4): it stops listening to a buffer at the first change after the last
-- client has left, but goes on counting it as attached. A client that attaches later is then sent no changes.
local api = vim.api

local M = {}

--- Buffers that Neovim no longer listens to although it believes so.
local unheard = {}
--- Buffers in which the next change decides.
local watched = {}

--- The value of a function's upvalue, by its name; nil where there is no such upvalue.
local function upvalue(from, name)
  for index = 1, math.huge do
    local found, value = debug.getupvalue(from, index)
    if not found or found == name then
      return value
    end
  end
end

--- The buffers that Neovim counts as attached. No function of its interface tells or changes them.
local function attached_buffers()
  local attach = upvalue(vim.lsp.buf_attach_client, 'buf_attach')
  return upvalue(vim.lsp.buf_attach_client, 'attached_buffers') or attach and upvalue(attach, 'attached_buffers')
end

local function is_deserted(buffer)
  return #vim.lsp.get_clients({ bufnr = buffer, _uninitialized = true }) == 0
end

--- To be called when a client has left a buffer, or is about to.
function M.watch(buffer)
  if watched[buffer] or not api.nvim_buf_is_loaded(buffer) then
    return
  end
  watched[buffer] = api.nvim_buf_attach(buffer, false, {
    on_lines = function()
      -- What Neovim asks itself before it stops listening.
      if watched[buffer] and is_deserted(buffer) then
        watched[buffer], unheard[buffer] = nil, true
      end
      return not watched[buffer]
    end,
    on_detach = function()
      watched[buffer] = nil
    end,
  })
end

--- To be called when a client has attached to a buffer.
function M.unwatch(buffer)
  watched[buffer] = nil
end

--- To be called before clients attach: has Neovim listen again to the buffers in which it has stopped.
function M.mend()
  local attached = next(unheard) and attached_buffers()
  for buffer in pairs(unheard) do
    if attached and is_deserted(buffer) then
      attached[buffer] = nil
    end
  end
  unheard = {}
end

return M

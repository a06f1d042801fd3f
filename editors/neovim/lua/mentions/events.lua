-- Events by name, and their listeners. An error in a listener is logged and affects no other.
--
--   attach   (buffer, client)    the server serves a buffer       detach (buffer, client)
--   state    (params, buffer)    mentions/didChangeState          chooser (params, buffer)  mentions/chooser
--   created, trimmed, deleted, selected (params, buffer)          mentions/didCreate and so on
--   text     (params, buffer)    mentions/textEvent, where the option `text_events` is set
--   listed   (buffer, answer)    mentions/list was answered      spelling (params, buffer) mentions/spelling
--   tapped   (buffer)            the line that the viewport locks was clicked on
--   changed  (buffer)            the list of a buffer's mentions is another one: see mentions.marks
local M = { listeners = {} }

--- Calls `listener` at each event of this name, until the function that is returned is called.
function M.on(name, listener)
  local list = M.listeners[name] or {}
  M.listeners[name] = list
  table.insert(list, listener)
  return function()
    for index, other in ipairs(list) do
      if other == listener then
        table.remove(list, index)
        return
      end
    end
  end
end

function M.emit(name, ...)
  for _, listener in ipairs(vim.list_slice(M.listeners[name] or {})) do
    local done, problem = pcall(listener, ...)
    if not done then
      vim.lsp.log.error('mentions', name, problem)
    end
  end
end

return M

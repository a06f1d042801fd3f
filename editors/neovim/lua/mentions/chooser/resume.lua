-- Makes the server look back for a mention whose beginning it has not seen: typing that came in one piece with a
-- line end, a server that was started again.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local api = vim.api

local M = {}

--- Milliseconds after which what was typed has reached the server, and its answer the editor.
local pause = 60
-- Not as if the user had asked.
local unasked = { triggerKind = vim.lsp.protocol.CompletionTriggerKind.TriggerForIncompleteCompletions }

--- Asks our server, and no other, about the place of the cursor; the server sends what it finds as notifications.
function M.look_back(buffer, server)
  local row, column = unpack(api.nvim_win_get_cursor(0))
  client.request('textDocument/completion', {
    textDocument = client.document(buffer),
    position = columns.position(buffer, row - 1, column, server.offset_encoding),
    context = unasked,
  }, buffer, function() end)
end

--- @param is_creating fun(): boolean
function M.attach(buffer, server, undo, is_creating)
  local timer, is_over = assert(vim.uv.new_timer()), false
  undo:add(function()
    is_over = true
    timer:stop()
    timer:close()
  end)
  undo:autocmd('TextChangedI', {
    buffer = buffer,
    callback = function()
      timer:start(pause, 0, vim.schedule_wrap(function()
        local is_here = not is_over and api.nvim_get_current_buf() == buffer
        if is_here and not is_creating() and api.nvim_get_mode().mode:match('^[iR]') then
          M.look_back(buffer, server)
        end
      end))
    end,
  })
end

return M

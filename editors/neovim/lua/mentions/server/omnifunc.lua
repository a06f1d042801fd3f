-- Neovim sets 'omnifunc' when a client attaches, in place of what the file type has set, and empties it when the client
-- leaves. This puts back what the file type had set.
local api = vim.api

local M = {}

local of_clients = 'v:lua.vim.lsp.omnifunc'

--- By buffer, what the option was before.
local earlier = {}

--- To be called before a client attaches to a buffer.
function M.remember(buffer)
  local now = vim.bo[buffer].omnifunc
  if now ~= of_clients then
    earlier[buffer] = now
  end
end

local function restore(buffer, before)
  if not api.nvim_buf_is_valid(buffer) then
    return
  end
  local now = vim.bo[buffer].omnifunc
  if (now == '' or now == of_clients) and #vim.lsp.get_clients({ bufnr = buffer }) == 0 then
    vim.bo[buffer].omnifunc = before
  end
end

function M.enable(context)
  context.each(function(buffer, server)
    local before = earlier[buffer]
    if vim.bo[buffer].omnifunc ~= of_clients or (before or '') == '' then
      return
    end
    -- Not one of those that go when the plug-in is disabled: the client leaves later.
    api.nvim_create_autocmd('LspDetach', {
      buffer = buffer,
      callback = function(event)
        if event.data.client_id == server.id then
          vim.schedule(function()
            restore(buffer, before)
          end)
          return true
        end
      end,
    })
  end)
end

return M

-- The completion menu where Neovim has no vim.lsp.completion, in 0.10: its omni completion drops items whose
-- text does not begin with what was typed, which is every mention.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local api = vim.api

local M = {}

local function menu_item(item, convert)
  local documentation = item.documentation
  local shown = {
    word = item.textEditText or vim.tbl_get(item, 'textEdit', 'newText') or item.insertText or item.label,
    abbr = item.label .. (vim.tbl_get(item, 'labelDetails', 'detail') or ''),
    kind = vim.lsp.protocol.CompletionItemKind[item.kind] or '',
    menu = vim.tbl_get(item, 'labelDetails', 'description') or item.detail or '',
    info = type(documentation) == 'table' and documentation.value or documentation or '',
    icase = 1,
    dup = 1,
    empty = 1,
    user_data = { mentions = item },
  }
  return convert and vim.tbl_extend('force', shown, convert(item)) or shown
end

local function start_of(list)
  local range = vim.tbl_get(list, 'itemDefaults', 'editRange')
  range = range or vim.tbl_get(list.items, 1, 'textEdit', 'range')
  return range and range.start
end

--- Asks the server and shows what it offers at the cursor.
function M.show(buffer, convert)
  local server = client.of(buffer)
  local params = vim.lsp.util.make_position_params(0, server.offset_encoding)
  local tick = api.nvim_buf_get_changedtick(buffer)
  client.request('textDocument/completion', params, buffer, function(problem, list)
    local is_here = api.nvim_get_current_buf() == buffer and api.nvim_get_mode().mode:sub(1, 1) == 'i'
    if problem or not list or not is_here or tick ~= api.nvim_buf_get_changedtick(buffer) then
      return
    end
    local start = list.items[1] and start_of(list)
    local _, column = columns.place(buffer, start or params.position, server.offset_encoding)
    table.sort(list.items, function(one, other)
      return (one.sortText or one.label) < (other.sortText or other.label)
    end)
    if start or vim.fn.pumvisible() == 1 then
      vim.fn.complete(column + 1, vim.tbl_map(function(item)
        return menu_item(item, convert and function(each)
          return convert(each, buffer, server.offset_encoding)
        end)
      end, list.items))
    end
  end)
end

return M

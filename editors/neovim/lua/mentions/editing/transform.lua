-- :Mentions transform: transforms of a selection that keep the mentions in it.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local report = require('mentions.support.report')
local api = vim.api

local M = {}

--- Milliseconds for which the completion of names waits for the server.
local patience = 200

--- The names of the transforms in a buffer.
function M.names(buffer)
  local params = { textDocument = client.document(buffer) }
  local _, result = client.request_sync('mentions/transforms', params, buffer, patience)
  return vim.tbl_map(function(transform)
    return transform.name
  end, result and result.transforms or {})
end

--- First row and column in bytes, last row, and the column after it: the characters selected last, if the command's
--- range is theirs; the lines of its range; without a range the cursor.
local function stretch(call)
  if not call or call.range == 0 then
    local row, column = unpack(api.nvim_win_get_cursor(0))
    return row - 1, column, row - 1, column
  end
  local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  local last = vim.fn.getline(call.line2)
  if vim.fn.visualmode() == 'v' and from[2] == call.line1 and to[2] == call.line2 then
    local column = math.min(to[3], #last)
    local past = column == 0 and 0 or column + vim.str_utf_end(last, column)
    return from[2] - 1, from[3] - 1, to[2] - 1, past
  end
  return call.line1 - 1, 0, call.line2 - 1, #last
end

local function say_losses(mentions)
  local lost = vim.tbl_filter(function(mention)
    return mention.fate ~= 'moved'
  end, mentions)
  if #lost > 0 then
    local what = #lost == 1 and 'mention is' or 'mentions are'
    report.say(('%d %s plain text now'):format(#lost, what), vim.log.levels.INFO)
  end
end

local function transform(buffer, name, range)
  local tick = api.nvim_buf_get_changedtick(buffer)
  local params = { textDocument = client.document(buffer), range = range, name = name }
  client.ask('mentions/transform', params, buffer, function(result)
    if not result or not api.nvim_buf_is_valid(buffer) then
      return
    elseif api.nvim_buf_get_changedtick(buffer) ~= tick then
      return report.say('the text has changed meanwhile')
    end
    local server = client.of(buffer)
    local changes = result.edit.documentChanges or {}
    local is_empty = vim.iter(changes):all(function(change)
      return #change.edits == 0
    end)
    if server and not is_empty then
      vim.lsp.util.apply_workspace_edit(result.edit, server.offset_encoding)
    end
    say_losses(result.mentions)
  end)
end

--- Lets the user pick one of the transforms that there are.
local function pick(buffer, picked)
  client.ask('mentions/transforms', { textDocument = client.document(buffer) }, buffer, function(result)
    if not result then
      return
    end
    vim.ui.select(result.transforms, {
      prompt = 'Transform',
      kind = 'mentions.transform',
      format_item = function(item)
        return item.title
      end,
    }, function(item)
      if item then
        picked(item.name)
      end
    end)
  end)
end

--- Transforms the selection, the lines of the range or the mention at the cursor; without a name, the user picks one.
function M.run(call)
  local buffer = api.nvim_get_current_buf()
  local server = client.expected(buffer)
  if not server then
    return
  end
  local row, from, last, to = stretch(call)
  local range = {
    start = columns.position(buffer, row, from, server.offset_encoding),
    ['end'] = columns.position(buffer, last, to, server.offset_encoding),
  }
  local name = call and call.words[1]
  if name then
    return transform(buffer, name, range)
  end
  pick(buffer, function(picked)
    transform(buffer, picked, range)
  end)
end

return M

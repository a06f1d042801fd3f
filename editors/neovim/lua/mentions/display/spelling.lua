-- Keeps spell checking off where the server says so: in mentions, and in what is typed to make one.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local api = vim.api

local M = {}

local space = api.nvim_create_namespace('mentions.spelling')

local function show(buffer, ranges)
  local encoding = client.attached[buffer].offset_encoding
  api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  for _, range in ipairs(ranges) do
    local row, from = columns.place(buffer, range.start, encoding)
    local last, to = columns.place(buffer, range['end'], encoding)
    if row and last then
      local options = { end_row = last, end_col = to, spell = false, strict = false }
      api.nvim_buf_set_extmark(buffer, space, row, from, options)
    end
  end
end

--- Asks for the ranges of the text as it is now; what was pushed may be about an older one.
local function refresh(buffer)
  local params, tick = { textDocument = client.document(buffer) }, api.nvim_buf_get_changedtick(buffer)
  client.request('mentions/spelling', params, buffer, function(_, answer)
    if answer and client.attached[buffer] and tick == api.nvim_buf_get_changedtick(buffer) then
      show(buffer, answer.off)
    end
  end)
end

function M.enable(context)
  if context.options.spell then
    return
  end
  context.undo:namespace(space)
  context.on('spelling', function(params, buffer)
    if params.textDocument.version == vim.lsp.util.buf_versions[buffer] then
      show(buffer, params.off)
    else
      refresh(buffer)
    end
  end)
end

return M

-- `:Mentions remove` and `:Mentions undo`: mentions become plain text, and mentions again.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local marks = require('mentions.marks')
local report = require('mentions.support.report')
local api = vim.api

local M = {}

local space = api.nvim_create_namespace('mentions.removed')

--- By buffer, what the last removal made plain: { mark, text, entity }, where the extmark follows the text.
local removed = {}

local function inside(row, column, from_row, from, to_row, to)
  local is_after = row > from_row or (row == from_row and column >= from)
  return is_after and (row < to_row or (row == to_row and column <= to))
end

local function keep(buffer, mentions, encoding)
  api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  removed[buffer] = {}
  for _, mention in ipairs(mentions) do
    local row, from = columns.place(buffer, mention.range.start, encoding)
    local to_row, to = columns.place(buffer, mention.range['end'], encoding)
    local mark = api.nvim_buf_set_extmark(buffer, space, row, from, {
      end_row = to_row,
      end_col = to,
      right_gravity = true,
      end_right_gravity = false,
    })
    table.insert(removed[buffer], { mark = mark, text = mention.text, entity = mention.entity })
  end
end

--- Makes plain text of the mention under the cursor, of those in a range of lines, or of all.
function M.remove(call)
  local buffer = api.nvim_get_current_buf()
  local server = client.expected(buffer)
  if not server then
    return
  end
  local row, column = unpack(api.nvim_win_get_cursor(0))
  local first, last = row - 1, row - 1
  if call and call.range > 0 then
    first, last, column = call.line1 - 1, call.line2 - 1, nil
  end
  local is_all = call and call.words[1] == 'all'
  local tick = api.nvim_buf_get_changedtick(buffer)
  marks.refresh(buffer, function(mentions, problem)
    if not mentions then
      return report.say(problem)
    elseif tick ~= api.nvim_buf_get_changedtick(buffer) then
      return report.say('nothing is removed: the text was changed meanwhile')
    end
    local meant = {}
    for _, mention in ipairs(mentions) do
      local from_row, from = columns.place(buffer, mention.range.start, server.offset_encoding)
      local to_row, to = columns.place(buffer, mention.range['end'], server.offset_encoding)
      local is_meant = is_all
        or (column and inside(row - 1, column, from_row, from, to_row, to))
        or (not column and from_row >= first and to_row <= last)
      if is_meant then
        table.insert(meant, mention)
      end
    end
    if #meant == 0 then
      return report.say('there is no mention here')
    end
    keep(buffer, meant, server.offset_encoding)
    local ranges = vim.tbl_map(function(mention)
      return mention.range
    end, meant)
    client.ask('mentions/remove', { textDocument = client.document(buffer), ranges = ranges }, buffer, function(answer)
      if answer then
        local number = answer.removed == 1 and '1 mention is' or answer.removed .. ' mentions are'
        report.say(number .. ' plain text now; :Mentions undo takes that back', vim.log.levels.INFO)
      end
      marks.refresh(buffer)
    end)
  end)
end

--- The text that a mark spans now, and its range in the server's units; nil where it spans nothing.
local function span(buffer, mark, encoding)
  local row, from, details = unpack(api.nvim_buf_get_extmark_by_id(buffer, space, mark, { details = true }))
  if not row or not details.end_row then
    return nil
  end
  local text = table.concat(api.nvim_buf_get_text(buffer, row, from, details.end_row, details.end_col, {}), '\n')
  return text, {
    start = columns.position(buffer, row, from, encoding),
    ['end'] = columns.position(buffer, details.end_row, details.end_col, encoding),
  }
end

--- Makes mentions again of what the last removal in this buffer made plain, wherever the text is the same.
function M.undo()
  local buffer = api.nvim_get_current_buf()
  local server = client.expected(buffer)
  if not server then
    return
  end
  local mentions = {}
  for _, each in ipairs(removed[buffer] or {}) do
    local text, range = span(buffer, each.mark, server.offset_encoding)
    if text == each.text then
      table.insert(mentions, { range = range, text = text, entity = each.entity })
    end
  end
  removed[buffer] = nil
  api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  if #mentions == 0 then
    return report.say('there is nothing to take back in this buffer')
  end
  client.ask('mentions/add', { textDocument = client.document(buffer), mentions = mentions }, buffer, function(result)
    for _, each in ipairs(result and result.refused or {}) do
      report.say(each.reason)
    end
    marks.refresh(buffer)
  end)
end

function M.enable(context)
  context.undo:namespace(space)
  context.on('detach', function(buffer)
    removed[buffer] = nil
  end)
end

return M

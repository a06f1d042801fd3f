-- Repeating an insertion by ".": Neovim types the text again, letter by letter, and a name that is typed out is
-- not a mention. So the server is told whose name each was.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local events = require('mentions.events')
local marks = require('mentions.marks')
local api = vim.api

local M = {}

--- What the last insertion in a buffer left: its text, and the mentions made meanwhile as { text, entity }.
local inserted = {}

--- In each buffer, the mark where the last insertion began. Neovim's own, '[, moves on where undo is split.
local space = api.nvim_create_namespace('mentions.dot')
local beginning = 1

--- The text from a place to the mark '].
local function text_from(buffer, row, column)
  local to = api.nvim_buf_get_mark(buffer, ']')
  local done, lines = pcall(api.nvim_buf_get_text, buffer, row, column, to[1] - 1, to[2], {})
  return done and table.concat(lines, '\n') or ''
end

--- The text of the last change, between '[ and '], and where it begins: row and byte from 0.
local function changed(buffer)
  local from = api.nvim_buf_get_mark(buffer, '[')
  return text_from(buffer, from[1] - 1, from[2]), from[1] - 1, from[2]
end

--- Row and byte of an offset in a text that begins at a place.
local function place(text, offset, row, column)
  local before = text:sub(1, offset)
  local _, lines = before:gsub('\n', '')
  return row + lines, lines == 0 and column + offset or #before:match('[^\n]*$')
end

--- The mentions of an insertion in a repeat of it, as `mentions/add` wants them.
local function repeated(last, buffer, encoding)
  local text, row, column = changed(buffer)
  local times = last.text ~= '' and #text / #last.text or 0
  if times < 1 or times % 1 ~= 0 or text ~= last.text:rep(times) then
    return {}
  end
  local found, taken = {}, {}
  for time = 0, times - 1 do
    for _, mention in ipairs(last.mentions) do
      local start, past = text:find(mention.text, time * #last.text + 1, true)
      while start and taken[start] do
        start, past = text:find(mention.text, start + 1, true)
      end
      if start and past <= (time + 1) * #last.text then
        taken[start] = true
        local from_row, from = place(text, start - 1, row, column)
        local to_row, to = place(text, past, row, column)
        table.insert(found, {
          text = mention.text,
          entity = mention.entity,
          range = {
            start = columns.position(buffer, from_row, from, encoding),
            ['end'] = columns.position(buffer, to_row, to, encoding),
          },
        })
      end
    end
  end
  return found
end

function M.enable(context)
  --- The buffer in which "." was typed just now.
  local repeating
  local keys = vim.on_key(function(_, typed)
    -- What "." types in its turn comes by here too.
    if typed ~= '' then
      repeating = typed == '.' and api.nvim_get_mode().mode == 'n' and api.nvim_get_current_buf() or nil
    end
  end)
  context.undo:namespace(space)
  context.undo:add(function()
    vim.on_key(nil, keys)
    inserted = {}
  end)
  context.each(function(buffer, server, undo)
    inserted[buffer] = { text = '', mentions = {} }
    undo:add(function()
      inserted[buffer] = nil
    end)
    undo:add(events.on('created', function(params, other)
      if other == buffer and repeating ~= buffer then
        table.insert(inserted[buffer].mentions, { text = params.mention.text, entity = params.mention.entity })
      end
    end))
    undo:autocmd('InsertEnter', {
      buffer = buffer,
      callback = function()
        if repeating ~= buffer then
          inserted[buffer] = { text = '', mentions = {} }
          local at = api.nvim_win_get_cursor(0)
          local options = { id = beginning, right_gravity = false, strict = false }
          api.nvim_buf_set_extmark(buffer, space, at[1] - 1, at[2], options)
        end
      end,
    })
    undo:autocmd('InsertLeave', {
      buffer = buffer,
      callback = function()
        if repeating ~= buffer then
          local from = api.nvim_buf_get_extmark_by_id(buffer, space, beginning, {})
          inserted[buffer].text = from[1] and text_from(buffer, from[1], from[2]) or ''
        end
      end,
    })
    undo:autocmd('TextChanged', {
      buffer = buffer,
      callback = function()
        if repeating ~= buffer then
          return
        end
        repeating = nil
        local mentions = repeated(inserted[buffer], buffer, server.offset_encoding)
        if #mentions > 0 then
          local params = { textDocument = client.document(buffer), mentions = mentions }
          client.request('mentions/add', params, buffer, function()
            marks.refresh(buffer)
          end)
        end
      end,
    })
  end)
end

return M

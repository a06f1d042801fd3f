-- The mentions of each buffer, as the server last told them; kept fresh.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local events = require('mentions.events')
local api = vim.api

local M = { lists = {} }

local space = api.nvim_create_namespace('mentions')

--- Changes within this many milliseconds become one question.
local pause = 200

--- By buffer and the mention's number in the list, its mark, which goes with the text.
local placed = {}

--- By buffer and a mention's entity and text, its numbers in the list.
local numbers = {}

--- How many equal mentions are looked at to find which of them has gone; a document may hold thousands.
local most = 16

--- A key that is the same for all mentions of one entity.
function M.entity(mention)
  return ('%s\n%s'):format(mention.entity.source or '', mention.entity.id)
end

local function key(mention)
  return ('%s\n%s'):format(M.entity(mention), mention.text)
end

local function show(buffer)
  local encoding = client.attached[buffer].offset_encoding
  api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  placed[buffer], numbers[buffer] = {}, {}
  for index, mention in ipairs(M.lists[buffer] or {}) do
    local equal = numbers[buffer][key(mention)] or {}
    numbers[buffer][key(mention)] = equal
    table.insert(equal, index)
    local row, from = columns.place(buffer, mention.range.start, encoding)
    local last, to = columns.place(buffer, mention.range['end'], encoding)
    if row and last then
      placed[buffer][index] = api.nvim_buf_set_extmark(buffer, space, row, from, {
        end_row = last,
        end_col = to,
        strict = false,
      })
    end
  end
end

--- The text that took the place of a mention that the server says has gone; nil where the mention was not known, or
--- nothing about it has changed. It is reported once.
function M.take(buffer, mention)
  local looked = 0
  for _, index in ipairs(numbers[buffer] and numbers[buffer][key(mention)] or {}) do
    local mark = placed[buffer][index]
    if mark then
      looked = looked + 1
      if looked > most then
        return
      end
      local found = api.nvim_buf_get_extmark_by_id(buffer, space, mark, { details = true })
      if found[3] then
        local get = api.nvim_buf_get_text
        local done, lines = pcall(get, buffer, found[1], found[2], found[3].end_row, found[3].end_col, {})
        local text = done and table.concat(lines, '\n') or ''
        if text ~= mention.text then
          placed[buffer][index] = nil
          return text
        end
      end
    end
  end
end

--- So often the mentions are asked for again when the text has changed before the answer came.
local turns = 3

--- Asks the server for the mentions of a buffer; `done(mentions)`, or `done(nil, problem)` where there is no
--- answer for the text as it is.
function M.refresh(buffer, done, turn)
  done, turn = done or function() end, turn or 1
  if not client.attached[buffer] then
    return done(nil, 'no server serves this buffer')
  end
  local params, tick = { textDocument = client.document(buffer) }, api.nvim_buf_get_changedtick(buffer)
  local is_asked = client.request('mentions/list', params, buffer, function(problem, answer)
    -- The answer may come when the buffer is no longer ours.
    if problem or not answer or not api.nvim_buf_is_loaded(buffer) or not client.attached[buffer] then
      return done(nil, problem and problem.message or 'no server serves this buffer any more')
    elseif tick ~= api.nvim_buf_get_changedtick(buffer) then
      if turn < turns then
        return M.refresh(buffer, done, turn + 1)
      end
      return done(nil, 'the text was changed meanwhile')
    end
    local before = M.lists[buffer]
    M.lists[buffer] = answer.mentions
    -- Marks go with their text even where the mentions are the same: it may have been replaced by itself.
    show(buffer)
    events.emit('listed', buffer, answer)
    if not vim.deep_equal(before, answer.mentions) then
      events.emit('changed', buffer)
    end
    done(answer.mentions)
  end)
  if not is_asked then
    done(nil, 'no server serves this buffer')
  end
end

function M.enable(context)
  context.undo:namespace(space)
  context.each(function(buffer, _, undo)
    local timer, is_over = assert(vim.uv.new_timer()), false
    local function later()
      timer:start(pause, 0, vim.schedule_wrap(function()
        if not is_over then
          M.refresh(buffer)
        end
      end))
    end
    undo:add(function()
      is_over = true
      timer:stop()
      timer:close()
      M.lists[buffer], placed[buffer], numbers[buffer] = nil, nil, nil
      if api.nvim_buf_is_valid(buffer) then
        api.nvim_buf_clear_namespace(buffer, space, 0, -1)
      end
    end)
    M.refresh(buffer)
    undo:autocmd({ 'TextChanged', 'TextChangedI', 'InsertLeave' }, { buffer = buffer, callback = later })
    for _, event in ipairs({ 'created', 'trimmed', 'deleted' }) do
      undo:add(events.on(event, function(_, other)
        if other == buffer then
          later()
        end
      end))
    end
  end)
end

return M

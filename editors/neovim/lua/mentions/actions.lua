-- What :Mentions does, for the user's own mappings too.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local config = require('mentions.config')
local marks = require('mentions.marks')
local report = require('mentions.support.report')
local selection = require('mentions.editing.selection')
local whom = require('mentions.editing.whom')
local api = vim.api

local M = {}

local space = api.nvim_create_namespace('mentions.actions')

local complain = report.say

local function say(text)
  report.say(text, vim.log.levels.INFO)
end

local server_of, ask = client.expected, client.ask

local function entry(buffer, mention, server)
  local row, from = columns.place(buffer, mention.range.start, server.offset_encoding)
  local last, to = columns.place(buffer, mention.range['end'], server.offset_encoding)
  if not row or not last then
    return nil
  end
  local entity = mention.entity
  local who = entity.name == mention.text and entity.id or entity.name
  local state = mention.state == 'trimmed' and ', trimmed' or ''
  return {
    bufnr = buffer,
    lnum = row + 1,
    col = from + 1,
    end_lnum = last + 1,
    end_col = to + 1,
    text = ('%s (%s, %s%s)'):format(mention.text, who, entity.source, state),
  }
end

local function entries(buffer, mentions)
  local server = client.of(buffer)
  return vim
    .iter(mentions)
    :map(function(mention)
      return server and entry(buffer, mention, server)
    end)
    :totable()
end

local function list_here(buffer)
  local window = api.nvim_get_current_win()
  marks.refresh(buffer, function(mentions, problem)
    if not mentions then
      return complain(problem)
    elseif not api.nvim_win_is_valid(window) then
      return
    end
    vim.fn.setloclist(window, {}, ' ', { title = 'Mentions', items = entries(buffer, mentions) })
    if #mentions == 0 then
      say('there are none in this buffer')
    elseif api.nvim_get_current_win() == window then
      vim.cmd.lopen()
    end
  end)
end

--- Milliseconds after which a list of all buffers leaves out those whose server has not answered.
local patience = 3000

local function name_of(buffer)
  local name = api.nvim_buf_is_valid(buffer) and api.nvim_buf_get_name(buffer) or ''
  return name ~= '' and name or ('buffer %d'):format(buffer)
end

local function list_everywhere()
  local buffers, items = vim.tbl_keys(client.attached), {}
  table.sort(buffers)
  local open, is_shown = #buffers, false
  local function show()
    if is_shown then
      return
    end
    is_shown = true
    local all = {}
    for _, buffer in ipairs(buffers) do
      if items[buffer] then
        vim.list_extend(all, items[buffer])
      else
        complain(('not in the list: %s, whose server has not answered'):format(name_of(buffer)))
      end
    end
    vim.fn.setqflist({}, ' ', { title = 'Mentions', items = all })
    vim.cmd.copen()
  end
  for _, buffer in ipairs(buffers) do
    marks.refresh(buffer, function(mentions, problem)
      if mentions then
        items[buffer] = entries(buffer, mentions)
      else
        items[buffer] = {}
        complain(('%s: %s'):format(name_of(buffer), problem))
      end
      open = open - 1
      if open == 0 then
        show()
      end
    end)
  end
  vim.defer_fn(show, patience)
end

--- Lets the user pick one of this buffer's mentions, and jumps there.
local function pick(buffer)
  local window = api.nvim_get_current_win()
  marks.refresh(buffer, function(mentions, problem)
    if not mentions then
      return complain(problem)
    elseif #mentions == 0 then
      return say('there are none in this buffer')
    end
    vim.ui.select(entries(buffer, mentions), {
      prompt = 'Mentions',
      kind = 'mentions',
      format_item = function(item)
        return ('%d: %s'):format(item.lnum, item.text)
      end,
    }, function(item)
      if item and api.nvim_win_is_valid(window) and api.nvim_win_get_buf(window) == buffer then
        api.nvim_set_current_win(window)
        vim.cmd.normal({ "m'", bang = true })
        pcall(api.nvim_win_set_cursor, window, { item.lnum, item.col - 1 })
      end
    end)
  end)
end

--- This buffer's mentions in the location list; with "all" those of all buffers in the quickfix list; with "pick" one
--- of this buffer's to go to.
function M.list(call)
  local buffer = api.nvim_get_current_buf()
  if not server_of(buffer) then
    return
  elseif call and call.words[1] == 'all' then
    list_everywhere()
  elseif call and call.words[1] == 'pick' then
    pick(buffer)
  else
    list_here(buffer)
  end
end

--- Row, first and last column in bytes of what is to become a mention: a selection within one line, else the
--- word under the cursor.
local function stretch(call)
  local row, column = unpack(api.nvim_win_get_cursor(0))
  local line = api.nvim_get_current_line()
  local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  if call and call.range > 0 then
    if from[2] ~= to[2] or from[2] ~= call.line1 then
      return nil
    end
    row, line = from[2], vim.fn.getline(from[2])
    local last = math.min(to[3], #line)
    return row - 1, from[3] - 1, last == 0 and 0 or last + vim.str_utf_end(line, last)
  end
  local start = 0
  while true do
    local word, first, past = unpack(vim.fn.matchstrpos(line, [[\k\+]], start))
    if first < 0 or word == '' then
      return nil
    elseif column < past then
      return row - 1, first, past
    end
    start = past
  end
end

local function annotate(buffer, range, text, entity)
  local mention = { range = range, text = text, entity = entity }
  local params = { textDocument = client.document(buffer), mentions = { mention } }
  ask('mentions/add', params, buffer, function(result)
    if result and result.refused[1] then
      complain(result.refused[1].reason)
    end
    marks.refresh(buffer)
  end)
end

local function choose(buffer, range, text)
  local document = client.document(buffer)
  whom.items(buffer, document, function(found)
    selection.held[buffer] = nil
    client.notify('mentions/cancel', { textDocument = document }, buffer)
    local prompt = ('Who is "%s"? '):format(text)
    if not found or #found.items == 0 then
      return whom.ask(buffer, prompt, function(entity)
        annotate(buffer, range, text, entity)
      end)
    end
    vim.ui.select(found.items, {
      prompt = prompt,
      kind = 'mentions',
      format_item = whom.title,
    }, function(item)
      if item then
        annotate(buffer, range, text, item.entity)
      end
    end)
  end)
end

--- Inserts a mention of a person at the cursor.
local function insert(buffer, server)
  local row, column = unpack(api.nvim_win_get_cursor(0))
  local mark = api.nvim_buf_set_extmark(buffer, space, row - 1, column, { right_gravity = false })
  whom.ask(buffer, 'Mention whom? ', function(entity, text, from, to)
    local encoding = server.offset_encoding
    local place = api.nvim_buf_get_extmark_by_id(buffer, space, mark, {})
    local start, past = columns.bytes(text, from, encoding), columns.bytes(text, to, encoding)
    api.nvim_buf_set_text(buffer, place[1], place[2], place[1], place[2], vim.split(text, '\n'))
    annotate(buffer, {
      start = columns.position(buffer, place[1], place[2] + start, encoding),
      ['end'] = columns.position(buffer, place[1], place[2] + past, encoding),
    }, text:sub(start + 1, past), entity)
  end)
end

--- Makes a mention of the selected text, or of the word under the cursor; the user picks who is meant. Where there is
--- no word, a new mention is inserted.
function M.add(call)
  local buffer = api.nvim_get_current_buf()
  local server = server_of(buffer)
  if not server then
    return
  end
  local row, from, to = stretch(call)
  if not row then
    if call and call.range > 0 then
      complain('a mention is a word under the cursor or a selection within one line')
    else
      insert(buffer, server)
    end
    return
  end
  local encoding = server.offset_encoding
  local text = api.nvim_buf_get_text(buffer, row, from, row, to, {})[1]
  local range = {
    start = columns.position(buffer, row, from, encoding),
    ['end'] = columns.position(buffer, row, to, encoding),
  }
  local place = { textDocument = client.document(buffer), position = range['end'] }
  -- Reporting the cursor, which is elsewhere, would end the search.
  selection.held[buffer] = true
  local search = { command = 'mentions.complete', arguments = { place } }
  ask('workspace/executeCommand', search, buffer, function()
    choose(buffer, range, text)
  end)
end

--- Tells the user whether mentions are offered at the cursor, and by which rule.
function M.explain()
  local buffer = api.nvim_get_current_buf()
  local server = server_of(buffer)
  if server then
    local params = vim.lsp.util.make_position_params(0, server.offset_encoding)
    ask('mentions/explain', params, buffer, function(answer)
      if not answer then
        return
      end
      local verdict = answer.offered and 'offered' or 'not offered'
      say(('%s here (%s): %s'):format(verdict, answer.rule, answer.reason))
    end)
  end
end

--- Makes the server read its sources again.
function M.reload()
  local buffer = api.nvim_get_current_buf()
  if server_of(buffer) then
    ask('workspace/executeCommand', { command = 'mentions.reloadSources' }, buffer, function()
      say('sources are read again')
    end)
  end
end

--- Makes the server forget that somebody was chosen: whose name, handle or e-mail address follows, else everybody.
function M.forget(call)
  local buffer = api.nvim_get_current_buf()
  local text = table.concat(call and call.words or {}, ' ')
  if server_of(buffer) then
    local forget = { command = 'mentions.forget', arguments = text ~= '' and { text } or nil }
    ask('workspace/executeCommand', forget, buffer, function()
      say(text ~= '' and ('that you chose %s is forgotten'):format(text) or 'all choices are forgotten')
    end)
  end
end

--- Enables or disables the plug-in; with "implicit" the mentions that begin without a trigger.
function M.toggle(call)
  local mentions = require('mentions')
  if call and call.words[1] == 'implicit' then
    config.options.implicit = not config.options.implicit
    client.send_settings()
    say('implicit mentions are ' .. (config.options.implicit and 'on' or 'off'))
  elseif mentions.is_enabled() then
    mentions.disable()
  else
    mentions.enable()
  end
end

return M

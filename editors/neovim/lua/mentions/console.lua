-- The console: a scratch buffer that tells what the user does to the text, by `mentions/textEvent`. Its lines
-- are those of `mentions-lsp events`.
local client = require('mentions.client')
local config = require('mentions.config')
local marks = require('mentions.marks')
local report = require('mentions.support.report')
local api = vim.api

local M = {}

local space = api.nvim_create_namespace('mentions.console')

--- Older lines are forgotten, like those in `mentions-lsp play`.
local most_lines = 500

--- Longer texts are cut, in characters.
local longest = 48

--- Rows of the window.
local height = 10

--- How long a restarted server may take to end, in milliseconds.
local patience = 2000

--- What is open: { buffer, start }, the time in nanoseconds at which it was opened; nil while it is not.
local console

-- Lines -------------------------------------------------------------------------------------------

local escapes = { ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t', ['"'] = '\\"', ['\\'] = '\\\\' }

--- A text on one line, in quotes.
local function quoted(text)
  text = text:gsub('\r\n', '\n')
  local head = vim.fn.strcharpart(text, 0, longest, 1)
  return ('"%s%s"'):format(head:gsub('[\n\r\t"\\]', escapes), #head < #text and '…' or '')
end

local function text_of(event)
  local before, text = event.before and quoted(event.before), event.text and quoted(event.text)
  if event.event == 'committed' then
    return text or '' -- What it took the place of was told when it was marked.
  elseif before and (text or event.event ~= 'deleted') then
    return ('%s → %s'):format(before, text or quoted(''))
  end
  return before or text or ''
end

--- `notes.md:3:14`, counted from 1.
local function place_of(event)
  local start, past = event.range.start, event.range['end']
  local name = vim.fn.fnamemodify(event.textDocument.uri, ':t')
  local shown = ('%s:%d:%d'):format(name, start.line + 1, start.character + 1)
  if event.event == 'selected' then
    return ('%s–%d:%d'):format(shown, past.line + 1, past.character + 1)
  end
  return shown
end

--- One event as chunks: when, where, what, which text, by which cause and how certain.
--- @param seconds number since the console was opened
local function chunks_of(event, seconds)
  local certainty = event.cause and ('%s, %s'):format(event.cause, event.certainty) or event.certainty
  return {
    { ('%.3f'):format(seconds), 'MentionsConsolePlace' },
    { place_of(event), 'MentionsConsolePlace' },
    { event.event, 'MentionsConsoleEvent' },
    { text_of(event) },
    { certainty, 'MentionsConsoleSource' },
  }
end

--- Appends a line, two spaces between its chunks, and lets the windows that show its end follow.
local function append(chunks)
  local buffer = console.buffer
  local count = api.nvim_buf_line_count(buffer)
  local is_first = count == 1 and api.nvim_buf_get_lines(buffer, 0, 1, false)[1] == ''
  local followers = vim.tbl_filter(function(window)
    return api.nvim_win_get_cursor(window)[1] == count
  end, vim.fn.win_findbuf(buffer))
  local texts, spans, at = {}, {}, 0
  for _, chunk in ipairs(chunks) do
    if chunk[1] ~= '' then
      table.insert(texts, chunk[1])
      table.insert(spans, { at, at + #chunk[1], chunk[2] })
      at = at + #chunk[1] + 2
    end
  end
  local row = is_first and 0 or count
  vim.bo[buffer].modifiable = true
  api.nvim_buf_set_lines(buffer, row, is_first and 1 or row, false, { table.concat(texts, '  ') })
  for _, span in ipairs(spans) do
    if span[3] then
      local options = { end_col = span[2], hl_group = span[3] }
      api.nvim_buf_set_extmark(buffer, space, row, span[1], options)
    end
  end
  if row + 1 > most_lines then
    api.nvim_buf_set_lines(buffer, 0, row + 1 - most_lines, false, {})
  end
  vim.bo[buffer].modifiable = false
  for _, window in ipairs(followers) do
    api.nvim_win_set_cursor(window, { api.nvim_buf_line_count(buffer), 0 })
  end
end

-- The buffer --------------------------------------------------------------------------------------

local function close()
  local was = console
  console = nil
  if was and api.nvim_buf_is_valid(was.buffer) then
    api.nvim_buf_delete(was.buffer, { force = true })
  end
end

local function create()
  local buffer = api.nvim_create_buf(false, true)
  api.nvim_buf_set_name(buffer, 'mentions://console')
  vim.bo[buffer].filetype = 'mentions-console'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].modifiable = false
  console = { buffer = buffer, start = vim.uv.hrtime() }
end

--- Shows the console below the current window, in which the cursor stays.
local function show()
  if not console or not api.nvim_buf_is_valid(console.buffer) then
    create()
  end
  if #vim.fn.win_findbuf(console.buffer) == 0 then
    local window = api.nvim_open_win(console.buffer, false, { split = 'below', height = height, style = 'minimal' })
    vim.wo[window][0].winfixheight = true
    vim.wo[window][0].wrap = false
  end
end

-- The server --------------------------------------------------------------------------------------

--- Whether the server of a buffer was asked for events when it started.
local function is_told(buffer)
  local server = client.of(buffer)
  return vim.tbl_get(server or {}, 'config', 'init_options', 'textEvents') == true
end

--- A buffer without a file that has mentions: a server that is started again would not know them.
local function unsaved()
  return vim.iter(pairs(client.attached)):find(function(buffer)
    return api.nvim_buf_get_name(buffer) == '' and #(marks.lists[buffer] or {}) > 0
  end)
end

--- Starts the server again, this time with events: it is asked for them at its start or not at all.
local function restart()
  local mentions = require('mentions')
  local old = vim.lsp.get_clients({ name = client.name })
  mentions.disable()
  -- The old server keeps what it knows of the mentions in a file, which the new one reads.
  vim.wait(patience, function()
    return vim.iter(old):all(function(each)
      return vim.lsp.get_client_by_id(each.id) == nil
    end)
  end, 10)
  config.options.text_events = true
  mentions.enable()
end

--- Opens the console below the window. A server that was not asked for events is restarted.
function M.run()
  local buffer = api.nvim_get_current_buf()
  if not client.expected(buffer) then
    return
  elseif not is_told(buffer) then
    local other = unsaved()
    if other then
      return report.say(
        ('buffer %d has mentions and no file: write it first, since the server has to be restarted'):format(other)
      )
    end
    restart()
    report.say('the server was restarted: it tells of text events now', vim.log.levels.INFO)
  end
  show()
end

function M.enable(context)
  context.on('text', function(event)
    if console and api.nvim_buf_is_valid(console.buffer) then
      append(chunks_of(event, (vim.uv.hrtime() - console.start) / 1e9))
    end
  end)
  context.undo:add(close)
end

return M

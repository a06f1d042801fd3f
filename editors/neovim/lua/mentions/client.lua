-- The language server: starting and stopping it, requests to it, and its notifications.
local config = require('mentions.config')
local crash = require('mentions.server.crash')
local events = require('mentions.events')
local omnifunc = require('mentions.server.omnifunc')
local reattach = require('mentions.server.reattach')
local report = require('mentions.support.report')
local api = vim.api

local M = { name = 'mentions' }

--- The server's notifications, and the plug-in's events that they trigger.
local notifications = {
  ['mentions/didChangeState'] = 'state',
  ['mentions/chooser'] = 'chooser',
  ['mentions/didCreate'] = 'created',
  ['mentions/didTrim'] = 'trimmed',
  ['mentions/didDelete'] = 'deleted',
  ['mentions/didSelect'] = 'selected',
  ['mentions/textEvent'] = 'text',
  ['mentions/spelling'] = 'spelling',
}

--- The buffer with this URI. This also works for unnamed buffers, whose URI names no file.
local function buffer_of(uri)
  for buffer in pairs(M.attached or {}) do
    if api.nvim_buf_is_loaded(buffer) and vim.uri_from_bufnr(buffer) == uri then
      return buffer
    end
  end
end

local function handlers()
  local result = {}
  for method, event in pairs(notifications) do
    result[method] = function(_, params)
      local buffer = params and buffer_of(params.textDocument.uri)
      if buffer then
        events.emit(event, params, buffer)
      end
    end
  end
  result['window/showMessage'] = function(_, params)
    report.once('server', params.message)
  end
  return vim.tbl_extend('error', result, require('mentions.server.entities').handlers())
end

local function server_settings()
  local settings = vim.deepcopy(config.options.settings)
  if config.options.entities then
    local editor = { editor = { type = 'client' } }
    settings.sources = vim.tbl_extend('keep', settings.sources or {}, editor)
  end
  return settings
end

--- The section that the server requests. It is left out if it is empty, since an empty table would be sent as a list.
local function sections()
  local settings = server_settings()
  if not config.options.implicit then
    settings.implicit = vim.tbl_extend('force', settings.implicit or {}, { minimumLength = 0 })
  end
  return next(settings) and { mentions = settings } or {}
end

--- How often the plug-in was enabled: a client whose configuration has an older number, or none, does not have
--- the current options.
local generation = 0

-- The ids of the clients that were told to stop, which takes a moment.
local stopped = {}

--- Restarts a server that crashed. Exit status 0 means that somebody asked it to end.
local function on_exit(code, signal, id)
  if stopped[id] or (code == 0 and signal == 0) or vim.v.exiting ~= vim.NIL then
    return
  end
  -- Neovim forgets the client right after this.
  vim.schedule(function()
    if M.is_enabled and crash.note(code, signal) then
      M.start_where_it_belongs()
    end
  end)
end

--- What the client can do where it is not as Neovim says: the plug-in's menu in 0.10 draws the details of labels.
local function capabilities()
  if vim.fn.has('nvim-0.11') == 1 then
    return nil
  end
  local offered = vim.lsp.protocol.make_client_capabilities()
  offered.textDocument.completion.completionItem.labelDetailsSupport = true
  return offered
end

--- The configuration for vim.lsp.config and vim.lsp.start.
function M.config()
  local options = config.options
  local offered = {
    notifications = true,
    tokenType = 'mention',
    textEvents = options.text_events or nil,
    spelling = not options.spell or nil,
  }
  return {
    name = M.name,
    cmd = options.cmd,
    filetypes = options.filetypes,
    root_markers = options.root_markers,
    init_options = vim.tbl_extend('force', offered, server_settings(), options.init_options),
    settings = sections(),
    capabilities = capabilities(),
    handlers = handlers(),
    on_exit = on_exit,
    get_language_id = function(buffer, filetype)
      -- The last call before Neovim sets 'omnifunc'.
      omnifunc.remember(buffer)
      return filetype
    end,
    mentions_generation = generation,
  }
end

--- The clients of the plug-in, in all buffers or in one.
function M.all(buffer)
  return vim.tbl_filter(function(client)
    return not stopped[client.id]
  end, vim.lsp.get_clients({ name = M.name, bufnr = buffer }))
end

--- Whether a client passes its server's notifications to the plug-in: one that the user started by hand does not.
function M.is_heard(client)
  return client.handlers['mentions/didChangeState'] ~= nil
end

--- The client that serves a buffer, or nil. No request is sent while Neovim exits: it shuts the servers down
--- before the plug-in could.
function M.of(buffer)
  return vim.v.exiting == vim.NIL and M.all(buffer)[1] or nil
end

-- Since Neovim 0.11 these functions of a client are methods.
local is_method = vim.fn.has('nvim-0.11') == 1

--- Sends a request about a buffer, after pending changes, and calls `answer(error, result)`. Returns true and the
--- request's id, or false if there is no server.
function M.request(method, params, buffer, answer)
  local client = M.of(buffer)
  if not client then
    return false
  end
  local function handler(problem, result)
    answer(problem, result)
  end
  if is_method then
    return client:request(method, params, handler, buffer)
  end
  return client.request(method, params, handler, buffer)
end

--- The client that serves a buffer; if there is none, the user is notified.
function M.expected(buffer)
  local client = M.of(buffer)
  if not client then
    report.say('no server serves this buffer, see :checkhealth mentions')
  end
  return client
end

--- Sends a request about a buffer and calls `answered(result)`; on an error, reports it, and the result is nil.
function M.ask(method, params, buffer, answered)
  M.request(method, params, buffer, function(problem, result)
    if problem then
      report.say(problem.message)
      result = nil
    end
    answered(result)
  end)
end

local function notify(client, method, params)
  if not client then
    return false
  end
  if is_method then
    return client:notify(method, params)
  end
  return client.notify(method, params)
end

--- Sends a notification to the server of a buffer. Pending changes are not sent first.
function M.notify(method, params, buffer)
  return notify(M.of(buffer), method, params)
end

function M.notify_client(id, method, params)
  return notify(vim.lsp.get_client_by_id(id), method, params)
end

--- The settings that a client was started with, including vim.lsp.config(), with the current value of `implicit`.
local function settings_of(client)
  local settings = vim.deepcopy(client.config.settings or {})
  local mentions = settings.mentions or {}
  local implicit = mentions.implicit or {}
  if not config.options.implicit then
    implicit.minimumLength = 0
  elseif implicit.minimumLength == 0 then
    implicit.minimumLength = vim.tbl_get(config.options.settings, 'implicit', 'minimumLength')
  end
  mentions.implicit = next(implicit) and implicit or nil
  settings.mentions = next(mentions) and mentions or nil
  return settings
end

--- Makes every server read the settings again.
function M.send_settings()
  for _, client in ipairs(M.all()) do
    client.settings = settings_of(client)
    notify(client, 'workspace/didChangeConfiguration', { settings = vim.empty_dict() })
  end
end

--- Sends a request and waits up to `deadline` milliseconds. Returns error and result, both nil without an answer.
function M.request_sync(method, params, buffer, deadline)
  local client = M.of(buffer)
  local answer
  if client and is_method then
    answer = client:request_sync(method, params, deadline, buffer)
  elseif client then
    answer = client.request_sync(method, params, deadline, buffer)
  end
  if answer then
    return answer.err, answer.result
  end
end

function M.document(buffer)
  return { uri = vim.uri_from_bufnr(buffer) }
end

local function stop()
  if vim.lsp.enable then
    vim.lsp.enable(M.name, false)
  end
  for _, client in ipairs(M.all()) do
    stopped[client.id] = true
    -- Since 0.12 vim.lsp.enable() stops the client; a second stop would kill it.
    if not is_method then
      client.stop()
    elseif vim.fn.has('nvim-0.12') == 0 then
      client:stop()
    end
  end
end

--- Whether a buffer is an issue or a pull request of octo.nvim, which is written through the network.
--- vim.lsp.enable starts no server for buffers that are not files.
local function is_remote(buffer)
  return vim.bo[buffer].filetype == 'octo' and vim.bo[buffer].buftype == 'acwrite'
end

--- Whether the server belongs to a buffer.
local function is_wanted(buffer)
  return api.nvim_buf_is_loaded(buffer)
    and (vim.bo[buffer].buftype == '' or is_remote(buffer))
    and vim.tbl_contains(config.options.filetypes, vim.bo[buffer].filetype)
end

--- Whether the program is there; if it is not, says so once, when it is wanted for a buffer.
local function is_installed(buffer)
  local command = vim.lsp.enable and vim.lsp.config[M.name].cmd or config.options.cmd
  if not is_wanted(buffer) or vim.is_callable(command) or vim.fn.executable(command[1]) == 1 then
    return true
  end
  report.once(command[1], 'the program is not on your PATH, see :checkhealth mentions')
  return false
end

--- Whether a client can serve another buffer in Neovim 0.10, which would also take one that is about to end.
local function is_reusable(client, settings)
  return client.name == settings.name and client.config.root_dir == settings.root_dir
    and not stopped[client.id] and not client.rpc.is_closing()
end

--- Starts the server for a buffer for which vim.lsp.enable does not; Neovim 0.10 has no such function.
local function start(buffer)
  if is_wanted(buffer) and (not vim.lsp.enable or is_remote(buffer)) then
    local settings = vim.lsp.enable and vim.deepcopy(vim.lsp.config[M.name]) or M.config()
    settings.root_dir = vim.fs.root(buffer, settings.root_markers)
    vim.lsp.start(settings, { bufnr = buffer, reuse_client = not is_method and is_reusable or nil })
  end
end

--- Starts the server for existing and, since 0.11, future buffers.
function M.start_where_it_belongs()
  reattach.mend()
  local buffers = vim.tbl_filter(is_installed, api.nvim_list_bufs())
  if vim.lsp.enable then
    vim.lsp.enable(M.name)
  end
  vim.tbl_map(start, buffers)
end

--- Starts the server for existing and future buffers. `attached` holds the buffers that it serves.
function M.enable(context)
  M.attached, M.is_enabled, generation = {}, true, generation + 1
  -- If the server was enabled before, a start may be in progress, which is only visible once it attaches.
  local is_outdated = vim.lsp.is_enabled ~= nil and vim.lsp.is_enabled(M.name)
  local is_over = false
  local function restart()
    if not is_over then
      stop()
      M.start_where_it_belongs()
    end
  end
  local function leave(buffer, client)
    if M.attached[buffer] then
      M.attached[buffer] = nil
      events.emit('detach', buffer, client)
      reattach.watch(buffer)
    end
  end
  context.undo:autocmd('LspAttach', {
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if not client or client.name ~= M.name or stopped[client.id] then
        return
      end
      local is_older = is_outdated and client.config.mentions_generation ~= generation
      is_outdated = false
      if is_older then
        vim.schedule(restart)
      elseif not M.attached[event.buf] then
        M.attached[event.buf] = client
        reattach.unwatch(event.buf)
        events.emit('attach', event.buf, client)
      end
    end,
  })
  context.undo:autocmd('LspDetach', {
    callback = function(event)
      local client = M.attached[event.buf]
      if client and client.id == event.data.client_id then
        leave(event.buf, client)
      end
    end,
  })
  local function leave_all()
    for buffer, client in pairs(vim.deepcopy(M.attached, true)) do
      leave(buffer, client)
    end
  end
  -- While Neovim exits, a message to a server that has ended would crash it.
  context.undo:autocmd('VimLeavePre', { callback = leave_all })
  context.undo:autocmd('FileType', {
    callback = function(event)
      if is_installed(event.buf) then
        start(event.buf)
      end
    end,
  })
  context.undo:add(stop)
  -- Clients started by a vim.lsp.enable() before setup() do not have these options: they are restarted.
  if #M.all() > 0 then
    stop()
  end
  M.start_where_it_belongs()
  context.undo:add(function()
    is_over = true
    leave_all()
    M.is_enabled = false
  end)
end

return M

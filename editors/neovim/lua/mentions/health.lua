-- :checkhealth mentions
local client = require('mentions.client')
local config = require('mentions.config')
local crash = require('mentions.server.crash')
local health = vim.health

local M = {}

local function check_editor()
  health.start('mentions: editor')
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  elseif vim.fn.has('nvim-0.10') == 1 then
    health.ok(('Neovim %s: the menu is that of omni completion'):format(vim.version()))
  else
    health.error(('Neovim %s'):format(vim.version()), 'The plug-in needs 0.10 or newer.')
  end
end

local function check_options()
  health.start('mentions: options')
  for _, problem in ipairs(config.problems or {}) do
    health.warn(problem, 'The default holds for it. See :help mentions-options')
  end
  if not require('mentions').is_enabled() then
    health.warn('the plug-in is not enabled', "Put require('mentions').setup() into init.lua.")
  elseif #(config.problems or {}) == 0 then
    health.ok('setup() was called, nothing is wrong with its options')
  end
  if config.options.completion.engine ~= 'builtin' then
    health.ok('the completion menu is left to another plug-in')
  elseif vim.fn.has('nvim-0.11') == 1 then
    local flags = vim.split(vim.o.completeopt, ',')
    if not vim.tbl_contains(flags, 'noselect') and not vim.tbl_contains(flags, 'noinsert') then
      health.info("'completeopt' has no noselect; it is added while a mention is made")
    end
  else
    health.info("'completeopt' has menuone and noselect while you insert in a buffer that the server serves")
  end
end

--- Whether the program can be run.
local function check_program()
  health.start('mentions: server')
  local command = config.options.cmd
  local path = vim.fn.exepath(command[1])
  if path == '' then
    health.error(
      ('"%s" is not on your PATH'):format(command[1]),
      'Install mentions-lsp (README), or say where it is: setup({ cmd = { "/path/to/mentions-lsp" } }).'
    )
    return false
  end
  if #command == 1 then
    local done = vim.system({ path, 'version' }, { text = true }):wait(2000)
    if done.code ~= 0 then
      health.error(('%s version ended with status %d'):format(path, done.code), vim.trim(done.stderr or ''))
      return false
    end
    health.ok(('%s, %s'):format(path, vim.trim(done.stdout)))
  else
    health.ok(path)
  end
  return true
end

local function check_clients()
  local clients = client.all()
  for _, each in ipairs(clients) do
    local buffers = vim.tbl_count(each.attached_buffers)
    local root = each.config.root_dir or 'no workspace folder'
    local served = buffers == 1 and '1 buffer' or buffers .. ' buffers'
    health.ok(('serves %s in %s, positions in %s'):format(served, root, each.offset_encoding))
    if not client.is_heard(each) then
      local problem = ('client %d was not started by the plug-in, which hears nothing of it'):format(each.id)
      health.warn(problem, "Leave the start to setup(); put settings into vim.lsp.config('mentions', { … }).")
    end
  end
  for _, ending in ipairs(crash.ends) do
    local after = ending.restarted and 'and was started again' or 'and was not started again: :Mentions toggle, twice'
    health.warn(('a server ended %s at %s, %s'):format(crash.words(ending), os.date('%H:%M:%S', ending.at), after))
  end
  if #clients == 0 then
    health.info(('serves no buffer now; it does in %d file types'):format(#config.options.filetypes))
  end
end

--- The folders that are served, each with what its server was started with; else where a server would start here.
local function folders()
  local found = {}
  for _, each in ipairs(client.all()) do
    for _, folder in ipairs(each.workspace_folders or {}) do
      found[vim.uri_to_fname(folder.uri)] = each.config.init_options or {}
    end
  end
  if next(found) == nil then
    local root = vim.fs.root(0, config.options.root_markers) or vim.uv.cwd()
    found[root] = client.config().init_options
  end
  return found
end

--- What the settings' files and the options say of a folder, by the program itself.
local function check_sources(root, options)
  health.start('mentions: settings and sources in ' .. root)
  local sent = vim.json.encode(next(options) and options or vim.empty_dict())
  local command = { config.options.cmd[1], 'doctor', '--root', root, '--options', sent }
  local done = vim.system(command, { text = true }):wait(10000)
  for line in vim.gsplit(vim.trim(done.stdout or ''), '\n') do
    health.info(line)
  end
  if done.code ~= 0 then
    health.warn('mentions-lsp doctor has found something wrong', vim.trim(done.stderr or ''))
  end
  if config.options.entities then
    health.ok('a Lua function serves entities, as the source "editor"')
  end
end

function M.check()
  check_editor()
  check_options()
  if check_program() then
    check_clients()
    if #config.options.cmd == 1 then
      for root, options in vim.spairs(folders()) do
        check_sources(root, options)
      end
    end
  end
end

return M

-- Mentions in Neovim: `require('mentions').setup({ … })`. See :help mentions.
local config = require('mentions.config')
local events = require('mentions.events')
local Undo = require('mentions.support.undo')

local M = {}

--- Each has `enable(context)`. `context.options` are the options in force; `context.undo` takes back what
--- the module did when the plug-in is disabled; `context.on(event, listener)` listens until then;
--- `context.each(attach)` calls `attach(buffer, client, undo)` for each buffer that the server serves,
--- whose `undo` runs when it leaves the buffer. The client comes last: it announces its buffers to all.
M.modules = {
  'display.highlights',
  'marks',
  'display.styles',
  'display.spelling',
  'display.accessories',
  'editing.suspension',
  'editing.selection',
  'chooser',
  'display.viewport',
  'completion',
  'editing.backspace',
  'display.statusline',
  'server.omnifunc',
  'removal',
  'editing.dot',
  'editing.losses',
  'console',
  'client',
}

local function context()
  local undo = Undo.new()
  local self = { options = config.options, undo = undo }

  function self.on(event, listener)
    undo:add(events.on(event, listener))
  end

  function self.each(attach)
    local buffers = {}
    self.on('attach', function(buffer, client)
      buffers[buffer] = Undo.new()
      attach(buffer, client, buffers[buffer])
    end)
    self.on('detach', function(buffer)
      if buffers[buffer] then
        buffers[buffer]:run()
        buffers[buffer] = nil
      end
    end)
  end

  return self
end

--- Puts options in force and enables the plug-in. What is not given has its default, also in a later call.
--- @param options? mentions.Config
function M.setup(options)
  M.disable()
  config.set(options)
  M.enable()
end

function M.is_enabled()
  return M.context ~= nil
end

function M.enable()
  if M.context then
    return
  end
  if vim.fn.has('nvim-0.10') == 0 then
    require('mentions.support.report').say('needs Neovim 0.10 or newer', vim.log.levels.ERROR)
    return
  end
  M.context = context()
  for _, name in ipairs(M.modules) do
    require('mentions.' .. name).enable(M.context)
  end
end

--- Takes back everything: mappings, options, highlights, marks, the server.
function M.disable()
  local enabled = M.context
  M.context = nil
  if enabled then
    enabled.undo:run()
    pcall(vim.api.nvim_del_augroup_by_name, 'mentions')
  end
end

--- For the status line: what is being made, or how many mentions the buffer holds.
function M.statusline(buffer)
  return M.context and require('mentions.display.statusline').text(buffer) or ''
end

return M

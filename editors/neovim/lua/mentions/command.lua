-- :Mentions and what it can do.
local M = {}

--- By name: { run = function(call), about = text }; `call.words` holds the words after the name.
M.commands = {
  toggle = {
    about = 'enable or disable the plug-in',
    run = function()
      local mentions = require('mentions')
      if mentions.is_enabled() then
        mentions.disable()
      else
        mentions.enable()
      end
    end,
  },
}

local function names()
  local result = vim.tbl_keys(M.commands)
  table.sort(result)
  return result
end

--- What :Mentions runs; `call` as nvim_create_user_command has it.
function M.run(call)
  local words = vim.list_slice(call.fargs)
  local name = table.remove(words, 1)
  local command = M.commands[name]
  if not command then
    local known = table.concat(names(), ', ')
    vim.notify(('mentions: there is no ":Mentions %s", only %s'):format(name or '', known), vim.log.levels.ERROR)
    return
  end
  command.run(vim.tbl_extend('force', call, { words = words }))
end

--- Completes the name of the command, then its own words.
function M.complete(lead, line)
  local before = vim.split(line:sub(1, #line - #lead):gsub('^%s*%S+%s+', '', 1), '%s+', { trimempty = true })
  local command = M.commands[before[1]]
  local choices = #before == 0 and names() or (command and command.complete and command.complete(before)) or {}
  return vim.tbl_filter(function(choice)
    return vim.startswith(choice, lead)
  end, choices)
end

return M

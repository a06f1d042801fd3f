-- :Mentions and what it can do.
local actions = require('mentions.actions')
local report = require('mentions.report')

local M = {}

--- By name: `run(call)`, where `call.words` holds the words after the name, and `words` that complete them.
M.commands = {
  add = { run = actions.add },
  explain = { run = actions.explain },
  list = { run = actions.list, words = { 'all' } },
  reload = { run = actions.reload },
  remove = { run = actions.remove, words = { 'all' } },
  toggle = { run = actions.toggle, words = { 'implicit' } },
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
    local problem = name and ('there is no ":Mentions %s", only %s'):format(name, known)
    report.say(problem or ':Mentions is followed by one of ' .. known)
    return
  end
  if words[1] and not vim.tbl_contains(command.words or {}, words[1]) then
    local expected = command.words and ('expected "%s"'):format(command.words[1]) or 'nothing may follow'
    report.say((':Mentions %s: "%s" is unknown, %s'):format(name, words[1], expected))
    return
  end
  command.run(vim.tbl_extend('force', call, { words = words }))
end

--- Completes the name of the command, then its own words.
function M.complete(lead, line)
  local typed = line:sub(1, #line - #lead)
  local before = vim.split(typed:match('Mentions%s+(.*)$') or '', '%s+', { trimempty = true })
  local command = M.commands[before[1]]
  local choices = #before == 0 and names() or #before == 1 and command and command.words or {}
  return vim.tbl_filter(function(choice)
    return vim.startswith(choice, lead)
  end, choices)
end

return M

-- :Mentions and what it can do.
local actions = require('mentions.actions')
local console = require('mentions.console')
local removal = require('mentions.removal')
local report = require('mentions.support.report')
local transform = require('mentions.editing.transform')

local M = {}

--- By name: `run(call)`, where `call.words` holds the words after the name; `words` that complete them, or `name`, what
--- any word is, with `words` as a function of the buffer.
M.commands = {
  add = { run = actions.add },
  console = { run = console.run },
  explain = { run = actions.explain },
  forget = { run = actions.forget, name = 'NAME' },
  list = { run = actions.list, words = { 'all', 'pick' } },
  reload = { run = actions.reload },
  remove = { run = removal.remove, words = { 'all' } },
  toggle = { run = actions.toggle, words = { 'implicit' } },
  transform = { run = transform.run, words = transform.names, name = 'NAME' },
  undo = { run = removal.undo },
}

local function names()
  local result = vim.tbl_keys(M.commands)
  table.sort(result)
  return result
end

--- How the command is used, in one sentence.
function M.usage()
  local all = vim.tbl_map(function(name)
    local command = M.commands[name]
    local words = command.name or command.words and table.concat(command.words, '|')
    return words and ('%s [%s]'):format(name, words) or name
  end, names())
  return ('usage: :Mentions %s (see :help :Mentions)'):format(table.concat(all, ' | '))
end

--- What :Mentions runs; `call` as nvim_create_user_command has it.
function M.run(call)
  local words = vim.list_slice(call.fargs)
  local name = table.remove(words, 1)
  local command = M.commands[name]
  if not command then
    local problem = name and ('there is no ":Mentions %s"; '):format(name) or ''
    report.say(problem .. M.usage())
    return
  end
  if words[1] and not command.name and not vim.tbl_contains(command.words or {}, words[1]) then
    local expected = command.words and ('expected "%s"'):format(table.concat(command.words, '" or "'))
      or 'nothing may follow'
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
  local words = #before == 1 and command and command.words or {}
  if type(words) == 'function' then
    words = words(vim.api.nvim_get_current_buf())
  end
  local choices = #before == 0 and names() or words
  return vim.tbl_filter(function(choice)
    return vim.startswith(choice, lead)
  end, choices)
end

return M

-- Nothing is loaded before `:Mentions` or `require('mentions').setup()` asks for it.
if vim.g.loaded_mentions then
  return
end
vim.g.loaded_mentions = true

vim.api.nvim_create_user_command('Mentions', function(call)
  require('mentions.command').run(call)
end, {
  nargs = '*',
  range = true,
  desc = 'Mentions of people, teams and documents: see :help :Mentions',
  complete = function(...)
    return require('mentions.command').complete(...)
  end,
})

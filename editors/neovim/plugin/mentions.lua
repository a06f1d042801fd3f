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

-- Names to map keys to; no key is mapped by the plug-in. See :help mentions-mappings.
local function plug(modes, name, action, description)
  vim.keymap.set(modes, ('<Plug>(mentions-%s)'):format(name), action, { desc = description })
end

plug({ 'n', 'x', 'o' }, 'next', function()
  require('mentions.editing.motion').jump(vim.v.count1)
end, 'the next mention')
plug({ 'n', 'x', 'o' }, 'previous', function()
  require('mentions.editing.motion').jump(-vim.v.count1)
end, 'the previous mention')
plug({ 'x', 'o' }, 'select', function()
  require('mentions.editing.motion').select()
end, 'the mention at the cursor')
plug('n', 'pick', function()
  require('mentions.actions').list({ words = { 'pick' } })
end, 'pick a mention of this buffer')

-- `luacheck editors/neovim`, as Tests/run does.
std = 'luajit'
read_globals = { 'vim' }
-- Options are set by assignment.
globals = { 'vim.bo', 'vim.wo', 'vim.o', 'vim.g' }
self = false
max_line_length = 120

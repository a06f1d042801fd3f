-- nvim --clean -u init.lua FILE, with the server's command as a JSON array in MENTIONS_COMMAND, and its settings in
-- MENTIONS_SETTINGS.
vim.o.swapfile = false
-- Without noselect Neovim inserts the first item as soon as the list is there.
vim.o.completeopt = 'menuone,noselect,popup'
vim.lsp.config('mentions', {
  cmd = vim.json.decode(vim.env.MENTIONS_COMMAND),
  filetypes = { 'markdown' },
  root_markers = { '.root' },
  init_options = vim.tbl_extend('error', { demo = true }, vim.json.decode(vim.env.MENTIONS_SETTINGS)),
})
vim.api.nvim_create_autocmd('LspAttach', {
  callback = function(event)
    vim.lsp.completion.enable(true, event.data.client_id, event.buf, { autotrigger = true })
  end,
})
vim.lsp.enable('mentions')

-- What a test asserts about, as JSON: nvim --server SOCKET --remote-expr 'v:lua.State()'
function _G.State()
  local marks = {}
  for _, space in pairs(vim.api.nvim_get_namespaces()) do
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do
      local group = mark[4].hl_group
      if type(group) == 'string' and (group:match('^@lsp%.%a') or group:match('^LspReference')) then
        local row, from, to = mark[2], mark[3], mark[4].end_col
        local text = vim.api.nvim_buf_get_text(0, row, from, mark[4].end_row, to, {})
        marks[#marks + 1] = { group = group, text = table.concat(text, '\n') }
      end
    end
  end
  local items = vim.tbl_map(function(item) return item.abbr end, vim.fn.complete_info({ 'items' }).items)
  local diagnostics = vim.tbl_map(function(each) return each.code .. ': ' .. each.message end, vim.diagnostic.get(0))
  local client = vim.lsp.get_clients({ bufnr = 0 })[1]
  return vim.json.encode({
    lines = vim.api.nvim_buf_get_lines(0, 0, -1, false),
    mode = vim.api.nvim_get_mode().mode,
    menu = vim.fn.pumvisible() == 1 and items or vim.NIL,
    marks = #marks > 0 and marks or vim.NIL,
    diagnostics = #diagnostics > 0 and diagnostics or vim.NIL,
    ready = client ~= nil and client.initialized == true,
    messages = vim.fn.execute('messages'),
  })
end

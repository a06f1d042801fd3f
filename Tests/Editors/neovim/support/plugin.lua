-- nvim -u plugin.lua FILE, with the plug-in in $PLUGIN and a test's options beside this in "options.lua".
local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
vim.o.swapfile = false
vim.opt.runtimepath:prepend(vim.env.PLUGIN)

--- Runs the text of a function's body and returns what it returned as JSON.
function _G.Run(body)
  local done, value = pcall(assert(loadstring(body)))
  return vim.json.encode({ done = done, value = value == nil and vim.NIL or value })
end

local function text_of(buffer, mark)
  local row, column, details = mark[2], mark[3], mark[4]
  -- A mark may outlive its text for a moment.
  local get = vim.api.nvim_buf_get_text
  local done, part = pcall(get, buffer, row, column, details.end_row, details.end_col, {})
  return done and table.concat(part, '\n') or ''
end

--- The marks of a buffer that have an end, as { at, text, group, spell }.
function _G.Marks(buffer)
  local marks = {}
  for _, space in pairs(vim.api.nvim_get_namespaces()) do
    local get = vim.api.nvim_buf_get_extmarks
    local done, found = pcall(get, buffer, space, 0, -1, { details = true })
    for _, mark in ipairs(done and found or {}) do
      if mark[4].end_row then
        table.insert(marks, {
          at = { mark[2], mark[3] },
          text = text_of(buffer, mark),
          group = mark[4].hl_group,
          spell = mark[4].spell,
        })
      end
    end
  end
  return marks
end

--- What tests look at most.
function _G.State()
  local buffer = vim.api.nvim_get_current_buf()
  local mentions = package.loaded['mentions']
  local items = vim.tbl_map(function(item)
    return item.abbr
  end, vim.fn.complete_info({ 'items' }).items)
  return {
    lines = vim.api.nvim_buf_get_lines(0, 0, -1, false),
    cursor = vim.api.nvim_win_get_cursor(0),
    mode = vim.api.nvim_get_mode().mode,
    menu = vim.fn.pumvisible() == 1 and items or vim.NIL,
    marks = Marks(buffer),
    attached = mentions and require('mentions.client').of(buffer) ~= nil or false,
    known = mentions and require('mentions.marks').lists[buffer] or vim.NIL,
    -- What does not fit into one line of ours goes on in the next.
    messages = (vim.fn.execute('messages'):gsub('\nmentions: …', '')),
    errmsg = vim.v.errmsg,
  }
end

dofile(here .. '/options.lua')

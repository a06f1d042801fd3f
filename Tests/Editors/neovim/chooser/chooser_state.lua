-- What tests check most about a floating chooser; nil while there is no chooser.
local function highlights(buffer, group)
  local found = {}
  local space = vim.api.nvim_get_namespaces()['mentions.chooser']
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, { details = true })) do
    local row, column, details = mark[2], mark[3], mark[4]
    if details.hl_group == group then
      table.insert(found, vim.api.nvim_buf_get_text(buffer, row, column, row, details.end_col, {})[1])
    elseif details.line_hl_group == group then
      table.insert(found, vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1])
    end
  end
  return found
end

--- The arrow of the chooser: the window of one cell.
local function arrow()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local config = vim.api.nvim_win_get_config(window)
    if config.relative ~= '' and config.width == 1 then
      local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)[1]
      return { text, config.row, config.col }
    end
  end
end

--- The keys that are mapped in a buffer by the chooser.
function _G.Keys()
  local keys = {}
  for _, map in ipairs(vim.api.nvim_buf_get_keymap(0, 'i')) do
    if (map.desc or ''):match('^mentions: ') and not map.desc:match('backspace') then
      table.insert(keys, map.lhs .. ' ' .. map.desc:sub(11))
    end
  end
  table.sort(keys)
  return table.concat(keys, ', ')
end

function _G.Float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local config = vim.api.nvim_win_get_config(window)
    if config.relative ~= '' and not config.hide and config.width > 1 then
      local buffer = vim.api.nvim_win_get_buf(window)
      local border = config.border or {}
      if border == 'none' then
        border = {}
      end
      return {
        lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false),
        selected = highlights(buffer, 'MentionsChooserSelected'),
        matched = highlights(buffer, 'MentionsChooserMatch'),
        row = config.row, col = config.col, width = config.width, height = config.height,
        border = (border[2] or '') ~= '' and 'top' or (border[6] or '') ~= '' and 'bottom' or 'none',
        focusable = config.focusable, relative = config.relative,
        current = vim.api.nvim_get_current_win() == window,
        look = vim.wo[window].winhighlight, cursor = vim.fn.screenrow() - 1, arrow = arrow(),
      }
    end
  end
end

-- The arrow of a chooser: a window of one cell over the chooser's border.
local api = vim.api

local M = {}

local glyphs = { up = '▲', down = '▼' }
local narrow = { up = '^', down = 'v' }

local function create(arrow, config)
  local buffer = api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  local glyph = vim.fn.strdisplaywidth(glyphs[arrow]) == 1 and glyphs[arrow] or narrow[arrow]
  api.nvim_buf_set_lines(buffer, 0, -1, false, { glyph })
  local window = api.nvim_open_win(buffer, false, vim.tbl_extend('error', config, { noautocmd = true }))
  local highlight = 'Normal:MentionsChooserArrow,NormalFloat:MentionsChooserArrow'
  api.nvim_set_option_value('winhighlight', highlight, { scope = 'local', win = window })
  return window
end

--- Shows the arrow in the border of a window, as near to a screen column as the window reaches.
--- @param window? integer the arrow that there is
--- @param chooser integer
--- @param arrow "up"|"down"
--- @param col integer counted from 0
--- @return integer window the arrow
function M.show(window, chooser, arrow, col, zindex)
  local top, left = unpack(api.nvim_win_get_position(chooser))
  local width, height = api.nvim_win_get_width(chooser), api.nvim_win_get_height(chooser)
  local config = {
    relative = 'editor', row = arrow == 'up' and top or top + height, width = 1, height = 1,
    col = math.max(left, math.min(col, left + width - 1)), style = 'minimal', focusable = false, zindex = zindex,
  }
  if window and api.nvim_win_is_valid(window) then
    api.nvim_win_set_config(window, config)
    return window
  end
  return create(arrow, config)
end

function M.hide(window)
  if window and api.nvim_win_is_valid(window) then
    api.nvim_win_close(window, true)
  end
end

return M

-- The floating window: never entered, and gone from lists of windows as soon as it is hidden.
local arrows = require('mentions.chooser.window.arrows')
local cells = require('mentions.chooser.widget.cells')
local report = require('mentions.support.report')
local api = vim.api

local Window = {}
Window.__index = Window

local space = api.nvim_create_namespace('mentions.chooser')
-- Below the editor's own completion menu, which is at 100.
local height_in_stack = 90

local highlight = table.concat({
  'Normal:%s', 'NormalFloat:%s', 'EndOfBuffer:%s', 'FloatBorder:MentionsChooserBorder',
}, ',')

local borders = {
  top = { '', '─', '', '', '', '', '', '' },
  bottom = { '', '', '', '', '', '─', '', '' },
  none = 'none',
}

-- Highlight groups made for colours.
local coloured = {}

--- Clears the highlight groups that were made.
function Window.forget()
  for group in pairs(coloured) do
    api.nvim_set_hl(0, group, {})
  end
  coloured = {}
end

local function background(value)
  if not value then
    return 'MentionsChooser'
  end
  if value:match('^#%x%x%x%x%x%x$') then
    local group = 'MentionsChooser_' .. value:sub(2)
    local foreground = api.nvim_get_hl(0, { name = 'MentionsChooser', link = false })
    api.nvim_set_hl(0, group, { fg = foreground.fg, bg = value })
    coloured[group] = true
    return group
  end
  return value
end

local function config_of(frame, border)
  return {
    relative = 'editor', row = frame.row, col = frame.col, width = frame.width, height = frame.height,
    style = 'minimal', focusable = false, zindex = height_in_stack, border = borders[border],
  }
end

--- The size that the user's function asks for, where it is another one than that proposed.
local function limit_of(wanted, proposed)
  local function own(side)
    return wanted[side] ~= proposed[side] and wanted[side] or nil
  end
  return { width = own('width'), height = own('height') }
end

--- Lets the user's function place the window, by its result or by doing it itself.
local function let_place(self, place, config)
  local done, wanted = pcall(place, self.window, vim.deepcopy(config))
  if done and type(wanted) == 'table' then
    local own = vim.tbl_extend('keep', wanted, config)
    done, wanted = pcall(api.nvim_win_set_config, self.window, own)
    self.limit = done and limit_of(own, config) or nil
  end
  if not done then
    report.once('position', wanted)
    return
  end
  self.is_placed = true
  -- Nothing may take the focus away from the text.
  if self:is_open() and api.nvim_win_get_config(self.window).focusable then
    api.nvim_win_set_config(self.window, { focusable = false })
  end
end

--- Opens a window at a frame, with a border at "top", "bottom" or none.
--- @param frame mentions.Area
--- @param border string
--- @param colour? string a highlight group or "#rrggbb"
--- @param place? fun(window: integer, config: table): table? puts it somewhere else
function Window.open(frame, border, colour, place)
  local self = setmetatable({ buffer = api.nvim_create_buf(false, true) }, Window)
  vim.bo[self.buffer].bufhidden = 'wipe'
  local config = config_of(frame, border)
  self.window = api.nvim_open_win(self.buffer, false, vim.tbl_extend('error', config, { noautocmd = true }))
  local group = background(colour)
  local options = {
    winhighlight = highlight:format(group, group, group), wrap = false, scrolloff = 0, sidescrolloff = 0,
    foldenable = false, list = false, spell = false, conceallevel = 0, winblend = vim.o.pumblend,
  }
  for name, value in pairs(options) do
    api.nvim_set_option_value(name, value, { scope = 'local', win = self.window })
  end
  if place then
    let_place(self, place, config)
  end
  return self
end

function Window:is_open()
  return api.nvim_win_is_valid(self.window) and api.nvim_buf_is_valid(self.buffer)
end

--- Moves it, or only gives it another size where the user placed it.
function Window:move(frame, border)
  local config = config_of(frame, border)
  if self.is_placed then
    config = { width = frame.width, height = frame.height }
  end
  if not vim.deep_equal(config, self.shown) then
    self.shown, self.border = config, border
    api.nvim_win_set_config(self.window, config)
  end
end

--- Draws the lines of a view, as many as there is room for.
--- @param lines { chunks: table[], hl?: string }[]
function Window:draw(lines, frame)
  local texts, marks = {}, {}
  for row = 1, math.min(#lines, frame.height) do
    local line = lines[row]
    local text, spans = cells.flat(cells.fit(line.chunks, frame.width))
    texts[row] = text
    for _, span in ipairs(spans) do
      marks[#marks + 1] = { row - 1, span[1], { end_col = span[2], hl_group = span[3], priority = 110 } }
    end
    if line.hl then
      marks[#marks + 1] = { row - 1, 0, { line_hl_group = line.hl, priority = 100 } }
    end
  end
  api.nvim_buf_clear_namespace(self.buffer, space, 0, -1)
  api.nvim_buf_set_lines(self.buffer, 0, -1, false, texts)
  for _, mark in ipairs(marks) do
    api.nvim_buf_set_extmark(self.buffer, space, unpack(mark))
  end
end

--- Points at what is typed.
--- @param arrow? "up"|"down" none without
--- @param col integer the screen column where it starts
function Window:point(arrow, col)
  if arrow then
    self.arrow = arrows.show(self.arrow, self.window, arrow, col, height_in_stack + 1)
  end
end

function Window:close()
  arrows.hide(self.arrow)
  self.arrow = nil
  if api.nvim_win_is_valid(self.window) then
    api.nvim_win_close(self.window, true)
  end
  if api.nvim_buf_is_valid(self.buffer) then
    api.nvim_buf_delete(self.buffer, { force = true })
  end
end

return Window

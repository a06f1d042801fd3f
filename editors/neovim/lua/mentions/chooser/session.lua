-- The floating chooser of one buffer: turns the server's messages into calls of a widget, and a window to
-- show it.
local Items = require('mentions.chooser.items')
local Undo = require('mentions.support.undo')
local client = require('mentions.client')
local events = require('mentions.events')
local layout = require('mentions.chooser.window.layout')
local made = require('mentions.chooser.widget.made')
local report = require('mentions.support.report')
local triggers = require('mentions.chooser.triggers')
local api = vim.api

local Session = {}
Session.__index = Session

function Session.new(buffer, options)
  local self = setmetatable({ buffer = buffer, options = options, changes = {} }, Session)
  self.items = Items.new(buffer, function()
    self:arrived()
  end)
  return self
end

local function is_inserting()
  return api.nvim_get_mode().mode:match('^[iR]') ~= nil
end

-- What the server says ----------------------------------------------------------------------------

--- `mentions/chooser`.
function Session:heard(params)
  self.params = params
  if params.event == 'hidden' then
    self.is_dismissed = false
    self:hide()
    return
  end
  if params.event == 'willShow' then
    self.is_dismissed = false
  end
  if not self.is_dismissed and params.event ~= 'shown' then
    self.items:ask(1, self.frame and self.frame.height or 0)
  end
end

--- Rows came.
function Session:arrived()
  if self.is_dismissed or not is_inserting() or api.nvim_get_current_buf() ~= self.buffer then
    return
  end
  if self.items.total == 0 and not self.items.loading then
    return -- `hidden` is on its way
  end
  if self.is_visible and self.window and not self.window:is_open() then
    self:hide() -- somebody else closed the window
  end
  if self.is_visible then
    self:run(function()
      self.life:call('reload_data')
      self.needs_layout = true
    end)
  else
    self:show()
  end
end

-- The widget --------------------------------------------------------------------------------------

local function make(self, name)
  self.life, self.environment = made.life(self, name)
  self.life:call('did_create')
end

-- After so many layouts or changes in a row, each caused by the one before, there is no end to expect.
local most_rounds = 16

--- Tells the widget of changes and lays it out, until there is nothing more to do.
local function settle(self)
  for _ = 1, most_rounds do
    local changes = self.changes
    self.changes = {}
    for _, change in ipairs(changes) do
      self.life:call('model_updated', change.property, change.old, change.new)
      self.needs_layout = true
    end
    -- A change made by `model_updated` comes before the layout that both led to.
    if #self.changes == 0 then
      if not self.is_visible or not self.needs_layout then
        return
      end
      self.needs_layout = false
      layout.perform(self)
    end
  end
  self.changes, self.needs_layout = {}, false
  report.once(("widget '%s'"):format(self.life.name), 'changes its model or asks for layout without end')
end

--- Runs what calls the widget, then does what the widget asked for meanwhile; returns whether that succeeded. A widget
--- that fails is replaced by the plain list for as long as the buffer is served.
function Session:run(body)
  if self.is_running then
    body()
    return true
  end
  self.is_running = true
  local done, problem = pcall(function()
    body()
    settle(self)
  end)
  self.is_running = false
  if done then
    events.emit('drawn', self.buffer)
    return true
  end
  self.changes, self.needs_layout = {}, false
  if type(problem) ~= 'table' or not problem.widget or self.is_replaced then
    report.once('the chooser', type(problem) == 'table' and problem.problem or problem)
    self.is_dismissed = true
    self:hide()
    return false
  end
  report.once(("widget '%s' failed (%s)"):format(problem.widget, problem.method), problem.problem)
  self.is_replaced = true
  local failed = self.life
  self.life = nil
  if failed then
    pcall(failed.call, failed, 'will_destroy')
  end
  self:run(function()
    make(self, 'list')
    if self.is_visible then
      self:give_keys_back()
      self:appear()
    end
  end)
  return false
end

--- How many can be picked: a widget may show fewer than were found. Nil while nothing is visible.
function Session:number_shown()
  if not self.is_visible or not self.life then
    return nil
  end
  local number = self.life:call('number_shown')
  return type(number) == 'number' and number or self.items.total
end

function Session:model_changed(change)
  table.insert(self.changes, change)
  if self.life then
    self:run(function() end)
  end
end

function Session:force_layout()
  self.needs_layout = true
  if self.life then
    self:run(function() end)
  end
end

-- Visible -----------------------------------------------------------------------------------------

function Session:show()
  self.is_visible = true
  self.text_window = api.nvim_get_current_win()
  self:watch_window()
  self:run(function()
    local wanted = triggers.of(self.options.chooser, self.trigger or '')
    -- A trigger with a widget or a model of its own has one made for it.
    if self.life and self.made_for ~= wanted.name and not self.is_replaced then
      local other = self.life
      self.life = nil
      other:call('will_destroy')
    end
    if not self.life then
      self.made_for = wanted.name
      make(self, wanted.widget)
    end
    self:appear()
  end)
end

function Session:appear()
  self.life:call('reload_data')
  self.life:call('become_visible')
  self.needs_layout = true
end

--- The text's window, what is typed or the editor's size may change; the user may go elsewhere.
function Session:watch_window()
  self.watch = Undo.new()
  local function adapt()
    if layout.is_outdated(self) then
      self:force_layout()
    end
  end
  local function dismiss()
    self:dismiss()
  end
  self.watch:autocmd({ 'WinResized', 'VimResized', 'WinScrolled' }, { callback = adapt })
  self.watch:autocmd({ 'CursorMovedI', 'TextChangedI' }, { buffer = self.buffer, callback = adapt })
  self.watch:autocmd({ 'BufLeave', 'WinLeave' }, { buffer = self.buffer, callback = dismiss })
  self.watch:autocmd('ModeChanged', {
    callback = function()
      if not is_inserting() then
        self:dismiss()
      end
    end,
  })
end

--- What the mouse does, and the widget's method that hears of it.
local mouse = {
  ['<LeftMouse>'] = 'mouse_pressed', ['<LeftDrag>'] = 'mouse_dragged', ['<LeftRelease>'] = 'mouse_released',
}

-- Keys --------------------------------------------------------------------------------------------

--- Maps the keys, for as long as there is a window.
function Session:take_keys()
  if self.keys then
    return
  end
  self.keys = Undo.new()
  local actions = self.life:keys()
  for action, keys in pairs(self.options.chooser.keys) do
    for _, key in ipairs(keys) do
      actions[key] = action
    end
  end
  for key, action in vim.spairs(actions) do
    self.keys:keymap(self.buffer, 'i', key, function()
      self:pressed(key, action)
    end, 'mentions: ' .. action)
  end
  for key, method in pairs(self.options.chooser.mouse and mouse or {}) do
    self.keys:keymap(self.buffer, 'i', key, function()
      self:clicked(key, method)
    end, 'mentions (mouse)')
  end
end

function Session:give_keys_back()
  if self.keys then
    self.keys:run()
    self.keys = nil
  end
end

--- Does what the key does without a chooser.
local function pass_on(self, key)
  self:give_keys_back()
  api.nvim_feedkeys(vim.keycode(key), 'mi', false)
  vim.schedule(function()
    if self.window then
      self:take_keys()
    end
  end)
end

function Session:pressed(key, action)
  if action == 'cancel' then
    local is_unasked = self.kind == 'implicit'
    self:dismiss()
    -- A list that offers itself does not keep Escape from ending insert mode.
    if is_unasked and vim.keycode(key) == vim.keycode('<Esc>') then
      pass_on(self, key)
    end
    return
  end
  local is_handled
  local went_well = self:run(function()
    self.is_drawn = false
    is_handled = self.life:call('key_pressed', action)
  end) and self:run(function()
    if not self.is_drawn then
      layout.draw(self)
    end
  end)
  if went_well and not is_handled then
    pass_on(self, key)
  end
end

--- Row and column in the chooser where the mouse is, from 1. What was pressed inside may be dragged out of it.
local function mouse_place(self)
  local at = vim.fn.getmousepos()
  local top, left = unpack(api.nvim_win_get_position(self.window.window))
  local row = at.screenrow - top - (self.window.border == 'top' and 1 or 0)
  local column = at.screencol - left
  local is_inside = row >= 1 and row <= self.frame.height and column >= 1 and column <= self.frame.width
  return row, column, is_inside
end

function Session:clicked(key, method)
  local row, column, is_inside = mouse_place(self)
  if method == 'mouse_pressed' then
    self.is_pressed = is_inside
  end
  if not self.is_pressed then
    return pass_on(self, key)
  end
  local went_well = self:run(function()
    self.life:call(method, row, column)
  end)
  if went_well then
    layout.draw(self)
  end
end

function Session:select(index)
  if self.is_selecting then
    return
  end
  self.is_selecting = true
  require('mentions.chooser.accept').select(self.items, index, function(is_accepted)
    self.is_selecting = false
    if is_accepted then
      self.is_dismissed = true
      self:hide()
    end
  end)
end

--- The user has added to an offer that is shown.
function Session:changed_item(item)
  if self.is_visible and vim.tbl_contains(self.items.rows, item) then
    self:run(function()
      self.life:call('reload_data')
      self.needs_layout = true
    end)
  end
end

-- The end -----------------------------------------------------------------------------------------

--- The user closed the chooser.
function Session:dismiss()
  if self.is_visible then
    self.is_dismissed = true
    self:hide()
    client.notify('mentions/cancel', { textDocument = client.document(self.buffer) }, self.buffer)
  end
end

function Session:hide()
  self.is_selecting = false
  self.items:clear()
  if not self.is_visible then
    return
  end
  self.is_visible = false
  self.watch:run()
  layout.close(self)
  if self.life then
    self:run(function()
      self.life:call('reset_scroll_position_and_hide')
    end)
  end
end

function Session:destroy()
  self:hide()
  if self.life then
    pcall(self.life.call, self.life, 'will_destroy')
    self.life = nil
  end
end

return Session

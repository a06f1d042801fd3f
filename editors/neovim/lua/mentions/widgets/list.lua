--- The plain list: one line for each, a highlighted one, a line while more is searched for. Also what
--- other lists build upon: replace `count` and `index` to show fewer, or `row` to show them differently.
local cells = require('mentions.chooser.cells')

local M = {}
M.__index = M

function M.init(events, environment, chooser)
  return setmetatable({
    events = events, environment = environment, chooser = chooser,
    top = 1, selected = 0, widest = 0, frame = { width = 0, height = 0 },
  }, M)
end

--- As Type A: what a row shows comes from the user's function.
function M.init_with_data_source(events, environment, chooser, source)
  local self = M.init(events, environment, chooser)
  self.source = source
  return self
end

-- Rows --------------------------------------------------------------------------------------------

--- How many rows there are.
function M:count()
  return self.chooser:number_of_model_objects()
end

--- Which model object a row shows.
function M:index(row)
  return row
end

--- A row as chunks; nil while it is on its way.
function M:row(index)
  if self.source then
    local cell = self.source:cell(index)
    if not cell then
      return
    end
    local line = { { cell.abbr, cell.hl } }
    for _, more in ipairs({ { cell.kind, 'MentionsChooserKind' }, { cell.menu, 'MentionsChooserDetail' } }) do
      if more[1] and more[1] ~= '' then
        line[#line + 1] = { '  ' }
        line[#line + 1] = more
      end
    end
    return line
  end
  local object = self.chooser:model_object(index)
  if not object then
    return
  end
  local line = cells.matched(object.label, object.matches, 'MentionsChooserMatch')
  if object.detail and object.detail ~= '' then
    line[#line + 1] = { '  ' .. cells.plain(object.detail), 'MentionsChooserDetail' }
  end
  return line
end

-- Layout ------------------------------------------------------------------------------------------

--- Lines above the rows, for lists that have some; at most so many.
function M:header(_)
  return {}
end

function M:loading_line()
  if self.chooser:should_display_loading_indicator() then
    return { { self.environment.model.loading_text or 'Searching…', 'MentionsChooserLoading' } }
  end
end

function M:preferred_size(given)
  local wanted = math.max(1, self.environment.model.max_height or 10)
  local rows = math.min(self:count(), wanted)
  for row = self.top, self.top + rows - 1 do
    local line = row <= self:count() and self:row(self:index(row))
    if line then
      self.widest = math.max(self.widest, cells.width(line))
    end
  end
  local loading = self:loading_line()
  if loading then
    self.widest = math.max(self.widest, cells.width(loading))
  end
  local height = #self:header(wanted) + rows + (loading and 1 or 0)
  -- One cell of air on either side.
  height = math.max(1, math.min(height, given.height))
  return { width = math.min(self.widest + 2, given.width), height = height }
end

function M:set_frame(frame) self.frame = frame end

--- How many rows the frame has room for: at least one, so that something can be picked.
function M:page()
  local loading = self:loading_line() and 1 or 0
  return math.max(1, self.frame.height - #self:header(self.frame.height) - loading)
end

local function scroll(self)
  local page, count = self:page(), self:count()
  if self.selected > 0 then
    self.top = math.max(math.min(self.top, self.selected), self.selected - page + 1)
  end
  self.top = math.max(1, math.min(self.top, count - page + 1))
end

function M:view()
  scroll(self)
  local lines = {}
  for _, line in ipairs(self:header(self.frame.height)) do
    lines[#lines + 1] = cells.fit(line, self.frame.width)
  end
  local last = math.min(self:count(), self.top + self:page() - 1)
  for row = self.top, last do
    local line = { { ' ' } }
    vim.list_extend(line, self:row(self:index(row)) or { { '…', 'MentionsChooserLoading' } })
    line = cells.fit(line, self.frame.width)
    if row == self.selected then line.hl = 'MentionsChooserSelected' end
    lines[#lines + 1] = line
  end
  local loading = self:loading_line()
  if loading then
    lines[#lines + 1] = cells.fit({ { ' ' }, unpack(loading) }, self.frame.width)
  elseif self:count() == 0 then
    lines[#lines + 1] = cells.fit({ { ' ' .. self:nothing(), 'MentionsChooserLoading' } }, self.frame.width)
  end
  return lines
end

function M:nothing()
  return 'nobody'
end

-- Life --------------------------------------------------------------------------------------------

--- Begins anew where another query is answered: what was highlighted may not be there any more.
local function begin(self)
  self.top, self.selected = 1, self.chooser:preselects() and math.min(1, self:count()) or 0
end

function M:become_visible()
  self.visible, self.generation = true, self.chooser:generation()
  begin(self)
end

function M:reset_scroll_position_and_hide()
  self.visible, self.widest, self.top, self.selected = false, 0, 1, 0
end

function M:reload_data()
  if self.generation ~= self.chooser:generation() then
    self.generation = self.chooser:generation()
    begin(self)
  elseif self.selected == 0 and self.chooser:preselects() then
    self.selected = math.min(1, self:count())
  end
  self.selected = math.min(self.selected, self:count())
end

--- Keys: up and down go round, by way of no row at all where none is picked by itself.
function M:handle(action)
  local count = self:count()
  if action == 'accept' then
    if self.selected == 0 then
      return false
    end
    self.chooser:model_object_selected(self:index(self.selected))
    return true
  end
  local step = ({ next = 1, previous = -1 })[action]
  if not step or count == 0 then
    return false
  end
  local lowest = self.chooser:preselects() and 1 or 0
  self.selected = lowest + (self.selected - lowest + step) % (count - lowest + 1)
  return true
end

return M

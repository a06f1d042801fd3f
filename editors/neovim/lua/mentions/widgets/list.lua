-- A sample of Type A: the plain list. One line for each cell, a highlighted one, a line while more is
-- searched for. Its model: `rows`, how many it shows at most (10), and `loading_text`.
local cells = require('mentions.chooser.widget.cells')

local M = {}
M.__index = M

function M.init_with_data_source(events, environment, source)
  return setmetatable({
    events = events,
    environment = environment,
    source = source,
    top = 1,
    selected = 0,
    widest = 0,
    frame = { width = 0, height = 0 },
  }, M)
end

-- Lines -------------------------------------------------------------------------------------------

--- A cell as chunks; nil while it is on its way.
local function row(self, index)
  local cell = self.source:cell(index)
  if not cell then
    return nil
  end
  local line = cells.matched(cell.abbr, cell.matches, 'MentionsChooserMatch')
  if cell.hl then
    line = { { cell.abbr, cell.hl } }
  end
  for _, more in ipairs({ { cell.kind, 'MentionsChooserKind' }, { cell.menu, 'MentionsChooserDetail' } }) do
    if more[1] and more[1] ~= '' then
      line[#line + 1] = { '  ' .. cells.plain(more[1]), more[2] }
    end
  end
  return line
end

local function loading_line(self)
  if self.source:should_display_loading_indicator() then
    return { { self.environment.model.loading_text or 'Searching…', 'MentionsChooserLoading' } }
  end
end

--- How many rows the frame has room for: at least one, so that something can be picked.
local function page(self)
  return math.max(1, self.frame.height - (loading_line(self) and 1 or 0))
end

local function scroll(self)
  local rows, count = page(self), self.source:number_of_cells()
  if self.selected > 0 then
    self.top = math.max(math.min(self.top, self.selected), self.selected - rows + 1)
  end
  self.top = math.max(1, math.min(self.top, count - rows + 1))
end

function M:view()
  scroll(self)
  local lines, width, count = {}, self.frame.width, self.source:number_of_cells()
  for index = self.top, math.min(count, self.top + page(self) - 1) do
    -- One cell of air on the left.
    local line = { { ' ' } }
    vim.list_extend(line, row(self, index) or { { '…', 'MentionsChooserLoading' } })
    line = cells.fit(line, width)
    if index == self.selected then
      line.hl = 'MentionsChooserSelected'
    end
    lines[#lines + 1] = line
  end
  local loading = loading_line(self)
  if not loading and count == 0 then
    loading = { { 'nobody', 'MentionsChooserLoading' } }
  end
  if loading then
    lines[#lines + 1] = cells.fit({ { ' ' }, unpack(loading) }, width)
  end
  return lines
end

-- Layout ------------------------------------------------------------------------------------------

--- As wide as what was seen since it became visible, so that it does not change with every key.
function M:preferred_size(given)
  local count, loading = self.source:number_of_cells(), loading_line(self)
  local rows = math.min(count, math.max(1, tonumber(self.environment.model.rows) or 10))
  local function see(line)
    self.widest = math.max(self.widest, line and cells.width(line) + 2 or 0)
  end
  for index = self.top, math.min(count, self.top + rows - 1) do
    see(row(self, index))
  end
  see(loading)
  local height = math.max(1, rows + (loading and 1 or 0))
  return { width = math.min(self.widest, given.width), height = math.min(height, given.height) }
end

function M:set_frame(frame)
  self.frame = frame
end

-- Life --------------------------------------------------------------------------------------------

function M:become_visible() end

function M:reset_scroll_position_and_hide()
  self.generation, self.widest, self.top, self.selected = nil, 0, 1, 0
end

--- Begins anew where another query is answered: what was highlighted may not be there any more.
function M:reload_data()
  local generation, count = self.source:generation(), self.source:number_of_cells()
  if self.generation ~= generation then
    self.generation, self.top, self.selected = generation, 1, 0
  end
  if self.selected == 0 and self.source:preselects() then
    self.selected = 1
  end
  self.selected = math.min(self.selected, count)
end

-- Keys --------------------------------------------------------------------------------------------

--- Where a key leads from a row: round and round, by way of no row at all where none is picked by itself.
local function destination(self, key, count)
  local lowest, from = self.source:preselects() and 1 or 0, self.selected
  if key == 'down' or key == 'up' then
    local step = key == 'down' and 1 or -1
    return lowest + (from - lowest + step) % (count - lowest + 1)
  end
  local places = { first = 1, last = count, page_down = from + page(self), page_up = from - page(self) }
  return places[key] and math.max(1, math.min(places[key], count))
end

--- Whether the key was for it.
function M:key_pressed(key)
  if key == 'accept' then
    if self.selected == 0 then
      return false
    end
    self.source:cell_selected(self.selected)
    return true
  end
  local count = self.source:number_of_cells()
  local place = count > 0 and destination(self, key, count)
  self.selected = place or self.selected
  return place and true or false
end

return M

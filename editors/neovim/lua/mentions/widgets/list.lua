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

--- Lines in so many rows: cut, or filled with empty ones.
local function high(lines, height)
  local result = vim.list_slice(lines, 1, height)
  for place = #result + 1, height or 0 do
    result[place] = {}
  end
  return result
end

--- A cell as lines of chunks, one or more; while it is on its way, one that says so.
local function rows_of(self, index)
  local cell = self.source:cell(index)
  if not cell then
    return { { { '…', 'MentionsChooserLoading' } } }
  end
  local line = cells.matched(cell.abbr, cell.matches, 'MentionsChooserMatch')
  if cell.hl then
    line = { { cell.abbr, cell.hl } }
  end
  if cell.handle then
    line[#line + 1] = { ' ' }
    vim.list_extend(line, cells.matched(cell.handle.text, cell.handle.matches, 'MentionsChooserMatch'))
  end
  for _, more in ipairs({ { cell.kind, 'MentionsChooserKind' }, { cell.menu, 'MentionsChooserDetail' } }) do
    if more[1] and more[1] ~= '' then
      line[#line + 1] = { '  ' .. cells.plain(more[1]), more[2] }
    end
  end
  if cell.avatar then
    line = { cell.avatar, { ' ' }, unpack(line) }
  end
  local lines = { line }
  for _, more in ipairs(cell.lines or {}) do
    lines[#lines + 1] = cells.chunks(more)
  end
  return cell.height and high(lines, cell.height) or lines
end

--- What is shown below the cells while more is searched for; empty where nothing is.
local function loading_lines(self)
  if not self.source:should_display_loading_indicator() then
    return {}
  end
  local lines, height = self.source:loading_cell()
  lines = lines and vim.tbl_map(cells.chunks, lines)
    or { { { self.environment.model.loading_text or 'Searching…', 'MentionsChooserLoading' } } }
  return height and high(lines, height) or lines
end

--- Rows that there are for cells: at least one, so that something can be picked.
local function room(self)
  return math.max(1, self.frame.height - #loading_lines(self))
end

--- How many cells from one on, in a direction, fit into the room: at least one.
local function fitting(self, index, step)
  local left, number = room(self), 0
  while left > 0 and index >= 1 and index <= self.source:number_of_cells() do
    left = left - #rows_of(self, index)
    if left < 0 and number > 0 then
      break
    end
    number, index = number + 1, index + step
  end
  return math.max(1, number)
end

--- The first cell that is shown: what is selected is among the cells, and no room is left that they could fill.
local function scroll(self)
  local count = self.source:number_of_cells()
  if self.selected > 0 then
    local least = self.selected - fitting(self, self.selected, -1) + 1
    self.top = math.max(math.min(self.top, self.selected), least)
  end
  -- Cells that are not shown are not asked for.
  if self.top + fitting(self, self.top, 1) > count then
    self.top = math.max(1, math.min(self.top, count - fitting(self, count, -1) + 1))
  end
end

--- It shows at most so many cells.
local function most(self)
  return math.max(1, tonumber(self.environment.model.rows) or 10)
end

function M:view()
  scroll(self)
  local lines, width, count = {}, self.frame.width, self.source:number_of_cells()
  self.index_at = {}
  local function add(line, index)
    -- One cell of air on the left.
    line = cells.fit({ { ' ' }, unpack(line) }, width)
    line.hl = index and index == self.selected and 'MentionsChooserSelected' or nil
    lines[#lines + 1] = line
    self.index_at[#lines] = index
  end
  local rows = room(self)
  for index = self.top, math.min(count, self.top + fitting(self, self.top, 1) - 1) do
    for _, line in ipairs(rows_of(self, index)) do
      if #lines < rows then
        add(line, index)
      end
    end
  end
  local loading = loading_lines(self)
  if #loading == 0 and count == 0 then
    loading = { { { 'nobody', 'MentionsChooserLoading' } } }
  end
  for _, line in ipairs(loading) do
    add(line)
  end
  return lines
end

-- Layout ------------------------------------------------------------------------------------------

--- As wide as what was seen since it became visible, so that it does not change with every key.
function M:preferred_size(given)
  local count, height = self.source:number_of_cells(), 0
  local first = math.max(1, math.min(self.top, count - most(self) + 1))
  local function see(lines)
    height = height + #lines
    for _, line in ipairs(lines) do
      self.widest = math.max(self.widest, cells.width(line) + 2)
    end
  end
  for index = first, math.min(count, first + most(self) - 1) do
    see(rows_of(self, index))
  end
  see(loading_lines(self))
  height = math.max(1, height)
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
  local page = fitting(self, self.top, 1)
  local places = { first = 1, last = count, page_down = from + page, page_up = from - page }
  return places[key] and math.max(1, math.min(places[key], count))
end

--- A cell that is pressed is highlighted, and taken when it is let go.
function M:mouse_pressed(row)
  self.selected = (self.index_at or {})[row] or self.selected
end

function M:mouse_released(row)
  local index = (self.index_at or {})[row]
  if index and index == self.selected then
    self.source:cell_selected(index)
  end
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

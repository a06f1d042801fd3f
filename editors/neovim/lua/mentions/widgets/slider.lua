-- A sample of Type B: Hakawai's range slider, above a list of those who were last mentioned within the
-- range. Its model: `minimum_value`, `maximum_value` (0 and 10 unless set), `minimum_range`,
-- `selected_minimum_value`, `selected_maximum_value`, `unit`, the glyphs (`min_thumb_image_name`,
-- `max_thumb_image_name`, `track_background_image_name`, `track_highlight_image_name`), and what the plain list has.
-- When the user has moved a handle, by keys or with the mouse, it raises `updated_min_and_max_value(lower, upper)`.
local cell = require('mentions.chooser.widget.cell')
local list = require('mentions.widgets.list')
local report = require('mentions.support.report')
local scale = require('mentions.chooser.widget.scale')

local M = {}
M.__index = M

--- Those of a chooser that the slider keeps, as a data source for the list.
local function filtered(self, chooser)
  local source = {}
  function source.number_of_cells()
    return #self.kept
  end
  function source.cell(_, row)
    local object = chooser:model_object(self.kept[row])
    return object and cell.of(nil, object)
  end
  function source.cell_selected(_, row)
    chooser:model_object_selected(self.kept[row])
  end
  for _, name in ipairs({ 'should_display_loading_indicator', 'generation', 'preselects', 'loading_cell' }) do
    source[name] = chooser[name]
  end
  return source
end

local function read(self)
  self.scale = scale.new(self.environment.model, function(property, expected)
    report.once('chooser.model.' .. property, ('expected %s'):format(expected))
  end)
end

--- What has not arrived yet is kept only where everything is.
local function filter(self)
  self.kept = {}
  for index = 1, self.chooser:number_of_model_objects() do
    local object = self.chooser:model_object(index)
    if self.scale:contains(object and object.age) then
      self.kept[#self.kept + 1] = index
    end
  end
  self.list:reload_data()
end

function M.init(events, environment, chooser)
  local self = setmetatable({ events = events, environment = environment, chooser = chooser, kept = {} }, M)
  self.list = list.init_with_data_source(events, environment, filtered(self, chooser))
  read(self)
  return self
end

function M:model_updated()
  read(self)
  filter(self)
end

--- How many the slider leaves of those that were found.
function M:number_shown()
  return #self.kept
end

function M:reload_data()
  filter(self)
end

function M:become_visible()
  self.list:become_visible()
end

function M:reset_scroll_position_and_hide()
  self.list:reset_scroll_position_and_hide()
end

-- Layout ------------------------------------------------------------------------------------------

--- The list is what it is for: of one row it has that, where it has anything.
local function has_slider(self)
  return self.height > 1 or #self.kept == 0
end

function M:preferred_size(given)
  local size = self.list:preferred_size(given)
  return {
    width = math.min(math.max(size.width, 60), given.width),
    height = math.min(size.height + 1, given.height),
  }
end

function M:set_frame(frame)
  self.height, self.width = frame.height, frame.width
  local height = has_slider(self) and frame.height - 1 or frame.height
  self.list:set_frame({ row = frame.row, col = frame.col, width = frame.width, height = height })
end

--- Which handle moves is nobody's business but the slider's own.
local function moves_upper(self)
  return self.environment:non_model_state('moves_upper') ~= false
end

function M:view()
  local lines = self.list:view()
  if has_slider(self) then
    table.insert(lines, 1, self.scale:line(self.width, moves_upper(self)))
  end
  return lines
end

-- Keys --------------------------------------------------------------------------------------------

--- Moves the handle that moves by so much, as far as it may go.
local function move(self, step)
  local lower, upper = self.scale:moved(step, moves_upper(self))
  if lower ~= self.scale.lower or upper ~= self.scale.upper then
    self.environment.model.selected_minimum_value = lower
    self.environment.model.selected_maximum_value = upper
    self.events:updated_min_and_max_value(lower, upper)
  end
end

function M:key_pressed(key)
  if key == 'next' then
    self.environment:set_non_model_state(not moves_upper(self), 'moves_upper')
    return true
  end
  local step = ({ left = -1, right = 1 })[key]
  if not step then
    return self.list:key_pressed(key)
  end
  move(self, step)
  return true
end

-- Mouse -------------------------------------------------------------------------------------------

--- The handle next to where the slider is pressed follows the mouse until it is let go.
function M:mouse_pressed(row, column)
  self.is_dragged = has_slider(self) and row == 1
  if not self.is_dragged then
    return self.list:mouse_pressed(has_slider(self) and row - 1 or row)
  end
  self.environment:set_non_model_state(self.scale:is_nearer_upper(column), 'moves_upper')
  self:mouse_dragged(row, column)
end

function M:mouse_dragged(_, column)
  local value = self.is_dragged and self.scale:value_at(column)
  if value then
    move(self, value - (moves_upper(self) and self.scale.upper or self.scale.lower))
  end
end

function M:mouse_released(row)
  if not self.is_dragged then
    self.list:mouse_released(has_slider(self) and row - 1 or row)
  end
  self.is_dragged = false
end

return M

--- A range slider's arithmetic and its picture in cells: two thumbs on a track, the stretch between them
--- thick.
---
---     ──●━━━━━━●────
local M = {}
M.__index = M

--- @param values table minimum_value, maximum_value, minimum_range, selected_minimum_value and
--- selected_maximum_value
function M.new(values)
  local self = setmetatable({}, M)
  self:set(values)
  return self
end

local function clamp(value, low, high)
  return math.max(low, math.min(value, high))
end

--- Takes values over; both thumbs come to stand on the track, in order, `minimum_range` apart. Where one
--- was moved (`moved`), the other keeps its place.
function M:set(values, moved)
  self.minimum = values.minimum_value or 0
  self.maximum = math.max(self.minimum, values.maximum_value or self.minimum)
  self.range = clamp(values.minimum_range or 0, 0, self.maximum - self.minimum)
  local low = clamp(values.selected_minimum_value or self.minimum, self.minimum, self.maximum)
  local high = clamp(values.selected_maximum_value or self.maximum, self.minimum, self.maximum)
  if moved == 'selected_minimum_value' then
    high = math.max(high, self.minimum + self.range)
    low = math.min(low, high - self.range)
  else
    low = math.min(low, self.maximum - self.range)
    high = math.max(high, low + self.range)
  end
  self.low, self.high = low, high
end

--- The cell of a value on a track of so many cells, from 0.
function M:x_for_value(value, width)
  if self.maximum == self.minimum then
    return 0
  end
  return math.floor((width - 1) * (value - self.minimum) / (self.maximum - self.minimum) + 0.5)
end

--- The value at a cell.
function M:value_for_x(x, width)
  if width <= 1 then
    return self.minimum
  end
  return self.minimum + clamp(x, 0, width - 1) / (width - 1) * (self.maximum - self.minimum)
end

--- The track as chunks.
function M:picture(width)
  if width < 1 then
    return {}
  end
  local wide = vim.fn.strdisplaywidth('●') > 1 or vim.fn.strdisplaywidth('─') > 1
  local thumb, thick, thin = '●', '━', '─'
  if wide then
    thumb, thick, thin = 'o', '=', '-'
  end
  local low, high = self:x_for_value(self.low, width), self:x_for_value(self.high, width)
  local line = {}
  local function add(text, count, group)
    if count > 0 then
      line[#line + 1] = { text:rep(count), group }
    end
  end
  add(thin, low, 'MentionsChooserTrack')
  add(thumb, 1, 'MentionsChooserThumb')
  if high > low then
    add(thick, high - low - 1, 'MentionsChooserRange')
    add(thumb, 1, 'MentionsChooserThumb')
  end
  add(thin, width - high - 1, 'MentionsChooserTrack')
  return line
end

return M

-- The values of a range slider, made to fit each other (minimum ≤ lower ≤ upper ≤ maximum), and its picture:
--
--     ──●━━━━━●────────────────  2 to 5 mentions ago
local M = {}
M.__index = M

--- The images of Hakawai's slider as glyphs of one cell, and others for terminals where these are wider.
M.glyphs = {
  min_thumb_image_name = { '●', 'o' }, max_thumb_image_name = { '●', 'o' },
  track_highlight_image_name = { '━', '=' }, track_background_image_name = { '─', '-' },
}

--- Cells before the track.
local margin = 2

local longest_track = 24
-- Beyond this no age makes sense.
local most = 1000000

--- Reads a model. Invalid values are refused, and the defaults hold.
--- @param model table minimum_value, maximum_value, minimum_range, selected_minimum_value,
--- selected_maximum_value, unit, and those of `glyphs`
--- @param refuse fun(property: string, expected: string)
function M.new(model, refuse)
  local function number(name, standard, least)
    local value = model[name]
    if value == nil then
      return standard
    end
    if type(value) == 'number' and value % 1 == 0 and value >= (least or 0) and value <= most then
      return value
    end
    refuse(name, ('a whole number from %d to %d'):format(least or 0, most))
    return standard
  end
  local self = setmetatable({}, M)
  self.minimum = number('minimum_value', 0)
  self.maximum = number('maximum_value', math.max(self.minimum, 10))
  if self.maximum < self.minimum then
    refuse('maximum_value', ('at least minimum_value, which is %d'):format(self.minimum))
    self.maximum = self.minimum
  end
  self.gap = math.min(number('minimum_range', 0), self.maximum - self.minimum)
  -- The ends may have moved under the handles: these stay between them.
  local lower = number('selected_minimum_value', self.minimum)
  self.lower = math.min(math.max(lower, self.minimum), self.maximum - self.gap)
  local upper = number('selected_maximum_value', self.maximum)
  self.upper = math.min(math.max(upper, self.lower + self.gap), self.maximum)
  self.glyphs = {}
  for name, standard in pairs(M.glyphs) do
    local glyph = model[name]
    local is_fine = type(glyph) == 'string' and vim.fn.strdisplaywidth(glyph) == 1
    self.glyphs[name] = is_fine and glyph or standard[vim.fn.strdisplaywidth(standard[1]) == 1 and 1 or 2]
    if glyph ~= nil and not is_fine then
      refuse(name, 'a character of one cell')
    end
  end
  self.unit = type(model.unit) == 'string' and model.unit or 'mentions'
  if model.unit ~= nil and model.unit ~= self.unit then
    refuse('unit', 'a string')
  end
  return self
end

--- At its end the upper handle lets through all that is older, and at the full range what is of no age too.
function M:contains(age)
  if not age then
    return self.lower == self.minimum and self.upper == self.maximum
  end
  return age >= self.lower and (age <= self.upper or self.upper == self.maximum)
end

--- Lower and upper after one of them was moved, never nearer than the gap.
function M:moved(step, moves_upper)
  if moves_upper then
    return self.lower, math.min(math.max(self.upper + step, self.lower + self.gap), self.maximum)
  end
  return math.min(math.max(self.lower + step, self.minimum), self.upper - self.gap), self.upper
end

function M:caption()
  if self.lower == self.minimum and self.upper == self.maximum then
    return 'mentioned at any time or never'
  elseif self.upper == self.maximum then
    return ('%d %s ago or longer'):format(self.lower, self.unit)
  elseif self.lower == self.upper then
    return ('%d %s ago'):format(self.lower, self.unit)
  end
  return ('%d to %d %s ago'):format(self.lower, self.upper, self.unit)
end

--- The cell of a value on a track of so many, from 0.
local function cell_of(self, value, track)
  if self.maximum == self.minimum then
    return 0
  end
  return math.floor((value - self.minimum) * (track - 1) / (self.maximum - self.minimum))
end

--- The value at a column of the line that was drawn last, from 1; nil where no track was drawn.
function M:value_at(column)
  if not self.track then
    return nil
  end
  local cell = math.max(0, math.min(column - 1 - margin, self.track - 1))
  return self.minimum + math.floor(cell * (self.maximum - self.minimum) / (self.track - 1) + 0.5)
end

--- Whether the upper handle is nearer to a column than the lower one. Where both are at one place, it is the upper one
--- that is taken to the right of them.
function M:is_nearer_upper(column)
  local value = self:value_at(column)
  if not value then
    return true
  elseif self.lower == self.upper then
    return value > self.upper or self.lower == self.minimum
  end
  return math.abs(value - self.upper) < math.abs(value - self.lower)
end

--- The slider as a line of chunks, in so many cells; the handle that moves is highlighted.
function M:line(columns, moves_upper)
  local caption = { '  ' .. self:caption(), 'MentionsChooserDetail' }
  -- Half of what there is at most, and no track where two handles and a piece between them have no room.
  local track = math.min(longest_track, math.floor(columns / 2) - 2)
  if track < 3 then
    return { caption }
  end
  self.track = track
  local low, high = self.glyphs.min_thumb_image_name, self.glyphs.max_thumb_image_name
  local thick, thin = self.glyphs.track_highlight_image_name, self.glyphs.track_background_image_name
  local line = { { (' '):rep(margin) } }
  local function add(text, count, group)
    if count > 0 then
      line[#line + 1] = { text:rep(count), group }
    end
  end
  local first, last = cell_of(self, self.lower, track), cell_of(self, self.upper, track)
  local moving, resting = 'MentionsChooserThumbMoving', 'MentionsChooserThumb'
  add(thin, first, 'MentionsChooserTrack')
  if first < last then
    add(low, 1, moves_upper and resting or moving)
    add(thick, last - first - 1, 'MentionsChooserRange')
  end
  add(high, 1, (moves_upper or first == last) and moving or resting)
  add(thin, track - last - 1, 'MentionsChooserTrack')
  line[#line + 1] = caption
  return line
end

return M

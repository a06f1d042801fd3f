--- A range slider over a list: shows those whose last mention lies between its thumbs (the sample of a
--- custom widget in seed 002, as a filter). Its model: `minimum_value`, `maximum_value`,
--- `selected_minimum_value`, `selected_maximum_value`, `minimum_range` and `scale`, the ages that the
--- values stand for. It raises `updated_min_and_max_value(low, high)`.
local list = require('mentions.widgets.list')
local recency = require('mentions.chooser.recency')
local track = require('mentions.chooser.track')

local M = setmetatable({}, { __index = list })
M.__index = M

--- What a step means, newest first: the oldest age in seconds that belongs to it.
local scale = {
  { 'minute', 60 }, { 'hour', 3600 }, { 'day', 86400 }, { 'week', 604800 }, { 'ever', math.huge },
}

local function values(model)
  return {
    minimum_value = model.minimum_value,
    maximum_value = model.maximum_value or #(model.scale or scale) - 1,
    minimum_range = model.minimum_range,
    selected_minimum_value = model.selected_minimum_value,
    selected_maximum_value = model.selected_maximum_value,
  }
end

local function make(self)
  self.track = track.new(values(self.environment.model))
  return setmetatable(self, M)
end

function M.init(...)
  return make(list.init(...))
end

function M.init_with_data_source(...)
  return make(list.init_with_data_source(...))
end

function M:model_updated(property)
  local known = values({ minimum_value = 1, minimum_range = 1, maximum_value = 1, selected_minimum_value = 1,
    selected_maximum_value = 1 })
  if not known[property] and property ~= 'scale' then
    return
  end
  local low, high = self.track.low, self.track.high
  self.track:set(values(self.environment.model), property)
  if low ~= self.track.low or high ~= self.track.high then
    self.events:updated_min_and_max_value(self.track.low, self.track.high)
  end
  self.rows = nil
  if self.visible then
    self.selected = math.min(self.chooser:preselects() and 1 or 0, self:count())
    self.environment:force_layout()
  end
end

-- The filter --------------------------------------------------------------------------------------

--- The step on the scale that an age belongs to.
function M:value(age)
  local steps = self.environment.model.scale or scale
  for step, name in ipairs(steps) do
    if age <= name[2] then
      return step - 1
    end
  end
  return #steps - 1
end

--- The places in the chooser that pass; what has not arrived yet passes while the thumbs stand at the ends.
local function passing(self)
  if self.rows then
    return self.rows
  end
  self.rows = {}
  local all = self.track.low <= self.track.minimum and self.track.high >= self.track.maximum
  for index = 1, self.chooser:number_of_model_objects() do
    local object = not all and self.chooser:model_object(index)
    local value = object and self:value(recency.age(object.entity))
    if all or (value and value >= self.track.low and value <= self.track.high) then
      self.rows[#self.rows + 1] = index
    end
  end
  return self.rows
end

function M:count()
  return #passing(self)
end

function M:index(row)
  return passing(self)[row]
end

function M:nothing()
  return 'nobody mentioned then'
end

function M:reload_data()
  self.rows = nil
  list.reload_data(self)
end

function M:become_visible()
  self.rows = nil
  list.become_visible(self)
end

-- The picture -------------------------------------------------------------------------------------

local function name(self, value)
  local steps = self.environment.model.scale or scale
  local step = steps[math.floor(value + 0.5) + 1]
  return step and step[1] or tostring(value)
end

--- The track, where there is room for a row below it.
function M:header(height)
  if height < 2 then
    return {}
  end
  local left, right = name(self, self.track.low), name(self, self.track.high)
  local width = math.max(self.frame.width, 24) - 4 - vim.fn.strdisplaywidth(left .. right)
  local line = { { ' ' .. left .. ' ', 'MentionsChooserDetail' } }
  vim.list_extend(line, self.track:picture(math.max(2, width)))
  line[#line + 1] = { ' ' .. right .. ' ', 'MentionsChooserDetail' }
  return { line }
end

function M:preferred_size(given)
  local size = list.preferred_size(self, given)
  size.width = math.min(math.max(size.width, 24), given.width)
  return size
end

-- Keys --------------------------------------------------------------------------------------------

M.keys = {
  ['<M-Left>'] = 'maximum-', ['<M-Right>'] = 'maximum+', ['<M-Up>'] = 'minimum-', ['<M-Down>'] = 'minimum+',
}

function M:handle(action)
  local end_, sign = action:match('^(m%a+imum)([+-])$')
  if not end_ then
    return list.handle(self, action)
  end
  local thumb = end_ == 'minimum' and 'low' or 'high'
  local value = self.track[thumb] + (sign == '+' and 1 or -1)
  local moved = 'selected_' .. end_ .. '_value'
  local tried = track.new(vim.tbl_extend('force', values(self.environment.model), { [moved] = value }))
  tried:set(vim.tbl_extend('force', values(self.environment.model), { [moved] = value }), moved)
  self.environment.model[moved] = tried[thumb]
  return true
end

return M

-- A widget that was made, and the errors in it. What a method throws, or returns wrongly, becomes an
-- error that names widget and method (a table with `widget`), for the code that replaces the widget.
local cells = require('mentions.chooser.widget.cells')

local Life = {}
Life.__index = Life

local function fail(self, method, problem)
  error({ widget = self.name, method = method, problem = tostring(problem) }, 0)
end

local function callable(instance, method)
  local found = instance[method]
  return found ~= nil and vim.is_callable(found) and found or nil
end

--- Makes a widget: as Type A where it offers that, else as Type B.
--- @param name string
--- @param widget mentions.Widget
--- @param parts { events: table, environment: table, chooser: table, source: table }
function Life.new(name, widget, parts)
  local self = setmetatable({ name = name }, Life)
  local method = widget.init_with_data_source and 'init_with_data_source' or 'init'
  local last = widget.init_with_data_source and parts.source or parts.chooser
  local done, instance = pcall(widget[method], parts.events, parts.environment, last)
  if not done or type(instance) ~= 'table' then
    fail(self, method, done and 'returned no table' or instance)
  end
  if getmetatable(instance) == nil then
    setmetatable(instance, { __index = widget })
  end
  self.instance = instance
  return self
end

--- Calls a method and returns its result; nil where the widget has no such method, which must be optional.
function Life:call(method, ...)
  local found = callable(self.instance, method)
  if not found then
    return nil
  end
  local done, result = pcall(found, self.instance, ...)
  if not done then
    if type(result) == 'table' and result.widget then
      error(result, 0)
    end
    fail(self, method, result)
  end
  return result
end

--- Calls a method whose result has to be of some kind.
local function checked(self, method, check, ...)
  local result = self:call(method, ...)
  local done, value = pcall(check, result)
  if not done then
    fail(self, method, value)
  end
  return value
end

local function size(value)
  local fits = type(value) == 'table' and type(value.width) == 'number' and type(value.height) == 'number'
  assert(fits, 'expected { width = cells, height = cells }')
  -- NaN is not a size either.
  assert(value.width == value.width and value.height == value.height, 'expected numbers')
  return {
    width = math.floor(math.max(0, math.min(value.width, 9999))),
    height = math.floor(math.max(0, math.min(value.height, 9999))),
  }
end

function Life:preferred_size(given)
  return checked(self, 'preferred_size', size, given)
end

local function lines(value)
  assert(type(value) == 'table' and vim.islist(value), 'expected a list of lines')
  local result = {}
  for _, line in ipairs(value) do
    local chunks = cells.chunks(line)
    result[#result + 1] = { chunks = chunks, hl = type(line) == 'table' and line.hl or nil }
  end
  return result
end

function Life:view()
  return checked(self, 'view', lines)
end

--- Sets one of the properties that the plug-in sets.
function Life:set(property, value)
  local done, problem = pcall(function()
    self.instance[property] = value
  end)
  if not done then
    fail(self, property, problem)
  end
end

--- Further keys of the widget's own: key → action.
function Life:keys()
  local keys = {}
  for key, action in pairs(type(self.instance.keys) == 'table' and self.instance.keys or {}) do
    if type(key) == 'string' and type(action) == 'string' then
      keys[key] = action
    end
  end
  return keys
end

return Life

-- A widget that writes down what is done to it, one line for each call, and shows one line for each entity.
Log = {}

local function show(value)
  if type(value) == 'table' then
    local parts = {}
    for key, each in vim.spairs(value) do
      table.insert(parts, ('%s=%s'):format(key, show(each)))
    end
    return '{' .. table.concat(parts, ' ') .. '}'
  end
  return tostring(value)
end

local function note(...)
  local words = {}
  for place = 1, select('#', ...) do
    words[place] = show((select(place, ...)))
  end
  table.insert(Log, table.concat(words, ' '))
end

local Logger = {}

function Logger.init(events, environment, chooser)
  note('init', environment.model.title)
  return { events = events, environment = environment, chooser = chooser }
end

for _, name in ipairs({
  'become_visible', 'reset_scroll_position_and_hide', 'reload_data', 'will_begin_layout', 'did_end_layout',
  'did_create', 'will_destroy', 'set_frame', 'model_updated',
}) do
  Logger[name] = function(self, ...)
    note(name, ...)
    if self.environment:non_model_state('fails') == name then
      error('a fault in ' .. name)
    end
  end
end

function Logger:preferred_size(given)
  note('preferred_size', given)
  return { width = 12, height = self.environment.model.height or self.chooser:number_of_model_objects() }
end

function Logger:view()
  note('view', self.border_mode, self.background or 'no background')
  if self.environment:non_model_state('fails') == 'view' then
    return 'no list'
  end
  local lines = {}
  for index = 1, self.chooser:number_of_model_objects() do
    local object = self.chooser:model_object(index)
    lines[index] = { { self.environment.model.title or '', 'Title' }, { object and object.label or '?' } }
  end
  return lines
end

function Logger:key_pressed(action)
  note('key_pressed', action)
  if action == 'accept' then
    self.chooser:model_object_selected(1)
    return true
  elseif action == 'rename' then
    self.environment.model.title = '* '
    self.events:renamed('* ')
    return true
  elseif action:match('^fail in ') then
    self.environment:set_non_model_state(action:sub(9), 'fails')
    self.environment:force_layout()
    return true
  end
  return false
end

Logger.keys = { ['<F2>'] = 'rename', ['<F3>'] = 'fail in view', ['<F4>'] = 'fail in set_frame' }

require('mentions.widgets').register('logger', Logger)

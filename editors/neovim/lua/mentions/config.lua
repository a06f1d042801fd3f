-- The declaration of the plug-in's options. What the server itself understands goes through `settings`
-- and `init_options` unchanged.
local position = require('mentions.chooser.window.position')
local report = require('mentions.support.report')
local triggers = require('mentions.chooser.triggers')

local M = {}

local function option(default, expected, accepts)
  return { default = default, expected = expected, accepts = accepts }
end

local function switch(default)
  return option(default, 'true or false', function(value)
    return type(value) == 'boolean'
  end)
end

local function one_of(default, ...)
  local choices = { ... }
  local quoted = vim.tbl_map(function(choice)
    return ('"%s"'):format(choice)
  end, choices)
  local expected = table.concat(quoted, ', ', 1, #quoted - 1) .. ' or ' .. quoted[#quoted]
  return option(default, expected, function(value)
    return vim.tbl_contains(choices, value)
  end)
end

local function text(default, expected)
  return option(default, expected, function(value)
    return type(value) == 'string' and value ~= ''
  end)
end

local function strings(default)
  return option(default, 'a list of texts', function(value)
    return type(value) == 'table'
      and vim.islist(value)
      and vim.iter(value):all(function(each)
        return type(each) == 'string'
      end)
  end)
end

local function count(default, least, most)
  return option(default, ('a whole number from %d to %d'):format(least, most), function(value)
    return type(value) == 'number' and value % 1 == 0 and value >= least and value <= most
  end)
end

local function map(default)
  return option(default, 'a table with names as keys', function(value)
    return type(value) == 'table' and (next(value) == nil or not vim.islist(value))
  end)
end

local function callable(expected)
  return option(nil, expected or 'a function', vim.is_callable)
end

local function either(choice, ...)
  local alternatives = { choice, ... }
  local expected = vim.tbl_map(function(each)
    return each.expected
  end, alternatives)
  return option(choice.default, table.concat(expected, ', or '), function(value)
    return vim.iter(alternatives):any(function(each)
      return each.accepts(value)
    end)
  end)
end

local modes = vim.tbl_keys(position.modes)
table.sort(modes)

local function placed()
  return option(nil, 'a table { mode = …, place = function }', function(value)
    return type(value) == 'table' and position.modes[value.mode] ~= nil and vim.is_callable(value.place)
  end)
end

--- A table without `accepts` is a group of options.
M.declaration = {
  cmd = strings({ 'mentions-lsp' }),
  filetypes = strings(require('mentions.filetypes').all),
  root_markers = strings({ '.mentions.json', '.git' }),
  settings = map({}),
  init_options = map({}),
  implicit = switch(true),
  completion = {
    engine = either(one_of('builtin', 'builtin', 'external'), callable()),
    autotrigger = switch(true),
  },
  --- Keys that ask first; `deadline` in milliseconds.
  backspace = {
    enable = switch(true),
    keys = strings({ '<BS>', '<C-H>' }),
    deadline = count(100, 1, 2000),
  },
  spell = switch(false),
  losses = switch(true),
  --- The server tells what the user does to the text: see `mentions.console`.
  text_events = switch(false),
  highlights = switch(true),
  accessories = switch(true),
  --- The ends of a rectangle with round corners: two characters that every font has, or of a patched one.
  caps = strings({ '▐', '▌' }),
  entities = callable('a function of (query, answer), see :help mentions-entities'),
  resolve_entity = callable('a function of (entity, answer), see :help mentions-entities'),
  --- Type "A" is the editor's own menu, "B" a window of the plug-in's own, drawn by a widget.
  chooser = {
    type = one_of('A', 'A', 'B'),
    cell = callable('a function of (entity, detail, matches, trigger), see :help mentions-cells'),
    cell_height = either(count(nil, 1, 20), callable('a function of (entity, trigger)')),
    loading_cell = callable('a function of (trigger), see :help mentions-cells'),
    loading_height = either(count(nil, 1, 20), callable('a function of (trigger)')),
    will_present = callable('a function of (entity, trigger, update), see :help mentions-cells'),
    triggers = option({}, 'a table from triggers to { cell, widget, model }', triggers.accepts),
    mouse = switch(true),
    avatars = one_of('off', 'off', 'kitty'),
    widget = text('list', 'the name of a widget, see :help mentions-widgets'),
    model = map({}),
    events = map({}),
    preselect = one_of('explicit', 'explicit', 'always', 'never'),
    border = one_of('auto', 'auto', 'top', 'bottom', 'none'),
    background = text(nil, 'a highlight group or a colour "#rrggbb"'),
    keys = {
      down = strings({ '<C-n>', '<Down>' }),
      up = strings({ '<C-p>', '<Up>' }),
      page_down = strings({ '<PageDown>' }),
      page_up = strings({ '<PageUp>' }),
      first = strings({}),
      last = strings({}),
      left = strings({ '<M-Left>' }),
      right = strings({ '<M-Right>' }),
      next = strings({ '<M-Down>', '<M-Up>' }),
      accept = strings({ '<CR>', '<Tab>', '<C-y>' }),
      cancel = strings({ '<C-e>', '<Esc>' }),
    },
  },
  viewport = one_of('off', 'top', 'bottom', 'off'),
  position = either(one_of('enclosedTop', unpack(modes)), callable(), placed()),
}

local function is_group(declared)
  return declared.accepts == nil
end

local function distance(one, other)
  local row = {}
  for column = 0, #other do
    row[column] = column
  end
  for line = 1, #one do
    local corner = row[0]
    row[0] = line
    for column = 1, #other do
      local same = one:byte(line) == other:byte(column)
      local best = math.min(row[column] + 1, row[column - 1] + 1, corner + (same and 0 or 1))
      corner, row[column] = row[column], best
    end
  end
  return row[#other]
end

local function nearest(name, known)
  local names = vim.tbl_keys(known)
  table.sort(names, function(one, other)
    local near, far = distance(tostring(name), one), distance(tostring(name), other)
    return near < far or (near == far and one < other)
  end)
  return names[1]
end

local function shown(value)
  return (vim.inspect(value):gsub('%s+', ' '))
end

local function defaults(declared)
  local result = {}
  for name, each in pairs(declared) do
    if is_group(each) then
      result[name] = defaults(each)
    else
      result[name] = vim.deepcopy(each.default)
    end
  end
  return result
end

local function read(given, declared, path, result, problems)
  local names = vim.tbl_keys(given)
  table.sort(names, function(one, other)
    return tostring(one) < tostring(other)
  end)
  for _, name in ipairs(names) do
    local value, each, key = given[name], declared[name], path .. tostring(name)
    if not each then
      local hint = ('do you mean "%s"?'):format(path .. nearest(name, declared))
      table.insert(problems, ('there is no option "%s": %s'):format(key, hint))
    elseif is_group(each) then
      if type(value) == 'table' then
        read(value, each, key .. '.', result[name], problems)
      else
        table.insert(problems, ('"%s" is %s, expected a table of options'):format(key, shown(value)))
      end
    elseif each.accepts(value) then
      result[name] = vim.deepcopy(value)
    else
      table.insert(problems, ('"%s" is %s, expected %s'):format(key, shown(value), each.expected))
    end
  end
end

--- The options in force, and what is wrong with those given. Where a value is refused, the default holds.
function M.resolve(given)
  local result, problems = defaults(M.declaration), {}
  if type(given or {}) ~= 'table' then
    return result, { ('the options are %s, expected a table'):format(shown(given)) }
  end
  read(given or {}, M.declaration, '', result, problems)
  return result, problems
end

--- The options in force.
M.options = defaults(M.declaration)

--- Puts options in force and says what is wrong with them.
function M.set(given)
  local problems
  M.options, problems = M.resolve(given)
  M.problems = problems
  for _, problem in ipairs(problems) do
    report.say(problem)
  end
end

return M

-- nvim --headless -l chooser_units.lua PLUGIN: what needs neither window nor server. Prints what differs.
vim.opt.runtimepath:prepend(_G.arg[1])

local failures = {}

local function check(name, value, expected)
  if type(value) ~= 'string' then
    value = vim.inspect(value):gsub('%s+', ' ')
  end
  if value ~= expected then
    table.insert(failures, ('%s\n  is       %s\n  expected %s'):format(name, value, expected))
  end
end

-- Places ------------------------------------------------------------------------------------------

local position = require('mentions.chooser.window.position')

local function placed(mode, area, typed, size, frill)
  local editor = { row = 0, col = 0, width = 80, height = 23 }
  area = { row = area[1], col = area[2], width = area[3], height = area[4] }
  typed = { first = typed[1], last = typed[2], col = typed[3] }
  local room = position.room(position.modes[mode], area, editor, typed, frill or 0)
  if not room then
    return 'nowhere'
  end
  local frame = position.frame(room, { width = size[1], height = size[2] }, typed, frill or 0)
  local side = room.below and 'below' or 'above'
  return ('%s %d,%d %dx%d'):format(side, frame.row, frame.col, frame.width, frame.height)
end

local whole = { 0, 0, 80, 22 }
for name, case in vim.spairs({
  ['below what is typed'] = { 'enclosedTop', whole, { 3, 3, 8 }, { 30, 10 }, 0, 'below 4,8 30x10' },
  ['above what is typed'] = { 'enclosedBottom', whole, { 15, 15, 8 }, { 30, 10 }, 0, 'above 5,8 30x10' },
  ['above a wrapped key'] = { 'enclosedBottom', whole, { 14, 15, 70 }, { 20, 10 }, 0, 'above 4,60 20x10' },
  ['below a wrapped key'] = { 'enclosedTop', whole, { 3, 4, 70 }, { 20, 10 }, 0, 'below 5,60 20x10' },
  ['with a border below'] = { 'enclosedTop', whole, { 3, 3, 8 }, { 30, 10 }, 1, 'below 4,8 30x10' },
  ['with a border above'] = { 'enclosedBottom', whole, { 15, 15, 8 }, { 30, 10 }, 1, 'above 4,8 30x10' },
  ['no taller than the room'] = { 'enclosedTop', whole, { 3, 3, 8 }, { 30, 50 }, 1, 'below 4,8 30x17' },
  ['not wider'] = { 'enclosedTop', { 0, 4, 20, 22 }, { 3, 3, 8 }, { 50, 2 }, 0, 'below 4,4 20x2' },
  ['pushed to the left'] = { 'enclosedTop', whole, { 3, 3, 75 }, { 30, 2 }, 0, 'below 4,50 30x2' },
  ['at the last line'] = { 'enclosedTop', whole, { 21, 21, 0 }, { 30, 10 }, 1, 'above 10,0 30x10' },
  ['at the first line'] = { 'enclosedBottom', whole, { 0, 0, 0 }, { 30, 10 }, 1, 'below 1,0 30x10' },
  ['two rows are too few'] = { 'enclosedTop', whole, { 19, 19, 0 }, { 30, 10 }, 0, 'above 9,0 30x10' },
  ['three rows will do'] = { 'enclosedTop', whole, { 18, 18, 0 }, { 30, 10 }, 0, 'below 19,0 30x3' },
  ['a window of one line'] = { 'enclosedTop', { 5, 0, 80, 1 }, { 5, 5, 0 }, { 30, 9 }, 1, 'below 6,0 30x9' },
  ['one column'] = { 'enclosedTop', { 0, 79, 1, 22 }, { 5, 5, 79 }, { 30, 9 }, 0, 'below 6,50 30x9' },
  ['ten columns'] = { 'enclosedTop', { 0, 70, 10, 22 }, { 5, 5, 79 }, { 30, 9 }, 0, 'below 6,70 10x9' },
  ['custom: over other windows'] = { 'customNoLockNoArrow', { 0, 0, 80, 6 }, { 3, 3, 8 }, { 30, 9 }, 1, 'below 4,8 30x9' },
  ['custom: above'] = { 'customLockBottomNoArrow', { 15, 0, 80, 5 }, { 19, 19, 8 }, { 30, 9 }, 1, 'above 9,8 30x9' },
  ['an arrow up'] = { 'customLockBottomArrowPointingUp', whole, { 3, 3, 8 }, { 30, 9 }, 1, 'below 4,8 30x9' },
  ['an arrow down'] = { 'customLockTopArrowPointingDown', whole, { 15, 15, 8 }, { 30, 9 }, 1, 'above 5,8 30x9' },
  ['nothing wanted'] = { 'enclosedTop', whole, { 3, 3, 8 }, { 0, 0 }, 0, 'below 4,8 1x1' },
}) do
  check(name, placed(case[1], case[2], case[3], case[4], case[5]), case[6])
end
check('an editor of one line', position.room(position.modes.enclosedTop, { row = 0, col = 0, width = 9, height = 1 },
  { row = 0, col = 0, width = 9, height = 1 }, { first = 0, last = 0, col = 0 }, 0), 'nil')

check('the modes', vim.tbl_count(position.modes), '11')
check('a function places without arrow', { position.of(error) == position.modes.customNoLockNoArrow }, '{ true }')

-- Cells -------------------------------------------------------------------------------------------

local cells = require('mentions.chooser.widget.cells')

local function flat(line)
  return (cells.flat(line))
end

check('a line that fits', flat(cells.fit({ { 'Ada' }, { ' Lovelace' } }, 12)), 'Ada Lovelace')
check('a line that is cut', flat(cells.fit({ { 'Ada' }, { ' Lovelace' } }, 8)), 'Ada Lov…')
check('wide characters are not halved', flat(cells.fit({ { '张三丰的名字' } }, 6)), '张三…')
check('combining marks stay', flat(cells.fit({ { 'e\u{301}e\u{301}e\u{301}' } }, 2)), 'e\u{301}…')
if vim.fn.strdisplaywidth('👩‍👩‍👧') == 2 then -- not before Neovim 0.11
  check('emoji of several parts stay whole', flat(cells.fit({ { '👩‍👩‍👧 family' } }, 5)), '👩‍👩‍👧 f…')
end
check('one cell', flat(cells.fit({ { 'Ada' } }, 1)), '…')
check('no cell', flat(cells.fit({ { 'Ada' } }, 0)), '')
check('line ends', flat({ { 'a\nb\tc\0d' } }), 'a b c d')
check('matches', cells.matched('Ada Lovelace', { { 0, 2 }, { 4, 7 } }, 'M'),
  '{ { "Ad", "M" }, { "a " }, { "Lov", "M" }, { "elace" } }')
check('matches out of order and of bounds', cells.matched('Ada', { { 1, 2 }, { 0, 1 }, { 2, 9 } }, 'M'),
  '{ { "A" }, { "d", "M" }, { "a", "M" } }')
check('no matches', cells.matched('Ada', nil, 'M'), '{ { "Ada" } }')
check('a handle that matched', require('mentions.chooser.widget.cell').of(nil, {
  entity = { name = 'Donald Knuth', handle = 'taocp' }, matches = {}, handleMatches = { { 0, 3 } }, distinction = '@taocp',
}), '{ abbr = "Donald Knuth", handle = { matches = { { 1, 4 } }, text = "@taocp" }, matches = {}, menu = "" }')

-- The range slider --------------------------------------------------------------------------------

local scale = require('mentions.chooser.widget.scale')

local function slider(model, columns)
  local refused = {}
  local made = scale.new(model, function(property, expected)
    table.insert(refused, ('%s: expected %s'):format(property, expected))
  end)
  return table.concat({ flat(made:line(columns or 26, true)), unpack(refused) }, '\n  ')
end

check('at both ends', slider({}), '  ●━━━━━━━━━●  mentioned at any time or never')
check('a range', slider({ selected_minimum_value = 2, selected_maximum_value = 5 }),
  '  ──●━━●─────  2 to 5 mentions ago')
check('a long track', slider({ selected_minimum_value = 2, selected_maximum_value = 5 }, 80),
  '  ────●━━━━━━●────────────  2 to 5 mentions ago')
check('from a handle to the end', slider({ selected_minimum_value = 9 }, 80),
  '  ────────────────────●━━●  9 mentions ago or longer')
check('both handles at one place', slider({ selected_minimum_value = 3, selected_maximum_value = 3 }, 80),
  '  ──────●─────────────────  3 mentions ago')
check('another unit', slider({ selected_maximum_value = 1, unit = 'days' }, 80),
  '  ●━●─────────────────────  0 to 1 days ago')
check('beyond the ends', slider({ selected_maximum_value = 99, maximum_value = 5 }, 80),
  '  ●━━━━━━━━━━━━━━━━━━━━━━●  mentioned at any time or never')
check('kept apart', slider({ selected_minimum_value = 4, selected_maximum_value = 4, minimum_range = 2 }, 80),
  '  ─────────●━━━●──────────  4 to 6 mentions ago')
check('a range longer than the track', slider({ minimum_range = 99 }, 80),
  '  ●━━━━━━━━━━━━━━━━━━━━━━●  mentioned at any time or never')
check('a track without length', slider({ maximum_value = 0 }, 80),
  '  ●───────────────────────  mentioned at any time or never')
check('too narrow for a track', slider({}, 9), '  mentioned at any time or never')
local senseless = { minimum_value = 'a', maximum_value = -1, minimum_range = 0.5, unit = 7 }
check('values that make no sense', slider(senseless, 9),
  [[  mentioned at any time or never
  minimum_value: expected a whole number from 0 to 1000000
  maximum_value: expected a whole number from 0 to 1000000
  minimum_range: expected a whole number from 0 to 1000000
  unit: expected a string]])
check('ends in disorder', slider({ minimum_value = 7, maximum_value = 3 }, 9),
  '  mentioned at any time or never\n  maximum_value: expected at least minimum_value, which is 7')

local moving = scale.new({ selected_minimum_value = 2, selected_maximum_value = 3, minimum_range = 1 }, error)
for name, case in vim.spairs({
  ['upper up'] = { 1, true, 2, 4 }, ['upper not below the gap'] = { -1, true, 2, 3 },
  ['lower down'] = { -1, false, 1, 3 }, ['lower not above the gap'] = { 1, false, 2, 3 },
  ['upper to the end'] = { 99, true, 2, 10 }, ['lower to the end'] = { -99, false, 0, 3 },
}) do
  check(name, { moving:moved(case[1], case[2]) }, ('{ %d, %d }'):format(case[3], case[4]))
end
local kept = {}
for age = 0, 12 do
  kept[#kept + 1] = moving:contains(age) and age or nil
end
check('what a range keeps', kept, '{ 2, 3 }')
check('nobody without an age', moving:contains(nil), 'false')
check('at the end all that is older', scale.new({ selected_minimum_value = 9 }, error):contains(99), 'true')

-- Registration ------------------------------------------------------------------------------------

local widgets = require('mentions.widgets')

local function complete(more)
  local widget = {}
  for _, name in ipairs({ 'init', 'view', 'preferred_size', 'set_frame', 'become_visible', 'reload_data',
    'reset_scroll_position_and_hide' }) do
    widget[name] = function() end
  end
  return vim.tbl_extend('force', widget, more or {})
end

local function refusal(name, widget)
  local done, problem = pcall(widgets.register, name, widget)
  return done and 'registered' or problem
end

check('complete', refusal('mine', complete()), 'registered')
check('it is found', widgets.get('mine') ~= nil, 'true')
widgets.unregister('mine')
check('it is found no more', widgets.get('mine') == nil, 'true')
check('only Type A', refusal('mine', complete({ init = vim.NIL, init_with_data_source = function() end })),
  "mentions: widget 'mine' is refused: its 'init' is no function")
local neither = complete()
neither.init = nil
check('neither way to be made', refusal('mine', neither),
  "mentions: widget 'mine' cannot be made: it offers neither 'init' (Type B) nor"
    .. " 'init_with_data_source' (Type A)")
neither.init_with_data_source = function() end
check('one way is enough', refusal('mine', neither), 'registered')
local lacking = complete()
lacking.set_frame = nil
check('a method is missing', refusal('mine', lacking), "mentions: widget 'mine' has no function 'set_frame'")
check('no name', refusal('', complete()), 'mentions: a widget needs a name')
check('no table', refusal('mine', 'list'), "mentions: widget 'mine' is no table of functions")
check('no keys', refusal('mine', complete({ keys = true })),
  "mentions: widget 'mine' is refused: its 'keys' are no table")
for _, sample in ipairs({ 'list', 'slider' }) do
  check('the samples could be registered', refusal(sample, widgets.get(sample)), 'registered')
end

-- Recency -----------------------------------------------------------------------------------------

local recency = require('mentions.chooser.recency')
check('nobody yet', recency.age({ id = 'ada', source = 'team' }), 'nil')
recency.note({ id = 'ada', source = 'team' })
recency.note({ id = 'ada', source = 'other', uniqueID = '7' })
check('the last one', recency.age({ id = 'lovelace', source = 'team', uniqueID = '7' }), '0')
check('the one before', recency.age({ id = 'ada', source = 'team' }), '1')
check('another of that name', recency.age({ id = 'ada', source = 'git' }), 'nil')
for number = 1, 5000 do
  recency.note({ id = tostring(number), source = 'many' })
end
check('the newest are remembered', recency.age({ id = '4990', source = 'many' }), '10')
check('the oldest are forgotten', recency.age({ id = 'ada', source = 'team' }), 'nil')

-- Type A ------------------------------------------------------------------------------------------

local convert = require('mentions.chooser.menu').convert(function()
  return function(entity, detail, matches, trigger)
    local handle = entity.handle and trigger .. entity.handle or ''
    return { abbr = entity.name, kind = handle, menu = vim.inspect(matches) .. (detail or ''), hl = 'Title' }
  end, '@'
end)
--- The item replaces the first line, which is what was typed.
local function drawn(typed, item)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { typed })
  local range = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = #typed } }
  return convert(vim.tbl_extend('error', item, { textEdit = { newText = item.label, range = range } }), 0, 'utf-8')
end
check('a cell from a completion item', drawn('@lov', {
  label = 'Ada Lovelace', labelDetails = { detail = ' @ada', description = 'analyst' }, kind = 18,
}), '{ abbr = "Ada Lovelace", abbr_hlgroup = "Title", kind = "@ada", menu = "{ { 4, 7 } }analyst" }')
check('details of older editors', drawn('@ada', { label = 'Ada', detail = 'analyst' }),
  '{ abbr = "Ada", abbr_hlgroup = "Title", kind = "", menu = "{ { 0, 3 } }analyst" }')
check('without details', drawn('+zo', { label = 'Zoë' }),
  '{ abbr = "Zoë", abbr_hlgroup = "Title", kind = "", menu = "{ { 0, 2 } }" }')
for encoding, from in pairs({ ['utf-8'] = 4, ['utf-16'] = 2, ['utf-32'] = 1 }) do
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { '😀@lov' })
  local range = { start = { line = 0, character = from }, ['end'] = { line = 0, character = from + 4 } }
  local item = { label = 'Ada Lovelace', textEdit = { newText = 'Ada Lovelace', range = range } }
  check('columns in ' .. encoding, convert(item, 0, encoding),
    '{ abbr = "Ada Lovelace", abbr_hlgroup = "Title", kind = "", menu = "{ { 4, 7 } }" }')
end
check('nothing that is replaced', convert({ label = 'Zoë' }, 0, 'utf-8'),
  '{ abbr = "Zoë", abbr_hlgroup = "Title", kind = "", menu = "{}" }')

for _, failure in ipairs(failures) do
  print(failure)
end
os.exit(#failures == 0 and 0 or 1)

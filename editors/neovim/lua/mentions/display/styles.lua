-- Draws the styles of the settings and the attributes of the host: highlight groups, rectangles with round
-- ends, and functions of the user's. Knows mentions and attributes as the server last told them; marks move them along.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local config = require('mentions.config')
local marks = require('mentions.marks')
local report = require('mentions.support.report')
local api = vim.api

local M = {}

local space = api.nvim_create_namespace('mentions.styles')

--- Above the semantic tokens, which begin at 125.
local priority = 130

--- Changes within this many milliseconds become one question.
local pause = 200

--- By buffer: what the server told last, { styles, mentions, attributes }.
local told = {}

--- Functions that draw, by the name of a style or attribute.
local drawing = {}

-- Highlight groups --------------------------------------------------------------------------------

--- The group of a style: that of the settings, else one of our own that users define.
local function group_of(style)
  local own = style.highlight
  -- Neovim complains of any other name, each time that it is used.
  if own and #own <= 180 and own:match('^[%w_.@-]+$') then
    return own
  elseif own then
    report.once(("the style '%s'"):format(style.name), ("'%s' is no name of a highlight group"):format(own))
  end
  local group = 'MentionsStyle_' .. style.name:gsub('[^%w_]', '_')
  local usual = style.rounded and 'MentionsRounded' or 'MentionsStyle'
  if not next(api.nvim_get_hl(0, { name = group })) then
    api.nvim_set_hl(0, group, { link = usual, default = true })
    M.defined[group] = true
  end
  return group
end

--- A group whose foreground is another's background, for the ends of a rectangle; nil where that has no background.
local function cap_group(group)
  local look = api.nvim_get_hl(0, { name = group, link = false })
  local background = look.reverse and look.fg or look.bg
  if not background then
    return nil
  end
  local name = group .. 'Cap'
  api.nvim_set_hl(0, name, { fg = background })
  M.defined[name] = true
  return name
end

-- Drawing -----------------------------------------------------------------------------------------

local function mark(buffer, range, options)
  if options.hl_group or options.virt_text or options.spell ~= nil or options.conceal then
    options = vim.tbl_extend('keep', options, {
      end_row = range.end_row, end_col = range.end_col, priority = priority, strict = false,
    })
    api.nvim_buf_set_extmark(buffer, space, range.row, range.col, options)
  end
end

--- As a rectangle with round ends: the ends are characters before and after the text, which are not in it.
local function cap(buffer, range, group)
  local ends, look = config.options.caps, cap_group(group)
  if not look or #ends ~= 2 then
    return
  end
  local function place(row, col, text, left)
    api.nvim_buf_set_extmark(buffer, space, row, col, {
      virt_text = { { text, look } }, virt_text_pos = 'inline', right_gravity = left, strict = false,
    })
  end
  place(range.row, range.col, ends[1], true)
  place(range.end_row, range.end_col, ends[2], false)
end

--- Draws a style by the user's function. Returns whether there was one that did not fail.
local function draw_by_function(buffer, range, style, what)
  local draw = drawing[style.name]
  if not draw then
    return false
  end
  local done, options = pcall(draw, buffer, vim.deepcopy(range), vim.tbl_extend('force', { style = style }, what))
  done = done and (options == nil or type(options) == 'table')
  if done and options then
    done, options = pcall(mark, buffer, range, options)
  end
  if not done then
    report.once(("the function that draws '%s'"):format(style.name), options or 'returned no table')
  end
  return done
end

local function draw(buffer, wire, names, styles, what)
  local encoding = client.attached[buffer].offset_encoding
  local row, col = columns.place(buffer, wire.start, encoding)
  local end_row, end_col = columns.place(buffer, wire['end'], encoding)
  if not row or not end_row then
    return
  end
  local range = { row = row, col = col, end_row = end_row, end_col = end_col }
  for _, name in ipairs(names) do
    local style = styles[name] or { name = name }
    if not draw_by_function(buffer, range, style, what) then
      local group = group_of(style)
      mark(buffer, range, { hl_group = group })
      if style.rounded then
        cap(buffer, range, group)
      end
    end
  end
end

--- The styles of an attribute: those that the settings give it, which have other names, or its own.
local function names_of(attribute)
  return attribute.styles or { attribute.name }
end

local function show(buffer)
  api.nvim_buf_clear_namespace(buffer, space, 0, -1)
  local known = told[buffer]
  if not known or not client.attached[buffer] then
    return
  end
  local styles = {}
  for _, style in ipairs(known.styles) do
    styles[style.name] = style
  end
  for _, mention in ipairs(known.mentions) do
    draw(buffer, mention.range, mention.styles or {}, styles, { mention = mention })
  end
  for _, attribute in ipairs(known.attributes) do
    draw(buffer, attribute.range, names_of(attribute), styles, { attribute = attribute })
  end
end

-- Attributes of the host --------------------------------------------------------------------------

local function wire_range(buffer, range)
  local encoding = client.of(buffer).offset_encoding
  return {
    start = columns.position(buffer, range.row, range.col, encoding),
    ['end'] = columns.position(buffer, range.end_row, range.end_col, encoding),
  }
end

--- Adds and strips attributes; with neither, lists them. Ranges are { row, col, end_row, end_col }, from 0, in bytes.
--- @param buffer integer 0 for the current one
--- @param changes? { add?: table[], strip?: { ranges?: table[], names?: string[] } }
--- @param done? fun(answer?: { attributes: table[], refused: table[] })
function M.attributes(buffer, changes, done)
  buffer = buffer == 0 and api.nvim_get_current_buf() or buffer
  if not client.expected(buffer) then
    return
  end
  local params = { textDocument = client.document(buffer) }
  if changes and changes.add then
    params.add = vim.tbl_map(function(each)
      return vim.tbl_extend('force', each, { range = wire_range(buffer, each.range) })
    end, changes.add)
  end
  if changes and changes.strip then
    params.strip = vim.tbl_extend('force', vim.empty_dict(), changes.strip)
    params.strip.ranges = changes.strip.ranges and vim.tbl_map(function(range)
      return wire_range(buffer, range)
    end, changes.strip.ranges)
  end
  local tick = api.nvim_buf_get_changedtick(buffer)
  client.ask('mentions/attributes', params, buffer, function(answer)
    if answer and client.attached[buffer] then
      told[buffer] = vim.tbl_extend('force', told[buffer] or { mentions = {} }, {
        attributes = answer.attributes, styles = answer.styles,
      })
      -- Where the text has changed meanwhile, another answer follows.
      if tick == api.nvim_buf_get_changedtick(buffer) then
        show(buffer)
      end
      for _, refusal in ipairs(answer.refused) do
        report.say(('attribute %d: %s'):format(refusal.index + 1, refusal.reason))
      end
    end
    if done then
      done(answer)
    end
  end)
end

--- Draws what has a name by a function (Hakawai: additional attributes of the layout manager):
--- `draw(buffer, range, { style, mention?, attribute? })` returns what nvim_buf_set_extmark() takes for the range, or
--- nothing if it has drawn by itself. Without a function it is drawn as usual again.
--- @param name string
--- @param by? fun(buffer: integer, range: table, what: table): table?
function M.draw(name, by)
  drawing[name] = by
  vim.tbl_map(show, vim.tbl_keys(told))
end

function M.enable(context)
  M.defined = {}
  context.undo:namespace(space)
  context.undo:add(function()
    for group in pairs(M.defined) do
      api.nvim_set_hl(0, group, {})
    end
  end)
  context.on('listed', function(buffer, answer)
    local known = told[buffer]
    if answer.styles or (known and #known.styles > 0) then
      known = known or { attributes = {} }
      told[buffer] = { mentions = answer.mentions, attributes = known.attributes, styles = answer.styles or {} }
      show(buffer)
    end
  end)
  context.undo:autocmd('ColorScheme', {
    callback = function()
      vim.tbl_map(show, vim.tbl_keys(told))
    end,
  })
  context.each(function(buffer, _, undo)
    local timer = assert(vim.uv.new_timer())
    undo:add(function()
      timer:stop()
      timer:close()
      told[buffer] = nil
      if api.nvim_buf_is_valid(buffer) then
        api.nvim_buf_clear_namespace(buffer, space, 0, -1)
      end
    end)
    local function later(ask)
      timer:start(pause, 0, vim.schedule_wrap(function()
        if told[buffer] then
          ask(buffer)
        end
      end))
    end
    undo:autocmd({ 'TextChanged', 'TextChangedI' }, {
      buffer = buffer,
      callback = function()
        if told[buffer] and #told[buffer].attributes > 0 then
          later(M.attributes)
        end
      end,
    })
    -- Whether a mention is lit up is told by the tokens; where nothing goes by it, nobody asks.
    undo:autocmd('LspTokenUpdate', {
      buffer = buffer,
      callback = function(event)
        local known, token = told[buffer], event.data.token
        local mention = known and vim.iter(known.mentions):find(function(each)
          return each.range.start.line == token.line and (each.litUp == true) ~= (token.modifiers.litUp == true)
        end)
        if mention then
          later(marks.refresh)
        end
      end,
    })
  end)
end

return M

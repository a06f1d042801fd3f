-- Choosers: the editor's own completion menu (Type A), or a floating window of ours (Type B). See
-- :help mentions-chooser.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local recency = require('mentions.chooser.recency')
local triggers = require('mentions.chooser.triggers')

local M = { sessions = {} }

local highlights = {
  MentionsChooser = { link = 'Pmenu' },
  MentionsChooserSelected = { link = 'PmenuSel' },
  MentionsChooserMatch = { link = 'Special' },
  MentionsChooserDetail = { link = 'Comment' },
  MentionsChooserKind = { link = 'Type' },
  MentionsChooserLoading = { link = 'NonText' },
  MentionsChooserBorder = { link = 'FloatBorder' },
  MentionsChooserArrow = { link = 'MentionsChooserBorder' },
  MentionsChooserTrack = { link = 'NonText' },
  MentionsChooserRange = { link = 'Special' },
  MentionsChooserThumb = { link = 'Special' },
  MentionsChooserThumbMoving = { link = 'WarningMsg' },
}

function M.enable(context)
  context.on('created', function(params)
    recency.note(params.mention.entity)
  end)
  if context.options.chooser.type ~= 'B' then
    local options, trigger = context.options.chooser, {}
    context.on('state', function(params, buffer)
      trigger[buffer] = params.controlCharacter
    end)
    local has_cells = options.cell or vim.iter(pairs(options.triggers)):any(function(_, own)
      return own.cell ~= nil
    end)
    context.convert = has_cells
      and require('mentions.chooser.menu').convert(function(buffer)
        return triggers.of(options, trigger[buffer] or '').cell, trigger[buffer] or ''
      end)
    return
  end
  for name, definition in pairs(highlights) do
    context.undo:highlight(name, definition)
  end
  context.undo:add(require('mentions.chooser.window').forget)
  local Session = require('mentions.chooser.session')
  context.each(function(buffer, server, undo)
    local session = Session.new(buffer, context.options)
    M.sessions[buffer] = session
    require('mentions.chooser.resume').attach(buffer, server, undo, function()
      return session.is_creating == true
    end)
    undo:add(function()
      M.sessions[buffer] = nil
      session:destroy()
    end)
  end)
  context.on('state', function(params, buffer)
    local session = M.sessions[buffer]
    if session then
      session.is_creating, session.kind = params.state == 'creating', params.kind
      session.trigger = params.controlCharacter or ''
    end
  end)
  context.on('chooser', function(params, buffer)
    local session = M.sessions[buffer]
    if session then
      session:heard(params)
    end
  end)
end

--- Asks whom the text before the cursor could mean, even where the chooser would not open by itself.
function M.complete()
  local buffer = vim.api.nvim_get_current_buf()
  local server = client.of(buffer)
  if not server then
    return
  end
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local place = {
    textDocument = client.document(buffer),
    position = columns.position(buffer, row - 1, column, server.offset_encoding),
  }
  local search = { command = 'mentions.complete', arguments = { place } }
  client.request('workspace/executeCommand', search, buffer, function() end)
end

--- The session of a buffer, by default and by 0 of the current one.
local function session_of(buffer)
  return M.sessions[(not buffer or buffer == 0) and vim.api.nvim_get_current_buf() or buffer]
end

--- Whether a chooser of ours is visible in a buffer.
function M.is_visible(buffer)
  local session = session_of(buffer)
  return session ~= nil and session.is_visible == true
end

--- The number of rows in the chooser of a buffer; nil where it is not visible.
function M.number_shown(buffer)
  local session = session_of(buffer)
  local done, number = pcall(function()
    return session and session:number_shown()
  end)
  return done and number or nil
end

--- The model of a buffer's widget, to be read and written by key; nil before it was made.
function M.model(buffer)
  local session = session_of(buffer)
  return session and session.environment and session.environment.model
end

return M

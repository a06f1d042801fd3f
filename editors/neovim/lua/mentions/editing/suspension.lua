-- Suspends abbreviations of insert mode while a mention is made (Hakawai: temporarily override autocorrect): the name
-- that is typed is no text to correct. Neovim has no other corrections or automatic capitals of its own. Nor are lines
-- broken at 'textwidth' meanwhile: any completion menu that is open would insert the name at the wrong place.
local Undo = require('mentions.support.undo')
local api = vim.api

local M = {}

--- Abbreviations taken away, as maplist() has them, the buffer in which that was, and what restores its options; nil
--- while nothing is suspended.
local suspended

--- Milliseconds after a trigger within which the server says that a mention is made.
local pause = 300

--- What breaks lines: flags of 'formatoptions'.
local breaking = '[tca]'

local function is_inserted(abbreviation)
  return abbreviation.mode:match('[i!]') ~= nil
end

--- Keeps lines whole.
local function suspend_breaking(buffer, undo)
  local flags = vim.bo[buffer].formatoptions
  undo:buffer_option(buffer, 'formatoptions', (flags:gsub(breaking, '')))
  if vim.bo[buffer].formatexpr ~= '' then
    undo:buffer_option(buffer, 'formatexpr', '')
  end
end

--- Takes the abbreviations away, for the current buffer and all, and keeps its lines whole. A host may do so at any
--- time.
function M.suspend()
  if suspended then
    return
  end
  local buffer = api.nvim_get_current_buf()
  suspended = { buffer = buffer, list = vim.tbl_filter(is_inserted, vim.fn.maplist(true)), undo = Undo.new() }
  suspend_breaking(buffer, suspended.undo)
  for _, each in ipairs(suspended.list) do
    if each.buffer == 1 then
      pcall(api.nvim_buf_del_keymap, suspended.buffer, 'ia', each.lhs)
    else
      pcall(api.nvim_del_keymap, 'ia', each.lhs)
    end
  end
end

--- Restores them, except where somebody has defined one of that name or set the option meanwhile.
function M.resume()
  local was = suspended
  suspended = nil
  if was then
    was.undo:run()
  end
  for _, each in ipairs(was and was.list or {}) do
    local function restore()
      if vim.fn.maparg(each.lhs, 'i', true) == '' then
        vim.fn.mapset(each)
      end
    end
    if each.buffer ~= 1 then
      restore()
    elseif api.nvim_buf_is_loaded(was.buffer) then
      api.nvim_buf_call(was.buffer, restore)
    end
  end
end

--- Characters of names, at which a server wants to be asked too.
local joining = { ' ', '-', '.', '/', "'", '’' }

--- Whether a mention may begin with a character.
local function is_trigger(server, character)
  local offered = vim.tbl_get(server.server_capabilities, 'completionProvider', 'triggerCharacters') or {}
  return vim.tbl_contains(offered, character) and not vim.tbl_contains(joining, character)
    and not character:match('%w')
end

--- Keys may follow a trigger faster than the server can say that a mention is made.
local function foresee(context, creating)
  context.each(function(buffer, server, undo)
    undo:autocmd('InsertCharPre', {
      buffer = buffer,
      callback = function()
        if suspended or not is_trigger(server, vim.v.char) then
          return
        end
        M.suspend()
        local mine = suspended
        vim.defer_fn(function()
          if suspended == mine and not creating[buffer] then
            M.resume()
          end
        end, pause)
      end,
    })
  end)
end

function M.enable(context)
  local creating = {}
  foresee(context, creating)
  context.on('state', function(params, buffer)
    creating[buffer] = params.state == 'creating' or nil
    if not creating[buffer] then
      M.resume()
    elseif buffer == api.nvim_get_current_buf() then
      M.suspend()
    end
  end)
  context.undo:autocmd({ 'InsertLeave', 'BufLeave' }, { callback = M.resume })
  context.on('detach', M.resume)
  context.undo:add(M.resume)
end

return M

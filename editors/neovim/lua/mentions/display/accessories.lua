-- Accessories (Hakawai): what the settings `inlayHint` and `codeLens`, and the host, show beside the text. Neovim
-- draws them as virtual text and lines, where inlay hints and code lenses are enabled.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local config = require('mentions.config')
local api = vim.api

local M = {}

local hints, lenses = 'textDocument/inlayHint', 'textDocument/codeLens'

--- By buffer, what takes back what was enabled there, and the methods that were.
local shown = {}

--- Since Neovim 0.11 this function of a client is a method.
local is_method = vim.fn.has('nvim-0.11') == 1

--- Whether our server has such a thing: it says so at its start, or later, when there is something to show.
local function has(buffer, method)
  local server = client.of(buffer)
  if not server then
    return false
  elseif is_method then
    return server:supports_method(method, buffer)
  end
  return server.supports_method(method, { bufnr = buffer })
end

--- Whether another server of a buffer has what would be enabled: then it is the user's to say.
local function is_shared(buffer, method)
  return vim.iter(vim.lsp.get_clients({ bufnr = buffer, method = method })):any(function(each)
    return each.name ~= client.name
  end)
end

local function show_hints(buffer, undo)
  local hint = vim.lsp.inlay_hint
  if hint.is_enabled({ bufnr = buffer }) or is_shared(buffer, hints) then
    return
  end
  hint.enable(true, { bufnr = buffer })
  undo:add(function()
    if api.nvim_buf_is_loaded(buffer) then
      hint.enable(false, { bufnr = buffer })
    end
  end)
end

local function show_lenses(buffer, undo)
  local lens = vim.lsp.codelens
  if is_shared(buffer, lenses) then
    return
  elseif lens.enable then -- since Neovim 0.12
    if not lens.is_enabled({ bufnr = buffer }) then
      lens.enable(true, { bufnr = buffer })
      undo:add(function()
        if api.nvim_buf_is_loaded(buffer) then
          lens.enable(false, { bufnr = buffer })
        end
      end)
    end
    return
  end
  local function refresh()
    if has(buffer, lenses) then
      lens.refresh({ bufnr = buffer })
    end
  end
  undo:autocmd({ 'InsertLeave', 'TextChanged', 'BufEnter' }, { buffer = buffer, callback = refresh })
  undo:add(function()
    lens.clear(nil, buffer)
  end)
  refresh()
end

--- Enables what the server has; Neovim's modules are not loaded before.
local function show(buffer)
  local state = shown[buffer]
  for method, enable in pairs({ [hints] = show_hints, [lenses] = show_lenses }) do
    if state and not state[method] and has(buffer, method) then
      state[method] = true
      enable(buffer, state.undo)
    end
  end
end

--- What the protocol calls a place: "mention", { row, col } or { row, col, end_row, end_col }; from 0, in bytes.
local function anchor(buffer, at)
  if at == 'mention' then
    return at
  end
  local encoding = client.of(buffer).offset_encoding
  local start = columns.position(buffer, at.row, at.col, encoding)
  if not at.end_row then
    return start
  end
  return { start = start, ['end'] = columns.position(buffer, at.end_row, at.end_col, encoding) }
end

local function anchored(buffer, list)
  return list and vim.tbl_map(function(each)
    return vim.tbl_extend('force', each, { at = anchor(buffer, each.at) })
  end, list)
end

--- Adds, moves and removes accessories; with none of these, lists them.
--- @param buffer integer 0 for the current one
--- @param changes? { add?: table[], move?: table[], remove?: string[] }
--- @param done? fun(answer?: { accessories: table[] })
function M.change(buffer, changes, done)
  buffer = buffer == 0 and api.nvim_get_current_buf() or buffer
  if not client.expected(buffer) then
    return
  end
  changes = changes or {}
  client.ask('mentions/accessories', {
    textDocument = client.document(buffer),
    add = anchored(buffer, changes.add),
    move = anchored(buffer, changes.move),
    remove = changes.remove,
  }, buffer, function(answer)
    show(buffer)
    if done then
      done(answer)
    end
  end)
end

function M.enable(context)
  if not config.options.accessories then
    return
  end
  context.each(function(buffer, _, undo)
    shown[buffer] = { undo = undo }
    undo:add(function()
      shown[buffer] = nil
    end)
    show(buffer)
  end)
  context.on('listed', show)
end

return M

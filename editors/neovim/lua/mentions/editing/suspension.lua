-- Suspends abbreviations of insert mode while a mention is made (seed 003: temporarily override autocorrect): the name
-- that is typed is no text to correct. Neovim has no other corrections or automatic capitals of its own.
local api = vim.api

local M = {}

--- Abbreviations taken away, as maplist() has them, and the buffer in which that was; nil while none are.
local suspended

local function is_inserted(abbreviation)
  return abbreviation.mode:match('[i!]') ~= nil
end

--- Takes the abbreviations away, for the current buffer and all. A host may do so at any time.
function M.suspend()
  if suspended then
    return
  end
  suspended = { buffer = api.nvim_get_current_buf(), list = vim.tbl_filter(is_inserted, vim.fn.maplist(true)) }
  for _, each in ipairs(suspended.list) do
    if each.buffer == 1 then
      pcall(api.nvim_buf_del_keymap, suspended.buffer, 'ia', each.lhs)
    else
      pcall(api.nvim_del_keymap, 'ia', each.lhs)
    end
  end
end

--- Puts them back, except where somebody has defined one of that name meanwhile.
function M.resume()
  local was = suspended
  suspended = nil
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

function M.enable(context)
  context.on('state', function(params, buffer)
    if params.state ~= 'creating' then
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

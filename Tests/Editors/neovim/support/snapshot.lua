-- What a plug-in could have left behind, as text to compare: return dofile('snapshot.lua')().
local function sorted(list)
  table.sort(list)
  return list
end

local function mappings()
  local found = {}
  for _, mode in ipairs({ 'n', 'x', 's', 'o', 'i', 'c', 't' }) do
    for _, list in ipairs({ vim.api.nvim_get_keymap(mode), vim.api.nvim_buf_get_keymap(0, mode) }) do
      for _, each in ipairs(list) do
        local what = each.rhs or tostring(each.callback)
        table.insert(found, table.concat({ mode, each.buffer, each.lhs, what, each.desc or '' }, ' '))
      end
    end
  end
  return sorted(found)
end

-- Each once: Neovim repeats some of its own for every client that was ever there.
local function autocommands()
  local found = {}
  for _, each in ipairs(vim.api.nvim_get_autocmds({})) do
    found[table.concat({ each.event, each.group_name or '', each.pattern, each.desc or '' }, ' ')] = true
  end
  return sorted(vim.tbl_keys(found))
end

local function options()
  local found = {}
  for name, info in pairs(vim.api.nvim_get_all_options_info()) do
    local places = { {}, { scope = 'global' } }
    if info.scope == 'buf' or info.global_local then
      table.insert(places, { buf = 0 })
    end
    for index, place in ipairs(places) do
      local done, value = pcall(vim.api.nvim_get_option_value, name, place)
      if name ~= 'modified' and name ~= 'scroll' then -- the text's, and the size's
        table.insert(found, ('%s %d %s'):format(name, index, done and tostring(value) or ''))
      end
    end
  end
  return sorted(found)
end

local function highlights()
  local found = {}
  for name, definition in pairs(vim.api.nvim_get_hl(0, {})) do
    if next(definition) then
      table.insert(found, name .. ' ' .. vim.inspect(definition))
    end
  end
  return sorted(found)
end

local function handlers()
  local found = {}
  for name, handler in pairs(vim.lsp.handlers) do
    table.insert(found, name .. ' ' .. tostring(handler))
  end
  return sorted(found)
end

return function()
  return {
    mappings = mappings(),
    autocommands = autocommands(),
    options = options(),
    highlights = highlights(),
    handlers = handlers(),
    commands = sorted(vim.tbl_keys(vim.api.nvim_get_commands({}))),
    marks = Marks(0),
    clients = #vim.lsp.get_clients(),
    quickfix = { vim.fn.getqflist(), vim.fn.getloclist(0) },
  }
end

-- Backspace right after a mention: the mention lights up, then is trimmed, then deleted. The server says which; where
-- it does not, or answers too late, the key does what it did before.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local api = vim.api

local M = {}

--- After an answer that came too late, keys do not ask for this many milliseconds.
local rest = 3000

local function raw(keys)
  return api.nvim_replace_termcodes(keys, true, true, true)
end

local function global_mapping(key)
  for _, mapping in ipairs(api.nvim_get_keymap('i')) do
    if mapping.lhs == vim.fn.keytrans(key) then
      return mapping
    end
  end
end

--- The keys that a mapping types, nil if it is a function that did all by itself.
local function keys_of(mapping)
  if mapping.callback then
    local result = mapping.callback()
    if mapping.expr == 0 or type(result) ~= 'string' then
      return nil
    end
    return mapping.replace_keycodes == 1 and raw(result) or result
  end
  local right = (mapping.rhs or ''):gsub('<[Ss][Ii][Dd]>', ('<SNR>%d_'):format(mapping.sid or 0))
  if mapping.expr == 1 then
    local result = api.nvim_eval(right)
    return mapping.replace_keycodes == 1 and raw(result) or result
  end
  return raw(right)
end

--- Does what the key would do without us: the user's own mapping, else the key itself.
local function pass(key, mapping)
  mapping = mapping or global_mapping(key)
  if not mapping then
    api.nvim_feedkeys(key, 'in', false)
    return
  end
  local keys = keys_of(mapping)
  if not keys or keys == '' then
    return
  end
  if mapping.noremap == 1 then
    api.nvim_feedkeys(keys, 'in', false)
  elseif vim.startswith(keys, key) then -- as Vim has it: the mapped key at the front is not mapped again
    api.nvim_feedkeys(keys:sub(#key + 1), 'im', false)
    api.nvim_feedkeys(key, 'in', false)
  else
    api.nvim_feedkeys(keys, 'im', false)
  end
end

--- What the server wants, nil for nothing. Returns false as well when the answer came too late.
local function asked(buffer, server, deadline)
  local params = vim.lsp.util.make_position_params(0, server.offset_encoding)
  params.textDocument.version = vim.lsp.util.buf_versions[buffer]
  local tick = api.nvim_buf_get_changedtick(buffer)
  local problem, answer = client.request_sync('mentions/backspace', params, buffer, deadline)
  if not problem and not answer then
    return nil, false
  end
  if problem or tick ~= api.nvim_buf_get_changedtick(buffer) or answer.action == 'none' then
    return nil, true
  end
  return answer, true
end

local function apply(answer, buffer, server)
  if not answer.edit then
    return
  end
  vim.lsp.util.apply_text_edits({ answer.edit }, buffer, server.offset_encoding)
  local target = answer.position or answer.edit.range.start
  local row, column = columns.place(buffer, target, server.offset_encoding)
  if row then
    api.nvim_win_set_cursor(0, { row + 1, column })
  end
end

function M.enable(context)
  local options = context.options.backspace
  if not options.enable then
    return
  end
  local creating, silent_until = {}, 0
  context.on('state', function(params, buffer)
    creating[buffer] = params.state == 'creating' or nil
  end)

  local function press(buffer, key, mapping)
    local server = client.of(buffer)
    local is_ours = server
      and not creating[buffer]
      and vim.fn.pumvisible() == 0
      and api.nvim_get_mode().mode:sub(1, 1) == 'i'
      and vim.uv.now() >= silent_until
    if is_ours then
      local answer, in_time = asked(buffer, server, options.deadline)
      if not in_time then
        silent_until = vim.uv.now() + rest
      elseif answer then
        apply(answer, buffer, server)
        return
      end
    end
    pass(key, mapping)
  end

  context.each(function(buffer, _, undo)
    for _, name in ipairs(options.keys) do
      local key, before = raw(name), nil
      local function action()
        press(buffer, key, before)
      end
      local function map()
        local now = undo:mapping(buffer, 'i', name)
        if not now or now.callback ~= action then
          before = undo:keymap(buffer, 'i', name, action, 'Light up, trim or delete the mention')
        end
      end
      map()
      -- Another plug-in may have mapped the key after us; its mapping is called where the server wants nothing.
      undo:autocmd('InsertEnter', { buffer = buffer, callback = map })
    end
  end)
end

return M

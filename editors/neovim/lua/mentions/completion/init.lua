-- The editor's own completion menu. The server says when a mention is being made; then the menu is asked
-- for, also where Neovim itself would not: after letters, or when the trigger was followed within 25 ms.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local events = require('mentions.events')
local resume = require('mentions.chooser.resume')
local Undo = require('mentions.support.undo')
local api = vim.api

local M = {}

--- Milliseconds until Neovim's own trigger, which comes after 25 ms, is over.
local pause = 40
local has_engine = vim.fn.has('nvim-0.11') == 1
local from_server = { triggerKind = vim.lsp.protocol.CompletionTriggerKind.TriggerForIncompleteCompletions }

--- 'completeopt' as it is, with what keeps the first item from being inserted unasked.
function M.completeopt(value)
  local flags = vim.split(value, ',', { trimempty = true })
  local function has(flag)
    return vim.tbl_contains(flags, flag)
  end
  if not has('menuone') then
    table.insert(flags, 'menuone')
  end
  if not has('noselect') and not has('noinsert') then
    table.insert(flags, 'noselect')
  end
  return table.concat(flags, ',')
end

--- While a mention is made: the menus of other servers are the user's own.
local function keep_first_item_out_for_names(buffer, undo)
  local own = Undo.new()
  local function restore()
    own:run()
  end
  undo:add(restore)
  undo:add(events.on('state', function(params, other)
    if other ~= buffer then
      return
    end
    restore()
    if params.state == 'creating' then
      -- The value in force: the buffer's own one is empty while it follows the global one.
      local now = api.nvim_buf_call(buffer, function()
        return vim.o.completeopt
      end)
      own:buffer_option(buffer, 'completeopt', M.completeopt(now))
    end
  end))
end

local function keep_first_item_out(buffer, undo)
  if has_engine then
    return keep_first_item_out_for_names(buffer, undo)
  end
  -- Neovim 0.10 knows the option for all buffers only: it holds while text is inserted here.
  local before, ours
  local is_chosen = api.nvim_get_option_info2('completeopt', {}).was_set
  local function wanted(value)
    -- Unless the user has asked for it: the window that the default opens moves the text.
    return M.completeopt(is_chosen and value or (value:gsub(',?preview', '')))
  end
  local function restore()
    if before and vim.o.completeopt == ours then
      vim.o.completeopt = before
    end
    before = nil
  end
  -- The preview window, which Neovim fills while a list is browsed, is entered and left again.
  undo:autocmd({ 'InsertEnter', 'BufEnter' }, {
    buffer = buffer,
    callback = function(event)
      if event.event == 'BufEnter' and api.nvim_get_mode().mode:sub(1, 1) ~= 'i' then
        return
      end
      restore()
      before, ours = vim.o.completeopt, wanted(vim.o.completeopt)
      vim.o.completeopt = ours
    end,
  })
  undo:autocmd({ 'InsertLeave', 'BufLeave' }, { buffer = buffer, callback = restore })
  undo:add(restore)
end

--- Asks for the menu in the current buffer.
local function show_menu(context)
  local engine = context.options.completion.engine
  if engine ~= 'builtin' then
    engine(api.nvim_get_current_buf())
  elseif has_engine then
    vim.lsp.completion.get({ ctx = from_server })
  else
    require('mentions.completion.menu').show(api.nvim_get_current_buf(), context.convert)
  end
end

--- Whether the user has picked something in the menu: then it stays as it is.
local function is_browsed()
  return vim.fn.complete_info({ 'selected' }).selected ~= -1
end

local function is_inserting(buffer)
  return api.nvim_get_current_buf() == buffer and api.nvim_get_mode().mode:sub(1, 1) == 'i'
end

--- What is typed before and after gets undo steps of its own.
local function break_undo()
  api.nvim_feedkeys(vim.keycode('<C-g>u'), 'ni', false)
end

local function starts_at(character, server)
  local offered = vim.tbl_get(server.server_capabilities, 'completionProvider', 'triggerCharacters') or {}
  return vim.tbl_contains(offered, character)
end

-- Neovim 0.11 inserts a name's first word only, unless it is told the word (neovim's pull request 37949).
local wants_word = vim.fn.has('nvim-0.12') == 0

--- Draws our own items only: in a buffer Neovim gives those of all servers to one function.
local function cells(convert, buffer, encoding)
  return function(item)
    if vim.tbl_get(item, 'command', 'command') ~= 'mentions.accept' then
      return {}
    end
    -- Neovim would apply these edits after it has inserted the name, where the text was before.
    item.mentionsEdits, item.additionalTextEdits = item.mentionsEdits or item.additionalTextEdits, nil
    local drawn = convert and convert(item, buffer, encoding) or {}
    if wants_word then
      drawn.word = vim.tbl_get(item, 'textEdit', 'newText')
    end
    return drawn
  end
end

--- Removes the word after the cursor that an accepted item replaces.
local function remove_word_after(buffer, encoding)
  local data = vim.v.completed_item.user_data
  local edits = vim.tbl_get(data or {}, 'nvim', 'lsp', 'completion_item', 'mentionsEdits')
    or vim.tbl_get(data or {}, 'mentions', 'additionalTextEdits')
  for _, edit in ipairs(edits or {}) do
    local row, column = unpack(api.nvim_win_get_cursor(0))
    local rest = api.nvim_get_current_line():sub(column + 1)
    local units = edit.range['end'].character - edit.range.start.character
    local width = columns.bytes(rest, units, encoding)
    api.nvim_buf_set_text(buffer, row - 1, column, row - 1, column + width, { '' })
  end
end

local function attach_menu(context, buffer, server, undo)
  keep_first_item_out(buffer, undo)
  if has_engine then
    vim.lsp.completion.enable(true, server.id, buffer, {
      autotrigger = context.options.completion.autotrigger,
      convert = cells(context.convert, buffer, server.offset_encoding),
    })
    undo:add(function()
      vim.lsp.completion.enable(false, server.id, buffer)
    end)
  end
end

--- `creating[buffer]`: whether a mention is being made there.
local function attach(context, creating, buffer, server, undo)
  local timer, is_over = assert(vim.uv.new_timer()), false
  local is_triggered, has_broken_undo, width = false, false, 0
  local is_ours = context.options.completion.engine == 'builtin'
  undo:add(function()
    is_over = true
    creating[buffer] = nil
    timer:stop()
    timer:close()
  end)
  local function ask(is_refresh, delay)
    timer:start(delay or pause, 0, vim.schedule_wrap(function()
      has_broken_undo = false
      if is_over or not is_inserting(buffer) or not (creating[buffer] or is_triggered) then
        return
      end
      is_triggered = false
      if not creating[buffer] then
        -- The menu would ask the other servers of the buffer too.
        resume.look_back(buffer, server)
      elseif vim.fn.pumvisible() == 0 or ((is_refresh or not is_ours) and not is_browsed()) then
        -- What another plug-in shows meanwhile may be words of the text.
        show_menu(context)
      end
    end))
  end
  undo:add(events.on('state', function(params, other)
    if other == buffer then
      local was_creating = creating[buffer]
      creating[buffer] = params.state == 'creating' or nil
      if creating[buffer] then
        ask()
      end
      -- The built-in menu says by itself when a name is accepted, and sooner than the server.
      local is_due = was_creating ~= creating[buffer] and (creating[buffer] or not is_ours)
      if is_due and vim.fn.pumvisible() == 0 and is_inserting(buffer) then
        break_undo()
        has_broken_undo = true
      end
    end
  end))
  if context.options.completion.autotrigger then
    undo:autocmd('InsertCharPre', {
      buffer = buffer,
      callback = function()
        is_triggered = is_triggered or starts_at(vim.v.char, server)
      end,
    })
  end
  undo:autocmd('TextChangedI', {
    buffer = buffer,
    callback = function()
      if is_triggered or (is_ours and creating[buffer]) then
        ask()
      end
    end,
  })
  if not is_ours then
    return
  end
  attach_menu(context, buffer, server, undo)
  -- Once a name is accepted no menu is due, even though the server does not know of it yet.
  undo:autocmd('CompleteDone', {
    buffer = buffer,
    callback = function()
      -- Neovim 0.10 gives no reason, and an item only where one was taken.
      local reason = vim.v.event.reason or (next(vim.v.completed_item) and 'accept')
      if reason == 'accept' then
        remove_word_after(buffer, server.offset_encoding)
        creating[buffer], is_triggered = nil, false
        timer:stop()
        break_undo()
      elseif has_broken_undo and creating[buffer] then
        -- A menu that was shown before Neovim came to those keys is closed by them.
        ask(false, 0)
      end
    end,
  })
  -- Slow sources have answered: what the menu shows is not all.
  undo:add(events.on('chooser', function(params, other)
    local is_news = other == buffer and creating[buffer] and params.event ~= 'hidden'
    if is_news and #vim.fn.complete_info({ 'items' }).items ~= params.count then
      ask(vim.fn.pumvisible() == 1)
    end
  end))
  -- Neovim asks again after each letter while the menu is there, but not after one was deleted.
  undo:autocmd('TextChangedP', {
    buffer = buffer,
    callback = function()
      local column = api.nvim_win_get_cursor(0)[2]
      if creating[buffer] and not is_browsed() and (column < width or not has_engine) then
        ask(true)
      end
      width = column
    end,
  })
end

--- The user closed the menu: it does not open again for this mention.
local function hear_refusals(context, creating)
  local keys = vim.on_key(function(key)
    local buffer = api.nvim_get_current_buf()
    if key == '\5' and creating[buffer] and vim.fn.pumvisible() == 1 then
      creating[buffer] = nil
      vim.schedule(function()
        client.notify('mentions/cancel', { textDocument = client.document(buffer) }, buffer)
      end)
    end
  end)
  context.undo:add(function()
    vim.on_key(nil, keys)
  end)
end

function M.enable(context)
  if context.options.completion.engine == 'external' or context.options.chooser.type == 'B' then
    return
  end
  local creating = {}
  if context.options.completion.engine == 'builtin' then
    hear_refusals(context, creating)
  end
  context.each(function(buffer, server, undo)
    attach(context, creating, buffer, server, undo)
  end)
end

return M

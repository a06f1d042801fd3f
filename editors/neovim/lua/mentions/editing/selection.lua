-- Tells the server where the cursor is: it lights up the mention there, and ends one being made when the
-- cursor leaves.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local api = vim.api

--- `held[buffer]`: movements of the cursor there are not reported for now.
local M = { held = {} }

--- Movements within this many milliseconds become one message.
local pause = 30

local function end_of_character(line, column)
  if column >= #line then
    return #line
  end
  return column + vim.str_utf_end(line, column + 1) + 1
end

--- The primary selection of the current window: the cursor, or what is selected in Visual mode.
function M.current(encoding)
  local buffer = api.nvim_get_current_buf()
  local row, column = unpack(api.nvim_win_get_cursor(0))
  local from, to = { row - 1, column }, { row - 1, column }
  local mode = api.nvim_get_mode().mode:sub(1, 1)
  if mode == 'v' or mode == 'V' then
    local anchor = vim.fn.getpos('v')
    from = { anchor[2] - 1, anchor[3] - 1 }
    if from[1] > to[1] or (from[1] == to[1] and from[2] > to[2]) then
      from, to = to, from
    end
    local last = api.nvim_buf_get_lines(buffer, to[1], to[1] + 1, false)[1] or ''
    if mode == 'V' then
      from[2], to[2] = 0, #last
    else
      to[2] = end_of_character(last, to[2])
    end
  end
  return {
    start = columns.position(buffer, from[1], from[2], encoding),
    ['end'] = columns.position(buffer, to[1], to[2], encoding),
  }
end

local function send(buffer, state)
  local server = client.of(buffer)
  if not server or api.nvim_get_current_buf() ~= buffer or M.held[buffer] then
    return
  end
  local range = M.current(server.offset_encoding)
  if state.range and vim.deep_equal(range, state.range) then
    return
  end
  state.range = range
  local function notify()
    client.notify('mentions/didChangeSelection', {
      textDocument = client.document(buffer),
      selections = { range },
    }, buffer)
  end
  local tick = api.nvim_buf_get_changedtick(buffer)
  if state.tick == tick then
    notify()
    return
  end
  -- Neovim holds changes back for a while; a request takes them along, so that the server knows this text.
  state.tick = tick
  client.request('mentions/state', { textDocument = client.document(buffer) }, buffer, function() end)
  notify()
end

function M.enable(context)
  context.each(function(buffer, _, undo)
    local state, timer = {}, assert(vim.uv.new_timer())
    undo:add(function()
      timer:stop()
      timer:close()
      state.is_over = true
      M.held[buffer] = nil
    end)
    undo:autocmd({ 'CursorMoved', 'CursorMovedI', 'ModeChanged', 'BufEnter' }, {
      buffer = buffer,
      callback = function()
        if timer:is_active() then
          return
        end
        timer:start(pause, 0, vim.schedule_wrap(function()
          if not state.is_over and api.nvim_buf_is_valid(buffer) then
            send(buffer, state)
          end
        end))
      end,
    })
  end)
end

return M

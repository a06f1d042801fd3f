-- Puts a chosen entity into the text: the server says what to change, and for which version.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local api = vim.api

local M = {}

local function is_inserting()
  return api.nvim_get_mode().mode:match('^[iR]') ~= nil
end

--- What is typed before and after gets undo steps of its own.
local function break_undo()
  if is_inserting() then
    api.nvim_feedkeys(vim.keycode('<C-g>u'), 'ni', false)
  end
end

--- Whether the text is still the one that the server's edits are for.
local function is_current(buffer, tick, version)
  local known = vim.lsp.util.buf_versions[buffer]
  return api.nvim_buf_get_changedtick(buffer) == tick and (known == nil or known == version)
end

local function is_before(one, other)
  return one.line < other.line or (one.line == other.line and one.character < other.character)
end

--- Edits that touch become one: each by itself could reach the server in a message of its own, and the
--- rest of a word that goes with a mention would look like an edit elsewhere.
local function joined(edits)
  table.sort(edits, function(one, other)
    return is_before(one.range.start, other.range.start)
  end)
  local result = {}
  for _, edit in ipairs(edits) do
    local last = result[#result]
    if last and vim.deep_equal(last.range['end'], edit.range.start) then
      last.range['end'], last.newText = edit.range['end'], last.newText .. edit.newText
    else
      table.insert(result, vim.deepcopy(edit))
    end
  end
  return result
end

--- Applies edits and puts the cursor after the text of the first.
local function apply(buffer, answer, encoding)
  local space = api.nvim_create_namespace('mentions.chooser.accept')
  local edit = answer.edit
  local row, column = columns.place(buffer, edit.range.start, encoding)
  local start = api.nvim_buf_set_extmark(buffer, space, row, column, { right_gravity = false })
  local text = vim.split(edit.newText, '\r?\n')
  local edits = { edit }
  vim.list_extend(edits, answer.additionalEdits or {})
  vim.lsp.util.apply_text_edits(joined(edits), buffer, encoding)
  local place = api.nvim_buf_get_extmark_by_id(buffer, space, start, {})
  api.nvim_buf_del_extmark(buffer, space, start)
  if #text == 1 then
    api.nvim_win_set_cursor(0, { place[1] + 1, place[2] + #text[1] })
  else
    api.nvim_win_set_cursor(0, { place[1] + #text, #text[#text] })
  end
end

--- Accepts an offer. Where the text or the list has moved on meanwhile, the list is asked for anew and
--- the same entity chosen from it, once.
--- @param items table what `index` counts in
--- @param index integer
--- @param finished fun(accepted: boolean)
function M.select(items, index, finished, again)
  local buffer, item = items.buffer, items:get(index)
  local server = client.of(buffer)
  if not item or not server then
    return finished(false)
  end
  local function stale()
    if again then
      return finished(false)
    end
    items:ask(1, math.max(items.total, index), function(came)
      local place = came and items:find(item.entity)
      if place then
        M.select(items, place, finished, true)
      else
        finished(false)
      end
    end)
  end
  if not again then
    break_undo()
  end
  local tick = api.nvim_buf_get_changedtick(buffer)
  client.request('mentions/select', {
    textDocument = client.document(buffer), generation = items.generation, index = index - 1,
  }, buffer, function(problem, answer)
    if not api.nvim_buf_is_loaded(buffer) or api.nvim_get_current_buf() ~= buffer or not is_inserting() then
      return finished(false)
    end
    if problem or not answer or not is_current(buffer, tick, answer.version) then
      return stale()
    end
    apply(buffer, answer, server.offset_encoding)
    break_undo()
    finished(true)
  end)
end

return M

-- Entities from the user's Lua function: the server's source of type "client".
--
--   entities(query, answer)  query = { keyString, searchType, invoked, controlCharacter, uri, languageId }
--   answer(entities, { dedupe = false, more = false })    any number of times, the last without `more`
--   resolve_entity(entity, answer)    answer(entity) once, with more fields
-- What the functions return, unless nil, is an answer too.
local config = require('mentions.config')
local report = require('mentions.support.report')

local M = {}

local function batch(entities, options)
  options = options or {}
  return {
    entities = vim.islist(entities or {}) and entities or {},
    dedupe = options.dedupe == true,
    isComplete = options.more ~= true,
  }
end

--- Calls the user's function. Neovim runs handlers of requests in coroutines: it waits for the first answer.
local function first_answer(option, subject, answered)
  local waiting = coroutine.running()
  local first, is_waiting
  local function answer(...)
    local value = answered(...)
    if value == nil then
      return
    end
    first = value
    if is_waiting then
      is_waiting = false
      vim.schedule(function()
        coroutine.resume(waiting)
      end)
    end
  end
  local done, returned = pcall(config.options[option], subject, answer)
  if not done then
    report.once(('"%s" failed'):format(option), returned)
    answer(nil)
  elseif returned ~= nil then
    answer(returned)
  end
  if first == nil then
    is_waiting = true
    coroutine.yield()
  end
  return first
end

local function retrieve(_, query, context)
  if not config.options.entities then
    return batch()
  end
  local is_first, has_ended = true, false
  return first_answer('entities', query, function(entities, options)
    if has_ended then
      return nil
    end
    local next_batch = batch(entities, options)
    has_ended = next_batch.isComplete or #next_batch.entities == 0
    if is_first then
      is_first = false
      return next_batch
    end
    next_batch.queryID = query.queryID
    vim.schedule(function()
      require('mentions.client').notify_client(context.client_id, 'mentions/entities', next_batch)
    end)
  end)
end

local function resolve(_, params)
  if not config.options.resolve_entity then
    return { entity = params.entity }
  end
  local has_ended = false
  return first_answer('resolve_entity', params.entity, function(entity)
    if has_ended then
      return nil
    end
    has_ended = true
    return { entity = type(entity) == 'table' and entity or params.entity }
  end)
end

--- The handlers of the server's requests, for the client's own table of handlers.
function M.handlers()
  return { ['mentions/retrieveEntities'] = retrieve, ['mentions/resolveEntity'] = resolve }
end

return M

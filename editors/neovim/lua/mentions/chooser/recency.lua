--- When somebody was last mentioned in this session, from what the server tells (`mentions/didCreate`,
--- `mentions/didSelect`). Nothing is written to disk.
local M = {}

--- Names beyond this are forgotten, oldest first.
local most = 2000
local times, count = {}, 0

--- Seconds of a clock that only grows; tests put in one of their own.
M.clock = function() return vim.uv.hrtime() / 1e9 end

local function key(entity)
  return entity.uniqueID or ((entity.source or '') .. '\0' .. (entity.id or entity.name))
end

local function forget_older_half()
  local all = vim.tbl_values(times)
  table.sort(all)
  local limit = all[math.floor(#all / 2)]
  for name, time in pairs(times) do
    if time <= limit then
      times[name], count = nil, count - 1
    end
  end
end

--- @param entity { id: string, uniqueID?: string, source?: string }
function M.note(entity)
  if type(entity) ~= 'table' then
    return
  end
  local name = key(entity)
  if not times[name] then
    if count >= most then forget_older_half() end
    count = count + 1
  end
  times[name] = M.clock()
end

--- Seconds since an entity was mentioned; infinite where it was not.
function M.age(entity)
  local time = times[key(entity)]
  return time and math.max(0, M.clock() - time) or math.huge
end

function M.reset()
  times, count = {}, 0
end

return M

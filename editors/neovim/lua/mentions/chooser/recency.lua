-- How many mentions ago a person was last mentioned in this session, from what the server reports
-- (`mentions/didCreate`). Nothing is written to disk.
local M = {}

--- Names beyond this are forgotten, oldest first.
local most = 2000
local last, count, total = {}, 0, 0

local function key(entity)
  return entity.uniqueID or ((entity.source or '') .. '\0' .. (entity.id or entity.name or ''))
end

local function forget_older_half()
  local all = vim.tbl_values(last)
  table.sort(all)
  local limit = all[math.floor(#all / 2)]
  for name, number in pairs(last) do
    if number <= limit then
      last[name], count = nil, count - 1
    end
  end
end

--- Notes a mention of a person.
--- @param entity { id: string, uniqueID?: string, source?: string }
function M.note(entity)
  local name = key(entity)
  if not last[name] then
    if count >= most then
      forget_older_half()
    end
    count = count + 1
  end
  total = total + 1
  last[name] = total
end

--- The number of mentions since then: 0 for the last one, nil for a person not mentioned yet.
function M.age(entity)
  local number = last[key(entity)]
  return number and total - number
end

return M

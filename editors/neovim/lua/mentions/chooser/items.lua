-- What the server offers, fetched a page at a time, when it is shown. Indices count from 1.
local client = require('mentions.client')

local Items = {}
Items.__index = Items

--- Rows fetched at once, at least.
local page = 20

--- @param buffer integer
--- @param arrived fun() called when something came that was not there before
function Items.new(buffer, arrived)
  return setmetatable({
    buffer = buffer, arrived = arrived, asked = 0, answered = 0, life = 0,
    generation = 0, total = 0, loading = false, rows = {}, pending = {},
  }, Items)
end

--- Forgets everything; pending answers are ignored.
function Items:clear()
  self.life = self.life + 1
  self.total, self.loading, self.rows, self.pending = 0, false, {}, {}
end

--- What distinguishes an entity from another of the same name.
local function distinction(entity)
  return entity.handle and '@' .. entity.handle or entity.email or entity.id
end

--- Marks the rows with the same name as another, so that cells can show more of them.
local function tell_apart(self)
  local first = {}
  for _, item in vim.spairs(self.rows) do
    local other = first[item.entity.name]
    item.distinction = other and distinction(item.entity) or nil
    if other then
      other.distinction = distinction(other.entity)
    else
      first[item.entity.name] = item
    end
  end
end

local function take(self, answer, first)
  if answer.generation ~= self.generation then
    self.generation, self.rows, self.pending = answer.generation, {}, {}
  end
  self.total, self.loading = answer.total, answer.loading
  for place, item in ipairs(answer.items) do
    self.rows[first + place - 1] = item
  end
  for index in pairs(self.rows) do
    if index > self.total then
      self.rows[index] = nil
    end
  end
  tell_apart(self)
end

--- Asks for rows from `first` on; `done(came)` is called in any case, unless everything was cleared
--- meanwhile.
function Items:ask(first, count, done)
  self.asked = self.asked + 1
  local number, life = self.asked, self.life
  done = done or function() end
  client.request('mentions/chooserItems', {
    textDocument = client.document(self.buffer), start = first - 1, count = math.max(count, page),
  }, self.buffer, function(problem, answer)
    if life ~= self.life then
      return
    end
    self.pending[first] = nil
    -- An answer overtaken by a later request would bring back outdated rows.
    if problem or not answer or number < self.answered then
      return done(false)
    end
    self.answered = number
    take(self, answer, first)
    self.arrived()
    done(true)
  end)
end

--- The offer at a place; nil while it is being fetched.
function Items:get(index)
  local item = self.rows[index]
  if not item and index >= 1 and index <= self.total then
    local first = index - (index - 1) % page
    if not self.pending[first] then
      self.pending[first] = true
      self:ask(first, page)
    end
  end
  return item
end

--- Where an entity is offered, among the rows fetched so far.
function Items:find(entity)
  for index, item in pairs(self.rows) do
    local other = item.entity
    if other.id == entity.id and other.source == entity.source and other.uniqueID == entity.uniqueID then
      return index
    end
  end
end

return Items

-- Shows messages to the user, in lines that fit: a longer one would make the editor ask for a key, and swallow
-- the next that is typed.
local M = {}

local said = {}

--- A text in lines of so many cells at most, broken between words where there are words.
local function lines(text, room)
  local found, line, begun = {}, 'mentions:', 'mentions: …'
  local function width(more)
    return vim.fn.strdisplaywidth(line .. ' ' .. more)
  end
  local function wrap()
    table.insert(found, line)
    line = begun
  end
  for word in text:gmatch('%S+') do
    if width(word) > room and line ~= begun and line ~= 'mentions:' then
      wrap()
    end
    while width(word) > room do
      local part = vim.fn.printf(('%%.%dS'):format(math.max(2, room - width(''))), word)
      line, word = line .. ' ' .. part, word:sub(#part + 1)
      wrap()
    end
    line = line .. ' ' .. word
  end
  return vim.list_extend(found, { line })
end

--- Says a text; what does not fit into one line follows in further ones, all to be read in |:messages|.
--- @param text string
--- @param level? integer of vim.log.levels, WARN unless given
function M.say(text, level)
  vim.schedule(function()
    for _, line in ipairs(lines(text, math.max(20, vim.v.echospace))) do
      -- Each message in its turn is the first on an empty line.
      vim.cmd.redraw()
      vim.notify(line, level or vim.log.levels.WARN)
    end
  end)
end

--- Says what is wrong with what the user gave, once.
--- @param subject string
--- @param problem any
function M.once(subject, problem)
  local text = ('%s: %s'):format(subject, tostring(problem))
  if not said[text] then
    said[text] = true
    vim.lsp.log.warn('mentions: ' .. text)
    M.say(text)
  end
end

return M

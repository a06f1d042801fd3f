-- Says what is wrong with what the user gave.
local M = {}

local said = {}

--- Says it once, in one line that fits: a longer one would make the editor ask for a key.
--- @param subject string
--- @param problem any
function M.once(subject, problem)
  local text = ('mentions: %s: %s'):format(subject, (tostring(problem):gsub('%s+', ' ')))
  if said[text] then
    return
  end
  said[text] = true
  vim.lsp.log.warn(text)
  vim.schedule(function()
    vim.notify(vim.fn.strcharpart(text, 0, math.max(20, vim.o.columns - 12)), vim.log.levels.WARN)
  end)
end

return M

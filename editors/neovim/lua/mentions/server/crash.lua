-- Restarts a server that ended unexpectedly, three times a minute at most.
local report = require('mentions.support.report')

local M = {
  --- Every such end: `at` in seconds since 1970, `code`, `signal`, `restarted`.
  ends = {},
}

--- In seconds, and how often within them.
local window, most = 60, 3

--- How a program ended, in words.
function M.words(ending)
  if ending.signal ~= 0 then
    return ('by signal %d'):format(ending.signal)
  end
  return ('with status %d'):format(ending.code)
end

--- Notes an end; returns whether the server may be started again.
--- @param code integer exit status
--- @param signal integer 0 where there was none
--- @param now? integer seconds since 1970
function M.note(code, signal, now)
  now = now or os.time()
  local lately = vim.iter(M.ends):filter(function(ending)
    return ending.restarted and now - ending.at < window
  end)
  local ending = { at = now, code = code, signal = signal, restarted = #lately:totable() < most }
  table.insert(M.ends, ending)
  local words = ('the server ended %s'):format(M.words(ending))
  if ending.restarted then
    report.say(words .. ' and is started again, see :checkhealth mentions', vim.log.levels.INFO)
  else
    local advice = '%s, %d times within a minute: it is not started again, :Mentions toggle twice starts it'
    report.say(advice:format(words, most + 1))
  end
  return ending.restarted
end

return M

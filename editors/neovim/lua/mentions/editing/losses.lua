-- Tells the user when an edit turned mentions into plain text: nothing else shows it, and `u` brings them back.
local events = require('mentions.events')
local marks = require('mentions.marks')
local report = require('mentions.support.report')

local api = vim.api

local M = {}

--- Losses within this many milliseconds are one message; what comes back meanwhile was not lost.
local pause = 300

--- Nor is what came so shortly before: a filter may insert its lines before the old ones go.
local shortly = 100

--- The keys that take the last change of a buffer back: after an undo, redo does.
local function remedy(buffer)
  local tree = api.nvim_buf_call(buffer, vim.fn.undotree)
  local keys = tree.seq_cur < tree.seq_last and '<C-r>' or 'u'
  return api.nvim_get_mode().mode:match('^[iR]') and '<Esc>' .. keys or keys
end

--- What the mentions were that an edit made plain, and how many went with their text. Vim's own 'report' says how many
--- must go for a message.
local function sentence(buffer, plain, gone)
  local count = #plain + (gone > vim.o.report and gone or 0)
  if count == 0 then
    return nil
  elseif count == 1 and plain[1] then
    return ('%s is plain text now; %s takes that back'):format(plain[1], remedy(buffer))
  end
  return ('%d mentions are lost; %s takes that back'):format(count, remedy(buffer))
end

function M.enable(context)
  if not context.options.losses then
    return
  end
  context.each(function(buffer, _, undo)
    local timer = assert(vim.uv.new_timer())
    -- What was lost; by entity, how many of its mentions came that have not made up for a loss; and when the last came.
    local lost, gained, last = {}, {}, 0
    undo:add(function()
      lost = {}
      timer:stop()
      timer:close()
    end)
    local function tell()
      local plain, gone = {}, 0
      for _, each in ipairs(lost) do
        local entity = marks.entity(each.mention)
        if (gained[entity] or 0) > 0 then
          gained[entity] = gained[entity] - 1
        elseif each.left == '' then
          gone = gone + 1
        else
          table.insert(plain, each.mention.text)
        end
      end
      lost, gained = {}, {}
      local text = sentence(buffer, plain, gone)
      if text then
        report.say(text)
      end
    end
    local function forget_old()
      if #lost == 0 and vim.uv.now() - last > shortly then
        gained = {}
      end
    end
    undo:add(events.on('deleted', function(params, other)
      local left = other == buffer and marks.take(buffer, params.mention)
      -- Unchanged text lost its mention because the user asked for it; a preview in the menu is not one yet.
      if left and left ~= params.mention.text and vim.fn.pumvisible() == 0 then
        forget_old()
        table.insert(lost, { mention = params.mention, left = left })
        timer:start(pause, 0, vim.schedule_wrap(tell))
      end
    end))
    -- What comes back in another place or under another name, or was shortened, is not lost.
    for _, event in ipairs({ 'created', 'trimmed' }) do
      undo:add(events.on(event, function(params, other)
        if other == buffer then
          forget_old()
          local entity = marks.entity(params.mention)
          gained[entity], last = (gained[entity] or 0) + 1, vim.uv.now()
        end
      end))
    end
  end)
end

return M

-- Asks the user whom to mention, where no text in the buffer says it: people are searched for in a document of the
-- plug-in's own, which no buffer shows.
local client = require('mentions.client')
local columns = require('mentions.support.columns')
local report = require('mentions.support.report')

local M = {}

--- While sources are searching and have found nobody yet, ask again after so many milliseconds, so often.
local pause, turns = 100, 20

--- How many are asked for at once: as many as a list for reading holds.
local most = 50

local number = 0

--- Opens a document for the server alone and types a text into it; returns what names it, and what closes it. A handle
--- in a text that is opened would be a mention already.
local function open(buffer, text)
  number = number + 1
  local document = { uri = ('untitled:mentions-search-%d'):format(number) }
  local item = { uri = document.uri, languageId = vim.bo[buffer].filetype, version = 1, text = '' }
  client.notify('textDocument/didOpen', { textDocument = item }, buffer)
  local top = { line = 0, character = 0 }
  client.notify('textDocument/didChange', {
    textDocument = { uri = document.uri, version = 2 },
    contentChanges = { { range = { start = top, ['end'] = top }, text = text } },
  }, buffer)
  return document, function()
    client.notify('textDocument/didClose', { textDocument = document }, buffer)
  end
end

--- The line for a person in the list.
function M.title(item)
  return item.detail and ('%s – %s'):format(item.label, item.detail) or item.label
end

--- Asks for the items of a list until somebody is found or all sources have answered; `done(answer)`.
function M.items(buffer, document, done, turn)
  local params = { textDocument = document, start = 0, count = most }
  client.ask('mentions/chooserItems', params, buffer, function(found)
    if found and found.loading and #found.items == 0 and (turn or 1) < turns then
      vim.defer_fn(function()
        if client.attached[buffer] then
          M.items(buffer, document, done, (turn or 1) + 1)
        end
      end, pause)
    else
      done(found)
    end
  end)
end

--- What is inserted for one of the list, and which part of it is the mention: `done(text, from, to)`, `to` exclusive,
--- both in the server's units.
local function inserted(buffer, document, found, index, done)
  local params = { textDocument = document, generation = found.generation, index = index }
  client.ask('mentions/select', params, buffer, function(answer)
    if not answer then
      return done(nil)
    end
    local text = answer.edit.newText
    client.notify('textDocument/didChange', {
      textDocument = { uri = document.uri, version = 3 },
      contentChanges = { { range = answer.edit.range, text = text } },
    }, buffer)
    client.ask('mentions/list', { textDocument = document }, buffer, function(list)
      local mention = list and list.mentions[1]
      if mention then
        done(text, mention.range.start.character, mention.range['end'].character)
      else
        done(nil)
      end
    end)
  end)
end

--- Lets the user type a name and pick from those who are found; `done(entity, text, from, to)`: whom, what is inserted
--- for them, and which part of that is the mention.
function M.ask(buffer, prompt, done)
  vim.ui.input({ prompt = prompt }, function(name)
    local server = client.of(buffer)
    if not name or name == '' or not server then
      return
    end
    local trigger = server.server_capabilities.completionProvider.triggerCharacters[1]
    local document, close = open(buffer, trigger .. name)
    local units = columns.units(trigger .. name, #trigger + #name, server.offset_encoding)
    local place = { textDocument = document, position = { line = 0, character = units } }
    local search = { command = 'mentions.complete', arguments = { place } }
    client.ask('workspace/executeCommand', search, buffer, function()
      M.items(buffer, document, function(found)
        if not found or #found.items == 0 then
          close()
          return report.say(('nobody found for "%s"'):format(name))
        end
        vim.ui.select(found.items, { prompt = prompt, kind = 'mentions', format_item = M.title }, function(item, index)
          if not item then
            return close()
          end
          inserted(buffer, document, found, index - 1, function(text, from, to)
            close()
            if text then
              done(item.entity, text, from, to)
            end
          end)
        end)
      end)
    end)
  end)
end

return M

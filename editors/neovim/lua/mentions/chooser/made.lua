-- Makes the widget of a session: with what it may ask, its environment and its event delegate.
local Life = require('mentions.chooser.life')
local cell = require('mentions.chooser.cell')
local report = require('mentions.chooser.report')
local scope = require('mentions.chooser.environment')
local widgets = require('mentions.widgets')

local M = {}

--- What a widget of Type B asks the plug-in (HKWCustomChooserViewDelegate, seed 000). Places count from 1.
local function delegate(session)
  local items, chooser = session.items, {}
  function chooser.should_display_loading_indicator()
    return items.loading
  end
  function chooser.number_of_model_objects()
    return items.total
  end
  --- Nil while the object is on its way; `reload_data` follows.
  function chooser.model_object(_, index)
    return items:get(index)
  end
  function chooser.model_object_selected(_, index)
    session:select(index)
  end
  --- Rises with every query: what was shown before may not be there any more.
  function chooser.generation()
    return items.generation
  end
  --- Whether the first row is highlighted without being asked for.
  function chooser.preselects()
    local when = session.options.chooser.preselect
    return when == 'always' or (when == 'explicit' and session.kind ~= 'implicit')
  end
  return chooser
end

--- What a widget of Type A shows: cells drawn by the user's function.
local function cell_source(session)
  local source = {}
  function source.number_of_cells()
    return session.items.total
  end
  function source.cell(_, index)
    local item = session.items:get(index)
    return item and cell.of(session.options.chooser.cell, item)
  end
  return source
end

--- Makes the widget of a name, or the plain list where there is none of it.
--- @return mentions.Life, table environment
function M.life(session, name)
  local options = session.options.chooser
  local widget = widgets.get(name)
  if not widget then
    report.once('chooser.widget', ("there is no widget '%s'"):format(name))
    name, widget = 'list', widgets.get('list')
  end
  local life
  local environment = scope.environment(options.model, function(property, old, new)
    if life then
      session:run(function()
        life:call('model_updated', property, old, new)
      end)
    end
  end, function()
    session:force_layout()
  end)
  local parts = {
    environment = environment, chooser = delegate(session), cells = cell_source(session),
    events = scope.events(options.events, function(event, problem)
      report.once('chooser.events.' .. event, problem)
    end),
  }
  life = Life.new(name, widget, parts, options.cell ~= nil)
  return life, environment
end

return M

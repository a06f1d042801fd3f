-- Makes the widget of a session: with what it may ask, its environment and its event delegate.
local Life = require('mentions.chooser.widget.life')
local avatars = require('mentions.chooser.widget.avatars')
local cell = require('mentions.chooser.widget.cell')
local recency = require('mentions.chooser.recency')
local report = require('mentions.support.report')
local scope = require('mentions.chooser.widget.environment')
local triggers = require('mentions.chooser.triggers')
local widgets = require('mentions.widgets')

local M = {}

--- What widgets of both types may ask.
local function common(session)
  local asked = {}
  function asked.should_display_loading_indicator()
    return session.items.loading
  end
  --- Increases with every query: what was shown before may be gone.
  function asked.generation()
    return session.items.generation
  end
  --- Whether the first row is picked without being asked for.
  function asked.preselects()
    local when = session.options.chooser.preselect
    return when == 'always' or (when == 'explicit' and session.kind ~= 'implicit')
  end
  --- The trigger; '' for a mention without one.
  function asked.trigger()
    return session.trigger or ''
  end
  --- What is shown while sources are searching, as lines, and its height; nil where the user has none.
  function asked.loading_cell()
    local options, trigger = session.options.chooser, session.trigger or ''
    local lines
    if options.loading_cell then
      local done, drawn = pcall(options.loading_cell, trigger)
      local is_list = done and vim.islist(drawn or vim.NIL)
      lines = is_list and drawn or nil
      if not is_list then
        report.once('chooser.loading_cell', done and 'returned no list of lines' or drawn)
      end
    end
    return lines, cell.height('loading_height', options.loading_height, trigger)
  end
  return asked
end

--- The offer at a place, which is about to be shown: the user hears of it once, and may add to its entity.
local function presented(session, index)
  local item = session.items:get(index)
  local will_present = session.options.chooser.will_present
  if not item or not will_present or item.is_presented then
    return item
  end
  item.is_presented = true
  local entity = vim.deepcopy(item.entity)
  local done, problem = pcall(will_present, entity, session.trigger or '', vim.schedule_wrap(function(fields)
    item.entity = vim.tbl_extend('force', item.entity, fields)
    item.detail = fields.detail or item.detail
    session:changed_item(item)
  end))
  if not done then
    report.once('chooser.will_present', problem)
  end
  return item
end

--- What a widget of Type B asks (HKWCustomChooserViewDelegate in Hakawai). Places count from 1.
local function delegate(session)
  local chooser = common(session)
  function chooser.number_of_model_objects()
    return session.items.total
  end
  --- Nil while it is on its way; `reload_data` follows. `age`: how many mentions ago it was mentioned.
  function chooser.model_object(_, index)
    local item = presented(session, index)
    return item and vim.tbl_extend('force', item, { age = recency.age(item.entity) })
  end
  function chooser.model_object_selected(_, index)
    session:select(index)
  end
  return chooser
end

--- What a widget of Type A asks: cells drawn by the user's function.
local function data_source(session)
  local source = common(session)
  function source.number_of_cells()
    return session.items.total
  end
  --- Nil while it is on its way.
  function source.cell(_, index)
    local item, trigger = presented(session, index), session.trigger or ''
    if not item then
      return nil
    end
    local made = cell.of(triggers.of(session.options.chooser, trigger).cell, item, trigger)
    made.avatar = avatars.cells(session.options.chooser.avatars, item.entity, function()
      session:changed_item(item)
    end)
    made.height = cell.height('cell_height', session.options.chooser.cell_height, item.entity, trigger)
    return made
  end
  function source.cell_selected(_, index)
    session:select(index)
  end
  return source
end

--- Makes the widget of that name, or the plain list where there is no such widget.
--- @return table life, table environment
function M.life(session, name)
  local options = session.options.chooser
  local own = triggers.of(options, session.trigger or '')
  local widget = widgets.get(name)
  if not widget then
    report.once('chooser.widget', ("there is no widget '%s'"):format(name))
    name, widget = 'list', widgets.get('list')
  end
  local environment = scope.environment(own.model, function(property, old, new)
    session:model_changed({ property = property, old = old, new = new })
  end, function()
    session:force_layout()
  end)
  local events = scope.events(options.events, function(event, problem)
    report.once('chooser.events.' .. event, problem)
  end)
  local life = Life.new(name, widget, {
    events = events, environment = environment, chooser = delegate(session), source = data_source(session),
  })
  return life, environment
end

return M

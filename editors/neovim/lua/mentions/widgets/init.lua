--- Choosers that users register, as tables of functions (help: mentions-widgets).
local M = {}

--- @class mentions.Widget
--- @field init? fun(events, environment, chooser): table   made as Type B: draws everything itself
--- @field init_with_data_source? fun(events, environment, source): table   made as Type A: shows cells
--- @field view fun(self): table[]                      lines, each a string or chunks { text, group }
--- @field preferred_size fun(self, given): table       { width, height } in cells
--- @field set_frame fun(self, frame)                   { row, col, width, height } in cells
--- @field become_visible fun(self)
--- @field reset_scroll_position_and_hide fun(self)
--- @field reload_data fun(self)
--- @field model_updated? fun(self, property: string, old, new)
--- @field will_begin_layout? fun(self)
--- @field did_end_layout? fun(self)
--- @field did_create? fun(self)
--- @field will_destroy? fun(self)
--- @field key_pressed? fun(self, key: string): boolean  "up", "down", "accept"…, or a name in `keys`
--- @field mouse_pressed? fun(self, row: integer, column: integer) in the view, from 1
--- @field mouse_dragged? fun(self, row: integer, column: integer)
--- @field mouse_released? fun(self, row: integer, column: integer)
--- @field keys? table<string, string>                  further keys while visible, and their names
--- @field border_mode? string                          set by the plug-in: "top", "bottom" or "none"
--- @field background? string                           set by the plug-in: a highlight group or "#rrggbb"

local required = {
  'view', 'preferred_size', 'set_frame', 'become_visible', 'reset_scroll_position_and_hide', 'reload_data',
}
local optional = {
  'init', 'init_with_data_source', 'model_updated', 'will_begin_layout', 'did_end_layout', 'did_create',
  'will_destroy', 'key_pressed', 'mouse_pressed', 'mouse_dragged', 'mouse_released',
}

local registered = {}

local function callable(value)
  if type(value) == 'function' then
    return true
  end
  local meta = getmetatable(value)
  return type(meta) == 'table' and type(meta.__call) == 'function'
end

--- Why a table is no widget; nil where it is one.
function M.complaint(name, widget)
  if type(name) ~= 'string' or name == '' then
    return 'mentions: a widget needs a name'
  end
  local function no(what)
    return ("mentions: widget '%s' %s"):format(name, what)
  end
  if type(widget) ~= 'table' then
    return no('is no table of functions')
  end
  if widget.init == nil and widget.init_with_data_source == nil then
    return no("cannot be made: it offers neither 'init' (Type B) nor 'init_with_data_source' (Type A)")
  end
  for _, method in ipairs(required) do
    if not callable(widget[method]) then
      return no(("has no function '%s'"):format(method))
    end
  end
  for _, method in ipairs(optional) do
    if widget[method] ~= nil and not callable(widget[method]) then
      return no(("is refused: its '%s' is no function"):format(method))
    end
  end
  if widget.keys ~= nil and type(widget.keys) ~= 'table' then
    return no("is refused: its 'keys' are no table")
  end
end

--- Registers a widget under a name, for `chooser.widget` in the settings. Registering again replaces it for
--- choosers made from then on.
--- @param name string
--- @param widget mentions.Widget
function M.register(name, widget)
  local complaint = M.complaint(name, widget)
  if complaint then
    error(complaint, 2)
  end
  registered[name] = widget
end

function M.unregister(name)
  registered[name] = nil
end

--- The widget of that name: the user's, or one of the samples "list" and "slider".
--- @return mentions.Widget?
function M.get(name)
  if registered[name] then
    return registered[name]
  end
  if name == 'list' or name == 'slider' then
    return require('mentions.widgets.' .. name)
  end
end

return M

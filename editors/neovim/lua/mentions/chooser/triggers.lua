-- What the options say of the chooser of one trigger: its cells, its widget and that widget's model. What a trigger has
-- none of its own of is that of all.
local M = {}

--- Why a value is not what the option `chooser.triggers` takes.
function M.accepts(value)
  if type(value) ~= 'table' then
    return false
  end
  return vim.iter(pairs(value)):all(function(trigger, own)
    if type(trigger) ~= 'string' or type(own) ~= 'table' then
      return false
    end
    for key, each in pairs(own) do
      local is_fine = key == 'cell' and vim.is_callable(each)
        or key == 'widget' and type(each) == 'string'
        or key == 'model' and type(each) == 'table'
      if not is_fine then
        return false
      end
    end
    return true
  end)
end

--- @param options table those of `chooser`
--- @param trigger string such as '@'; '' without one
--- @return { name: string, cell?: function, widget: string, model: table } `name`: '' where the trigger has nothing of
--- its own
function M.of(options, trigger)
  local own = options.triggers[trigger]
  return {
    name = own and trigger or '',
    cell = own and own.cell or options.cell,
    widget = own and own.widget or options.widget,
    model = vim.tbl_extend('force', options.model, own and own.model or {}),
  }
end

return M

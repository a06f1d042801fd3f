-- What a widget gets from outside: its environment (a model read and written by key, state of its own,
-- layout on demand) and its event delegate.
local M = {}

--- @param values table what the user's settings give the widget
--- @param updated fun(property: string, old, new) called after each write that changed something
--- @param force_layout fun()
function M.environment(values, updated, force_layout)
  local model, own = vim.deepcopy(values), {}
  local environment = {}

  environment.model = setmetatable({}, {
    __index = model,
    __newindex = function(_, key, value)
      local old = model[key]
      if not vim.deep_equal(old, value) then
        model[key] = value
        updated(key, old, value)
      end
    end,
  })

  function environment:force_layout()
    force_layout()
  end

  --- State that is not part of the model: changes are not reported.
  function environment:set_non_model_state(value, key)
    own[key] = value
  end

  function environment:non_model_state(key)
    return own[key]
  end

  return environment
end

--- Raises events by name: `events:updated_min_and_max_value(0, 3)`. Those that the user does not declare
--- are ignored; an error in one does not affect the widget.
--- @param declared table<string, function>
--- @param report fun(name: string, problem: string)
function M.events(declared, report)
  return setmetatable({}, {
    __index = function(_, name)
      return function(_, ...)
        local handler = declared[name]
        if handler then
          local done, problem = pcall(handler, ...)
          if not done then
            report(name, problem)
          end
        end
      end
    end,
  })
end

return M

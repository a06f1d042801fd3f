--- Where the floating chooser is placed. Pure arithmetic in screen cells, counted from 0 at the editor's top
--- left corner; knows neither windows nor the server.
---
---     enclosedTop                      enclosedBottom
---     ┌ area ──────────────┐           ┌ area ──────────────┐
---     │ Dear @ad▏          │           │┌──────────┐        │
---     │┌──────────┐        │           ││Ada       │        │
---     ││Ada       │        │           │└──────────┘        │
---     │└──────────┘        │           │ Dear @ad▏          │
---     └────────────────────┘           └────────────────────┘
---
--- The gap for what is typed is at the top, or at the bottom (Hakawai's names).
---
--- The custom modes float over the whole editor, or where the user's function puts them. Those that lock keep the line
--- that is typed at an edge of its window; the arrow stands in the border, at the column where the mention starts:
---
---     customLockTopArrowPointingUp     customNoLockArrowPointingDown
---     ┌ area ──────────────┐           │┌──────────┐        │
---     │ Dear @ad▏          │           ││Ada       │        │
---     │ ─────▲────         │           │ ─────▼────         │
---     │ Ada                │           │ Dear @ad▏          │
local M = {}

--- @class mentions.Mode
--- @field below boolean whether the chooser is below what is typed, where there is room
--- @field custom boolean whether it may leave the text's window
--- @field lock? "top"|"bottom" where the line that is typed is kept
--- @field arrow? "up"|"down" where the arrow points

--- The eleven modes of HKWMentionsChooserPositionMode by name.
--- @type table<string, mentions.Mode>
M.modes = {
  enclosedTop = { below = true, custom = false },
  enclosedBottom = { below = false, custom = false },
}
for lock, edge in pairs({ LockTop = 'top', LockBottom = 'bottom', NoLock = false }) do
  for name, arrow in pairs({ NoArrow = false, ArrowPointingUp = 'up', ArrowPointingDown = 'down' }) do
    local below = edge ~= 'bottom'
    if arrow then
      below = arrow == 'up'
    end
    M.modes['custom' .. lock .. name] =
      { below = below, custom = true, lock = edge or nil, arrow = arrow or nil }
  end
end

--- The mode of the option `position`, and the user's function that places the window, if there is one.
--- @return mentions.Mode mode
--- @return function? place
function M.of(option)
  if type(option) == 'string' then
    return M.modes[option]
  elseif type(option) == 'table' and option.mode then
    return M.modes[option.mode], option.place
  end
  return M.modes.customNoLockNoArrow, option
end

--- @class mentions.Rows what must stay visible: first and last screen row of what is typed, its column
--- @field first integer
--- @field last integer
--- @field col integer

--- @class mentions.Area
--- @field row integer
--- @field col integer
--- @field width integer
--- @field height integer

local function space(area, typed, below, frill)
  local height
  if below then
    height = area.row + area.height - (typed.last + 1)
  else
    height = typed.first - area.row
  end
  return { width = area.width, height = math.max(0, height - frill), below = below }
end

--- The room that a chooser may take: on the wanted side of what is typed, else on the other, else in the
--- whole editor.
--- @param mode mentions.Mode
--- @param area mentions.Area the text window
--- @param editor mentions.Area everything that floats may cover
--- @param typed mentions.Rows
--- @param frill integer rows that a border takes
--- @return table? { width, height, below, area }, nil where no cell is left
function M.room(mode, area, editor, typed, frill)
  local below = mode.below
  for _, inside in ipairs(mode.custom and { editor } or { area, editor }) do
    local wanted, other = space(inside, typed, below, frill), space(inside, typed, not below, frill)
    -- A side with too few rows for a choice is passed over for a larger one.
    local best = wanted
    if wanted.height < 3 and other.height > wanted.height then
      best = other
    end
    -- So does a window in which no name could be read.
    local is_wide = best.width >= math.min(10, editor.width)
    if best.height > 0 and is_wide then
      best.area = inside
      return best
    end
  end
end

--- The frame for a size that fits into the room.
--- @param room table as made by `room`
--- @param size { width: integer, height: integer }
--- @param typed mentions.Rows
--- @param frill integer rows that a border takes
--- @return mentions.Area of the window with its border
function M.frame(room, size, typed, frill)
  local width = math.max(1, math.min(size.width, room.width))
  local height = math.max(1, math.min(size.height, room.height))
  local right = room.area.col + room.area.width - width
  local row = room.below and typed.last + 1 or typed.first - height - frill
  local col = math.max(room.area.col, math.min(typed.col, right))
  return { row = row, col = col, width = width, height = height }
end

return M

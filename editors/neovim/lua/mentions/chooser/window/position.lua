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
local M = {}

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
--- @param mode "enclosedTop"|"enclosedBottom"
--- @param area mentions.Area the text window
--- @param editor mentions.Area everything that floats may cover
--- @param typed mentions.Rows
--- @param frill integer rows that a border takes
--- @return table? { width, height, below, area }, nil where no cell is left
function M.room(mode, area, editor, typed, frill)
  local below = mode ~= 'enclosedBottom'
  for _, inside in ipairs({ area, editor }) do
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

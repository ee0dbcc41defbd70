-- juez: quoridor
-- Exercise 1, one way to solve it.

local bot = {}

local FILES = "abcdefghi"

-- The four directions: files to the right, rows up.
local DIRECTIONS = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }

-- The squares one step away from `square`, as a list of texts.
function bot.neighbours(view, square)
  local file = string.find(FILES, string.sub(square, 1, 1))
  local row = tonumber(string.sub(square, 2, 2))
  local found = {}
  for _, direction in ipairs(DIRECTIONS) do
    local to_file = file + direction[1]
    local to_row = row + direction[2]
    -- Outside of the board there is no square to ask about.
    if to_file >= 1 and to_file <= 9 and to_row >= 1 and to_row <= 9 then
      local other = string.sub(FILES, to_file, to_file) .. to_row
      if view:is_open(square, other) then
        table.insert(found, other)
      end
    end
  end
  return found
end

function bot.next_move(view)
  return view:moves()[1]
end

return bot

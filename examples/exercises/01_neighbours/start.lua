-- juez: quoridor
-- Exercise 1: which squares lie next to this one, with no wall in between?

local bot = {}

local FILES = "abcdefghi"

-- The squares one step away from `square`, as a list of texts.
-- Your task: fill the list.
function bot.neighbours(view, square)
  local file = string.find(FILES, string.sub(square, 1, 1)) -- "e5" gives 5
  local row = tonumber(string.sub(square, 2, 2))            -- "e5" gives 5
  local found = {}
  print("file", file, "row", row)
  return found
end

-- Not part of this exercise, but every bot needs one.
function bot.next_move(view)
  return view:moves()[1]
end

return bot

-- Text: lines of words built piece by piece, split again and counted.
local function next_move(view)
  local letters = 0
  for round = 1, 60 do
    local line = ""
    for word = 1, 40 do
      line = line .. "w" .. word * round .. " "
    end
    local counts = {}
    for _, word in ipairs(string.split(line, " ")) do
      local first = string.sub(word, 1, 2)
      if counts[first] then
        counts[first] = counts[first] + 1
      else
        counts[first] = 1
      end
      letters = letters + #word
    end
    assert(counts["w1"])
  end
  assert(letters > 0)
  return view:moves()[1]
end

return { next_move = next_move }

-- Sorting and filtering lists with user functions.
local function next_move(view)
  local kept = 0
  for round = 1, 8 do
    local numbers = {}
    local value = round
    for i = 1, 200 do
      value = (value * 75 + 74) % 65537
      numbers[i] = value
    end
    local even = {}
    for _, number in ipairs(numbers) do
      if number % 2 == 0 then
        table.insert(even, number)
      end
    end
    table.sort(even, function(a, b)
      return a > b
    end)
    local sum = 0
    for _, number in ipairs(even) do
      sum = sum + number
    end
    assert(even[1] >= even[#even] and sum > 0)
    kept = kept + #even
  end
  assert(kept > 0)
  return view:moves()[1]
end

return { next_move = next_move }

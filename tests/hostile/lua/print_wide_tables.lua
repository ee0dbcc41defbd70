-- Prints tables that are wide at every level, for ever.
-- expect: out_of_fuel
return function(arg)
  local function wide(n)
    local t = {}
    for i = 1, 40 do t[i] = n > 0 and wide(n - 1) or i end
    return t
  end
  local t = wide(2)
  while true do print(t) end
end

-- Prints wide tables that hold themselves, for ever.
-- expect: out_of_fuel
return function(arg)
  local t = {}
  for i = 1, 400 do t[i] = t end
  while true do print(t, t, t, t) end
end

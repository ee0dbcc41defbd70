-- Prints without end.
-- expect: out_of_fuel
return function(arg)
  while true do print("flood", {}, 1) end
end

-- Doubles a text until it fills memory.
-- expect: out_of_fuel
return function(arg)
  local s = "x"
  while true do s = s .. s end
end

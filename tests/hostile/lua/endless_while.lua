-- Loops for ever and does nothing.
-- expect: out_of_fuel
return function(arg)
  while true do end
end

-- Iterates over an iterator that never ends.
-- expect: out_of_fuel
return function(arg)
  for _ in function() return true end do end
end

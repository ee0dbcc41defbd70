-- Moves what is not there from one end of the numbers to the other.
-- expect: out_of_fuel
return function(arg)
  table.move({}, 1, 2^31 - 2, 2, {})
end

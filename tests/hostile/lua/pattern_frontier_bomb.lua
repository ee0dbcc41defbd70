-- Looks for frontiers with a class of a million bytes.
-- expect: out_of_fuel
return function(arg)
  string.find(string.rep("a", 1e5), "%f[" .. string.rep("b", 1e6) .. "]")
end

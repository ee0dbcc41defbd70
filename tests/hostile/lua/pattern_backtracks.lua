-- Matches a pattern with far too many ways to fail.
-- expect: out_of_fuel
return function(arg)
  string.find(string.rep("a", 60), string.rep("a*", 20) .. "b")
end

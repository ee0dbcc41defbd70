-- Replaces the empty match at each of a million places.
-- expect: out_of_fuel
return function(arg)
  string.gsub(string.rep("a", 1e6), "", "")
end

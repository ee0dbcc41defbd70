-- Searches a long text for another that nearly fits everywhere.
-- expect: out_of_fuel
return function(arg)
  string.find(string.rep("a", 4e6), string.rep("a", 2e6) .. "b", 1, true)
end

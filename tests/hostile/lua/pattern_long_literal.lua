-- Compares a long literal pattern with a long text, at each place.
-- expect: out_of_fuel
return function(arg)
  string.find(string.rep("a", 4e6), string.rep("a", 1e6) .. "[b]")
end

-- Splits by a long separator that nearly fits everywhere.
-- expect: out_of_fuel
return function(arg)
  string.split(string.rep("a", 4e6), string.rep("a", 1e6) .. "ba")
end

-- Replaces by a text of a million references to an empty capture.
-- expect: out_of_fuel
return function(arg)
  string.gsub(string.rep("a", 1e5), "()", string.rep("%%", 1e6))
end

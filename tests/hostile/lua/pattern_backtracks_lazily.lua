-- Matches lazy repetitions that all fail.
-- expect: out_of_fuel
return function(arg)
  string.match(string.rep("a", 300), string.rep(".-", 8) .. "b")
end

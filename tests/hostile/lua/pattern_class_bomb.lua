-- Goes over a long text with a class of a million bytes.
-- expect: out_of_fuel
return function(arg)
  string.find(string.rep("a", 1e6), "[" .. string.rep("b", 1e6) .. "a]*")
end

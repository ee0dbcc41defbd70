-- Looks for balanced brackets from each of very many that never close.
-- expect: out_of_fuel
return function(arg)
  string.find(string.rep("(", 2e6), "%b()")
end

-- Compares long captures with what follows, at each place.
-- expect: out_of_fuel
return function(arg)
  string.find(string.rep("a", 1e6), "(a*)%1b")
end

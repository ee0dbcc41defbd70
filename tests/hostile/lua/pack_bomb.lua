-- Packs with padding of a billion bytes.
-- expect: out_of_fuel
return function(arg)
  for i = 1, 100 do pcall(string.pack, "!16 c1000000000 i16 Xi16", "x", 1) end
end

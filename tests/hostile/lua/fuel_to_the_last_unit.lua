-- Spends its fuel to the last unit and asks for more.
-- expect: out_of_fuel
return function(arg)
  while arg and arg.fuel and arg:fuel() > 3 do end
  for i = 1, 1e9 do end
end

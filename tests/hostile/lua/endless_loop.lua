-- Never returns.
-- expect: out_of_fuel
return function(arg)
  while true do end
end

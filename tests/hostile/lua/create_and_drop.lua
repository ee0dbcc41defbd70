-- Makes lists as long as memory allows and drops them.
-- expect: out_of_fuel
return function(arg)
  while true do table.create(200000, 0) end
end

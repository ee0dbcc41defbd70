-- Asks for everything it can see, for ever.
-- expect: out_of_fuel
return function(arg)
  while true do
    if arg and arg.data then arg:data() arg:history() arg:moves() end
  end
end

-- Plays random matches out for ever.
-- expect: out_of_fuel
return function(arg)
  while true do
    if arg and arg.world then arg:world():playout() end
  end
end

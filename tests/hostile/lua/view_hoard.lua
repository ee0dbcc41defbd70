-- Keeps every view of every world.
-- expect: out_of_fuel
return function(arg)
  local all = {}
  while true do
    if arg and arg.world then all[#all + 1] = arg:world():view(0) end
    all[#all + 1] = { all }
  end
end

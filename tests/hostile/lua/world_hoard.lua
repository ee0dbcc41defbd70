-- Keeps every world it can make.
-- expect: out_of_fuel
return function(arg)
  local all = {}
  while true do
    if arg and arg.world then all[#all + 1] = arg:world() end
    all[#all + 1] = { all }
  end
end

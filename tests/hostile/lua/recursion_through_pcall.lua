-- Calls itself through pcall, with work left at each level.
-- expect: out_of_fuel
return function(arg)
  local function down()
    pcall(down)
    pcall(down)
  end
  down()
end

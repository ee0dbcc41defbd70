-- Catches the end of its fuel and goes on, for ever.
-- expect: out_of_fuel
return function(arg)
  while true do
    pcall(function() while true do end end)
  end
end

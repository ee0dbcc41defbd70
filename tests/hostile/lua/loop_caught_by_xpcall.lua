-- Handles the end of its fuel with a handler that loops too.
-- expect: out_of_fuel
return function(arg)
  while true do
    xpcall(function() while true do end end, function() while true do end end)
  end
end

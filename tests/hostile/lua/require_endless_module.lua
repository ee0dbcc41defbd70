-- Never comes to its end while it is required.
-- expect: out_of_fuel
-- hooks: load
while true do end
return function() end

-- Requires files that are not there, for each of which the source, full of names in quotes, is searched.
-- expect: out_of_fuel
-- repeat: "a 300000
return function(arg)
  while true do pcall(require, "./missing") end
end
--[[ @@@ ]]

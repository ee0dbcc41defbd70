-- Repeats until what never comes.
-- expect: out_of_fuel
return function(arg)
  repeat local never = false until never
end

-- Requires a module that returns nothing, whose answer is looked for in the source each time.
-- expect: none | script | out_of_fuel
return function(arg)
  for i = 1, 200 do
    pcall(require, "./main")
  end
end

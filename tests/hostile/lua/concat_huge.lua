-- Joins the same long text a hundred thousand times.
-- expect: out_of_fuel
return function(arg)
  table.concat(table.create(100000, string.rep("x", 10000)))
end

-- Joins elements from here to the largest number.
-- expect: script
return function(arg)
  pcall(table.concat, {}, "", -2^31, 2^31)
  table.concat({ 1, 2 }, string.rep(",", 1e6), 1, 2^53)
end

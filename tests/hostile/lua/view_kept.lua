-- Keeps the view and uses it later.
-- expect: none
return function(arg)
  kept = kept or arg
  pcall(function() return kept:moves() end)
  pcall(function() return kept.seat end)
  pcall(function() return kept:world() end)
  pcall(function() return kept:random(5) end)
end

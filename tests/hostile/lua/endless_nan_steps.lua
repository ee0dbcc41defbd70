-- Runs numeric loops whose bounds are no numbers and whose steps are nothing.
-- expect: none
return function(arg)
  for i = 0 / 0, 10 do end
  for i = 1, 0 / 0 do end
  for i = 1, 10, 0 / 0 do end
  for i = 1, 10, 0 do end
end

-- Lets a deprecated function call a native one for each element.
-- expect: script
return function(arg)
  local t = table.create(400000, 0)
  while true do table.foreach(t, type) end
end

-- Asks for a list of a billion elements.
-- expect: script
return function(arg)
  return table.create(1e9, 0)
end

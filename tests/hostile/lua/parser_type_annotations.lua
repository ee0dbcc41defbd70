-- Nests types until a parser overflows its stack.
-- expect: script
-- hooks: load
-- repeat: ( 100000
-- repeat: ) 100000
return function(arg)
  local x: @@1@number@@2@ = 1
end

-- Nests brackets until a parser overflows its stack.
-- expect: script
-- hooks: load
-- repeat: ( 100000
-- repeat: ) 100000
return function(arg)
  return @@1@1@@2@
end

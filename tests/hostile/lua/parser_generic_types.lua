-- Nests generic types until a parser overflows its stack.
-- expect: script
-- hooks: load
-- repeat: A< 100000
-- repeat: > 100000
return function(arg)
  type T = @@1@number@@2@ 
end

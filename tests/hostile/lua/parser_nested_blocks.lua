-- Nests blocks until a parser overflows its stack.
-- expect: script
-- hooks: load
-- repeat: do  100000
-- repeat: end  100000
return function(arg)
  @@1@ @@2@
end

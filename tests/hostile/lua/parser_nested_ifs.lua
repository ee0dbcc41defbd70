-- Nests conditions until a parser overflows its stack.
-- expect: script
-- hooks: load
-- repeat: if arg then  30000
-- repeat: end  30000
return function(arg)
  @@1@ @@2@
end

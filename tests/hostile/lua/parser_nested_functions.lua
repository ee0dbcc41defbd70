-- Nests functions until a compiler overflows its stack.
-- expect: script
-- hooks: load
-- repeat: function()return  20000
-- repeat: \nend 20000
return function(arg)
  return @@1@ @@2@
end

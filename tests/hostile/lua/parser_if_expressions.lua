-- Chains if expressions until a parser overflows its stack.
-- expect: script
-- hooks: load
-- repeat: if arg then 1 else  30000
return function(arg)
  return @@@ 1
end

-- Chains unary operators until a parser overflows its stack.
-- expect: script
-- hooks: load
-- repeat: -  200000
return function(arg)
  return @@@ 1
end

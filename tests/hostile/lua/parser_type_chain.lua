-- Chains types until a checker overflows its stack.
-- expect: script
-- hooks: load
-- repeat: number |  90000
return function(arg)
  local x: @@@ number = 1
end

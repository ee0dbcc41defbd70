-- Chains hundreds of thousands of fields.
-- expect: script
-- hooks: load
-- repeat: .x 300000
return function(arg)
  return arg@@@
end

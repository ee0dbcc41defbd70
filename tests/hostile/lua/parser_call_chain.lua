-- Chains hundreds of thousands of calls.
-- expect: script
-- hooks: load
-- repeat: () 300000
return function(arg)
  return arg@@@
end

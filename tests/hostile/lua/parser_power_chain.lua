-- Chains powers, which bind to the right.
-- expect: script
-- hooks: load
-- repeat: 1^ 200000
return function(arg)
  return @@@ 1
end

-- Chains hundreds of thousands of sums, which bind to the left.
-- expect: script
-- hooks: load
-- repeat: +1 300000
return function(arg)
  return (arg or 0) @@@
end

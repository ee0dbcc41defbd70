-- Chains half a million concatenations.
-- expect: script
-- hooks: load
-- repeat: "".. 200000
return function(arg)
  return @@@ ""
end

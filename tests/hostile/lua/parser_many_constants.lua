-- Has more constants than a function may have.
-- expect: none
-- hooks: load
-- repeat: 0.1,1e300,"x",{}, 60000
return function(arg)
  return { @@@ }
end

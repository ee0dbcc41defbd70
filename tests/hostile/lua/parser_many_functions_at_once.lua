-- Has more functions in one table than a function may have.
-- expect: script
-- hooks: load
-- repeat: function()end, 50000
return function(arg)
  return { @@@ }
end

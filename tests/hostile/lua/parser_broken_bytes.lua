-- Is full of bytes that no program has.
-- expect: script
-- hooks: load
-- repeat:  ` 50000
return function(arg)
  @@@
end

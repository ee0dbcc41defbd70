-- Repeats a text to more bytes than there are.
-- expect: script
return function(arg)
  return string.rep("x", 2^31 - 1)
end

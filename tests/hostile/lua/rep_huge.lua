-- Repeats a text to more bytes than there are.
-- expect: out_of_memory | script
return function(arg)
  return string.rep("x", 2^31 - 1)
end

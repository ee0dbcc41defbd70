-- Asks for a buffer of a gigabyte.
-- expect: out_of_memory
return function(arg)
  return buffer.create(2^30)
end

-- Passes bytecode off as source.
-- expect: script
return function(arg)
  return load("\6\3\1\0\0\0\1\0\0\2\163\0\0\0\130\0\1\0\0\0\1")
end

-- Prints texts of millions of bytes, with NULs and broken UTF-8.
-- expect: none
return function(arg)
  local s = string.rep("\0\xff", 2e6)
  print(s, s)
  print({ [s] = s, { s } })
end

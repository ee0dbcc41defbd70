-- Raises a text of millions of bytes with bytes that are no UTF-8.
-- expect: script
return function(arg)
  error(string.rep("\xff\0", 2e6))
end

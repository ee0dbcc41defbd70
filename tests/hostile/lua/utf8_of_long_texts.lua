-- Counts and decodes a long text, for ever.
-- expect: out_of_fuel
return function(arg)
  local s = string.rep("\u{20AC}", 5e5)
  while true do
    utf8.len(s)
    utf8.offset(s, 400000)
    pcall(utf8.codepoint, s, 1, -1)
  end
end

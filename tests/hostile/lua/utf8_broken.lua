-- Decodes bytes that are no UTF-8, at places that are none.
-- expect: none
return function(arg)
  for _, s in { "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80\x80", "", "\xe2\x82" } do
    for _, i in { -2^53, -1, 0, 1, 2, 2^31, 0 / 0 } do
      pcall(utf8.len, s, i)
      pcall(utf8.codepoint, s, i, i)
      pcall(utf8.offset, s, i, i)
    end
    pcall(function() for _ in utf8.codes(s) do end end)
    print(s)
  end
  pcall(utf8.char, 2^31, -1, 0 / 0)
end

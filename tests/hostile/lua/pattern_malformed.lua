-- Asks for malformed patterns, in loops that catch the error.
-- expect: none
return function(arg)
  for _, p in { "%", "[", "[a", "(", ")", "%b", "%bx", "%f", "%1", "(()", string.rep("(", 40), "[%", "[]", "[^]",
    string.rep("a?", 10) .. "b", "%g%", "\0%z*", "(%1)", string.rep("()", 33) } do
    pcall(string.find, "aaa\0", p)
    pcall(string.gsub, "aaa\0", p, "%9")
    pcall(string.gsub, "aaa\0", p, { a = 1 })
    pcall(function() for _ in string.gmatch("aaa\0", p) do end end)
  end
end

-- Packs and unpacks by formats that overflow.
-- expect: none
return function(arg)
  for _, f in { "i17", "!3i4", "Xz", "X", "s16", "z", "!16i1Xi16", "i0", "\0",
    "c0c0", "s4", "=!16d<>n j", string.rep("x", 1000) } do
    pcall(string.pack, f, 1)
    pcall(string.pack, f, "a\0b")
    pcall(string.packsize, f)
    pcall(string.unpack, f, "\255\255\255\255\255\255\255\255")
    pcall(string.unpack, f, "x", -2^53)
    pcall(string.unpack, f, "x", 2^53)
  end
end

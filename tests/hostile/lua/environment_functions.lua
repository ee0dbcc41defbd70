-- Looks for ways to other environments and to source text.
-- expect: none
return function(arg)
  for _, name in { "getfenv", "setfenv", "loadstring", "load", "dofile", "loadfile", "newproxy", "collectgarbage",
    "debug", "os", "io", "package", "ffi", "jit", "gcinfo", "module", "vector", "integer", "shared", "script", "game" } do
    assert(_G[name] == nil, name)
  end
  assert(string.dump == nil)
end

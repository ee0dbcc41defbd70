-- Replaces functions of the libraries.
-- expect: script
return function(arg)
  for _, library in { string, table, math, coroutine, utf8, buffer, bit32 } do
    pcall(rawset, library, "sub", print)
    pcall(setmetatable, library, { __index = print })
    pcall(table.clear, library)
    pcall(table.insert, library, 1, 1)
    pcall(table.freeze, library)
    pcall(table.sort, library)
    assert(table.isfrozen(library))
  end
  string.sub = print
end

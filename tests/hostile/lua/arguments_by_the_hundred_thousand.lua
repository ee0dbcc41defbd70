-- Calls natives of the host with a hundred thousand arguments.
-- expect: out_of_fuel
return function(arg)
  local function many(...)
    for _, f in { print, tostring, require, math.max, math.sin, string.format, string.char, table.pack,
      utf8.char, arg and arg.moves or print, arg and arg.world or print } do
      pcall(f, ...)
      pcall(f, arg, ...)
    end
  end
  many(table.unpack(table.create(100000, "x")))
  many(table.unpack(table.create(100000, {})))
  math.sin(table.unpack(table.create(100000, "x")))
end

-- Unpacks ranges that no stack holds.
-- expect: script
return function(arg)
  for _, range in { { 1, 2^31 - 1 }, { -2^31, 2^31 - 1 }, { 1, 1e7 }, { -2^53, 2^53 }, { 0 / 0, 5 } } do
    pcall(table.unpack, {}, range[1], range[2])
  end
  table.unpack({}, 1, 9e6)
end

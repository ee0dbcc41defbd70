-- Iterates over a table whose __iter gives itself back for ever.
-- expect: out_of_fuel
return function(arg)
  local t = setmetatable({}, { __iter = function(self) return function() return self end end })
  for _ in t do
    for _ in t do end
  end
end

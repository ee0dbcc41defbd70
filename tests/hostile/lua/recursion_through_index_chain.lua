-- Follows a chain of __index tables that ends in itself.
-- expect: script
return function(arg)
  local a, b = {}, {}
  setmetatable(a, { __index = b })
  setmetatable(b, { __index = a })
  return a.x
end

-- Raises errors in the handler of errors, at every level.
-- expect: none
return function(arg)
  local function handler(e) error({ e }) end
  for i = 1, 50 do
    xpcall(error, handler, "x")
    xpcall(function() xpcall(error, handler, "y") error("z") end, handler)
  end
end

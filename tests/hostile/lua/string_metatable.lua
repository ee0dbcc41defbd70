-- Changes what every text can do.
-- expect: script
return function(arg)
  pcall(function() getmetatable("").__index = function() return "e2" end end)
  pcall(function() getmetatable("").__index.upper = function() return "e2" end end)
  pcall(rawset, string, "upper", print)
  pcall(setmetatable, "", {})
  assert(("x"):upper() == "X")
  getmetatable("").__index.x = 1
end

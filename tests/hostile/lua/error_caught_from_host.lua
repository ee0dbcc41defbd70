-- Keeps errors of the host and asks them for what they hide.
-- expect: none
return function(arg)
  local ok, e = pcall(require, "no")
  local _ = tostring(e), typeof(e)
  pcall(function() return e.source end)
  pcall(function() e.x = 1 end)
  pcall(function() return getmetatable(e).__index end)
  pcall(function() return #e, e .. e, e + e, e < e, -e, e() end)
end

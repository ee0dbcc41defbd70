-- Fills the globals, hides the libraries and expects others to fall for it.
-- expect: script
return function(arg)
  for i = 1, 1000 do _G["g" .. i] = i end
  string, table, math, tostring, pairs, error = nil, nil, nil, print, print, print
  _G.require = print
  pcall(rawset, _G, "assert", print)
  pcall(setmetatable, _G, { __index = print, __newindex = print })
  _ENV, _G = {}, {}
end

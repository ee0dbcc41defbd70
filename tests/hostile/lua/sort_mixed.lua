-- Sorts what cannot be compared.
-- expect: script
return function(arg)
  table.sort({ 1, "a", {}, print, arg or 2, 0 / 0, false })
end

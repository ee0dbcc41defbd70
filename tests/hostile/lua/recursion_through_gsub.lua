-- Replaces within the replacement of gsub, without end.
-- expect: script
return function(arg)
  local function replace()
    return (string.gsub("x", "x", replace))
  end
  replace()
end

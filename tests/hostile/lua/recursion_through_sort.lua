-- Sorts within the comparator of a sort, without end.
-- expect: script
return function(arg)
  local function less()
    table.sort({ 1, 2, 3 }, less)
    return false
  end
  less()
end

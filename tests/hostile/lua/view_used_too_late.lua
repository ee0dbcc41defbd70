-- Uses the view of its first call in its second.
-- expect: script
-- hooks: next_move
return function(arg)
  if kept then return kept:moves() end
  kept = arg
end

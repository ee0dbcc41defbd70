-- Has runs of underscores behind the beginning of a name that juez makes up.
-- expect: none
-- hooks: load
-- repeat: _ 500000
return function(arg)
  -- each@@@
  for k in { 1 } do
    local each_0 = k
  end
end

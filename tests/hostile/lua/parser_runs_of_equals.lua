-- Has comments that almost begin a long text.
-- expect: none
-- hooks: load
-- repeat: = 500000
return function(arg)
  --[@@@
  -- [@@@
  for k in { 1 } do end
end

-- Has a million lines.
-- expect: none
-- hooks: load
-- repeat: \n 1000000
return function(arg)
  local x = 1 @@@
end

-- Has a number of a million digits.
-- expect: none
-- hooks: load
-- repeat: 1 1000000
return function(arg)
  local x = @@@
end

-- Has a name of a million bytes.
-- expect: none
-- hooks: load
-- repeat: x 1000000
return function(arg)
  local @@@ = 1
end

-- Has the compiler fold texts that double and double.
-- expect: none | script
-- hooks: load
-- repeat: x 1000
return function(arg)
  local a <const> = "@@@"
end

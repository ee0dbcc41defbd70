-- Has more source than a bot may have.
-- expect: script
-- hooks: load
-- repeat: x 1100000
return function(arg)
  local x = "@@@"
end

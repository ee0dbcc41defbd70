-- Has more locals than a function may have.
-- expect: script
-- hooks: load
-- repeat: local x=arg; 10000
return function(arg)
  @@@
end

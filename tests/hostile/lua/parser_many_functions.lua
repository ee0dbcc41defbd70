-- Has more functions than a chunk may have.
-- expect: script
-- hooks: load
-- repeat: local function f()end; 40000
return function(arg)
  @@@
end

-- Asks for chance of its own.
-- expect: script
return function(arg)
  math.randomseed(1) return math.random()
end

-- Asks for the collector, whose state differs from run to run.
-- expect: script
return function(arg)
  return collectgarbage("count")
end

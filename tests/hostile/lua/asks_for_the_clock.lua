-- Asks for the time.
-- expect: script
return function(arg)
  return os.clock()
end

-- Asks for files.
-- expect: script
return function(arg)
  return io.open("/etc/passwd")
end

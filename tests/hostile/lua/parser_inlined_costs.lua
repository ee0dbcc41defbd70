-- Calls a long function many times, whose cost the compiler would work out at every call.
-- expect: none
-- hooks: load
-- repeat: x=y+z\n 2000
-- repeat: b(1)\n 2000
return function(arg)
  local function b(p)
    @@1@
  end
  local function never()
    @@2@
  end
end

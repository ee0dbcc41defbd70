-- Overflows the stack with frames of two hundred values.
-- expect: out_of_memory
return function(arg)
  local function down(...)
    local t = { ... }
    t[#t + 1] = 1
    return down(1, 2, 3, table.unpack(t)), 1
  end
  down()
end

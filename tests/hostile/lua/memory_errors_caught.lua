-- Asks for too much memory, catches the refusal and goes on.
-- expect: out_of_memory
return function(arg)
  for i = 1, 1e9 do
    pcall(string.rep, "x", 5e7)
    pcall(buffer.create, 2^30)
  end
end

-- Requires a module that failed again and again.
-- expect: none
-- hooks: start next_move finish
return function(arg)
  for i = 1, 20 do pcall(require, "./main") end
end

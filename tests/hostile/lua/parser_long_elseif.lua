-- Chains a hundred thousand branches.
-- expect: script
-- hooks: load
-- repeat: elseif arg == 1 then  30000
return function(arg)
  if arg == 0 then @@@ end
end

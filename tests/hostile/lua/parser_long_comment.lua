-- Opens a long comment that never ends.
-- expect: script
-- hooks: load
-- repeat: ] 1000000
return function(arg)
  --[==[ @@@
end

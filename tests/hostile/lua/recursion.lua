-- Calls itself without end.
-- expect: script
return function(arg)
  local function down() return 1 + down() end
  down()
end

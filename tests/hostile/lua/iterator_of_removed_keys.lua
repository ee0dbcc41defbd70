-- Asks an iterator for a next key after all keys were removed.
-- expect: out_of_fuel
-- whole: yes
-- hooks: load
local each = ...
local t = {}
for n = 1, 20000 do t["k" .. n] = n end
local following = each(t)
table.clear(t)
while true do following(nil, nil) end

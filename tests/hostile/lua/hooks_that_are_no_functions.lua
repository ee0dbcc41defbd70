-- Has hooks that are no functions.
-- expect: missing_hook
-- hooks: load
-- whole: yes
return { next_move = setmetatable({}, { __call = function() return "e2" end }) }

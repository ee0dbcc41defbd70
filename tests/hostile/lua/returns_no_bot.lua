-- Returns no table of hooks.
-- expect: missing_hook
-- hooks: load
-- whole: yes
return coroutine.create(print)

-- Calls small functions that call small functions, which the compiler would write out.
-- expect: none
-- hooks: load
-- repeat: f5()\n 400
return function(arg)
  local function f1() g() g() g() g() g() g() end
  local function f2() f1() f1() f1() f1() f1() f1() end
  local function f3() f2() f2() f2() f2() f2() f2() end
  local function f4() f3() f3() f3() f3() f3() f3() end
  local function f5() f4() f4() f4() f4() f4() f4() end
  local function never()
    @@@
  end
end

//! Coroutines that wait within a call that catches errors.

use super::*;

#[test]
fn a_coroutine_may_wait_within_pcall_and_xpcall() {
    let steps = "local steps = coroutine.wrap(function()\n\
                 for i = 1, 2 do\n\
                 print(pcall(function(a) local got = coroutine.yield(i, a) return got, a end, 'arg'))\n\
                 end\n\
                 print(pcall(function() coroutine.yield('x') error('after', 0) end))\n\
                 print(xpcall(function() coroutine.yield('y') local t = nil t.x = 1 end, function(why) return 'handled ' .. why end))\n\
                 print(xpcall(function(...) return coroutine.yield(...) end, print, 7))\n\
                 return 'end'\nend)\n\
                 print(steps()) print(steps('one')) print(steps('two')) print(steps()) print(steps()) print(steps('z'))";
    assert_eq!(
        printed(steps),
        [
            "1 arg",
            "true one arg",
            "2 arg",
            "true two arg",
            "x",
            "false after",
            "y",
            "false handled bot.lua:9: attempt to index nil with 'x'",
            "7",
            "true z",
            "end",
        ]
    );
}

#[test]
fn calls_that_catch_errors_may_be_nested_around_a_wait() {
    let nested = "local go = coroutine.wrap(function()\n\
                  return pcall(pcall, function() coroutine.yield(1) pcall(coroutine.yield, 2) error('x', 0) end)\n\
                  end)\nprint(go()) print(go()) print(go())";
    assert_eq!(printed(nested), ["1", "2", "true false x"]);
}

#[test]
fn what_catches_errors_still_complains_and_answers_as_before() {
    for (body, expected) in [
        ("print(pcall(pcall))", "false missing argument #1"),
        (
            "print(pcall(xpcall, print))",
            "false missing argument #2 to 'xpcall' (function expected)",
        ),
        ("print(pcall(error))", "false nil"),
        ("print(select('#', pcall(error)))", "2"),
        ("print(pcall(function() return 1, nil, 3 end))", "true 1 nil 3"),
        ("print(xpcall(function(a, b) return b, a end, print, 1, 2))", "true 2 1"),
        ("print(xpcall(error, function(e) return e .. '!' end, 'x', 0))", "false x!"),
        ("print(pcall(function() view:mvoes() end))", "view has no member \"mvoes\"; did you"),
        (
            "print(xpcall(function() view:mvoes() end, function(e) return type(e) end))",
            "false string",
        ),
    ] {
        let lines = printed(body);
        assert!(lines.join(" ").contains(expected), "{body}: {lines:?}");
    }
}

#[test]
fn limits_are_caught_nowhere_around_a_wait() {
    for body in [
        "local go = coroutine.wrap(function() pcall(function() coroutine.yield() while true do end end) end)\ngo()\ngo()",
        "local go = coroutine.wrap(function() xpcall(function() coroutine.yield() while true do end end, print) end)\ngo()\nwhile true do pcall(go) end",
    ] {
        let (kind, ..) = fault(&against_random(&hook_with("next_move", body)));
        assert_eq!(kind, FaultKind::OutOfFuel, "{body}");
    }
    let memory = "local go = coroutine.wrap(function() pcall(function() coroutine.yield()\nlocal s = 'x' while true do s = s .. s end end) end)\ngo()\ngo()";
    let (kind, ..) = fault(&against_random(&hook_with("next_move", memory)));
    assert_eq!(kind, FaultKind::OutOfMemory);
}

/// Plays a bot whose coroutine waits `levels` protected calls deep after its first decision, and
/// ends them in its second.
fn around_a_wait(levels: u32) -> Record {
    against_random(&format!(
        "local function tower(n) if n == 0 then coroutine.yield() else pcall(tower, n - 1) end end\n\
         local go = coroutine.wrap(tower)\n\
         return {{ next_move = function(view)\n\
         if view.ply == 0 then go({levels}) elseif view.ply == 2 then go() end\n\
         return view:moves()[1] end }}"
    ))
}

#[test]
fn protected_calls_may_stay_open_until_the_next_decision() {
    let record = around_a_wait(1000);
    assert!(record.end.expect("it ends").faults.is_empty());
}

#[test]
fn open_protected_calls_reserve_fuel_that_ended_ones_release() {
    for body in [
        "for i = 1, 9000 do pcall(error, i) xpcall(error, tostring, i) end",
        "for i = 1, 80000 do pcall(type, i) xpcall(type, tostring, i) end",
    ] {
        let lines = printed(&format!(
            "{body}\nlocal function tower(n) if n > 0 then pcall(tower, n - 1) end end\n\
             coroutine.wrap(tower)(1000)\nprint(true)"
        ));
        assert_eq!(lines, ["true"], "{body}");
    }
    let source = hook_with(
        "next_move",
        "local function tower(n) if n == 0 then while true do end end pcall(tower, n - 1) end\n\
         coroutine.wrap(tower)(18000)",
    );
    let record = play(&source, |setup| setup.terms.limits.move_ms = 5);
    assert_eq!(fault(&record).0, FaultKind::OutOfFuel);
}

#[test]
fn a_protected_call_that_succeeds_costs_less_than_an_error() {
    let spent = |body: &str| {
        let lines = printed(&format!(
            "local before = view:fuel() for i = 1, 100 do {body} end print(before - view:fuel())"
        ));
        lines[0].parse::<f64>().expect("a number")
    };
    let (calls, errors) = (spent("pcall(type, 1)"), spent("pcall(error, 1)"));
    assert!(calls < 800.0 && errors > calls + 100.0 * 10.0, "{calls} {errors}");
}

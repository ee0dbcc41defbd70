//! Promises of the Lua host: budgets that are the same everywhere, and no way to break out.

mod errors;
mod modules;
mod same_bits;
mod slots;
mod waiting;

use juez::core::{FaultKind, Hook, Limits, Record, Seed};
use juez::registry::{MatchSetup, Mind, PlayerSpec, game};
use juez::script::{BotSpec, LANGUAGES};

/// Plays a match of a Lua source in seat 0 against the built-in random bot.
fn against_random(source: &str) -> Record {
    play(source, |_| {})
}

fn play(source: &str, change: impl FnOnce(&mut MatchSetup)) -> Record {
    let quoridor = game("quoridor").expect("there is quoridor");
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").expect("there is Lua");
    let spec = BotSpec::from_source(lua, "bot.lua", source).expect("it compiles");
    let me = PlayerSpec { name: "me".into(), mind: Mind::Script(spec) };
    let random = PlayerSpec::read("random", quoridor).expect("there is random");
    let mut setup = MatchSetup { seed: Some(Seed::from(5)), ..MatchSetup::new(vec![me, random]) };
    change(&mut setup);
    quoridor.play(&setup, &mut ()).expect("the setup is right")
}

/// Returns the first fault of a match, with its line.
fn fault(record: &Record) -> (FaultKind, Hook, Option<u32>, String) {
    let end = record.end.as_ref().expect("a played match ends");
    let fault = &end.faults.first().expect("a fault").fault;
    (fault.kind, fault.hook, fault.line, fault.why.clone())
}

fn hook_with(hook: &str, body: &str) -> String {
    let top = if hook == "load" { body } else { "" };
    let body = |name: &str| if hook == name { body } else { "" };
    format!(
        "{top}\nlocal bot = {{}}\nfunction bot.start(info) {} end\n\
         function bot.next_move(view) {} return view:moves()[1] end\n\
         function bot.finish(result) {} end\nreturn bot",
        body("start"),
        body("next_move"),
        body("finish")
    )
}

#[test]
fn an_endless_loop_runs_out_of_fuel_in_every_hook_and_names_its_line() {
    for (hook, expected, line) in [
        ("load", Hook::Load, 1),
        ("start", Hook::Start, 3),
        ("next_move", Hook::NextMove, 4),
        ("finish", Hook::Finish, 5),
    ] {
        let record = against_random(&hook_with(hook, "while true do end"));
        let (kind, at, found, _) = fault(&record);
        assert_eq!((kind, at, found), (FaultKind::OutOfFuel, expected, Some(line)), "{hook}");
    }
}

#[test]
fn pcall_cannot_catch_the_end_of_the_fuel() {
    let loops = "while true do pcall(function() while true do end end) end";
    let (kind, _, line, _) = fault(&against_random(&hook_with("next_move", loops)));
    assert_eq!((kind, line), (FaultKind::OutOfFuel, Some(4)));
    let coroutine = "while true do coroutine.wrap(function() while true do end end)() end";
    let (kind, ..) = fault(&against_random(&hook_with("next_move", coroutine)));
    assert_eq!(kind, FaultKind::OutOfFuel);
}

#[test]
fn a_caught_fault_of_the_limit_is_still_a_fault() {
    let source = hook_with("next_move", "pcall(function() while true do end end)");
    let (kind, ..) = fault(&against_random(&source));
    assert_eq!(kind, FaultKind::OutOfFuel);
}

#[test]
fn too_much_memory_is_a_fault_whether_in_the_vm_or_in_worlds() {
    for body in [
        "local t = {} for i = 1, 1e9 do t[i] = string.rep('x', 100000) .. i end",
        "local s = 'x' while true do s = s .. s end",
        "local t = {} for i = 1, 1e9 do t[i] = {} end",
    ] {
        let (kind, ..) = fault(&play(&hook_with("next_move", body), |setup| {
            setup.terms.limits =
                Limits { move_ms: 100_000, match_ms: 1_000_000, ..Limits::default() };
        }));
        assert_eq!(kind, FaultKind::OutOfMemory, "{body}");
    }
    let worlds = "local t = {} for i = 1, 1e9 do t[i] = view:world() end";
    let (kind, ..) = fault(&play(&hook_with("next_move", worlds), |setup| {
        setup.terms.limits =
            Limits { move_ms: 100_000, match_ms: 1_000_000, memory_mb: 8, ..Limits::default() };
    }));
    assert_eq!(kind, FaultKind::OutOfMemory);
}

#[test]
fn worlds_that_nobody_holds_cost_no_memory() {
    let body = "for i = 1, 20000 do local w = view:world():play(view:moves()[1]) end";
    let record = play(&hook_with("next_move", body), |setup| {
        let limits =
            Limits { memory_mb: 8, match_ms: u32::MAX, move_ms: 100_000, ..Limits::default() };
        setup.terms.limits = limits;
        setup.terms.options.insert("max_plies".into(), 2.into());
    });
    assert!(record.end.is_some_and(|end| end.faults.is_empty()));
}

#[test]
fn endless_recursion_is_a_script_fault() {
    let source = "local bot = {}\nlocal function f() return 1 + f() end\n\
                  function bot.next_move(view) return f() end\nreturn bot";
    let (kind, _, line, why) = fault(&against_random(source));
    assert_eq!((kind, line), (FaultKind::Script, Some(2)));
    assert_eq!(why, "stack overflow (does a function call itself without end?)");
}

#[test]
fn the_same_match_uses_the_same_fuel_to_the_unit() {
    let body = "local t, n = {}, 0\n\
                for i = 1, 2000 do local k = tostring(i) .. 'x' t[k] = { k, string.sub(k, 1, 2) }\n\
                for w in string.gmatch(k, '%d') do n = n + #w end end\n\
                table.sort(t, function(a, b) return a < b end) print(n)";
    let source = hook_with("next_move", body);
    let first = play(&source, |setup| setup.terms.limits.match_ms = u32::MAX);
    assert!(first.plies.iter().any(|ply| ply.fuel.is_some_and(|fuel| fuel > 1000)));
    for _ in 0..3 {
        let again = play(&source, |setup| setup.terms.limits.match_ms = u32::MAX);
        assert_eq!(first.to_line(), again.to_line());
    }
}

#[test]
fn nothing_of_the_machine_can_be_reached() {
    for name in [
        "io",
        "os",
        "debug",
        "package",
        "loadstring",
        "load",
        "dofile",
        "loadfile",
        "getfenv",
        "setfenv",
        "newproxy",
        "collectgarbage",
        "gcinfo",
    ] {
        let record = against_random(&hook_with("next_move", &format!("assert({name} == nil)")));
        assert!(record.end.is_some_and(|end| end.faults.is_empty()), "{name} is there");
    }
}

#[test]
fn libraries_cannot_be_changed() {
    for body in [
        "string.rep = nil",
        "math.floor = print",
        "getmetatable('').__index = nil",
        "_G.print = nil table.insert(_G, 1)",
    ] {
        let record = against_random(&hook_with("load", body));
        let end = record.end.expect("a played match ends");
        assert!(!end.faults.is_empty(), "{body} went through");
    }
}

#[test]
fn addresses_are_never_shown() {
    let body = "print(tostring({}), tostring(print), string.format('%s %*', {}, print), \
                `{bot}`, {1, {2}}, view, view:world(), coroutine.create(print))";
    let source = hook_with("next_move", body).replace("local bot", "bot");
    let record = against_random(&source);
    let log = record.plies[0].log.clone().expect("a log");
    assert_eq!(log, ["table function table function table {1, {2}} view world thread"]);
}

/// Returns the output of a hook of a match against chance, at its first ply.
fn printed(body: &str) -> Vec<String> {
    let record = against_random(&hook_with("next_move", body));
    let end = record.end.as_ref().expect("a played match ends");
    assert!(end.faults.is_empty(), "{:?}", end.faults);
    record.plies[0].log.clone().expect("a log")
}

#[test]
fn tables_are_gone_over_by_numbers_then_texts_then_flags() {
    let table = "local t = { b = 1, [true] = 2, 'x', [-3] = 3, [2.5] = 4, B = 5, [false] = 6, 'y', a = 7 } \
                 local keys = {} ";
    let all = "-3 1 2 2.5 B a b false true";
    for visit in [
        "for k in pairs(t) do table.insert(keys, tostring(k)) end",
        "for k in t do table.insert(keys, tostring(k)) end",
        "for k in next, t do table.insert(keys, tostring(k)) end",
        "for k in next, t, nil do table.insert(keys, tostring(k)) end",
        "local k = next(t) while k ~= nil do table.insert(keys, tostring(k)) k = next(t, k) end",
        "local f, s, k = pairs(t) while true do k = f(s, k) if k == nil then break end table.insert(keys, tostring(k)) end",
        "for k in setmetatable({}, { __iter = function() return pairs(t) end }) do table.insert(keys, tostring(k)) end",
        "for k in setmetatable({}, { __iter = function(self) return next, t end }) do table.insert(keys, tostring(k)) end",
    ] {
        let lines = printed(&format!("{table} {visit} print(table.concat(keys, ' '))"));
        assert_eq!(lines, [all], "{visit}");
    }
    assert_eq!(
        printed(&format!("{table} print(t)")),
        ["{[-3] = 3, x, y, [2.5] = 4, B = 5, a = 7, b = 1, [false] = 6, [true] = 2}"]
    );
}

#[test]
fn a_loop_that_changes_its_table_visits_the_same_in_every_run() {
    for (body, expected) in [
        (
            "local t = { 1, 2, 3, 4 } for i in t do if i == 2 then t[3] = nil t[5] = 5 end print(i) end",
            "1 2 4 5",
        ),
        (
            "local t = { a = 1, b = 2, c = 3 } for k in pairs(t) do t.b = nil t.d = 4 print(k) end",
            "a c",
        ),
        ("local t = { 1, nil, 3 } for i in pairs(t) do print(i) end", "1 3"),
        ("for i in pairs({}) do print(i) end for k in {} do print(k) end print(next({}))", "nil"),
        (
            "local t = { 'x' } for i, x in ipairs(t) do print(x) if i < 3 then t[i + 1] = i end end",
            "x 1 2",
        ),
        (
            "local t = setmetatable({ 'x' }, { __call = function(_, _, k) return not k or nil end }) for k in t do print(k) end",
            "true",
        ),
        ("for w in string.gmatch('b a', '%a') do print(w) end", "b a"),
        (
            "local pairs = function(t) return ipairs(t) end for i, x in pairs({ 'x', k = 1 }) do print(i, x) end",
            "1 x",
        ),
        ("for _, row in { { 'x' }, { 'y' } } do for _, x in row do print(x) end end", "x y"),
    ] {
        assert_eq!(printed(body).join(" "), expected, "{body}");
    }
}

#[test]
fn every_kind_of_loop_visits_keys_of_every_type_in_the_same_order() {
    const LOOPS: &str = "
        local t, orders = { b = 1, a = 2, 'x' }, {}
        for n = 4, 40 do t[{}] = n end
        t[print], t[view], t[coroutine.create(print)], t[2.5] = 41, 42, 43, 44
        local function visit(go) local seen = {} go(function(_, n) table.insert(seen, n) end) table.insert(orders, seen) end
        visit(function(see) for k, n in pairs(t) do see(k, n) end end)
        visit(function(see) for k, n in t do see(k, n) end end)
        visit(function(see) for k, n in next, t do see(k, n) end end)
        visit(function(see) local k, n = next(t) while k ~= nil do see(k, n) k, n = next(t, k) end end)
        visit(function(see) local pairs = function(t) return t end for k, n in pairs(t) do see(k, n) end end)
        visit(function(see)
          for k, n in setmetatable({}, { __iter = function() return next, t end }) do see(k, n) end
        end)
        setmetatable(t, { __len = function() return 0 end })
        visit(function(see) for k, n in t do see(k, n) end end)
        for _, order in orders do print(#order, table.concat(order, ',') == table.concat(orders[1], ',')) end";
    assert_eq!(printed(LOOPS), vec!["44 true"; 7]);
    assert_eq!(printed("print({ [{}] = 1 }, #{ 1, [print] = 2 })"), ["{[{…}] = 1} 1"]);
}

#[test]
fn what_no_loop_can_go_over_is_named_as_luau_names_it() {
    for (body, expected) in [
        ("for k in nil do end", "attempt to iterate over a nil value"),
        ("for k in 3 do end", "attempt to iterate over a number value"),
        ("for k in pairs(nil) do end", "invalid argument #1 to 'pairs' (table expected, got nil)"),
        ("next(3)", "invalid argument #1 to 'next' (table expected, got number)"),
    ] {
        let (_, _, line, why) = fault(&against_random(&hook_with("next_move", body)));
        assert_eq!(line, Some(4), "{body}");
        assert!(why.contains(expected), "{body}: {why}");
    }
}

#[test]
fn an_error_that_is_no_text_shows_no_address() {
    for raised in ["{ code = 1 }", "print", "coroutine.create(print)"] {
        let (kind, _, _, why) =
            fault(&against_random(&hook_with("next_move", &format!("error({raised})"))));
        assert_eq!(kind, FaultKind::Script);
        assert!(!why.contains("0x"), "{why}");
    }
}

#[test]
fn bytecode_is_read_as_text_and_refused() {
    let lua = LANGUAGES.iter().find(|language| language.id == "lua").expect("there is Lua");
    assert!(BotSpec::from_source(lua, "bot.lua", "\u{6}\u{1}\u{2}bytecode").is_err());
}

const SAME: &str = "local function same(a, b)\n\
    assert(a ~= a and b ~= b or string.pack('<d', a) == string.pack('<d', b), a .. ' ' .. b)\n\
    end\n";

fn loads_without_a_fault(source: &str) {
    let end = against_random(&hook_with("load", source)).end.expect("a played match ends");
    assert!(end.faults.is_empty(), "{:?}", end.faults);
}

#[test]
fn mathematics_is_that_of_libm_to_the_last_bit() {
    type Unary = (&'static str, fn(f64) -> f64);
    const UNARY: [Unary; 13] = [
        ("acos", libm::acos),
        ("asin", libm::asin),
        ("atan", libm::atan),
        ("cos", libm::cos),
        ("cosh", libm::cosh),
        ("exp", libm::exp),
        ("log", libm::log),
        ("log10", libm::log10),
        ("sin", libm::sin),
        ("sinh", libm::sinh),
        ("sqrt", libm::sqrt),
        ("tan", libm::tan),
        ("tanh", libm::tanh),
    ];
    // A value that is not a number has no text that reads back.
    let line = |call: String, value: f64| {
        if value.is_finite() { format!("same({call}, {value:?})\n") } else { String::new() }
    };
    let mut source = SAME.to_string();
    for i in 0..60 {
        let x = f64::from(i) * 0.0337 - 0.99;
        for (name, function) in UNARY {
            for x in [x, x * 7.3] {
                source += &line(format!("math.{name}({x:?})"), function(x));
            }
        }
        source += &line(format!("math.atan2({x:?}, 0.7)"), libm::atan2(x, 0.7));
        source += &line(format!("math.pow(1.7, {x:?})"), libm::pow(1.7, x));
        source += &line(format!("math.log({x:?}, 2)"), libm::log2(x));
        source += &line(format!("math.log({x:?}, 3)"), libm::log(x) / libm::log(3.0));
    }
    loads_without_a_fault(&source);
}

/// Compares `^` in a bot with `math.pow`, which is `libm::pow`.
#[test]
fn powers_are_those_of_libm_to_the_last_bit() {
    let variables = "local odd = { 0, -0, 1, -1, 0.5, 2, 3, -3, 10, 1e-300, 1e300, 5e-324, 1 / 0, -1 / 0, 0 / 0 }\n\
        for i = 1, 60 do table.insert(odd, i * 0.37 - 9) table.insert(odd, 1.0000001 ^ (i * i)) end\n\
        for _, x in odd do for _, y in odd do same(x ^ y, math.pow(x, y)) end end\n\
        for _, x in odd do same(x ^ 1.7, math.pow(x, 1.7)) same(2.5 ^ x, math.pow(2.5, x)) end\n";
    let (x, y) = (|i: u32| f64::from(i) * 0.0173 + 0.1, |i: u32| 30.0 - f64::from(i * i) * 1e-4);
    let folded = (0..1000).map(|i| {
        let (x, y) = (x(i), y(i));
        format!("same({x:?} ^ {y:?}, {:?})\n", libm::pow(x, y))
    });
    loads_without_a_fault(&format!("{SAME}{variables}{}", folded.collect::<String>()));
}

/// Returns the fuel of the first move of a bot that does `body` in it.
fn fuel_of(body: &str) -> u64 {
    let record = play(&hook_with("next_move", body), |setup| {
        setup.terms.options.insert("max_plies".into(), 2.into());
    });
    assert!(record.end.is_some_and(|end| end.faults.is_empty()), "{body}");
    record.plies[0].fuel.expect("a script is metered")
}

#[test]
fn everyday_library_calls_cost_their_step_and_no_more() {
    let repeated = |call: &str| fuel_of(&format!("for i = 1, 100 do local _ = {call} end"));
    let step = repeated("coroutine.running()");
    for call in [
        "string.rep('ab', 20)",
        "string.sub('e2', 1, 1)",
        "string.format('%s%d', 'e', 2)",
        "string.split('a,b', ',')",
        "table.concat({ 'a', 'b' })",
        "table.unpack({ 1, 2 })",
        "table.remove({ 1, 2 }, 1)",
        "table.find({ 1, 2 }, 2)",
        "table.clone({ 1, 2 })",
    ] {
        assert_eq!(repeated(call), step, "{call}");
    }
}

#[test]
fn long_native_calls_are_charged_by_what_they_do() {
    let text = "local s = string.rep('ab', 1e5) ";
    let list = "local t = table.create(1e5, 0) ";
    for (before, call, least) in [
        ("", "string.rep('x', 1e6)", 7_000),
        (text, "string.upper(s)", 3_000),
        (text, "string.find(s, 'c', 1, true)", 3_000),
        (text, "string.sub(s, 2)", 1_500),
        (list, "table.sort(t)", 300_000),
        (list, "table.insert(t, 1, 0)", 6_000),
        (list, "table.concat(t)", 10_000),
        (list, "table.clone(t)", 2_000),
        (list, "table.find(t, 1)", 6_000),
    ] {
        // The figures are prices; 12 000 make a millisecond.
        let spent = fuel_of(&format!("{before} {call}")) - fuel_of(before);
        let lua = LANGUAGES.iter().find(|language| language.id == "lua").unwrap();
        let least = least * lua.fuel_per_ms / 12_000;
        assert!((least..least * 2).contains(&spent), "{call}: {spent}");
    }
}

#[test]
fn a_charged_function_complains_as_the_plain_one_does() {
    for (call, expected) in [
        ("string.rep()", "missing argument #1 to 'rep' (string expected)"),
        ("table.insert(5, 1)", "invalid argument #1 to 'insert' (table expected, got number)"),
        ("('x'):find('[')", "malformed pattern (missing ']')"),
        ("table.concat({ {} })", "invalid value (table) at index 1 in table for 'concat'"),
    ] {
        let (kind, _, line, why) = fault(&against_random(&hook_with("next_move", call)));
        assert_eq!((kind, line, &why[..]), (FaultKind::Script, Some(4), expected), "{call}");
    }
}

#[test]
fn running_out_of_memory_names_its_line() {
    let hooks = [("load", 2), ("start", 4), ("next_move", 5), ("finish", 6)];
    for (hook, line) in hooks {
        let body = "local s = 'x'\nwhile true do s = s .. s end";
        let found = fault(&against_random(&hook_with(hook, body)));
        assert_eq!((found.0, found.2), (FaultKind::OutOfMemory, Some(line)), "{hook}");
    }
    let hoard = "bot.kept = { bot.kept, buffer.create(5e6) }";
    let source = hook_with("next_move", hoard).replace("local bot", "bot");
    let found = fault(&against_random(&source));
    assert_eq!((found.0, found.2), (FaultKind::OutOfMemory, Some(4)));
    let wrapped = "local go = coroutine.wrap(function() return ('x'):rep(1e9) end)\ngo()";
    let found = fault(&against_random(&hook_with("next_move", wrapped)));
    assert_eq!((found.0, found.2), (FaultKind::OutOfMemory, Some(5)));
}

#[test]
fn running_out_of_memory_after_a_caught_error_names_its_own_line() {
    let body = "pcall(error, 'x')\nlocal s = 'x'\nwhile true do s = s .. s end";
    let (kind, _, line, why) = fault(&against_random(&hook_with("next_move", body)));
    assert_eq!((kind, line), (FaultKind::OutOfMemory, Some(6)));
    assert!(why.ends_with("of 64 MiB, and the next piece does not fit"), "{why}");
}

#[test]
fn running_out_of_memory_cannot_be_caught() {
    let body = "for i = 1, 10 do\n pcall(string.rep, 'x', 1e9) end";
    let (kind, _, line, _) = fault(&against_random(&hook_with("next_move", body)));
    assert_eq!((kind, line), (FaultKind::OutOfMemory, Some(5)));
}

#[test]
fn numbers_beyond_every_text_mean_its_end_on_every_machine() {
    let body = "assert(('abc'):sub(2, 2^53) == 'bc' and ('abc'):sub(-2^53, 2) == 'ab')\n\
                assert(('abc'):rep(-2^53) == '' and ('abc'):sub(0 / 0) == 'abc')\n\
                assert(('abc'):find('c', 2^53) == nil and ('abc'):byte(2^53) == nil)\n\
                assert(table.concat({ 1, 2 }, ',', -2^53 + 2^53 + 1, 2) == '1,2')";
    assert!(fuel_of(body) > 0);
}

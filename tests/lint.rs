//! The lint of bots: its findings, and that a bot that plays as intended gets no message.

use juez::registry::{MatchSetup, Mind, PlayerSpec, game, game_of, games};
use juez::script::{Api, BotSpec, Bundle, LANGUAGES, Language, LintMessage};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn language(id: &str) -> &'static Language {
    LANGUAGES.iter().find(|language| language.id == id).expect("a script language")
}

fn messages(game_id: &str, spec: BotSpec) -> Vec<LintMessage> {
    let player = PlayerSpec { name: "mine".into(), mind: Mind::Script(spec) };
    let game = game(game_id).expect("a game");
    game.lint(&MatchSetup::new(Vec::new()), &player).expect("the setup is right")
}

/// Returns the messages of the lint about a bot for Quoridor: line, column and sentence.
#[track_caller]
fn warnings(id: &str, source: &str) -> Vec<String> {
    let spec = BotSpec::from_source(language(id), &format!("mine.{id}"), source);
    let spec = spec.unwrap_or_else(|error| panic!("{error}"));
    let messages = messages("quoridor", spec).into_iter();
    messages.map(|message| message.to_string().replace(&format!("mine.{id}:"), "")).collect()
}

/// Returns the bot whose `next_move` has this body, from line 3 on.
fn lua(body: &str) -> String {
    format!("local bot = {{}}\nfunction bot.next_move(view)\n{body}\nend\nreturn bot\n")
}

#[track_caller]
fn finds(id: &str, source: &str, expected: &[&str]) {
    assert_eq!(warnings(id, source), expected, "{source}");
}

#[track_caller]
fn is_silent(id: &str, source: &str) {
    finds(id, source, &[]);
}

#[test]
fn a_variable_that_nothing_sets_is_named_with_what_was_meant() {
    let body = "local best, fewest = nil, 99
for _, m in ipairs(view:moves()) do
  if #m < fewst then best, fewest = m, #m end
end
return best";
    finds("lua", &lua(body), &["5:11: there is no variable fewst; did you mean fewest?"]);
    finds(
        "lua",
        &lua("local best = view:moves()[1]\nreturn bset"),
        &["4:8: there is no variable bset; did you mean best?"],
    );
    finds("lua", &lua("return pick(view)"), &["3:8: there is no function pick"]);
    finds(
        "lua",
        &lua("if view.ply > 9 then return None end\nreturn view:moves()[1]"),
        &["3:29: there is no variable None: nothing is written nil in Lua"],
    );
}

#[test]
fn a_view_is_known_where_it_is_handed_on() {
    let source = "local bot = {}
local function first() return view:moves()[1] end
function bot.next_move(view) return first() end
return bot";
    finds(
        "lua",
        source,
        &["2:31: view is not known here: it is a parameter of the function of line 3, which can \
           pass it on as an argument"],
    );
    let slip = "return { next_move = function(veiw) return view:moves()[1] end }";
    finds("lua", slip, &["1:44: there is no variable view; did you mean veiw?"]);
}

#[test]
fn columns_count_characters() {
    finds(
        "lua",
        &lua("local text = 'ñandú' .. bset\nreturn view:moves()[1]"),
        &["3:25: there is no variable bset; did you mean bot?"],
    );
}

#[test]
fn a_global_that_is_set_in_place_of_a_local_is_found() {
    let gl = "local best, bestScore = nil, -1
for _, m in ipairs(view:moves()) do
  local s = view:random(10)
  if s > bestScore then
    best = m
    bestscore = s
  end
end
return best";
    finds("lua", &lua(gl), &["8:5: bestscore is set here and never read; did you mean bestScore?"]);
    finds(
        "lua",
        &lua("count = #view:moves()\nreturn view:moves()[count]"),
        &["3:1: count is set without local, which makes it a variable of the whole bot: write \
           local count"],
    );
    let both = "local fewest, best = 99, nil
for _, m in ipairs(view:moves()) do
  if best == nil or #m < fewst then fewst, best = #m, m end
end
return best";
    finds("lua", &lua(both), &["5:37: there is no variable fewst; did you mean fewest?"]);
}

#[test]
fn a_global_with_which_a_bot_remembers_is_no_accident() {
    for body in [
        "local list = view:moves()\nif list[1] == last then print(last) end\nlast = list[1]\nreturn last",
        // Read before it is set: the value comes from an earlier call.
        "turns = (turns or 0) + 1\nreturn view:moves()[1]",
        "if not opening then opening = view:moves()[1] end\nreturn view:is_legal(opening) and opening or view:moves()[1]",
        // Set in some calls only.
        "if view.ply < 2 then plan = view:moves()[1] end\nreturn plan or view:moves()[1]",
    ] {
        is_silent("lua", &lua(body));
    }
    is_silent(
        "lua",
        "local bot = {}\nfunction bot.start(info) me = info.seat end\n\
         function bot.next_move(view) assert(me == view.seat) return view:moves()[1] end\nreturn bot",
    );
    is_silent(
        "lua",
        "seen = {}\nfunction first(list) last = list[1] return list[1] end\n\
         return { next_move = function(view) seen[last or 0] = true return first(view:moves()) end }",
    );
}

#[test]
fn a_bot_may_ask_whether_a_global_is_there() {
    for body in [
        "local pack = pack or table.pack\nreturn view:moves()[1]",
        "if os then print(os.time()) end\nreturn view:moves()[1]",
        "if type(jit) == 'table' then print(jit.version) end\nreturn view:moves()[1]",
        "print(io, os, math.type)\nreturn view:moves()[1]",
        "if _G.debug_mode then print(1) end\nreturn view:moves()[1]",
        "_G.mine = 1\nreturn view:moves()[mine]",
    ] {
        is_silent("lua", &lua(body));
    }
}

/// A bot with a local function below its call.
const BELOW: &str = "local bot = {}
function bot.next_move(view)
  return pick(view)
end
local function pick(view)
  return view:moves()[1]
end
return bot";

#[test]
fn a_local_function_below_its_call_is_named_with_its_line() {
    finds(
        "lua",
        BELOW,
        &["3:10: pick is used above its definition in line 5: a local function must be defined \
           above the function that calls it"],
    );
    // Declared above, defined below.
    is_silent(
        "lua",
        "local pick\nlocal bot = {}\nfunction bot.next_move(view) return pick(view) end\n\
         function pick(view) return view:moves()[1] end\nreturn bot",
    );
    // A global function can be anywhere.
    is_silent(
        "lua",
        "local bot = {}\nfunction bot.next_move(view) return pick(view) end\n\
         function pick(view) return view:moves()[1] end\nreturn bot",
    );
}

#[test]
fn a_local_outside_of_its_block_is_named_with_its_line() {
    let body = "if view.ply > 3 then
  local best = view:moves()[1]
end
return best";
    finds(
        "lua",
        &lua(body),
        &["6:8: best is not known here: the local best of line 4 is known only below it, to the \
           end of its block"],
    );
}

#[test]
fn a_method_that_is_not_there_is_found_on_a_path_that_no_match_takes() {
    finds(
        "lua",
        &lua("if view.ply > 9999 then return view:pth(0)[1] end\nreturn view:moves()[1]"),
        &["3:37: view has no member \"pth\"; did you mean view:path()?"],
    );
    finds(
        "lua",
        &lua("local w = view:world()\nlocal after = w:play(w:moves()[1])\nreturn after:movs()[1]"),
        &["5:14: world has no member \"movs\"; did you mean world:moves()?"],
    );
    finds(
        "lua",
        &lua("if view.seet == 0 then return view:moves()[1] end\nreturn view:moves()[2]"),
        &["3:9: view has no member \"seet\"; did you mean view.seat?"],
    );
    // For a value passed to a helper, the lint knows only the method names.
    finds(
        "lua",
        "local function far(world, seat) return world:distence(seat) end
return { next_move = function(view) return view:moves()[far(view, 0)] end }",
        &["1:46: neither a view nor a world has a method distence; did you mean distance?"],
    );
    // A view has no `play`.
    finds(
        "lua",
        &lua("local after = view:play(view:moves()[1])\nreturn after:moves()[1]"),
        &["3:20: view has no member \"play\"; a world has it: view:world():play()"],
    );
}

#[test]
fn methods_that_a_bot_defines_itself_are_known() {
    is_silent(
        "lua",
        "local Stack = {} Stack.__index = Stack
function Stack:push(x) self[#self + 1] = x end
local bot = { tools = { shout = function(self) return self end } }
function bot:helper() return 1 end
function bot.next_move(view)
  local stack = setmetatable({}, Stack)
  stack:push(bot:helper())
  bot.tools:shout()
  local list = setmetatable({}, { __index = table })
  list:insert(('e2'):upper():lower())
  return view:moves()[1]
end
return bot",
    );
}

#[test]
fn an_answer_that_is_thrown_away_is_found() {
    finds(
        "lua",
        &lua("local w = view:world()\nw:play(w:moves()[1])\nreturn w:moves()[1]"),
        &["4:3: play returns a new world and changes nothing, and the new world is unused: write \
           local after = world:play(...)"],
    );
    finds(
        "lua",
        &lua("view:moves()\nreturn view:moves()[1]"),
        &["3:6: moves only returns a value, and the value is unused"],
    );
    is_silent(
        "lua",
        &lua("view:random(6)\nview:note('hello')\nview:mark('e2', 'x')\nreturn view:moves()[1]"),
    );
}

#[test]
fn a_move_that_is_computed_and_not_returned_is_found() {
    let body = "local best, bestScore = nil, -1
for _, m in ipairs(view:moves()) do
  local s = view:random(10)
  if s > bestScore then best, bestScore = m, s end
end";
    finds(
        "lua",
        &lua(body),
        &[
            "3:7: best is computed in next_move and never used: is `return best` missing at its end?",
        ],
    );
    finds(
        "lua",
        &lua("print(#view:moves())"),
        &["2:1: next_move returns nothing: it must return a move, is a `return` missing?"],
    );
    let helper = "local function pick(view)
  local best = view:moves()[1]
  print(best)
end
local bot = {}
function bot.next_move(view)
  return pick(view)
end
return bot";
    finds(
        "lua",
        helper,
        &["7:10: pick (line 1) returns nothing, but its result is needed here: is a `return` \
           missing in it?"],
    );
}

#[test]
fn an_end_that_is_never_reached_needs_no_return() {
    for body in [
        "for _, m in ipairs(view:moves()) do\n  if view:is_legal(m) then return m end\nend",
        "while true do\n  local m = view:moves()[view:random(3) + 1]\n  if m then return m end\nend",
        "if view.ply > 3 then return view:moves()[1] else return view:moves()[2] end",
        "local moves = view:moves()\nif #moves == 0 then return end\nreturn moves[1]",
        "error('not written yet')",
    ] {
        is_silent("lua", &lua(body));
    }
    is_silent(
        "lua",
        "local bot = {}\nlocal function say(text) print(text) end\n\
         function bot.start(info) return say(info.seat) end\n\
         function bot.next_move(view) say('hm') return view:moves()[1] end\nreturn bot",
    );
}

#[test]
fn the_files_of_a_folder_know_each_others_globals() {
    let files = |main: &str, util: &str| {
        let texts = [("main.lua", main), ("util.lua", util)];
        let files: BTreeMap<String, String> =
            texts.map(|(name, text)| (name.to_string(), text.to_string())).into();
        let hash = "0".repeat(64);
        BotSpec::uncompiled(
            "folder".into(),
            language("lua"),
            Bundle { main: "main.lua".into(), files, hash },
        )
    };
    let main = "require('./util')\nreturn { next_move = function(view) return pick(view) end }";
    let right = files(main, "function pick(view) return view:moves()[1] end\nreturn {}");
    assert_eq!(messages("quoridor", right), []);
    let wrong = files(main, "function pik(view) return view:moves()[1] end\nreturn {}");
    let warnings: Vec<String> =
        messages("quoridor", wrong).iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["main.lua:2:44: there is no function pick; did you mean pik?"]);
}

#[test]
fn a_source_that_is_too_long_or_deep_or_odd_gets_no_message_and_no_panic() {
    let filler = "-- filler\n".repeat(30_000);
    is_silent("lua", &format!("{filler}{}", lua("return bset")));
    // As deep as the VM accepts.
    let deep = format!("{}view:moves()[1]{}", "(".repeat(180), ")".repeat(180));
    is_silent("lua", &lua(&format!("return {deep}")));
    let odd = "type T = { a: number, [string]: any }
local function id<T>(x: T): T return x end
local n: number = 0b11 + 0xff + 1_000
n += if n > 3 then 1 else 2
for i = 1, 3 do if i == 2 then continue end n -= 1 end
repeat local done = n > 2; n += 1 until done
return view:moves()[id(1)] :: string, `{n} and {n + 1}`";
    is_silent("lua", &lua(odd));
    // Names are cheap: a thousand of them make twenty messages.
    let many: String = (0..1000).map(|n| format!("view:note(nothing_{n})\n")).collect();
    assert_eq!(warnings("lua", &lua(&format!("{many}return view:moves()[1]"))).len(), 20);
}

/// Returns the reason why the first move of the bot with this body is a fault.
#[track_caller]
fn why(source: &str) -> String {
    let spec = BotSpec::from_source(language("lua"), "mine.lua", source);
    let me = PlayerSpec { name: "me".into(), mind: Mind::Script(spec.expect("it compiles")) };
    let quoridor = game("quoridor").expect("a game");
    let random = PlayerSpec::read("random", quoridor).expect("there is random");
    let mut setup = MatchSetup::new(vec![me, random]);
    setup.seed = Some(juez::core::Seed::from(1));
    let record = quoridor.play(&setup, &mut ()).expect("the setup is right");
    let faults = record.end.expect("a played match ends").faults;
    faults.first().unwrap_or_else(|| panic!("no fault: {source}")).fault.why.clone()
}

#[track_caller]
fn says(body: &str, part: &str) {
    let why = why(&lua(body));
    assert!(why.contains(part), "{body}\n{why}");
}

#[test]
fn an_error_names_what_was_nil() {
    says("return pick(view)", "attempt to call a nil value: there is no function pick");
    says("local best = 1\nreturn bset()", "there is no function bset; did you mean best?");
    says("return bot.pick(view)", "attempt to call a nil value: bot.pick is nil");
    says("return math.max(1, bot.pick(view))", "attempt to call a nil value: bot.pick is nil");
    says("return math.randint(3)", "attempt to call a nil value: math.randint is nil");
    says("return 1 - bot.seet", "arithmetic (sub) on number and nil: bot.seet is nil");
    says("return bot.a * bot.b", "arithmetic (mul) on nil: bot.a and bot.b are nil");
    says("bot.count += 1", "arithmetic (add) on nil and number: bot.count is nil");
    says("return -bot.a", "arithmetic (unm) on nil: bot.a is nil");
    says("if bot.a > 3 then return 'e2' end", "compare number < nil: bot.a is nil");
    says("if 3 <= fewst then return 'e2' end", "compare number <= nil: there is no variable fewst");
    says("return 'e' .. bot.row", "attempt to concatenate string with nil: bot.row is nil");
    says("return #bot.list", "attempt to get length of a nil value: bot.list is nil");
    says("for _, m in bot.list do return m end", "iterate over a nil value: bot.list is nil");
    says("for _, m in ipairs(bot.list) do return m end", "got nil): bot.list is nil");
    says("for i = 1, bot.most do return i end", "got nil): bot.most is nil");
    says("return bot.world.seat", "attempt to index nil with 'seat': bot.world is nil");
    says("local t = {}\nreturn t[0][1]", "index nil with number: t[0] is nil");
    says("return bset[1]", "index nil with number: there is no variable bset; did you mean bot?");
}

#[test]
fn an_error_says_that_a_local_function_must_stand_above_its_call() {
    assert_eq!(
        why(BELOW),
        "attempt to call a nil value: pick is used above its definition in line 5: a local \
         function must be defined above the function that calls it"
    );
}

#[test]
fn an_error_names_nothing_where_it_may_be_one_of_two() {
    for body in [
        "return bot.pick(bot.choose(view))",
        "return (bot.a - 1) + (bot.b - 2) - (3 - bot.c)",
        "return bot.a - 1 > 3 - bot.b or bot.c - 1",
        "local f = view:moves()\ntable.sort(f, function(a, b) return nil < 1 or bot.a < 1 end)",
        "error('attempt to call a nil value') bot.pick()",
    ] {
        let why = why(&lua(body));
        assert!(!why.contains(" is nil") && !why.contains("there is no"), "{body}\n{why}");
    }
    // A constant is not the nil value.
    says("return 3 - 1 + (2 - bot.c)", "bot.c is nil");
}

#[test]
fn a_name_that_the_library_lacks_is_found_and_what_a_bot_asks_for_is_not() {
    finds(
        "lua",
        &lua("return view:moves()[math.randm(3)]"),
        &["3:26: there is no math.randm; did you mean random?"],
    );
    is_silent("lua", &lua("local most = math.maxinteger or 2 ^ 53\nreturn view:moves()[most]"));
}

/// A bot that returns a function for each name that a VM has: globals, and the members of tables
/// among them.
const NAMES: &str = "local bot = { next_move = function(view) return view:moves()[1] end }
local globals = { '_G', '_VERSION' }
for name in pairs(_G) do table.insert(globals, name) end
for _, name in ipairs(globals) do
  bot[name] = function() end
  local held = _G[name]
  if type(held) == 'table' and name ~= '_G' then
    for key in held do bot[name .. '.' .. key] = function() end end
  end
end
return bot";

#[test]
fn every_name_of_the_library_is_known() {
    let spec = BotSpec::from_source(language("lua"), "names.lua", NAMES).expect("it compiles");
    let player = PlayerSpec { name: "names".into(), mind: Mind::Script(spec) };
    let quoridor = game("quoridor").expect("a game");
    let names = quoridor.functions(&MatchSetup::new(Vec::new()), &player).expect("it loads");
    assert!(names.len() > 120, "{names:?}");
    for name in names.iter().filter(|name| *name != "next_move" && *name != "_G") {
        is_silent("lua", &lua(&format!("print({name})\nreturn view:moves()[1]")));
    }
}

/// Returns the Rhai bot whose `next_move` has this body, from line 2 on.
fn rhai(body: &str) -> String {
    format!("fn next_move(view) {{\n{body}\n}}\n")
}

#[test]
fn a_name_that_is_not_there_is_found_in_rhai_on_a_path_that_no_match_takes() {
    finds(
        "rhai",
        &rhai("let best = view.moves()[0];\nif view.ply > 9999 { return bset; }\nbest"),
        &["3:29: there is no variable bset; did you mean best?"],
    );
    finds(
        "rhai",
        "fn evaluate(world) { 1 }\nfn next_move(view) {\nlet n = evalute(view.world());\nview.moves()[n]\n}",
        &["3:9: there is no function evalute; did you mean evaluate?"],
    );
    finds(
        "rhai",
        &rhai("if view.ply > 9999 { return view.pth(0)[0]; }\nview.moves()[0]"),
        &["2:34: view has no member \"pth\"; did you mean view.path()?"],
    );
    finds(
        "rhai",
        &rhai("view.world().play(\"e2\").movs()[0]"),
        &["2:25: world has no member \"movs\"; did you mean world.moves()?"],
    );
    finds(
        "rhai",
        &rhai("view.moves()[view.seet]"),
        &["2:19: view has no member \"seet\"; did you mean view.seat?"],
    );
    finds(
        "rhai",
        "fn far(w) { w.distence(0) }\nfn next_move(view) { view.moves()[far(view)] }",
        &["1:15: there is no function distence; did you mean distance?"],
    );
    // The same message as when the line runs.
    finds(
        "rhai",
        &rhai("view.moves()[rand(3)]"),
        &["2:14: there is no function rand: view.random(n) gives a whole number from 0 to n-1"],
    );
    // An assigned variable must be declared.
    finds(
        "rhai",
        &rhai(
            "let best = ();\nfor m in view.moves() { if view.ply > 9999 { bset = m; } best = m; }\nbest",
        ),
        &["3:46: there is no variable bset; did you mean best?"],
    );
    finds(
        "rhai",
        "let depth = 2;\nfn next_move(view) { view.moves()[depth] }",
        &["2:35: functions see only their parameters, `this` and top-level const: declare depth \
           with const, or keep it as this.depth"],
    );
}

#[test]
fn a_key_that_is_nearly_one_of_a_map_is_found_in_rhai() {
    let counts = "fn start(info) { this.built = 0; }\nfn next_move(view) {\n";
    finds(
        "rhai",
        &format!("{counts}if this.buitl > 3 {{ print(1); }}\nview.moves()[0]\n}}"),
        &["3:9: this has no key buitl; did you mean built?"],
    );
    finds(
        "rhai",
        "fn start(info) { this.me = info.saet; }\nfn next_move(view) { view.moves()[this.me] }",
        &["1:33: info has no key saet; did you mean seat?"],
    );
    finds(
        "rhai",
        "const WORTH = #{ step: 1, wall: 2 };\nfn next_move(view) { view.moves()[WORTH.setp] }",
        &["2:41: WORTH has no key setp; did you mean step?"],
    );
    // A key can be computed, come from elsewhere, or be read before it exists.
    for body in [
        "this[\"bu\" + \"itl\"] = 1;\nif this.buitl > 3 { print(1); }",
        "this = parse_json(\"{}\");\nif this.buitl > 3 { print(1); }",
        "this.mixin(#{ a: 1 });\nif this.buitl > 3 { print(1); }",
        "if this.best ?? 0 > 3 { print(1); }",
        "let pair = #{ x: 1 };\nif pair.y ?? 0 > 3 { print(1); }",
    ] {
        is_silent("rhai", &format!("{counts}{body}\nview.moves()[0]\n}}"));
    }
}

#[test]
fn an_answer_that_is_thrown_away_or_lacking_is_found_in_rhai() {
    finds(
        "rhai",
        &rhai("let w = view.world();\nw.play(\"e2\");\nw.moves()[0]"),
        &["3:3: play returns a new world and changes nothing, and the new world is unused: write \
           let after = world.play(...)"],
    );
    finds(
        "rhai",
        &rhai("let best = ();\nfor m in view.moves() { best = m; }"),
        &[
            "3:1: next_move returns nothing: its last line has no value. Write the move as its last \
             line, or return it",
        ],
    );
}

#[test]
fn methods_of_another_rhai_file_are_known() {
    let files = [
        ("main.rhai", "import \"util\" as util;\nfn next_move(view) { view.moves()[1.half()] }"),
        ("util.rhai", "fn int.half() { this / 2 }"),
    ];
    let files = files.map(|(name, text)| (name.to_string(), text.to_string())).into();
    let bundle = Bundle { main: "main.rhai".into(), files, hash: "1".repeat(64) };
    let spec = BotSpec::uncompiled("folder".into(), language("rhai"), bundle);
    assert_eq!(messages("quoridor", spec), []);
}

#[test]
fn a_right_rhai_bot_gets_no_message() {
    is_silent(
        "rhai",
        r#"
const DEEP = 2;
fn start(info) { this.me = info.seat; this.seen = #{}; this.say = |text| print(text); }
fn int.twice() { this * 2 }
fn worth(world, seat) { world.distance(seat) - world.distance(1 - seat) }
fn next_move(view) {
    let total = 0;
    let add = |x| total += x * DEEP;
    for (m, i) in view.moves() {
        add.call(i);
        switch i { 0 => total += 1, 1..9 if total > 3 => total -= 1, _ => () }
    }
    try { throw "no"; } catch (error) { print(`${error} at ${view.ply}`); }
    let best = view.moves().filter(|m| view.is_legal(m)).map(|m| m.to_upper().to_lower());
    view.random(6);
    view.note("hello");
    this.say.call("hm");
    let w = view.world(0);
    print(worth(w, view.seat) + DEEP.twice() + min(1, 2) ** 2 + [1, 2].len());
    let scored = best.map(|m| #{ move: m, score: worth(w.play(m), view.seat) });
    scored.sort(|a, b| a.score - b.score);
    loop { if scored.len() > 0 { return scored[0].move; } }
}
fn finish(result) { print(result.rank(this.me)); }
"#,
    );
}

fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            scripts(&path, found);
        } else if LANGUAGES.iter().any(|language| Some(language.id) == extension) {
            found.push(path);
        }
    }
}

#[test]
fn a_half_written_bot_is_linted_without_a_panic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    scripts(&root.join("bots"), &mut found);
    scripts(&root.join("crates/games/src"), &mut found);
    let api = Api::of::<juez::games::quoridor::Quoridor>(&[]).expect("nothing is switched off");
    let mut linted = 0;
    for path in found {
        let text = fs::read_to_string(&path).expect("text");
        let id = path.extension().and_then(|id| id.to_str()).expect("an extension");
        let (language, lines) = (language(id), text.lines().collect::<Vec<_>>());
        for left_out in (0..lines.len()).step_by(3) {
            let mut lines = lines.clone();
            lines.remove(left_out);
            let bundle = Bundle::from_source(&format!("half.{id}"), &lines.join("\n"));
            // The function of the table catches no panic; the function of the bot does.
            if (language.compile)(&bundle).is_ok() {
                (language.lint)(&bundle, &api);
                linted += 1;
            }
        }
    }
    assert!(linted > 300, "only {linted} compile");
}

#[test]
fn no_bot_template_or_exercise_of_ours_gets_a_message() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["bots", "examples", "crates/games/src"] {
        scripts(&root.join(folder), &mut found);
    }
    // The program does not have the game of that example.
    found.retain(|path| !path.starts_with(root.join("examples/add_a_game")));
    assert!(found.len() > 60, "found only {} scripts", found.len());
    let mut warnings = Vec::new();
    for path in found {
        let spec = BotSpec::read(&path).unwrap_or_else(|error| panic!("{error}"));
        // A helper names no game: its words belong to some game.
        let games = match game_of(&path) {
            Ok(game) => vec![game],
            Err(_) => games(),
        };
        let all: Vec<Vec<String>> = games
            .iter()
            .map(|game| {
                let messages = messages(game.info().id, spec.clone());
                messages.iter().map(ToString::to_string).collect()
            })
            .collect();
        let fewest = all.into_iter().min_by_key(Vec::len).unwrap_or_default();
        warnings.extend(fewest.into_iter().map(|text| format!("{}: {text}", path.display())));
    }
    assert!(warnings.is_empty(), "{}", warnings.join("\n"));
}

//! Sentences of refusals and faults exist in every language of the page.

use crate::common::says::{filled, is_one_of, says};
use crate::common::sentences::sentences;
use juez::core::{Allowed, FaultKind, Game, MoveOf, Next, Reason, Seed, State, options_from_json};
use juez::games::{Visitor, each};
use juez::registry::{MatchSetup, Mind, PlayerSpec, game, games};
use juez::script::{BotSpec, LANGUAGES, LoadError};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the sentences of a language by the English ones, as the page has them: the common ones
/// and the ones of each game.
fn said(language: &str) -> BTreeMap<String, String> {
    let common = source(&format!("i18n/said/{language}.json"));
    let mut said: BTreeMap<String, String> =
        serde_json::from_str(&common).expect("sentences by sentences");
    // The sentences of a game without a folder on the page are found missing below.
    let of_games =
        games().into_iter().map(|game| format!("games/{}/words/{language}.json", game.info().id));
    for words in of_games.filter(|words| folder().join(words).is_file()) {
        let mut words: Value = serde_json::from_str(&source(&words)).expect("JSON");
        let own = serde_json::from_value(words["said"].take()).expect("sentences by sentences");
        said.extend::<BTreeMap<String, String>>(own);
    }
    said
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src")
}

fn source(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("a file of the page")
}

/// Returns the names of the values of a sentence.
fn values(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn every_sentence_of_the_program_is_in_each_language_and_none_is_left_over() {
    let ours: BTreeSet<&str> = sentences().into_iter().collect();
    for language in ["es", "it"] {
        let said = said(language);
        let theirs: BTreeSet<&str> = said.keys().map(String::as_str).collect();
        let missing: Vec<_> = ours.difference(&theirs).collect();
        let left_over: Vec<_> = theirs.difference(&ours).collect();
        assert!(
            missing.is_empty() && left_over.is_empty(),
            "{language}: {missing:#?} {left_over:#?}"
        );
        for (english, text) in &said {
            assert_eq!(values(english), values(text), "{language}: {english}");
        }
    }
}

#[test]
fn a_sentence_is_found_whatever_its_values() {
    assert!(says("seat {seat} does not hold {card}", "seat 1 does not hold D7"));
    assert!(says("no walls left", "no walls left"));
    assert!(says("{wall} crosses {other}", "e3h crosses e3v"));
    assert!(!says("{wall} crosses {other}", "e3h crosses "));
    assert!(!says("no walls left", "no walls left here"));
}

/// Returns the usual house rules four times, and each word or switch of each option alone.
fn house_rules<G: Game>() -> Vec<Map<String, Value>> {
    let mut all = vec![Map::new(); 4];
    for option in G::INFO.options {
        let values: Vec<Value> = match option.allowed {
            Allowed::Words(words) => words.iter().map(|word| json!(word)).collect(),
            Allowed::Switch => vec![json!(true), json!(false)],
            _ => Vec::new(),
        };
        all.extend(values.into_iter().map(|value| Map::from_iter([(option.name.into(), value)])));
    }
    all
}

/// Collects the reasons when illegal moves are tried in these matches, and when texts are read that
/// are not moves.
#[derive(Default)]
struct Refusals(BTreeSet<String>);

impl Visitor for Refusals {
    fn visit<G: Game>(&mut self) {
        for (seed, map) in (0..).zip(house_rules::<G>()) {
            let mut rng = Seed::from(seed).rng();
            let options = options_from_json::<G>(&map).expect("house rules");
            let Ok(mut state) = G::start(&options) else { continue };
            let (mut seen, mut scratch) = (BTreeSet::new(), Vec::new());
            for _ in 0..200 {
                match state.next() {
                    Next::Over => break,
                    Next::Deal => {
                        let deal = G::shuffle(&state, &mut rng);
                        state.deal(&deal).expect("a deal that was drawn");
                    }
                    Next::Move(_) => {
                        seen.extend(state.legal_moves());
                        let tried = seen.iter().filter_map(|&mv| state.explain(mv).err());
                        self.0.extend(tried.map(|why| why.0));
                        state.play_unchecked(state.random_move(&mut rng, &mut scratch));
                    }
                }
            }
            for mv in seen {
                let text = mv.to_string();
                let wrong = [
                    text.to_uppercase(),
                    text.to_lowercase(),
                    format!(" {text}"),
                    text.chars().rev().collect(),
                    format!("{text}9"),
                    "x".to_string(),
                ];
                let read = wrong.iter().filter_map(|text| text.parse::<MoveOf<G>>().err());
                self.0.extend(
                    read.flat_map(|error| {
                        error.hint.clone().into_iter().chain([error.to_string()])
                    }),
                );
            }
        }
    }
}

#[test]
fn every_refusal_that_comes_up_is_one_of_the_sentences() {
    let sentences = sentences();
    let mut refusals = Refusals::default();
    each(&mut refusals);
    assert!(refusals.0.len() > 500, "{}", refusals.0.len());
    for text in &refusals.0 {
        assert!(is_one_of(&sentences, text), "{text}");
    }
}

/// Returns the error of a script that does not compile, or its first fault against the built-in
/// random bot.
fn why(language: &str, source: &str) -> String {
    let quoridor = game("quoridor").expect("there is quoridor");
    let language = LANGUAGES.iter().find(|known| known.id == language).expect("a language");
    let spec = BotSpec::from_source(language, &format!("bot.{}", language.id), source);
    let spec = match spec {
        Ok(spec) => spec,
        Err(LoadError::Syntax(error)) => return error.message,
        Err(error) => panic!("{error}"),
    };
    let me = PlayerSpec { name: "me".into(), mind: Mind::Script(spec) };
    let random = PlayerSpec::read("random", quoridor).expect("there is random");
    let setup = MatchSetup { seed: Some(Seed::from(5)), ..MatchSetup::new(vec![me, random]) };
    let record = quoridor.play(&setup, &mut ()).expect("the setup is right");
    let faults = record.end.expect("a played match ends").faults;
    faults.first().map_or(format!("no fault: {source}"), |first| first.fault.why.clone())
}

/// Bodies of `next_move` that fail in Lua.
const LUA: &[&str] = &[
    "view:mvoes()",
    "local x = view.saet",
    "local x = view.xyzzy",
    "view.moves()",
    "view:play('e2')",
    "view:is_legal(3)",
    "view:is_legal({})",
    "view:is_legal()",
    "view:moves(1)",
    "view:mark('e1')",
    "view:note(3)",
    "view:random(0)",
    "view:random(nil)",
    "view:random(0.5)",
    "view:world(-1)",
    "view:world():play('zz')",
    "view.x = 1",
    "math.random()",
    "require('os')",
    "require('./other')",
    "require('./../other')",
    "error()",
    "error({})",
    "os.time()",
    "lacking()",
    "local x = lacking + 1",
    "local x = null.x",
    "local t = {}; t.a.b = 1",
    "local t = {}; t.a()",
    "local t = {}; local x = t.a < t.b",
    "local x = view.seat()",
    "local x = 'a' .. {}",
    "local x = 'a' + 1",
    "local x = view.moves[1]",
    "coroutine.yield()",
    "local function f() return f() + 1 end f()",
    "while true do end",
    "do return 7 end",
    "do return nil end",
    "do return {} end",
    "do return view end",
    "do return 'E2' end",
    "do return 'hello' end",
    "do return 'a9' end",
    "error('my own words')",
    "string.rep()",
    "\ndef f() end",
    "\nlet x = 1",
    "\ngoto top",
    "local i = 0; i++",
    "local x =",
];

/// Bots in Lua with mistakes elsewhere.
const LUA_BOTS: &[&str] = &[
    "return 3",
    "return {}",
    "return { next_mov = function() end }",
    "return { next_move = 3 }",
    "return { next_move = {} }",
    "local bot = {} function bot.next_move(v) return help(v) end \
     local function help(v) return 1 end return bot",
    "local function f(grid) return grid end \
     return { next_move = function(v) return grid[1] end }",
];

/// Bodies of `next_move` that fail in Rhai.
const RHAI: &[&str] = &[
    "view.mvoes()[0]",
    "view.saet",
    "view.xyzzy",
    "view.moves[0]",
    "view.is_legal",
    "view.world().pley(1)",
    "view.play(1)",
    "view.seat = 3",
    "view.is_legal(3)",
    "view.is_legal(())",
    "view.is_legal([])",
    "view.is_legal()",
    "view.moves(1, 2)",
    "view.mark(\"a\", \"b\", \"c\", \"d\")",
    "view.note(3)",
    "view.random(0)",
    "view.random(1.5)",
    "view.world(-1)",
    "view.world().play(\"zz\")",
    "let moves = 1; moevs",
    "let x = xyzzy",
    "if view.seat == None { }",
    "[][2]",
    "[1][5]",
    "\"\"[2]",
    "\"ab\"[7]",
    "let i = 0.5; [1][i]",
    "let m = #{}; m.x",
    "lacking()",
    "lacking(view)",
    "pust(1)",
    "rand(3)",
    "elif(3)",
    "print(1, 2)",
    "len()",
    "len(1)",
    "abs(\"a\", [])",
    "\"a\" * 2",
    "-[]",
    "().x",
    "let x = 5; x.y",
    "let x = 5; x[\"a\"]",
    "let n = 5; for i in n { }",
    "let n = 3; if n { }",
    "throw 3",
    "throw [1]",
    "sleep(1)",
    "2 ** -1",
    "9 ** 99",
    "[3, 1].sort(|a, b| \"x\")",
    "other::help(1)",
    "let a = \"a\"; loop { a += a; }",
    "loop { }",
    "7",
    "()",
    "[]",
    "view",
    "'E'",
    "\"hello\"",
    "throw \"my own words\"",
    "1 / 0",
    "let x = 'e2';",
    "let i = 0; i++;",
    "let i = 0; i--;",
    "let mut x = 1;",
    "local x = 1;",
    "view:moves()",
    "let new = 1;",
    "if true then { }",
    "let x = ;",
];

/// Bots in Rhai with mistakes elsewhere.
const RHAI_BOTS: &[&str] = &[
    "",
    "fn next_mov(view) { }",
    "fn next_move() { }",
    "fn next_move(view) { } fn start(a, b) { }",
    "fn next_move(view) { } fn start(info) { info.paint }",
    "fn next_move(view) { } fn start(info) { info.saet }",
    "let n = 1; fn next_move(view) { n }",
    "const N = 1; fn next_move(view) { N = 2; N }",
    "fn help(a) { a } fn next_move(view) { help(1, 2) }",
    "fn help(a, b) { a } fn next_move(view) { help(1) }",
    "fn help() { this.x } fn next_move(view) { help() }",
    "fn help(n) { help(n) + 1 } fn next_move(view) { help(1) }",
    "fn next_move(view) {",
    "import \"other\" as other;",
    "import \"../other\" as other;",
];

/// Text of an engine or of the bot, which pages show as it is.
const RAW: &[&str] = &[
    "my own words",
    "missing argument #1 to 'rep'",
    "Division by zero",
    "expecting '}' to terminate this block",
];

#[test]
fn what_is_said_of_faulty_scripts_is_one_of_the_sentences_and_so_are_its_values() {
    let sentences = sentences();
    let lua = LUA.iter().map(|body| {
        let head = "local bot = {} function bot.next_move(view)";
        format!("{head} {body} return view:moves()[1] end return bot")
    });
    let lua = lua.chain(LUA_BOTS.iter().map(|source| source.to_string()));
    let rhai = RHAI.iter().map(|body| format!("fn next_move(view) {{ {body} }}"));
    let rhai = rhai.chain(RHAI_BOTS.iter().map(|source| source.to_string()));
    let all = lua.map(|source| ("lua", source)).chain(rhai.map(|source| ("rhai", source)));
    let mut missing = Vec::new();
    for (language, source) in all {
        let why = why(language, &source);
        let listed = |text: &str| is_one_of(&sentences, text);
        if RAW.iter().any(|raw| why.contains(raw)) {
            assert!(!listed(&why), "{why}");
            continue;
        }
        if !listed(&why) {
            missing.push(why);
            continue;
        }
        // The sentence describes the kind of a value in words, except for the words of the
        // language.
        let is_said = |(name, value): &(&str, &str)| {
            !matches!(*name, "got" | "given" | "expected" | "wanted" | "kind" | "why" | "hint")
                || matches!(*value, "nil" | "()" | "true" | "false" | "text")
                || value.parse::<f64>().is_ok()
                || listed(value)
        };
        let mut found = sentences.iter().filter_map(|sentence| filled(sentence, &why));
        if !found.any(|values| values.iter().all(is_said)) {
            missing.push(format!("a value of: {why}"));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_page_has_a_word_for_every_kind_of_fault_and_every_end() {
    let kind = |kind: FaultKind| match kind {
        FaultKind::IllegalMove
        | FaultKind::Unreadable
        | FaultKind::Script
        | FaultKind::OutOfFuel
        | FaultKind::OutOfMemory
        | FaultKind::OutOfTime
        | FaultKind::MissingHook
        | FaultKind::Crashed
        | FaultKind::Resigned => serde_json::to_value(kind).expect("a word"),
    };
    // A new kind or reason does not compile until it is named here.
    let reason = |reason: Reason| match reason {
        Reason::Finished
        | Reason::MaxPlies
        | Reason::Repetition
        | Reason::Forfeit
        | Reason::Stopped => reason,
    };
    let reasons =
        [Reason::Finished, Reason::MaxPlies, Reason::Repetition, Reason::Forfeit, Reason::Stopped]
            .map(reason);
    let kinds = [
        FaultKind::IllegalMove,
        FaultKind::Unreadable,
        FaultKind::Script,
        FaultKind::OutOfFuel,
        FaultKind::OutOfMemory,
        FaultKind::OutOfTime,
        FaultKind::MissingHook,
        FaultKind::Crashed,
        FaultKind::Resigned,
    ];
    for language in ["en", "es", "it"] {
        let words = source(&format!("i18n/{language}.ts"));
        for one in kinds.map(kind) {
            let one = one.as_str().expect("a word");
            assert!(words.contains(&format!("\n  fault_{one}: ")), "{language} {one}");
            if language != "en" {
                let rules = source(&format!("i18n/rules/{language}.ts"));
                assert!(rules.contains(&format!("\n    {one}: ")), "{language} {one}");
            }
        }
        for reason in reasons {
            assert!(words.contains(&format!("\n  over_{reason}: ")), "{language} {reason}");
        }
    }
}

//! Good input of every kind to mutate.

use juez::core::Seed;
use juez::pool::{Isolation, IsolationKind, PoolOptions, read_answers, read_requests};
use juez::registry::{MatchSetup, PlayerSpec, game, games};
use serde_json::Map;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::tap;
use super::targets::record::records::matches;

/// Returns moves of real matches, and other words.
pub fn notation() -> Vec<Vec<u8>> {
    let mut moves: Vec<String> =
        matches().into_iter().flat_map(|(_, record)| record.moves).collect();
    moves.sort_unstable();
    moves.dedup();
    let words = ["minimax:depth=2,eval=faithful", "ana=random", "montecarlo:guesses=10", "42"];
    moves.extend(words.map(str::to_string));
    moves.push("0".repeat(64));
    moves.into_iter().map(String::into_bytes).collect()
}

/// Returns records of matches of every game.
pub fn record() -> Vec<Vec<u8>> {
    matches().into_iter().map(|(_, record)| record.to_line().into_bytes()).collect()
}

/// Returns a copy of a class, and possible values of its files.
pub fn backup() -> Vec<Vec<u8>> {
    const CHANGES: &[&str] = &[
        "person.name.0=\u{1b}[2J\nperson.id.0=-1",
        "person.role.0=emperor\nperson.joined.0=x",
        "setting.value.0=\nsetting.name.0=x",
        "team.id.0=7\nbot.language.0=exe\nbot.name.0=..",
        "incident.what.0=\u{1b}[2J\nbot.game.0=chess\nperson.frozen.1=7",
    ];
    let mut all: Vec<Vec<u8>> = CHANGES.iter().map(|lines| lines.as_bytes().to_vec()).collect();
    all.push(super::targets::backup::GOOD.clone());
    all
}

/// Returns a tournament file, and possible values in one.
pub fn tournament() -> Vec<Vec<u8>> {
    const CHANGES: &[&str] = &[
        "round.pairings.0=[[0,40]]\nround.byes.0=[40]",
        "round.pairings.0=[]\nround.blocks.0=4000000000",
        "round.first_block.0=4294967295",
        "round.number.0=7",
        "round.title.0=\u{1b}[2J",
        "round.against.0=3",
        "round.continues.0=0",
        "round.continues.1=0\nround.pairings.1=[[0,1],[1,2]]",
        "fixture.entrants.0=[0,1,2]\nfixture.entrants.1=[40]",
        "fixture.round.0=9\nfixture.pairing.1=9\nfixture.block.2=9\nfixture.seating.3=9",
        "fixture.number.5=0\nfixture.key.1=",
        "fixture.error.0=no\nedition.finished.0=",
        "edition.plan.0={}\nedition.name.0=",
        "edition.game.0=tute\nedition.number.0=4000000000",
        "entrant.name.0=b\nentrant.bot.1=human\nentrant.source.2=random:x=1",
        "entrant.number.2=9\nentrant.error.0=late\nentrant.student.1=Ñ",
        "match.summary.0={}\nmatch.ranks.0=[1]\nmatch.reason.0=forfeit",
        "match.id.0=99\nmatch.hash.0=x\nrecord.packed.0=x",
    ];
    let changes = CHANGES.iter().map(|lines| lines.as_bytes().to_vec());
    let mut all: Vec<Vec<u8>> = changes.collect();
    all.extend(summaries());
    all.push(super::targets::tournament::GOOD.clone());
    all
}

/// Returns plans and summaries with other numbers.
fn summaries() -> impl Iterator<Item = Vec<u8>> {
    let summary = |ranks: &str, seat: u32| {
        format!(
            "match.summary.0={{\"reason\":\"finished\",\"ranks\":{ranks},\"points\":[0,0],\
             \"faults\":[{{\"seat\":{seat},\"ply\":0,\"fault\":{{\"kind\":\"script\",\"hook\":\
             \"start\",\"text\":\"x\",\"why\":\"x\"}}}}],\"plies\":3,\"spent\":[{{\"decisions\":1,\
             \"fuel\":1,\"worst_fuel\":1,\"time_us\":1}},{{\"decisions\":1,\"fuel\":1,\
             \"worst_fuel\":1,\"time_us\":1}}],\"wall_us\":1}}"
        )
    };
    let lines = [summary("[1,2]", 0), summary("[1,2,3]", 0), summary("[1,2]", 5)];
    lines.into_iter().map(String::into_bytes)
}

/// Returns archives of a class, and possible entries of one.
pub fn submissions() -> Vec<Vec<u8>> {
    const LINES: &[&str] = &[
        "ana/main.lua=return 1\nbo.rhai=fn f() {}\n",
        "Ana Pérez_123_assignsubmission_file_/main.lua=x\nAna Pérez_123_assignsubmission_file_/b.zip=PK",
        "hw1_jdoe_attempt_2026-05-07-12-00-00_bot.lua=x\nhw1_jdoe_attempt_2026-05-07-12-00-00.txt=Name: J",
        "../up.lua=x\n/abs.lua=x\nC:\\bot.lua=x\na/../../b.lua=x",
        "__MACOSX/._ana.lua=x\nana.lua=\nana.lua=again",
        "doejane_LATE_55_66_bot.lua=x\ndoejane_55_67_bot-1.lua=y",
        "a/b/c/d/e/f/g/main.lua=x\na/=\n.hidden/main.lua=x",
    ];
    let lines = LINES.iter().map(|lines| lines.as_bytes().to_vec());
    let packed = LINES.iter().map(|lines| super::targets::submissions::pack(lines.as_bytes()));
    let nested = super::targets::submissions::pack(LINES[0].as_bytes());
    lines.chain(packed).chain([nested]).collect()
}

/// Returns the sample bots, and the workloads of `xtask`.
pub fn bundle() -> Vec<Vec<u8>> {
    let mut sources = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bots"), &mut sources);
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/xtask/workloads"), &mut sources);
    sources.sort_unstable();
    sources
}

fn read(folder: &Path, sources: &mut Vec<Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() {
            read(&path, sources);
        } else if path.extension().is_some_and(|end| end == "lua" || end == "rhai") {
            sources.push(fs::read(&path).expect("a bot can be read"));
        }
    }
}

/// Returns the options of every game in full.
pub fn options() -> Vec<Vec<u8>> {
    games()
        .into_iter()
        .map(|game| game.options(&Map::new()).expect("defaults can be played"))
        .map(|options| serde_json::to_vec(&options).expect("options are JSON"))
        .collect()
}

/// Returns the sample bots in Lua, and typical loops.
pub fn loops() -> Vec<Vec<u8>> {
    const ODD: &[&str] = &[
        "for k, v in pairs(t) do\r\n  f(k) -- é\r\nend",
        "for --[[a]] _, x: number in (f<<T>>({1}) :: {T}) -- b\ndo end",
        "local t = `{(function() for k in {1} do end end)()}é` for _ in ipairs(t) do end",
        "@native local function f<T>(...: T): ...T for i, v in next, {...} do return v end end",
    ];
    let odd = ODD.iter().map(|source| source.as_bytes().to_vec());
    odd.chain(bundle().into_iter().filter(|source| source.starts_with(b"--"))).collect()
}

/// Returns recipes of sources that are, or were, expensive to parse.
pub fn parse() -> Vec<Vec<u8>> {
    const RHAI: &[&str] = &[
        "0 switch x {\n16 @ => 0,\n0 _ => 1 }",
        "0 switch x {\n16 @..9 => 0,\n0 _ => 1 }",
        "0 fn f(a\n16 , a@\n0 ) {}",
        "0 let f = |a\n16 , a@\n0 | 1;",
        "16 const a@ = 0;",
        "15 let a@;\n17 b;",
        "18 1;",
        "17 {x()}",
        "17 if true{x()}",
        "0 let x = `\n16 ${a}${}\n0 `;",
        "0 let f = || || || {\n14 a@;\n0 };",
        "14 import \"x\" as a@;\n16 ||1;",
        "0 const a = [1, 1, 1, 1];\n3 const a = [a, a, a, a];",
        "0 const a = \"0123456789abcdef\";\n4 const a = a + a;",
        "9 fn f@() {}\n0 fn g() {\n16 b = b;\n0 }",
    ];
    const LUA: &[&str] = &[
        "0 local function f(p)\n11 x=y+z\n0 end\n11 f(1)",
        "0 local function a() g() g() g() end local function b() a() a() a() end\n15 b()",
        "7 local function f@() for i = 1, 6 do f() end end",
        "5 for i = 1, 8 do\n4 f(@)\n5 end",
        "7 local function q()\n12 f(1)\n7 end q()",
        "13 x = { a@ = @, b@ = 2 }",
        "0 type T = {\n14 a@: number,\n0 }",
    ];
    RHAI.iter().chain(LUA).map(|recipe| recipe.as_bytes().to_vec()).collect()
}

/// Returns the messages between a parent and its match workers: each one, and all of a worker in
/// sequence.
pub fn protocol() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    play_before_a_tap(folder.path());
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for files in tap::files(folder.path()) {
        for whole in all_of(&files) {
            seeds.extend(tap::frames(&whole).into_iter().map(<[u8]>::to_vec));
            seeds.push(whole);
        }
    }
    seeds.sort();
    seeds.dedup();
    seeds
}

fn play_before_a_tap(folder: &Path) {
    let program = folder.join(tap::PROGRAM);
    symlink(std::env::current_exe().expect("this program"), &program).expect("a link");
    let options = PoolOptions { program: Some(program), ..PoolOptions::default() };
    let workers = Isolation::new(IsolationKind::Process, &options).expect("a worker starts");
    for (id, bots) in [("quoridor", ["runner.lua", "random.rhai"]), ("durak", ["simple.lua"; 2])] {
        let game = game(id).expect("a game");
        let bots = bots.map(|bot| format!("{}/bots/{id}/{bot}", env!("CARGO_MANIFEST_DIR")));
        let players = bots.map(|bot| PlayerSpec::read_source(&bot, game).expect("a bot"));
        let mut setup = MatchSetup::new(players.to_vec());
        setup.seed = Some(Seed::from(1));
        if id == "quoridor" {
            setup.terms.options.insert("max_plies".into(), 6.into());
        }
        workers.lint(game, &setup).expect("it is read");
        workers.play(game, &setup).expect("it is played");
    }
}

/// Returns the bytes received and sent by a worker, once all of them are in the files.
fn all_of(files: &[PathBuf; 2]) -> [Vec<u8>; 2] {
    let started = Instant::now();
    loop {
        let both = [0, 1].map(|which| fs::read(&files[which]).unwrap_or_default());
        let heard = read_requests(&mut &both[0][..]).expect("requests");
        let said = read_answers(&mut &both[1][..]).expect("answers");
        // The source of a bot and the end of a match, kinds 0 and 8, are not answered; a worker
        // reports unasked that it is ready.
        let unanswered =
            tap::frames(&both[0]).iter().filter(|frame| [0, 8].contains(&frame[4])).count();
        if heard > 0 && said + unanswered == heard + 1 {
            return both;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{heard} asked, {said} answered");
        thread::yield_now();
    }
}

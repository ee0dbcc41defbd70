//! Good input of every kind, to be changed.

use juez::registry::games;
use serde_json::Map;
use std::fs;
use std::path::Path;

use super::targets::record::records::matches;

/// Moves of real matches, and other words.
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

/// Records of matches of every game.
pub fn record() -> Vec<Vec<u8>> {
    matches().into_iter().map(|(_, record)| record.to_line().into_bytes()).collect()
}

/// The bots that come with juez.
pub fn bundle() -> Vec<Vec<u8>> {
    let mut sources = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bots"), &mut sources);
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/workloads"), &mut sources);
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

/// The house rules of every game, written out in full.
pub fn options() -> Vec<Vec<u8>> {
    games()
        .into_iter()
        .map(|game| game.options(&Map::new()).expect("defaults can be played"))
        .map(|options| serde_json::to_vec(&options).expect("options are JSON"))
        .collect()
}

/// Recipes of sources that are, or were, dear to parse.
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
        "0 const a = [1, 1, 1, 1];\n5 const a = [a, a, a, a];",
        "0 const a = \"0123456789abcdef\";\n5 const a = a + a;",
        "9 fn f@() {}\n0 fn g() {\n16 b = b;\n0 }",
    ];
    const LUA: &[&str] = &[
        "0 local function f(p)\n14 x=y+z\n0 end\n14 f(1)",
        "0 local function a() g() g() g() end local function b() a() a() a() end\n15 b()",
        "7 local function f@() for i = 1, 6 do f() end end",
        "5 for i = 1, 8 do\n4 f(@)\n5 end",
        "7 local function q()\n12 f(1)\n7 end q()",
        "13 x = { a@ = @, b@ = 2 }",
        "0 type T = {\n14 a@: number,\n0 }",
    ];
    RHAI.iter().chain(LUA).map(|recipe| recipe.as_bytes().to_vec()).collect()
}

/// Frames as a parent and a worker send them.
pub fn protocol() -> Vec<Vec<u8>> {
    let record = matches().into_iter().next().map(|(_, record)| record.to_line());
    let job = r#"{"game":"durak","options":{},"players":[{"name":"a","mind":{"built_in":"random"}},
        {"name":"b","mind":{"script":"00"}}],"limits":{},"without":[],"moves":[],"known":[],
        "seeds":[],"follow":true}"#;
    let said = [
        r#""ping""#.to_string(),
        r#""forget""#.to_string(),
        r#"{"source":{"hash":"00","language":"lua","main":"a.lua","files":{"a.lua":"return {}"}}}"#
            .to_string(),
        format!(r#"{{"play":{job}}}"#),
        format!(r#"{{"check":{job}}}"#),
        r#"{"deal":{"hands":[["66"]]}}"#.to_string(),
        format!(r#"{{"seed":"{}"}}"#, "0".repeat(64)),
        r#"{"drill":{"seat":0,"hook":"load","ply":0,"harm":"abort"}}"#.to_string(),
        r#"{"ready":{"weaknesses":[]}}"#.to_string(),
        r#"{"need_deal":{"deal":0,"moves":["e2"]}}"#.to_string(),
        r#"{"need_seed":{"ply":3}}"#.to_string(),
        r#"{"moved":{"text":"e2","how":{"by":"bot"}}}"#.to_string(),
        r#"{"checked":[0,"why"]}"#.to_string(),
        format!(r#"{{"record":{{"record":{},"leaked":0}}}}"#, record.expect("a match")),
    ];
    let frame = |text: &String| {
        let mut bytes = (text.len() as u32).to_le_bytes().to_vec();
        bytes.extend_from_slice(text.as_bytes());
        bytes
    };
    let mut frames: Vec<Vec<u8>> = said.iter().map(frame).collect();
    frames.push(frames.concat());
    frames
}

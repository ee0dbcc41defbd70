//! No module imports from its own floor or from one above it.
//!
//! Every path of every source file is read, `use` groups and `super::` included, whatever it is
//! used for; comments and strings do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

#[path = "common/rust_paths.rs"]
mod rust_paths;

use rust_paths::{Names, paths, tokens};

/// The floors from the ground up. Modules on one floor do not know each other.
const FLOORS: [&[&str]; 9] = [
    &["core"],
    &["games", "search", "script"],
    &["referee", "bots"],
    &["registry"],
    &["pool"],
    &["tournament"],
    &["cluster"],
    &["server"],
    &["cli"],
];

/// The one folder under `games/` that the games share.
const SHARED_BY_GAMES: &str = "cards";

/// Macros live at the top of the crate wherever they are written.
const MACROS: [(&str, &str); 2] = [("serde_forms", "core"), ("games", "games")];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|modules| modules.contains(&module))
}

/// What is wrong with `sources`: pairs of a path below `src/` and its text.
fn violations(sources: &[(String, String)]) -> Vec<String> {
    let modules: BTreeMap<Names, &String> = sources
        .iter()
        .map(|(path, text)| {
            let names = path.trim_end_matches(".rs").split('/').map(str::to_string);
            (names.filter(|name| name != "mod").collect(), text)
        })
        .collect();
    let games: BTreeSet<&str> = modules
        .keys()
        .filter(|module| module[0] == "games" && module.len() > 1)
        .map(|module| module[1].as_str())
        .collect();
    let mut wrong = Vec::new();
    for (module, text) in &modules {
        let name = module.join("::");
        // The map of the crate and the program stand above every floor.
        if name == "lib" || name == "main" {
            continue;
        }
        if floor(&module[0]).is_none() {
            wrong.push(format!("{name} stands on no floor"));
            continue;
        }
        for target in paths(&tokens(text), module) {
            if let Err(why) = allowed(module, &target, &games) {
                wrong.push(format!("{name} names {}: {why}", target.join("::")));
            }
        }
    }
    wrong
}

/// Whether a file of `module` may name `target`.
fn allowed(module: &[String], target: &[String], games: &BTreeSet<&str>) -> Result<(), String> {
    let first = target.first().map_or("", String::as_str);
    let is_macro = |(name, _): &&(&str, &str)| *name == first && target.len() == 1;
    let top = MACROS.iter().find(is_macro).map_or(first, |(_, home)| home);
    let (Some(from), Some(to)) = (floor(&module[0]), floor(top)) else {
        return Err("stands on no floor".to_string());
    };
    if top != module[0] {
        return match to.cmp(&from) {
            std::cmp::Ordering::Less => Ok(()),
            std::cmp::Ordering::Equal => Err("sideways".to_string()),
            std::cmp::Ordering::Greater => Err("upward".to_string()),
        };
    }
    let (Some(own), Some(other)) = (module.get(1), target.get(1)) else { return Ok(()) };
    let another_game = top == "games" && own != other && games.contains(other.as_str());
    if another_game && other != SHARED_BY_GAMES {
        return Err("sideways".to_string());
    }
    Ok(())
}

fn read_sources(folder: &Path, root: &Path, sources: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the sources can be listed") {
        let path = entry.expect("the sources can be listed").path();
        if path.is_dir() {
            read_sources(&path, root, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).expect("below the root").to_str().expect("UTF-8");
            let text = fs::read_to_string(&path).expect("sources are text");
            sources.push((name.replace('\\', "/"), text));
        }
    }
}

#[test]
fn no_module_looks_up_or_sideways() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    read_sources(&root, &root, &mut sources);
    assert!(sources.len() > 15, "found only {} sources", sources.len());
    let wrong = violations(&sources);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_referee_is_seen_to_use_the_core() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/referee/play.rs"));
    let module = ["referee", "play"].map(str::to_string);
    let paths = paths(&tokens(&text.unwrap()), &module);
    let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Names>();
    assert!(paths.contains(&names(&["core", "Record"])));
    assert!(paths.contains(&names(&["referee", "calls", "Caller"])));
}

/// The complaints about one made-up file beside two games and what they share.
fn complaints(path: &str, text: &str) -> Vec<String> {
    let file = |path: &str, text: &str| (path.to_string(), text.to_string());
    violations(&[
        file("games/mod.rs", ""),
        file("games/cards/mod.rs", ""),
        file("games/durak/mod.rs", ""),
        file("games/tute/mod.rs", ""),
        file(path, text),
    ])
}

fn refused(path: &str, text: &str, why: &str) {
    let found = complaints(path, text);
    assert!(found.iter().any(|line| line.ends_with(why)), "{path} with `{text}`: {found:?}");
}

fn accepted(path: &str, text: &str) {
    assert_eq!(complaints(path, text), Vec::<String>::new(), "{path} with `{text}`");
}

#[test]
fn an_upward_import_is_refused() {
    refused("core/seat.rs", "use crate::games::durak;", "upward");
    refused("referee/play.rs", "use crate::registry;", "upward");
    refused("games/durak/deck.rs", "fn f() { crate::cli::run() }", "upward");
    refused("core/game.rs", "pub use juez::server::Server;", "upward");
    refused("core/game.rs", "macro_rules! m { () => { $crate::games::x() } }", "upward");
    refused("core/game.rs", "crate::games!{}", "upward");
}

#[test]
fn a_sideways_import_is_refused() {
    refused("script/host.rs", "use crate::games::durak;", "sideways");
    refused("search/mcts.rs", "use crate::games;", "sideways");
    refused("referee/play.rs", "use crate::bots::random;", "sideways");
    refused("bots/random.rs", "use crate::referee::play;", "sideways");
    refused("games/durak/mod.rs", "use crate::search::mcts;", "sideways");
}

#[test]
fn a_game_knows_no_other_game() {
    refused("games/durak/deck.rs", "use crate::games::tute::Deck;", "sideways");
    refused("games/durak/deck.rs", "use super::super::tute::Deck;", "sideways");
    refused("games/durak/rules.rs", "use crate::games::{cards, tute};", "sideways");
    refused("games/cards/deck.rs", "use crate::games::durak::Deck;", "sideways");
    accepted("games/durak/deck.rs", "use crate::games::cards::Deck; use super::super::cards;");
    accepted("games/durak/deck.rs", "use crate::games::durak::Deck;");
    accepted("games/list.rs", "use crate::games::Visitor;");
    accepted("bots/durak/greedy.rs", "use crate::games::{durak::Durak, tute}; use crate::search;");
}

#[test]
fn an_import_hidden_in_a_group_is_refused() {
    refused("core/seat.rs", "use crate::{core::Seed, games::{self, durak as d}};", "upward");
    refused("core/seat.rs", "use {std::fmt, crate::cli};", "upward");
    refused("script/a.rs", "use crate::{\n core::{Game, State},\n search::x,\n};", "sideways");
    accepted("script/a.rs", "use crate::{core::{self, Game as G, State}, script::host};");
}

#[test]
fn an_import_that_climbs_out_is_refused() {
    refused("core/seat.rs", "use super::super::games::durak;", "upward");
    refused("referee/play.rs", "use super::{super::bots::x, Table};", "sideways");
    refused("core/seat.rs", "mod tests { use super::super::super::cli; }", "upward");
    refused("core/mod.rs", "use self::super::cli;", "upward");
    accepted("core/seat.rs", "mod tests { use super::super::Seed; use super::*; }");
    accepted("core/mod.rs", "pub(crate) use self::seat::Seat; pub(in crate::core) fn f() {}");
}

#[test]
fn a_module_that_stands_on_no_floor_is_refused() {
    refused("util.rs", "", "util stands on no floor");
    refused("core/seat.rs", "use crate::util::x;", "stands on no floor");
    refused("core/seat.rs", "use crate as all;", "stands on no floor");
    refused("core/seat.rs", "use crate::*;", "stands on no floor");
    refused("core/seat.rs", "use super::super as all;", "stands on no floor");
}

#[test]
fn comments_and_strings_do_not_count() {
    accepted(
        "core/seat.rs",
        "//! See [`crate::cli`].\n/* crate::cli /* crate::cli */ crate::cli */",
    );
    accepted(
        "core/seat.rs",
        r##"const A: &str = "\"crate::cli"; const B: &str = r#"crate::cli""#;"##,
    );
    accepted("core/seat.rs", r#"const Q: char = '\''; const D: char = '"'; // crate::cli"#);
    refused(
        "core/seat.rs",
        r#"const Q: char = '"'; use crate::cli; const R: char = '"';"#,
        "upward",
    );
    refused("core/seat.rs", r"const Q: char = '\''; fn f<'a>() { crate::cli::run() }", "upward");
    refused("core/seat.rs", r#"const A: &str = "//"; use crate::cli;"#, "upward");
}

#[test]
fn the_exported_macros_belong_to_their_floors() {
    accepted("games/durak/card.rs", "crate::serde_forms!(Card);");
    accepted("registry/mod.rs", "crate::games!(visit);");
}

#[test]
fn the_map_and_the_program_stand_above_all() {
    accepted("main.rs", "fn main() { juez::cli::run() }");
    accepted("lib.rs", "pub mod cli; pub use crate::cli::run;");
}

//! A module imports only from layers below its own.
//!
//! Every path of every source file is read, `use` groups and `super::` included, whatever it is
//! used for; comments and strings do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::rust_paths::{Names, paths, tokens};

/// The layers from the lowest up. Modules of one layer do not know each other.
const LAYERS: [&[&str]; 10] = [
    &["core"],
    &["search", "sqlite_file"],
    &["games", "script"],
    &["external", "referee"],
    &["registry"],
    &["pool"],
    &["tournament"],
    &["class", "queue"],
    &["server"],
    &["cli", "typescript"],
];

/// The one folder under `games/` that the games share.
const SHARED_BY_GAMES: &str = "cards";

/// Macros live at the top of the crate wherever they are written.
const MACROS: [(&str, &str); 1] = [("serde_forms", "core")];

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

/// The faults of `sources`: pairs of a path below `src/` and its text.
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
        // The map of the crate, the program and the generator of the page's types, which is a test,
        // stand above every layer.
        if ["lib", "main", "typescript"].contains(&name.as_str()) {
            continue;
        }
        if layer(&module[0]).is_none() {
            wrong.push(format!("{name} is in no layer"));
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

/// True if a file of `module` may name `target`.
fn allowed(module: &[String], target: &[String], games: &BTreeSet<&str>) -> Result<(), String> {
    let first = target.first().map_or("", String::as_str);
    let is_macro = |(name, _): &&(&str, &str)| *name == first && target.len() == 1;
    let top = MACROS.iter().find(is_macro).map_or(first, |(_, home)| home);
    let (Some(from), Some(to)) = (layer(&module[0]), layer(top)) else {
        return Err("is in no layer".to_string());
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
    refused("search/mcts.rs", "use crate::games;", "upward");
    refused("games/durak/bots/greedy.rs", "use crate::referee::play;", "upward");
}

#[test]
fn a_sideways_import_is_refused() {
    refused("script/host.rs", "use crate::games::durak;", "sideways");
    refused("games/durak/bots/greedy.rs", "use crate::script::Api;", "sideways");
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
    refused("games/durak/bots/greedy.rs", "use crate::games::tute::Move;", "sideways");
    accepted("games/durak/bots/greedy.rs", "use crate::games::durak::Durak; use crate::search;");
}

#[test]
fn an_import_hidden_in_a_group_is_refused() {
    refused("core/seat.rs", "use crate::{core::Seed, games::{self, durak as d}};", "upward");
    refused("core/seat.rs", "use {std::fmt, crate::cli};", "upward");
    refused("script/a.rs", "use crate::{\n core::{Game, State},\n games::x,\n};", "sideways");
    accepted("script/a.rs", "use crate::{core::{self, Game as G, State}, script::host};");
}

#[test]
fn an_import_that_climbs_out_is_refused() {
    refused("core/seat.rs", "use super::super::games::durak;", "upward");
    refused("referee/play.rs", "use super::{super::registry::x, Table};", "upward");
    refused("core/seat.rs", "mod tests { use super::super::super::cli; }", "upward");
    refused("core/mod.rs", "use self::super::cli;", "upward");
    accepted("core/seat.rs", "mod tests { use super::super::Seed; use super::*; }");
    accepted("core/mod.rs", "pub(crate) use self::seat::Seat; pub(in crate::core) fn f() {}");
}

#[test]
fn a_module_that_is_in_no_layer_is_refused() {
    refused("util.rs", "", "util is in no layer");
    refused("core/seat.rs", "use crate::util::x;", "is in no layer");
    refused("core/seat.rs", "use crate as all;", "is in no layer");
    refused("core/seat.rs", "use crate::*;", "is in no layer");
    refused("core/seat.rs", "use super::super as all;", "is in no layer");
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
fn the_exported_macros_belong_to_their_layers() {
    accepted("games/durak/card.rs", "crate::serde_forms!(Card);");
}

#[test]
fn the_map_and_the_program_stand_above_all() {
    accepted("main.rs", "fn main() { juez::cli::run() }");
    accepted("lib.rs", "pub mod cli; pub use crate::cli::run;");
}

/// The largest import cycle that a folder may have, in files.
const MAX_CYCLE: usize = 3;

/// The files of a folder without its tests, each with the files of that folder that it imports from. A
/// re-exported name leads to the file that defines it.
fn imports(folder: &str, sources: &[(String, String)]) -> BTreeMap<Names, BTreeSet<Names>> {
    let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains("/tests/");
    let files: BTreeMap<Names, Vec<String>> = sources
        .iter()
        .filter(|(path, _)| path.starts_with(&format!("{folder}/")) && !is_test(path))
        .map(|(path, text)| (module_of(path), without_scopes(&without_tests(tokens(text)))))
        .collect();
    let mut reexports: BTreeMap<(&Names, String), Names> = BTreeMap::new();
    let mut named: BTreeMap<&Names, Vec<Names>> = BTreeMap::new();
    for (module, tokens) in &files {
        let tokens = from_root(tokens, module, &files);
        let mut rest = Vec::new();
        for (visibility, statement) in statements(&tokens) {
            match visibility {
                Some(is_public) => {
                    for (name, path) in names_of(&statement, module) {
                        reexports.insert((module, name), path.clone());
                        if !is_public {
                            named.entry(module).or_default().push(path);
                        }
                    }
                }
                None => rest.extend(statement),
            }
        }
        named.entry(module).or_default().extend(paths(&rest, module));
    }
    let resolve = |path: &Names| {
        let mut path = path.clone();
        // A re-export may lead to another one.
        for _ in 0..8 {
            let length = (0..=path.len()).rev().find(|n| files.contains_key(&path[..*n]))?;
            let (module, _) = files.get_key_value(&path[..length])?;
            let Some(name) = path.get(length) else { return Some(module.clone()) };
            match reexports.get(&(module, name.clone())) {
                Some(target) if *target != path => path = target.clone(),
                _ => return Some(module.clone()),
            }
        }
        None
    };
    let targets = |module: &Names| {
        let all = named[module].iter().filter_map(resolve);
        all.filter(|target| target != module).collect()
    };
    files.keys().map(|module| (module.clone(), targets(module))).collect()
}

fn module_of(path: &str) -> Names {
    let names = path.trim_end_matches(".rs").split('/').map(str::to_string);
    names.filter(|name| name != "mod").collect()
}

/// `tokens` without the modules called `tests`.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if token == "tests" && kept.last().is_some_and(|last| last == "mod") {
            let mut depth = 0;
            for token in tokens.by_ref() {
                depth += i32::from(token == "{") - i32::from(token == "}");
                if depth == 0 {
                    break;
                }
            }
        } else {
            kept.push(token);
        }
    }
    kept
}

/// `tokens` without the scopes of visibility: `pub(in super::super)` imports nothing.
fn without_scopes(tokens: &[String]) -> Vec<String> {
    let (mut kept, mut rest) = (Vec::new(), tokens);
    while let Some(at) = rest.windows(3).position(|three| three == ["pub", "(", "in"]) {
        kept.extend_from_slice(&rest[..=at]);
        let length =
            rest[at..].iter().position(|token| token == ")").unwrap_or(rest.len() - at - 1);
        rest = &rest[at + length + 1..];
    }
    kept.extend_from_slice(rest);
    kept
}

/// `tokens` with `self::` before each path that starts at a module within `module`.
fn from_root(
    tokens: &[String],
    module: &Names,
    files: &BTreeMap<Names, Vec<String>>,
) -> Vec<String> {
    let mut rooted: Vec<String> = Vec::new();
    let mut in_use = false;
    for (i, token) in tokens.iter().enumerate() {
        in_use = (in_use || token == "use") && token != ";";
        let child = [&module[..], std::slice::from_ref(token)].concat();
        let before = if i == 0 { "" } else { &*tokens[i - 1] };
        let starts = if in_use { before == "use" } else { before != "::" };
        if starts
            && tokens.get(i + 1).is_some_and(|next| next == "::")
            && files.contains_key(&child)
        {
            rooted.extend(["self", "::"].map(String::from));
        }
        rooted.push(token.clone());
    }
    rooted
}

/// The `use` statements in `tokens`, each with whether it is public, and what lies between them.
fn statements(tokens: &[String]) -> Vec<(Option<bool>, Vec<String>)> {
    let mut found = vec![(None, Vec::new())];
    let mut rest = tokens;
    while let Some(at) = rest.iter().position(|token| token == "use") {
        let (before, after) = rest.split_at(at);
        let end = after.iter().position(|token| token == ";").unwrap_or(after.len());
        let is_public = before.last().is_some_and(|last| last == "pub" || last == ")");
        found.push((None, before.to_vec()));
        found.push((Some(is_public), after[1..end].to_vec()));
        rest = &after[end..];
    }
    found.push((None, rest.to_vec()));
    found
}

/// The paths of a `use` statement, each with the name that it brings.
fn names_of(statement: &[String], module: &Names) -> Vec<(String, Names)> {
    let alias = |name: &String| {
        let at = statement.windows(2).position(|pair| pair[0] == *name && pair[1] == "as")?;
        statement.get(at + 2).cloned()
    };
    let name = |path: Names| {
        let last = path.last()?;
        Some((alias(last).unwrap_or_else(|| last.clone()), path))
    };
    paths(statement, module).into_iter().filter_map(name).collect()
}

/// The longest import cycle: the most files that all import from one another, if only by detours.
fn longest_cycle(imports: &BTreeMap<Names, BTreeSet<Names>>) -> Vec<String> {
    let mut reached: BTreeMap<&Names, BTreeSet<&Names>> = BTreeMap::new();
    for from in imports.keys() {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(module) = next.pop() {
            next.extend(imports[module].iter().filter(|target| seen.insert(*target)));
        }
        reached.insert(from, seen);
    }
    let cycle = |module: &Names| {
        let there = reached[module].iter().filter(|target| reached[*target].contains(module));
        there.map(|module| module.join("::")).collect::<Vec<_>>()
    };
    imports.keys().map(cycle).max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn files_import_downward_within_their_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    read_sources(&root, &root, &mut sources);
    let wrong: Vec<String> = LAYERS
        .concat()
        .into_iter()
        .filter_map(|folder| {
            let cycle = longest_cycle(&imports(folder, &sources));
            let length = cycle.len();
            (length > MAX_CYCLE).then(|| {
                format!(
                    "{folder}: {length} files import in a cycle, {MAX_CYCLE} may: {}",
                    cycle.join(", ")
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The longest cycle of made-up files.
fn cycle_of(files: &[(&str, &str)]) -> Vec<String> {
    let file = |(path, text): &(&str, &str)| (path.to_string(), text.to_string());
    let sources: Vec<(String, String)> = files.iter().map(file).collect();
    longest_cycle(&imports("core", &sources))
}

#[test]
fn a_cycle_is_found_through_the_names_that_a_folder_re_exports() {
    let facade = (
        "core/mod.rs",
        "mod a; mod b; mod c; pub use a::A; pub use b::B; pub(crate) use c::C as D;",
    );
    let down = [facade, ("core/a.rs", "use super::B;"), ("core/b.rs", "use crate::core::D;")];
    assert!(cycle_of(&[&down[..], &[("core/c.rs", "")]].concat()).is_empty());
    let round = cycle_of(&[&down[..], &[("core/c.rs", "fn f() { super::A::new() }")]].concat());
    assert_eq!(round, ["core::a", "core::b", "core::c"]);
}

#[test]
fn the_scope_of_a_visibility_is_no_import() {
    let facade = ("core/mod.rs", "mod a; use a::A;");
    let below = ("core/a.rs", "pub(in super::super) struct A; pub(in crate::core) use b::B;");
    assert!(cycle_of(&[facade, below]).is_empty());
}

#[test]
fn what_a_folder_itself_defines_is_part_of_a_cycle() {
    let facade = ("core/mod.rs", "mod a; use a::A; pub struct B(A);");
    assert_eq!(cycle_of(&[facade, ("core/a.rs", "use super::B;")]), ["core", "core::a"]);
    let in_tests = ("core/a.rs", "pub struct A; #[cfg(test)] mod tests { use super::super::B; }");
    assert!(cycle_of(&[facade, in_tests]).is_empty());
}

//! Checks the packages that crates are built from, and their format.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Packages that the light crates do without: an event loop, databases, HTTP, a command line, Lua,
/// watched files, terminals, time zones, compression.
const HEAVY: [&str; 18] = [
    "async-nats",
    "axum",
    "clap",
    "crossterm",
    "flate2",
    "hyper",
    "jiff",
    "juez-luau",
    "libsqlite3-sys",
    "luau-syntax",
    "mio",
    "notify",
    "parking_lot",
    "ratatui",
    "rusqlite",
    "tempfile",
    "tokio",
    "zip",
];

/// Returns the packages that a crate of the workspace is built from, with these features only.
fn packages(package: &str, features: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--offline", "--package", package, "--edges", "normal"])
        .args(["--no-default-features", "--features", features, "--prefix", "none"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("text");
    lines.lines().filter_map(|line| line.split(' ').next()).map(str::to_string).collect()
}

#[test]
fn the_rules_and_the_referee_need_no_heavy_package() {
    for (package, features) in
        [("juez-core", ""), ("juez-games", "masters"), ("juez-match", "rhai"), ("juez-python", "")]
    {
        let packages = packages(package, features);
        assert!(packages.contains("juez-core") && packages.contains("serde"), "{packages:?}");
        let heavy: Vec<&str> = HEAVY.into_iter().filter(|name| packages.contains(*name)).collect();
        assert!(heavy.is_empty(), "{package} is built from {heavy:?}");
    }
}

#[test]
fn a_search_needs_no_package_at_all() {
    assert_eq!(packages("juez-search", "").len(), 1);
}

#[test]
fn the_rules_alone_need_no_search() {
    assert!(!packages("juez-games", "").contains("juez-search"));
}

#[test]
fn the_rules_alone_need_no_script_language() {
    let packages = packages("juez-games", "");
    let scripts = packages.iter().find(|name| ["juez-script", "rhai"].contains(&name.as_str()));
    assert_eq!(scripts, None);
}

#[test]
fn the_program_is_seen_to_need_them() {
    let packages = packages("juez", "");
    let missing: Vec<&str> = HEAVY
        .into_iter()
        .filter(|name| *name != "async-nats" && !packages.contains(*name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The parser that finds the loops of a Lua bot differs from the parser of the VM:
/// `crates/script/src/lua/loops.rs` tests that the two agree on odd sources. Before a version here
/// changes, those tests and `cargo test --test fuzz loops` with `JUEZ_FUZZ_CASES=100000` must pass
/// with it.
#[test]
fn the_luau_parser_and_the_vm_are_the_pair_that_was_tried() {
    let lock = include_str!("../Cargo.lock");
    let version = |name: &str| {
        let entry =
            lock.split("[[package]]").find(|entry| entry.contains(&format!("name = \"{name}\"\n")));
        let entry = entry.unwrap_or_else(|| panic!("{name} is in Cargo.lock"));
        entry
            .split("version = \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .map(str::to_string)
    };
    let pair = ["luau-syntax", "luau0-src"].map(version);
    assert_eq!(pair.map(Option::unwrap), ["0.739.0", "0.22.0+luau740"]);
}

#[test]
fn the_folders_of_the_games_are_formatted() {
    // `cargo fmt` does not follow a module that a macro declares.
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/games/src");
    let folders = fs::read_dir(games).expect("the games").map(|entry| entry.expect("one").path());
    let modules = folders.map(|folder| folder.join("mod.rs")).filter(|module| module.exists());
    let output =
        Command::new("rustfmt").args(["--check", "--edition", "2024"]).args(modules).output();
    let output = output.expect("rustfmt comes with cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

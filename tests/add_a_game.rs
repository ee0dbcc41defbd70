//! A game is one folder and one line: the game of the example joins a copy of the crate, and the
//! program plays it.
//!
//! Compiles the crate once more, so it runs only with `-- --ignored`; `.ci/run` does.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Copies a folder; Rust files name the crate from inside.
fn copy(from: &Path, to: &Path, edit: &dyn Fn(&str) -> String) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to, edit);
        } else {
            fs::write(to, edit(&fs::read_to_string(&path).expect("text"))).expect("written");
        }
    }
}

/// The crate with Nim in its list of games.
fn crate_with_nim(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(root).expect("the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_owned();
        if name != "src" && name != "target" && name != ".git" && name != "Cargo.toml" {
            symlink(&path, folder.join(name)).expect("a link");
        }
    }
    // A name of its own, for both programs lie in one folder.
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    let manifest = manifest.replace("default-run = \"juez\"", "default-run = \"juez-with-nim\"");
    let program = "[[bin]]\nname = \"juez\"";
    assert!(manifest.contains(program), "{manifest}");
    let manifest = manifest.replace(program, "[[bin]]\nname = \"juez-with-nim\"");
    fs::write(folder.join("Cargo.toml"), manifest).expect("written");
    let games = folder.join("src/games");
    copy(&root.join("src"), &folder.join("src"), &str::to_string);
    copy(&root.join("examples/add_a_game/nim"), &games.join("nim"), &|text| {
        text.replace("juez::", "crate::")
    });
    let list = fs::read_to_string(games.join("mod.rs")).expect("the list of games");
    let line = "    quoridor: Quoridor,\n";
    assert!(list.contains(line), "{list}");
    let list = list.replace(line, &format!("{line}    nim: Nim,\n"));
    fs::write(games.join("mod.rs"), list).expect("written");
}

#[test]
#[ignore = "compiles the crate"]
fn a_folder_and_a_line_make_a_game_of_the_command_line_and_of_scripts() {
    // The same folder each time, so that Cargo replaces what it compiled for the last one.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("add_a_game");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    crate_with_nim(&folder);
    // The dependencies are those of the tests.
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--locked", "--bin", "juez-with-nim"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", &target)
        .env("JUEZ_WEB", "off")
        .status();
    assert!(built.expect("cargo runs").success());

    let run = |line: &str| {
        let output = Command::new(target.join("debug/juez-with-nim"))
            .args(line.split(' '))
            .current_dir(&folder)
            .output()
            .expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "juez {line}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(run("games").contains("nim"));
    assert!(run("rules nim").contains("Who takes the last has won."));
    assert!(run("bots nim").contains("leaves a multiple of four"));
    assert!(run("perft nim 3").contains("27"));
    for language in ["lua", "rhai"] {
        let wrote = run(&format!("new nim mine.{language}"));
        assert!(wrote.contains("a first bot for Nim"), "{wrote}");
        let record = format!("{language}.jsonl");
        run(&format!("play nim mine.{language} perfect --seed 7 --record {record}"));
        run(&format!("verify {record}"));
        let record = fs::read_to_string(folder.join(record)).expect("a record");
        assert!(record.contains(r#""ranks":[1,2]"#), "the first bot wins: {record}");
    }
    let won = run("play nim random perfect -n 20 --seed 7");
    assert!(won.contains("perfect"), "{won}");
}

#[test]
fn the_folders_of_the_games_are_formatted() {
    // `cargo fmt` does not follow a module that a macro declares.
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let folders = fs::read_dir(games).expect("the games").map(|entry| entry.expect("one").path());
    let modules = folders.map(|folder| folder.join("mod.rs")).filter(|module| module.exists());
    let output =
        Command::new("rustfmt").args(["--check", "--edition", "2024"]).args(modules).output();
    let output = output.expect("rustfmt comes with cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

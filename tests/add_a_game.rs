//! Checks that a game is one folder and one line: the game of the example joins a copy of the
//! crates, and the program plays it.
//!
//! Compiles the crates once more, so it runs only by name: `cargo test --test add_a_game`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, to).expect("copied");
        }
    }
}

/// Makes a folder of links to everything in another, with some names left out.
fn link_all(from: &Path, to: &Path, but: &[&str]) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_owned();
        if but.iter().all(|other| name != *other) {
            symlink(&path, to.join(name)).expect("a link");
        }
    }
}

/// Makes a copy of the crates with Nim in their list of games.
fn crates_with_nim(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    link_all(root, folder, &["src", "crates", "target", ".git", "Cargo.toml"]);
    link_all(&root.join("crates"), &folder.join("crates"), &["games"]);
    link_all(&root.join("crates/games"), &folder.join("crates/games"), &["src"]);
    // The program needs another name because both programs are in one folder.
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the manifest");
    let manifest = manifest.replace("default-run = \"juez\"", "default-run = \"juez-with-nim\"");
    let program = "[[bin]]\nname = \"juez\"";
    assert!(manifest.contains(program), "{manifest}");
    let manifest = manifest.replace(program, "[[bin]]\nname = \"juez-with-nim\"");
    fs::write(folder.join("Cargo.toml"), manifest).expect("written");
    let games = folder.join("crates/games/src");
    copy(&root.join("src"), &folder.join("src"));
    copy(&root.join("crates/games/src"), &games);
    copy(&root.join("examples/add_a_game/nim"), &games.join("nim"));
    let list = fs::read_to_string(games.join("lib.rs")).expect("the list of games");
    let line = "    quoridor: Quoridor,\n";
    assert!(list.contains(line), "{list}");
    let list = list.replace(line, &format!("{line}    nim: Nim,\n"));
    fs::write(games.join("lib.rs"), list).expect("written");
}

#[test]
fn a_folder_and_a_line_make_a_game_of_the_command_line_and_of_scripts() {
    // Keeps the same folder each time, so Cargo replaces the build of the last run.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("add_a_game");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    crates_with_nim(&folder);
    // Uses the dependencies that `cargo build --release` has built.
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target"));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--locked", "--release", "--bin", "juez-with-nim"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", &target)
        .env("JUEZ_WEB", "off")
        // A few matches do not pay for an optimiser.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .status();
    assert!(built.expect("cargo runs").success());

    let run = |line: &str| {
        let output = Command::new(target.join("release/juez-with-nim"))
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

use std::path::Path;
use std::process::Command;

use crate::cli::folder::Folder;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/any_language");

/// Plays a program among random bots without a fault and returns the output of the command.
fn plays(game: &str, seats: usize, program: &str) {
    let folder = Folder::new();
    let mut players = vec!["random"; seats - 1];
    players.insert(1, program);
    let run = folder.juez_with(&format!("play {game} --seed 5 --json"), &players).exits(0);
    let faults = &run.json()[0]["end"]["faults"];
    assert!(faults.as_array().is_some_and(Vec::is_empty), "{program}: {faults}");
}

#[test]
fn bots_in_python_play_their_games() {
    let tables = [
        ("quoridor", 2),
        ("quoridor", 4),
        ("tute", 4),
        ("dominoes", 4),
        ("durak", 3),
        ("scopone", 4),
    ];
    for (game, seats) in tables {
        for bot in [game, "random_bot"] {
            plays(game, seats, &format!("exec:python3 {EXAMPLES}/{bot}.py"));
        }
    }
}

#[test]
fn a_bot_in_python_is_better_than_chance() {
    let bot = format!("exec:python3 {EXAMPLES}/quoridor.py");
    let run = Folder::new().juez_with("compare quoridor -n 20 --seed 1 --json", &[&bot, "random"]);
    let won = run.exits(0).json()[0]["wins"].as_u64();
    assert!(won >= Some(18), "{won:?} of 20");
}

#[test]
fn a_bot_in_javascript_plays_where_node_is_there() {
    if Command::new("node").arg("--version").output().is_err() {
        println!("skipped: there is no node here");
        return;
    }
    for (game, seats) in [("quoridor", 2), ("tute", 3)] {
        plays(game, seats, &format!("exec:node {EXAMPLES}/random_bot.js"));
    }
}

#[test]
fn an_engine_in_c_plays_where_a_compiler_is_there() {
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no C compiler here");
        return;
    }
    let folder = Folder::new();
    let engine = folder.path("engine");
    let flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2"];
    let source = Path::new(EXAMPLES).join("engine.c");
    let built = Command::new("cc").args(flags).arg("-o").arg(&engine).arg(source).status();
    assert!(built.expect("cc runs").success());
    plays("quoridor", 2, &format!("engine:{}", engine.display()));
    plays("quoridor", 4, &format!("engine:{}", engine.display()));
}

#[test]
fn the_loop_without_a_model_keeps_the_better_bot() {
    let folder = Folder::new()
        .with("broken.lua", "return { next_move = function(view) return view.nothing.at end }\n")
        .with("runner.lua", crate::cli::folder::RUNNER);
    let juez = env!("CARGO_BIN_EXE_juez");
    let done = Command::new("python3")
        .arg(Path::new(EXAMPLES).join("improve.py"))
        .args(["quoridor", "broken.lua", "runner.lua", "--games", "20", "--juez", juez])
        .current_dir(folder.path(""))
        .output()
        .expect("Python runs");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
    assert!(said.contains("round_1.lua: faulty"), "{said}");
    assert!(said.contains("round_2.lua: kept"), "{said}");
    assert!(said.contains("best: ") && said.trim_end().ends_with("round_2.lua"), "{said}");
}

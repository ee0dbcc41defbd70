//! The examples run and keep their promises.

use serde_json::Value;
use std::env::consts::EXE_EXTENSION;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Once;

#[track_caller]
fn example(line: &str) -> String {
    let output = run(line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the exit code and the error of an example that fails.
fn fails(line: &str) -> (Option<i32>, String) {
    let output = run(line);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Runs an example, built with the features of `cargo test --workspace`: `cargo run` has others and
/// would compile most crates once more.
fn run(line: &str) -> Output {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
        let build = Command::new(env!("CARGO"))
            .args([
                "build",
                "--quiet",
                "--locked",
                "--workspace",
                "--examples",
                "--profile",
                profile,
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(build.expect("cargo is there").success(), "the examples compile");
    });
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    let examples = Path::new(env!("CARGO_BIN_EXE_juez")).with_file_name("examples");
    Command::new(examples.join(name).with_extension(EXE_EXTENSION))
        .args(arguments.split_whitespace())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the example is built")
}

#[test]
fn a_match_is_played_and_proved() {
    assert!(example("play_match").contains("Some("));
}

#[test]
fn a_bot_in_rust_makes_a_record() {
    assert!(example("write_a_bot").starts_with("{\"format\":\"juez/1\",\"game\":\"quoridor\""));
}

#[test]
fn a_game_from_outside_is_played_by_scripts() {
    let text = example("add_a_game");
    assert!(text.contains("pile of 19 taking 3"), "{text}");
    assert!(text.ends_with("ranks [2, 1], Finished\nperft(5) 243\n"), "{text}");
}

/// Counts the rows of a table of percentages.
fn rows(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with('[')).count()
}

#[test]
fn the_domino_experiment_prints_both_tables_and_the_matrix() {
    let text = example("domino_tournaments -n 4 --workers 2");
    for part in [
        "the document's table 4",
        "the document's table 5",
        "tournaments won by the individualists",
        "signal=none",
        "signal=seed",
    ] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    assert_eq!(rows(&text), 6 + 7, "{text}");
    assert_eq!(text, example("domino_tournaments -n 4 --workers 1"), "whatever the workers");
}

#[test]
fn the_readings_of_the_domino_article_stand_beside_its_figures() {
    let text = example("domino_readings --one -n 20 --workers 2");
    let rows: Vec<&str> = text.lines().filter(|line| line.contains(" ± ")).collect();
    // A title, the text's reading, and each other answer to one question.
    assert_eq!(rows.len(), 1 + 1 + 10, "{text}");
    for reading in ["the text", "tie=first", "tie=pips", "end=high", "group=on", "swap=off"] {
        assert!(rows.iter().any(|row| row.ends_with(reading)), "{reading} in:\n{text}");
    }
    // Its table 5: 75 of 123 games, seven tournaments, 14 closed games, 1831 points.
    let article = text.lines().find(|line| line.ends_with("the article")).expect("its line");
    let words: Vec<&str> = article.split_whitespace().collect();
    assert_eq!(words, ["61.0", "%", "7", "11.4", "%", "123", "14.9", "the", "article"]);
    assert_eq!(text, example("domino_readings --one -n 20 --workers 1"), "whatever the workers");
}

#[test]
fn intervals_are_measured() {
    let text = example("intervals -n 4");
    for part in ["juez compare: ", "tournament of four equal bots: ", "variance of a block's mean"]
    {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    assert!(!text.contains("NaN"), "{text}");
}

#[test]
fn the_levels_of_tute_are_compared() {
    let text = example("tute_levels -n 4");
    assert_eq!(rows(&text), 8, "{text}");
}

#[test]
fn the_evaluations_of_durak_are_compared() {
    let text = example("durak_evaluator -n 4");
    assert_eq!(rows(&text), 15, "{text}");
}

#[test]
fn the_profiles_of_scopone_are_compared() {
    let text = example("scopone_profiles -n 4");
    assert_eq!(rows(&text), 12, "{text}");
}

/// Returns the rows of a Markdown table by their first cell, each with the figures of the others.
fn figures(table: &str) -> Vec<(&str, Vec<f64>)> {
    let rows = table.lines().filter(|line| line.starts_with("| bots/") || line.contains(".md: "));
    rows.map(|row| {
        let (name, cells) = row[2..].split_once(" | ").expect("two cells at least");
        let words = cells.split(|c: char| !c.is_ascii_digit() && c != '.');
        (name, words.filter_map(|word| word.parse().ok()).collect())
    })
    .collect()
}

/// The share by which a figure of the page can be off, so that a page need not change when a bot
/// plays a little differently.
const TOLERANCE: f64 = 0.2;

#[test]
fn the_cost_of_each_language_is_about_what_the_documentation_says() {
    let table = example("language_cost");
    let (found, said) = (figures(&table), figures(include_str!("../docs/performance.md")));
    assert!(found.len() > 5, "{table}");
    let is_about = |(a, b): (&f64, &f64)| (a - b).abs() <= 0.1 + TOLERANCE * a.max(*b);
    for ((bot, found), (said_bot, said)) in found.iter().zip(&said) {
        let is_same = bot == said_bot && found.len() == said.len();
        let about = is_same && found.iter().zip(said).all(is_about);
        assert!(about, "docs/performance.md says {said_bot} {said:?}, found {bot} {found:?}");
    }
    assert_eq!(found.len(), said.len(), "docs/performance.md is to say:\n{table}");
}

#[test]
fn bots_that_play_other_moves_are_not_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in [
        (
            "odd.lua",
            "-- juez: quoridor\nreturn { next_move = function(view) return view:moves()[1] end }",
        ),
        ("odd.rhai", "// juez: quoridor\nfn next_move(view) { view.moves()[1] }"),
    ] {
        std::fs::write(folder.path().join(file), text).expect("it is written");
    }
    let line = format!("language_cost {}", folder.path().join("odd").display());
    let (code, errors) = fails(&line);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("does not play the same moves"), "{errors}");
}

/// Returns the figures of one run.
fn measured() -> Value {
    serde_json::from_str(&example("xtask calibrate --runs 1 --json")).expect("JSON")
}

/// Returns the fuel of each workload by language.
fn fuel(measured: &Value) -> Vec<(String, String, u64)> {
    let mut all = Vec::new();
    for language in measured["languages"].as_array().expect("a list") {
        for row in language["workloads"].as_array().expect("a list") {
            let text = |value: &Value| value.as_str().expect("text").to_string();
            let fuel = row["fuel"].as_u64().expect("a number");
            all.push((text(&language["language"]), text(&row["workload"]), fuel));
        }
    }
    all
}

#[test]
fn every_workload_runs_in_every_language_with_the_same_fuel_each_time() {
    let first = measured();
    let fuel_of = fuel(&first);
    for name in ["fib", "search", "text", "sort", "worlds", "playouts"] {
        for id in ["lua", "rhai"] {
            let found = fuel_of.iter().find(|(lang, work, _)| lang == id && work == name);
            assert!(found.is_some_and(|(_, _, fuel)| *fuel > 1000), "{name} in {id}: {found:?}");
        }
    }
    assert_eq!(fuel(&measured()), fuel_of);
    for language in first["languages"].as_array().expect("a list") {
        assert!(language["measured"].as_f64().is_some_and(|mean| mean > 0.0), "{language}");
    }
}

#[test]
fn every_method_of_every_game_is_measured() {
    let measured = measured();
    let methods = measured["methods"].as_array().expect("a list");
    let names = |game: &str, object: &str| -> Vec<&str> {
        let of = |row: &&Value| row["game"] == game && row["object"] == object;
        methods.iter().filter(of).filter_map(|row| row["method"].as_str()).collect()
    };
    for game in juez::registry::games() {
        let id = game.info().id;
        for query in game.queries() {
            // A position may have no answer, as for the card that a pass plays, but at least one
            // has.
            assert!(names(id, "view").contains(&query.name), "view {} of {id}", query.name);
            assert!(names(id, "world").contains(&query.name), "world {} of {id}", query.name);
        }
        for base in juez::script::VIEW_BASE.iter().filter(|base| base.row.name != "fuel") {
            assert!(names(id, "view").contains(&base.row.name), "view {} of {id}", base.row.name);
        }
        for base in juez::script::WORLD_BASE {
            assert!(names(id, "world").contains(&base.row.name), "world {} of {id}", base.row.name);
        }
    }
    assert!(methods.iter().all(|row| row["took"].as_f64().is_some_and(|took| took >= 0.0)));
}

#[test]
fn a_calibration_is_two_tables() {
    let text = example("xtask calibrate --runs 1 --off 1000000");
    for part in [
        "workload   lang        fuel    CPU ms    fuel/ms   ratio",
        "a nominal ms of one language takes ",
        "lua   element  takes ",
        "game      object method ",
    ] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
}

#[test]
fn the_bench_of_bot_processes_holds_its_figures_against_targets() {
    let text = example("xtask bench worker --runs 1");
    for part in ["worker: start to ready ", "<= 10 ms", "worker: message there and back "] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
    assert!(text.contains("80-ply matches of lua bots, processes "), "{text}");
}

//! The examples run, and say what they promise.

use std::process::{Command, Output};

/// What an example prints.
#[track_caller]
fn example(line: &str) -> String {
    let output = run(line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// The exit code of an example that fails, and why it does.
fn fails(line: &str) -> (Option<i32>, String) {
    let output = run(line);
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn run(line: &str) -> Output {
    let (name, arguments) = line.split_once(' ').unwrap_or((line, ""));
    Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked", "--example", name, "--"])
        .args(arguments.split_whitespace())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo is there")
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

/// Every row of a table of percentages.
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

#[test]
fn the_cost_of_each_language_is_what_the_documentation_says() {
    let table = example("language_cost");
    let page = include_str!("../docs/performance.md");
    assert!(table.lines().count() > 2 + 5, "{table}");
    assert!(page.contains(table.as_str()), "docs/performance.md is to say:\n{table}");
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

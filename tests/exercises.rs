//! The exercises in `examples/exercises`: every solution solves them, and no start file does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use juez::registry::{AnyGame, Case, PlayerSpec, game, game_of, read_cases};
use juez::script::{LANGUAGES, STACK};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/exercises")
}

fn exercises() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("there are exercises");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.is_dir());
    paths.sort();
    paths
}

fn name(exercise: &Path) -> String {
    exercise.file_name().expect("a name").to_string_lossy().into_owned()
}

fn cases(exercise: &Path) -> Vec<(&'static dyn AnyGame, Case)> {
    let cases = read_cases(exercise).unwrap_or_else(|error| panic!("{error}"));
    let read = |filed: juez::registry::FiledCase| {
        let number = filed.number;
        let case =
            filed.case.unwrap_or_else(|error| panic!("{}, case {number}: {error}", name(exercise)));
        (game(&case.record.game).expect("its game was looked up"), case)
    };
    cases.into_iter().map(read).collect()
}

/// Returns the cases of an exercise that a bot passes and those that it fails, each with its
/// result.
fn judged(exercise: &Path, file: &str) -> (Vec<String>, Vec<String>) {
    let path = exercise.join(file);
    let cases = cases(exercise);
    let judge = move || {
        let (mut passed, mut failed) = (Vec::new(), Vec::new());
        for (game, case) in cases {
            let player = PlayerSpec::read(&path.to_string_lossy(), game).expect("it can be played");
            let result = game.examine(&case, &player).expect("the case can be asked");
            assert_ne!(
                result.inspection.hook,
                juez::core::Hook::Load,
                "{} does not load: {:?}",
                path.display(),
                result.inspection.fault
            );
            let line = format!("{}: {result:?}", case.name.as_deref().unwrap_or_default());
            if result.passed { passed.push(line) } else { failed.push(line) }
        }
        (passed, failed)
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(judge).expect("a thread");
    thread.join().expect("no panic")
}

#[test]
fn there_are_ten_and_the_index_names_them_all() {
    let index = fs::read_to_string(folder().join("README.md")).expect("an index");
    let exercises = exercises();
    assert_eq!(exercises.len(), 10);
    for exercise in &exercises {
        let name = name(exercise);
        assert!(index.contains(&format!("[{name}]({name})")), "the index lacks {name}");
    }
}

#[test]
fn each_has_a_text_and_files_in_every_language() {
    for exercise in exercises() {
        let text = fs::read_to_string(exercise.join("README.md")).expect("a text");
        for part in ["## Your task", "## Hints", "## Run it", &name(&exercise)] {
            assert!(text.contains(part), "{} lacks {part}", name(&exercise));
        }
        for language in LANGUAGES {
            for stem in ["start", "solution"] {
                let file = exercise.join(format!("{stem}.{}", language.id));
                let of = game_of(&file).unwrap_or_else(|error| panic!("{error}"));
                let (game, _) = cases(&exercise)[0];
                assert_eq!(of.info().id, game.info().id, "{}", file.display());
            }
        }
    }
}

#[test]
fn each_has_four_cases_or_more_with_names_and_hints_of_their_own() {
    for exercise in exercises() {
        let cases = cases(&exercise);
        assert!(cases.len() >= 4, "{} has {} cases", name(&exercise), cases.len());
        let mut names = BTreeSet::new();
        for (game, case) in &cases {
            let case_name = case.name.clone().expect("a name");
            assert!(case.hint.is_some(), "{}: {case_name} has no hint", name(&exercise));
            assert!(names.insert(case_name.clone()), "{}: two of {case_name}", name(&exercise));
            game.check_case(case).unwrap_or_else(|error| panic!("{case_name}: {error}"));
        }
    }
}

#[test]
fn every_solution_passes_every_case() {
    for exercise in exercises() {
        for language in LANGUAGES {
            let (_, failed) = judged(&exercise, &format!("solution.{}", language.id));
            assert!(failed.is_empty(), "{}, {}: {failed:#?}", name(&exercise), language.id);
        }
    }
}

#[test]
fn every_start_file_loads_and_fails() {
    for exercise in exercises() {
        for language in LANGUAGES {
            let (passed, failed) = judged(&exercise, &format!("start.{}", language.id));
            let all = passed.len() + failed.len();
            assert!(
                failed.len() * 2 > all,
                "{}, {}: most cases are for the student to win, but these pass: {passed:#?}",
                name(&exercise),
                language.id
            );
        }
    }
}

#[test]
fn a_start_file_fails_alike_in_every_language() {
    for exercise in exercises() {
        let failures = LANGUAGES.iter().map(|language| {
            let (_, failed) = judged(&exercise, &format!("start.{}", language.id));
            failed
                .iter()
                .map(|line| line.split(": ").next().unwrap_or_default().to_string())
                .collect()
        });
        let failures: Vec<Vec<String>> = failures.collect();
        assert!(failures.windows(2).all(|two| two[0] == two[1]), "{}", name(&exercise));
    }
}

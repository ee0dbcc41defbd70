//! `calibrate`: the shape of what it says. No number that a clock gives is asserted.

use serde_json::Value;

use crate::folder::run;

/// What one run measured.
fn measured() -> Value {
    run("calibrate --runs 1 --json").warns("").exits(0).json()[0].clone()
}

/// The fuel of each workload by language.
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
            // A position may have no answer, as for the card that a pass plays; some has.
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
fn people_read_two_tables() {
    run("calibrate --runs 1 --off 1000000")
        .shows("workload   lang        fuel    CPU ms    fuel/ms   ratio")
        .shows("a nominal ms of one language takes ")
        .shows("lua   element  takes ")
        .shows("game      object method ")
        .warns("")
        .exits(0);
}

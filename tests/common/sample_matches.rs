//! Matches of the sample bots: claims for every game.

use super::series::play;
use juez::core::{Budget, Limits, Record};
use juez::script::{LANGUAGES, Language};
use serde_json::json;
use std::path::Path;

/// Returns the file of a sample script, or of the `template` that `juez new` writes.
pub fn bot(id: &str, name: &str, language: &str) -> String {
    let folder = match name {
        "template" => format!("crates/games/src/{id}/bots"),
        _ => format!("bots/{id}"),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    folder.join(format!("{name}.{language}")).display().to_string()
}

/// Checks that a sample script makes the same moves in every language; `play` gets its file.
#[track_caller]
pub fn same_moves(id: &str, name: &str, play: impl Fn(&str) -> Record) {
    let records = LANGUAGES.iter().map(|language| play(&bot(id, name, language.id)));
    let records: Vec<Record> = records.collect();
    for other in &records[1..] {
        let (one, seed) = (&records[0], other.seed.as_ref());
        assert_eq!(one.moves, other.moves, "{:?}, {:?}, {seed:?}", other.players, other.options);
    }
}

/// Checks that no move of these matches costs a script half of its fuel within `quick`.
#[track_caller]
pub fn stays_under_half(language: &Language, records: impl IntoIterator<Item = Record>) {
    let full = quick_fuel(language);
    for record in records {
        let most = record.plies.iter().filter_map(|ply| ply.fuel).max().expect("it was asked");
        println!("{} {:?}: {most} of {full}", record.game, record.players);
        assert!(most < full / 2, "{:?}: {most} of {full}", record.players);
    }
}

/// Returns the fuel of one move within `quick`: the limit, or `view:fuel()` if that is less.
fn quick_fuel(language: &Language) -> u64 {
    let folder = tempfile::tempdir().expect("a folder");
    let source = match language.id {
        "lua" => {
            "return { next_move = function(view) print(view:fuel()) return view:moves()[1] end }"
        }
        _ => "fn next_move(view) { print(view.fuel()); view.moves()[0] }",
    };
    let file = folder.path().join(format!("fuel.{}", language.id));
    std::fs::write(&file, source).expect("it can be written");
    let players = [&file.display().to_string(), "random"];
    let record = play("quoridor", &players, &json!({"max_plies": 2}), 1);
    let mut lines = record.plies.iter().filter_map(|ply| ply.log.as_ref()?.first());
    let fuel: u64 = lines.next().expect("it was asked").parse().expect("a number");
    fuel.min(u64::from(Limits::of(Budget::Quick).move_ms) * language.fuel_per_ms)
}

//! Matches of the sample bots: claims for every game, and the distance of a result from luck.

use juez::core::{Budget, Limits, Record, Seed};
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::script::{LANGUAGES, Language};
use serde_json::{Value, json};
use std::path::Path;

/// The file of a sample script, or of the `template` that `juez new` writes.
pub fn bot(id: &str, name: &str, language: &str) -> String {
    let folder = match name {
        "template" => format!("src/games/{id}/bots"),
        _ => format!("bots/{id}"),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    folder.join(format!("{name}.{language}")).display().to_string()
}

/// A match within the budget `quick`, played without a fault. Built-in bots have no budget.
#[track_caller]
pub fn play(id: &str, players: &[&str], options: &Value, seed: u64) -> Record {
    play_within(Limits::of(Budget::Quick), id, players, options, seed)
}

/// A match within these limits, played without a fault.
#[track_caller]
pub fn play_within(
    limits: Limits,
    id: &str,
    players: &[&str],
    options: &Value,
    seed: u64,
) -> Record {
    let game = game(id).expect("there is this game");
    let read = |text: &&str| PlayerSpec::read(text, game).expect("a player");
    let mut setup = MatchSetup::new(players.iter().map(read).collect());
    setup.seed = Some(Seed::from(seed));
    setup.limits = limits;
    setup.options = options.as_object().expect("options by name").clone();
    let record = game.play(&setup, &mut ()).expect("the setup is right");
    let end = record.end.as_ref().expect("a played match ends");
    assert!(end.faults.is_empty(), "{players:?}, {options}, seed {seed}: {:?}", end.faults);
    record
}

/// A sample script makes the same moves in every language; `play` is given its file.
#[track_caller]
pub fn same_moves(id: &str, name: &str, play: impl Fn(&str) -> Record) {
    let records = LANGUAGES.iter().map(|language| play(&bot(id, name, language.id)));
    let records: Vec<Record> = records.collect();
    for other in &records[1..] {
        let (one, seed) = (&records[0], other.seed.as_ref());
        assert_eq!(one.moves, other.moves, "{:?}, {:?}, {seed:?}", other.players, other.options);
    }
}

/// No move of these matches costs a script half of what it may spend on it within `quick`.
#[track_caller]
pub fn stays_under_half(language: &Language, records: impl IntoIterator<Item = Record>) {
    let full = quick_fuel(language);
    for record in records {
        let most = record.plies.iter().filter_map(|ply| ply.fuel).max().expect("it was asked");
        println!("{} {:?}: {most} of {full}", record.game, record.players);
        assert!(most < full / 2, "{:?}: {most} of {full}", record.players);
    }
}

/// The fuel of one move within `quick`: that of the limits, or that of `view:fuel()` if it is less.
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

/// The mean, and its distance above `fair` in standard errors.
pub fn mean_and_z(values: &[f64], fair: f64) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (mean - fair) / (variance / n).sqrt())
}

/// Distance of these wins and losses from an even match, in standard deviations.
pub fn z_of(won: u32, lost: u32) -> f64 {
    (f64::from(won) - f64::from(lost)) / f64::from(won + lost).sqrt()
}

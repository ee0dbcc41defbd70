//! Fuel counts the same work on every machine and in every build.

use juez::core::{Budget, Limits, Seed};
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::script::STACK;
use std::thread;

/// The fuel that all moves of a match took.
fn fuel(game_id: &'static str, bots: &'static [&'static str]) -> u64 {
    let play = move || {
        let game = game(game_id).unwrap();
        let root = env!("CARGO_MANIFEST_DIR");
        let read =
            |bot: &&str| PlayerSpec::read(&format!("{root}/bots/{game_id}/{bot}.rhai"), game);
        let players: Vec<PlayerSpec> = bots.iter().map(|bot| read(bot).unwrap()).collect();
        let limits = Limits::of(Budget::Normal);
        let setup = MatchSetup { seed: Some(Seed::from(7)), limits, ..MatchSetup::new(players) };
        let record = game.play(&setup, &mut ()).unwrap();
        let end = record.end.as_ref().expect("a played match ends");
        assert!(end.faults.is_empty(), "{:?}", end.faults);
        let line: serde_json::Value = serde_json::from_str(&record.to_line()).unwrap();
        all_fuel(&line)
    };
    thread::Builder::new().stack_size(STACK).spawn(play).unwrap().join().unwrap()
}

/// The sum of every number called `fuel`, wherever it stands.
fn all_fuel(value: &serde_json::Value) -> u64 {
    match value {
        serde_json::Value::Array(items) => items.iter().map(all_fuel).sum(),
        serde_json::Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match value.as_u64() {
                Some(fuel) if name == "fuel" => fuel,
                _ => all_fuel(value),
            })
            .sum(),
        _ => 0,
    }
}

#[test]
fn a_search_takes_the_same_fuel_in_every_build_and_run() {
    let bots: &[&str] = &["minimax", "waller"];
    assert_eq!(fuel("quoridor", bots), 1_069_998);
    assert_eq!(fuel("quoridor", bots), 1_069_998);
}

#[test]
fn random_worlds_take_the_same_fuel_in_every_build_and_run() {
    assert_eq!(fuel("durak", &["montecarlo", "simple"]), 450_705);
}

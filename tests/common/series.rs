//! Matches of bots, and the distance of a result from luck.

use juez_core::{Budget, Limits, Record, Seed};
use juez_match::registry::{MatchSetup, PlayerSpec, game};
use serde_json::Value;

/// Plays a match within the budget `quick`, without a fault. Built-in bots have no budget.
#[track_caller]
pub fn play(id: &str, players: &[&str], options: &Value, seed: u64) -> Record {
    play_within(Limits::of(Budget::Quick), id, players, options, seed)
}

/// Plays a match within these limits, without a fault.
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
    setup.terms.limits = limits;
    setup.terms.options = options.as_object().expect("options by name").clone();
    let record = game.play(&setup, &mut ()).expect("the setup is right");
    let end = record.end.as_ref().expect("a played match ends");
    assert!(end.faults.is_empty(), "{players:?}, {options}, seed {seed}: {:?}", end.faults);
    record
}

/// Returns the mean and its distance above `fair` in standard errors.
pub fn mean_and_z(values: &[f64], fair: f64) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (mean - fair) / (variance / n).sqrt())
}

/// Returns the distance of these wins and losses from an even match, in standard deviations.
pub fn z_of(won: u32, lost: u32) -> f64 {
    (f64::from(won) - f64::from(lost)) / f64::from(won + lost).sqrt()
}

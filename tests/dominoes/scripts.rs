//! The sample scripts of dominoes: alike in every language, without faults, and worth reading.

use juez::core::{Budget, Limits, Record, Seat, Seed};
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::script::LANGUAGES;
use std::path::PathBuf;

const HOUSE: [&str; 3] = ["random", "blocker", "montecarlo"];

fn bot(name: &str, language: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("bots/dominoes");
    path.join(format!("{name}.{language}")).display().to_string()
}

fn play(players: [&str; 2], seed: u64, rules: &[(&str, &str)]) -> Record {
    let dominoes = game("dominoes").expect("there is dominoes");
    let players = players.map(|text| PlayerSpec::read(text, dominoes).expect("a player"));
    let mut setup = MatchSetup::new(players.to_vec());
    setup.seed = Some(Seed::from(seed));
    setup.limits = Limits::of(Budget::Quick);
    for &(name, word) in rules {
        setup.options.insert(name.into(), word.into());
    }
    let record = dominoes.play(&setup, &mut ()).expect("the setup is right");
    let faults = record.end.as_ref().map(|end| end.faults.clone());
    assert_eq!(faults, Some(vec![]), "{:?}", record.players);
    record
}

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in HOUSE {
        let seeds = if name == "montecarlo" { 0..2 } else { 0..6 };
        for seed in seeds {
            for rules in [&[][..], &[("signal", "seed"), ("opener", "winner")]] {
                let two = LANGUAGES
                    .iter()
                    .map(|language| play([&bot(name, language.id), "greedy"], seed, rules).moves)
                    .collect::<Vec<_>>();
                assert_eq!(two[0], two[1], "{name}, seed {seed}");
            }
        }
    }
}

#[test]
fn partners_of_different_languages_play_against_each_other() {
    let [lua, rhai] = ["lua", "rhai"].map(|language| bot("blocker", language));
    for seed in 0..3 {
        play([&lua, &rhai], seed, &[]);
        play([&rhai, &lua], seed, &[("opener", "random")]);
    }
}

/// Matches won of 2 a seed, once in each pair of seats.
fn wins(me: &str, other: &str, seeds: u64) -> u64 {
    let mut won = 0;
    for seed in 0..seeds {
        for (players, mine) in [([me, other], 0), ([other, me], 1)] {
            let end = play(players, seed, &[]).end.expect("a played match ends");
            won += u64::from(end.ranks[Seat::new(mine)] == 1);
        }
    }
    won
}

#[test]
fn the_blocker_and_the_monte_carlo_search_are_far_better_than_chance() {
    // Of 80 matches an even pair wins 40, give or take 4.5; of 40, 20 and 3.2.
    for language in LANGUAGES {
        let won = wins(&bot("blocker", language.id), "random", 40);
        assert!(won > 62, "blocker.{}: {won} of 80", language.id);
        let won = wins(&bot("montecarlo", language.id), "random", 20);
        assert!(won > 33, "montecarlo.{}: {won} of 40", language.id);
    }
}

#[test]
fn the_search_beats_the_simple_bot() {
    let won = wins(&bot("montecarlo", "lua"), &bot("blocker", "lua"), 20);
    assert!(won > 26, "{won} of 40");
}

#[test]
fn the_search_stays_under_half_of_the_quick_budget() {
    let quick = u64::from(Limits::of(Budget::Quick).move_ms);
    for language in LANGUAGES {
        let records =
            (0..4).map(|seed| play([&bot("montecarlo", language.id), "random"], seed, &[]));
        let plies: Vec<_> = records.flat_map(|record| record.plies).collect();
        let most = plies.iter().filter_map(|ply| ply.fuel).max().expect("fuel was used");
        let half = quick * language.fuel_per_ms / 2;
        assert!(most < half, "{}: {most} of {half}", language.id);
    }
}

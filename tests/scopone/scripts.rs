//! The scopone scripts of the house: the same in every language, without fault, better than chance.

use juez::core::{Budget, Limits, Record, Seed};
use juez::registry::{AnyGame, MatchSetup, PlayerSpec, game};
use juez::script::LANGUAGES;
use std::path::PathBuf;

const HOUSE: [&str; 3] = ["random", "taker", "montecarlo"];

fn bot(name: &str, language: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("bots/scopone");
    path.join(format!("{name}.{language}")).display().to_string()
}

fn scopone() -> &'static dyn AnyGame {
    game("scopone").expect("there is scopone")
}

fn play(players: &[&str], kind: &str, seed: u64) -> Record {
    let players = players.iter().map(|text| PlayerSpec::read(text, scopone()).expect("a player"));
    let mut setup = MatchSetup::new(players.collect());
    setup.seed = Some(Seed::from(seed));
    setup.limits = Limits::of(Budget::Quick);
    setup.options.insert("kind".into(), kind.into());
    if kind != "solo9" {
        setup.options.insert("target".into(), 0.into());
    }
    let record = scopone().play(&setup, &mut ()).expect("the setup is right");
    let end = record.end.as_ref().expect("a played match ends");
    assert!(end.faults.is_empty(), "{:?}", end.faults);
    record
}

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in HOUSE {
        for kind in ["solo9", "team9", "team10"] {
            for seed in 0..3 {
                let two = LANGUAGES.iter().map(|language| {
                    let me = bot(name, language.id);
                    play(&[&me, "random", &me, "greedy"], kind, seed).moves
                });
                let two: Vec<_> = two.collect();
                assert_eq!(two[0], two[1], "{name}, {kind}, seed {seed}");
            }
        }
    }
}

#[test]
fn a_match_of_several_hands_is_played_without_a_fault() {
    for name in HOUSE {
        for language in LANGUAGES {
            let me = PlayerSpec::read(&bot(name, language.id), scopone()).expect("a player");
            let random = PlayerSpec::read("random", scopone()).expect("there is random");
            let mut setup = MatchSetup::new(vec![me, random]);
            setup.seed = Some(Seed::from(2));
            setup.limits = Limits::of(Budget::Quick);
            setup.options.insert("kind".into(), "team9".into());
            setup.options.insert("target".into(), 11.into());
            let record = scopone().play(&setup, &mut ()).expect("the setup is right");
            let end = record.end.expect("a played match ends");
            assert!(end.faults.is_empty(), "{name}.{}: {:?}", language.id, end.faults);
        }
    }
}

/// Deals played twice with the pairs exchanged: by how many standard errors `one` leads.
fn lead(one: &str, other: &str, kind: &str, deals: u64) -> f64 {
    let leads: Vec<f64> = (0..deals)
        .map(|seed| {
            let margin = |players: &[&str]| {
                let end = play(players, kind, seed).end.expect("a played match ends");
                let points = end.points.as_slice();
                f64::from(points[0] - points[1])
            };
            margin(&[one, other, one, other]) - margin(&[other, one, other, one])
        })
        .collect();
    let n = leads.len() as f64;
    let mean = leads.iter().sum::<f64>() / n;
    let variance = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (n - 1.0);
    println!("{one} {other} {kind}: {:.2} points a hand", mean / 2.0);
    mean / (variance / n).sqrt()
}

#[test]
fn the_thinking_scripts_beat_random_beyond_luck() {
    for language in LANGUAGES {
        for kind in ["team9", "team10"] {
            let z = lead(&bot("taker", language.id), "random", kind, 60);
            assert!(z > 4.0, "taker.{} {kind}: z {z:.1}", language.id);
            let z = lead(&bot("montecarlo", language.id), "random", kind, 20);
            assert!(z > 4.0, "montecarlo.{} {kind}: z {z:.1}", language.id);
        }
    }
}

#[test]
fn the_search_stays_under_half_of_the_quick_budget() {
    for language in LANGUAGES {
        let me = bot("montecarlo", language.id);
        let quick = u64::from(Limits::of(Budget::Quick).move_ms) * language.fuel_per_ms;
        for kind in ["solo9", "team9", "team10"] {
            for seed in 0..5 {
                let record = play(&[&me, &me, &me, &me], kind, seed);
                for ply in &record.plies {
                    let fuel = ply.fuel.unwrap_or(0);
                    assert!(fuel < quick / 2, "montecarlo.{}: {fuel} of {quick}", language.id);
                    let log = ply.log.clone().unwrap_or_default().concat();
                    assert!(fuel == 0 || log.ends_with("in 40 guesses"), "{log}");
                }
                let most = record.plies.iter().filter_map(|ply| ply.fuel).max().unwrap_or(0);
                println!("montecarlo.{} {kind}: {most} of {quick}", language.id);
            }
        }
    }
}

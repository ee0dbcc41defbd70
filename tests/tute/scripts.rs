//! The sample scripts for Tute: the same moves in both languages, no faults, within their budget,
//! and better than random play.

use juez::core::{Budget, Limits, Record, Seed};
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::script::LANGUAGES;
use std::path::PathBuf;

const HOUSE: [&str; 3] = ["random", "masmenos", "montecarlo"];

fn bot(name: &str, language: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("bots/tute");
    folder.join(format!("{name}.{language}")).display().to_string()
}

fn play(players: &[&str], options: &str, seed: u64, limits: Limits) -> Record {
    let tute = game("tute").expect("there is tute");
    let players = players.iter().map(|text| PlayerSpec::read(text, tute).expect("a player"));
    let mut setup = MatchSetup::new(players.collect());
    setup.seed = Some(Seed::from(seed));
    setup.limits = limits;
    setup.options = serde_json::from_str(&format!("{{{options}}}")).expect("JSON");
    tute.play(&setup, &mut ()).expect("the setup is right")
}

fn quick() -> Limits {
    Limits::of(Budget::Quick)
}

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in HOUSE {
        let seeds = if name == "montecarlo" { 0..2 } else { 0..6 };
        for seed in seeds {
            for others in ["random", "medio"] {
                let moves = LANGUAGES.iter().map(|language| {
                    let me = bot(name, language.id);
                    play(&[others, &me, others], r#""limit":2"#, seed, Limits::default()).moves
                });
                let moves: Vec<_> = moves.collect();
                assert_eq!(moves[0], moves[1], "{name} against {others}, seed {seed}");
            }
        }
    }
}

#[test]
fn the_samples_play_without_a_fault_at_every_table() {
    for name in HOUSE {
        for language in LANGUAGES {
            let me = bot(name, language.id);
            for seats in 3..=6 {
                let mut players = vec!["random"; seats];
                players[seats - 1] = &me;
                for rules in [
                    r#""limit":1"#,
                    r#""limit":1,"trump":"last_card","six":"no_twos","swap":"first","illegal":"reject""#,
                ] {
                    let record = play(&players, rules, 3, quick());
                    let end = record.end.expect("a played match ends");
                    assert!(end.faults.is_empty(), "{me}: {:?}", end.faults);
                }
            }
        }
    }
}

#[test]
fn montecarlo_needs_less_than_half_of_the_quick_budget() {
    for language in LANGUAGES {
        let me = bot("montecarlo", language.id);
        let full = language.fuel_per_ms * 20;
        for seats in [3, 6] {
            let mut players = vec!["random"; seats];
            players[0] = &me;
            let record = play(&players, r#""limit":2,"six":"no_twos""#, 5, quick());
            let most = record.plies.iter().filter_map(|ply| ply.fuel).max().expect("it was asked");
            println!("{me} at {seats}: {most} of {full}");
            assert!(most < full / 2, "{me}: {most} of {full}");
        }
    }
}

/// The share of first places of the bot on each seat in turn against two random ones, and how many
/// standard errors it lies above a third.
fn share(name: &str, matches: u64) -> (f64, f64) {
    let me = bot(name, "lua");
    let mut shares = Vec::new();
    for n in 0..matches {
        let mut players = vec!["random"; 3];
        let place = n as usize % 3;
        players[place] = &me;
        let end = play(&players, "", n / 3, Limits::default()).end.expect("it ends");
        let ranks = end.ranks.as_slice();
        let first = ranks.iter().filter(|&&rank| rank == 1).count();
        shares.push(if ranks[place] == 1 { 1.0 / first as f64 } else { 0.0 });
    }
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
    let error = (squares / shares.len() as f64 / (shares.len() - 1) as f64).sqrt();
    (mean, (mean - 1.0 / 3.0) / error)
}

#[test]
fn masmenos_and_montecarlo_beat_random_play() {
    for (name, matches) in [("masmenos", 300), ("montecarlo", 60)] {
        let (mean, z) = share(name, matches);
        println!("{name}: {mean:.3}, z {z:.1}");
        assert!(z > 4.0, "{name}: {mean:.3}, z {z:.1}");
    }
}

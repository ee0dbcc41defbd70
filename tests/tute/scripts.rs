//! The sample scripts for Tute: the same moves in both languages, no faults, within their budget,
//! and better than random play.

use crate::common::sample_matches::{bot, same_moves, stays_under_half};
use crate::common::series::{play, play_within};
use crate::tute::fare::share;
use juez::core::Limits;
use juez::script::LANGUAGES;
use serde_json::json;

const SAMPLES: [&str; 3] = ["random", "masmenos", "montecarlo"];

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in SAMPLES {
        let seeds = if name == "montecarlo" { 0..2 } else { 0..6 };
        for seed in seeds {
            for others in ["random", "medio"] {
                same_moves("tute", name, |me| {
                    let players = [others, me, others];
                    play_within(Limits::default(), "tute", &players, &json!({"limit": 2}), seed)
                });
            }
        }
    }
}

#[test]
fn the_samples_play_without_a_fault_at_every_table() {
    let other = json!({"limit": 1, "trump": "last_card", "six": "no_twos", "swap": "first",
        "illegal": "reject"});
    for name in SAMPLES {
        for language in LANGUAGES {
            let me = bot("tute", name, language.id);
            for seats in 3..=6 {
                let mut players = vec!["random"; seats];
                players[seats - 1] = &me;
                for rules in [&json!({"limit": 1}), &other] {
                    play("tute", &players, rules, 3);
                }
            }
        }
    }
}

#[test]
fn montecarlo_needs_less_than_half_of_the_quick_budget() {
    for language in LANGUAGES {
        let me = bot("tute", "montecarlo", language.id);
        let records = [3, 6].map(|seats| {
            let mut players = vec!["random"; seats];
            players[0] = &me;
            play("tute", &players, &json!({"limit": 2, "six": "no_twos"}), 5)
        });
        stays_under_half(language, records);
    }
}

#[test]
fn masmenos_and_montecarlo_beat_random_play() {
    for (name, matches) in [("masmenos", 300), ("montecarlo", 60)] {
        let (mean, z) = share(&bot("tute", name, "lua"), "random", 3, matches);
        println!("{name}: {mean:.3}, z {z:.1}");
        assert!(z > 4.0, "{name}: {mean:.3}, z {z:.1}");
    }
}

//! The sample scripts of Scopone: the same moves in every language, no faults, better than chance.

use crate::common::sample_matches::{bot, same_moves, stays_under_half};
use crate::common::series;
use crate::scopone::fare::{lead, play};
use juez::script::LANGUAGES;
use serde_json::json;

const SAMPLES: [&str; 3] = ["random", "taker", "montecarlo"];

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in SAMPLES {
        for kind in ["solo9", "team9", "team10"] {
            for seed in 0..3 {
                same_moves("scopone", name, |me| play(&[me, "random", me, "greedy"], kind, seed));
            }
        }
    }
}

#[test]
fn a_match_of_several_hands_is_played_without_a_fault() {
    for name in SAMPLES {
        for language in LANGUAGES {
            let me = bot("scopone", name, language.id);
            let options = json!({"kind": "team9", "target": 11});
            series::play("scopone", &[&me, "random"], &options, 2);
        }
    }
}

#[test]
fn the_thinking_scripts_beat_random_beyond_luck() {
    for language in LANGUAGES {
        for kind in ["team9", "team10"] {
            for (name, deals) in [("taker", 60), ("montecarlo", 20)] {
                let z = lead(&bot("scopone", name, language.id), "random", kind, deals);
                assert!(z > 4.0, "{name}.{} {kind}: z {z:.1}", language.id);
            }
        }
    }
}

#[test]
fn the_search_stays_under_half_of_the_quick_budget() {
    for language in LANGUAGES {
        let me = bot("scopone", "montecarlo", language.id);
        for kind in ["solo9", "team9", "team10"] {
            let records = (0..5).map(|seed| play(&[&me, &me, &me, &me], kind, seed));
            let records = records.inspect(|record| {
                for ply in &record.plies {
                    let log = ply.log.clone().unwrap_or_default().concat();
                    assert!(ply.fuel.unwrap_or(0) == 0 || log.ends_with("in 40 guesses"), "{log}");
                }
            });
            stays_under_half(language, records);
        }
    }
}

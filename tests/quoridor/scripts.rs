//! The sample scripts of Quoridor: the same in every language, without faults.

use crate::common::sample_matches::{bot, same_moves};
use crate::common::series::play_within;
use juez::core::Limits;
use juez::script::LANGUAGES;
use serde_json::json;

const SAMPLES: [&str; 4] = ["random", "runner", "waller", "minimax"];

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in SAMPLES {
        let seeds = if name == "minimax" { 0..1 } else { 0..5 };
        for seed in seeds {
            for opponent in ["random", "greedy"] {
                same_moves("quoridor", name, |me| {
                    let players = [me, opponent];
                    play_within(Limits::default(), "quoridor", &players, &json!({}), seed)
                });
            }
        }
    }
}

#[test]
fn the_sample_bots_play_without_a_fault_at_two_and_four_seats() {
    for name in SAMPLES {
        for language in LANGUAGES {
            let me = bot("quoridor", name, language.id);
            for seats in [2, 4] {
                let mut players = vec!["random"; seats];
                players[seats - 1] = &me;
                let options = json!({"seats": seats});
                play_within(Limits::default(), "quoridor", &players, &options, 3);
            }
        }
    }
}

//! The sample scripts of Quoridor: the same in every language, without faults.

use crate::house::{bot, play_within, same_moves};
use juez::core::Limits;
use juez::script::LANGUAGES;
use serde_json::json;

const HOUSE: [&str; 4] = ["random", "runner", "waller", "minimax"];

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in HOUSE {
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
fn the_bots_of_the_house_play_without_a_fault_at_two_and_four_seats() {
    for name in HOUSE {
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

//! The sample scripts of dominoes: the same moves in every language, no faults, and stronger than
//! chance.

use crate::common::sample_matches::{bot, same_moves, stays_under_half};
use crate::common::series::play;
use crate::dominoes::wins::wins;
use juez::script::LANGUAGES;
use serde_json::json;

const SAMPLES: [&str; 3] = ["random", "blocker", "montecarlo"];

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for name in SAMPLES {
        let seeds = if name == "montecarlo" { 0..2 } else { 0..6 };
        for seed in seeds {
            for rules in [json!({}), json!({"signal": "seed", "opener": "winner"})] {
                same_moves("dominoes", name, |me| play("dominoes", &[me, "greedy"], &rules, seed));
            }
        }
    }
}

#[test]
fn partners_of_different_languages_play_against_each_other() {
    let [lua, rhai] = ["lua", "rhai"].map(|language| bot("dominoes", "blocker", language));
    for seed in 0..3 {
        play("dominoes", &[&lua, &rhai], &json!({}), seed);
        play("dominoes", &[&rhai, &lua], &json!({"opener": "random"}), seed);
    }
}

#[test]
fn the_blocker_and_the_monte_carlo_search_are_far_better_than_chance() {
    // An even pair wins 40 of 80 matches, give or take 4.5; 20 of 40, give or take 3.2.
    for language in LANGUAGES {
        for (name, seeds, most) in [("blocker", 40, 62), ("montecarlo", 20, 33)] {
            let me = bot("dominoes", name, language.id);
            let (won, played) = wins(&me, "random", &json!({}), seeds);
            assert!(won > most, "{name}.{}: {won} of {played}", language.id);
        }
    }
}

#[test]
fn the_search_beats_the_simple_bot() {
    let [search, simple] = ["montecarlo", "blocker"].map(|name| bot("dominoes", name, "lua"));
    let (won, played) = wins(&search, &simple, &json!({}), 20);
    assert!(won > 26, "{won} of {played}");
}

#[test]
fn the_search_stays_under_half_of_the_quick_budget() {
    for language in LANGUAGES {
        let me = bot("dominoes", "montecarlo", language.id);
        let records = (0..4).map(|seed| play("dominoes", &[&me, "random"], &json!({}), seed));
        stays_under_half(language, records);
    }
}

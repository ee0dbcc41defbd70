//! The samples of each game make the same moves in every language, without a fault, and their
//! searches keep to half of the quick budget.

use juez::core::{Budget, Limits};
use juez::script::LANGUAGES;
use serde_json::{Value, json};

use crate::common::sample_matches::{bot, same_moves, stays_under_half};
use crate::common::series::{play, play_within};

const QUORIDOR: &[&str] = &["random", "runner", "waller", "minimax"];
const DOMINOES: &[&str] = &["random", "blocker", "montecarlo"];
const DURAK: &[&str] = &["random", "simple", "montecarlo"];
const SCOPONE: &[&str] = &["random", "taker", "montecarlo"];
const TUTE: &[&str] = &["random", "masmenos", "montecarlo"];

/// Returns the players of a line, with `me` as the player of that name.
fn seated<'a>(line: &'a str, me: &'a str) -> Vec<&'a str> {
    line.split(' ').map(|name| if name == "me" { me } else { name }).collect()
}

/// Checks the moves of samples, each on these seeds.
#[track_caller]
fn alike(id: &str, names: &[&str], seeds: u64, line: &str, options: Value) {
    // The searches of these two use more than the quick budget.
    let budget = if ["quoridor", "tute"].contains(&id) { Budget::Normal } else { Budget::Quick };
    for name in names {
        for seed in 0..seeds {
            same_moves(id, name, |me| {
                play_within(Limits::of(budget), id, &seated(line, me), &options, seed)
            });
        }
    }
}

#[test]
fn the_same_bot_in_lua_and_in_rhai_makes_the_same_moves() {
    for line in ["me random", "me greedy"] {
        alike("quoridor", &QUORIDOR[..3], 5, line, json!({}));
        alike("quoridor", &QUORIDOR[3..], 1, line, json!({}));
        for options in [json!({}), json!({"deck": 52, "games": 2})] {
            alike("durak", DURAK, 2, line, options);
        }
    }
    for options in [json!({}), json!({"signal": "seed", "opener": "winner"})] {
        alike("dominoes", &DOMINOES[..2], 6, "me greedy", options.clone());
        alike("dominoes", &DOMINOES[2..], 2, "me greedy", options);
    }
    for options in
        [json!({}), json!({"kind": "team9", "target": 0}), json!({"kind": "team10", "target": 0})]
    {
        alike("scopone", SCOPONE, 3, "me random me greedy", options);
    }
    for line in ["random me random", "medio me medio"] {
        alike("tute", &TUTE[..2], 6, line, json!({"limit": 2}));
        alike("tute", &TUTE[2..], 2, line, json!({"limit": 2}));
    }
}

/// Plays a match of each sample in every language.
#[track_caller]
fn each(id: &str, names: &[&str], line: &str, options: &Value) {
    for name in names {
        for language in LANGUAGES {
            let me = bot(id, name, language.id);
            let limits =
                Limits::of(if *name == "minimax" { Budget::Normal } else { Budget::Quick });
            play_within(limits, id, &seated(line, &me), options, 3);
        }
    }
}

#[test]
fn the_samples_play_without_a_fault_at_every_table() {
    each("quoridor", QUORIDOR, "random me", &json!({}));
    each("quoridor", QUORIDOR, "random random random me", &json!({}));
    each("durak", DURAK, "greedy greedy me", &json!({}));
    each("durak", DURAK, "greedy greedy greedy greedy greedy me", &json!({}));
    each("scopone", SCOPONE, "me random", &json!({"kind": "team9", "target": 11}));
    let other = json!({"limit": 1, "trump": "last_card", "six": "no_twos", "swap": "first",
        "illegal": "reject"});
    for options in [&json!({"limit": 1}), &other] {
        for seats in 3..=6 {
            each("tute", TUTE, &format!("{}me", "random ".repeat(seats - 1)), options);
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
fn the_searches_of_samples_stay_under_half_of_the_quick_budget() {
    let check = |id: &str, line: &str, options: Value, seeds: u64| {
        for language in LANGUAGES {
            let me = bot(id, "montecarlo", language.id);
            let records = (0..seeds).map(|seed| play(id, &seated(line, &me), &options, seed));
            let records = records.inspect(|record| {
                let logs = record.plies.iter().filter(|ply| ply.fuel > Some(0) && id == "scopone");
                for log in logs.map(|ply| ply.log.clone().unwrap_or_default().concat()) {
                    assert!(log.ends_with("in 40 guesses"), "{log}");
                }
            });
            stays_under_half(language, records);
        }
    };
    check("dominoes", "me random", json!({}), 4);
    for (seats, deck) in [(2, 36), (2, 52), (3, 52), (6, 52)] {
        check("durak", &format!("me{}", " greedy".repeat(seats - 1)), json!({"deck": deck}), 3);
    }
    for options in
        [json!({}), json!({"kind": "team9", "target": 0}), json!({"kind": "team10", "target": 0})]
    {
        check("scopone", "me me me me", options, 5);
    }
    for seats in [3, 6] {
        let line = format!("me{}", " random".repeat(seats - 1));
        check("tute", &line, json!({"limit": 2, "six": "no_twos"}), 2);
    }
}

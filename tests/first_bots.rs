//! The bots that `juez new` writes: the same moves in every language, no fault at any table, within
//! their budget, and clearly better than chance.

use juez::core::{Budget, Limits, Record};
use juez::registry::{game, games};
use juez::script::{LANGUAGES, Language};
use serde_json::{Value, json};
use std::fs;

use crate::common::sample_matches;
use crate::common::series::{mean_and_z, play, play_within};

/// Returns the file of the first bot for a game.
fn first_bot(id: &str, language: &Language) -> String {
    sample_matches::bot(id, "template", language.id)
}

/// Returns every table at which a game is played here: the number of players and the house rules.
fn tables(id: &str) -> Vec<(usize, Value)> {
    match id {
        "quoridor" => vec![(2, json!({})), (4, json!({})), (2, json!({"walls": 0}))],
        "tute" => {
            let other = json!({"limit": 1, "trump": "last_card", "six": "no_twos"});
            let usual = (3..=6).map(|seats| (seats, json!({"limit": 2})));
            usual.chain((3..=6).map(|seats| (seats, other.clone()))).collect()
        }
        "dominoes" => ["ask", "random", "winner"]
            .map(|opener| (2, json!({"opener": opener, "signal": "seed"})))
            .into_iter()
            .chain([(2, json!({})), (4, json!({}))])
            .collect(),
        "durak" => (2..=6)
            .map(|seats| (seats, json!({})))
            .chain([(2, json!({"deck": 52, "games": 2}))])
            .collect(),
        "scopone" => vec![
            (4, json!({})),
            (2, json!({"kind": "team9", "target": 11})),
            (2, json!({"kind": "team10", "target": 11})),
        ],
        other => panic!("say at which tables {other} is played"),
    }
}

/// Plays a match of `me` in one seat with `random` in the others.
fn against_random(id: &str, me: &str, seat: usize, table: &(usize, Value), seed: u64) -> Record {
    let mut players = vec!["random"; table.0];
    players[seat] = me;
    play(id, &players, &table.1, seed)
}

#[test]
fn every_game_has_one_in_every_language_that_names_its_game_and_is_short() {
    for id in games().into_iter().map(|game| game.info().id) {
        for language in LANGUAGES {
            let text = fs::read_to_string(first_bot(id, language)).expect("there is one");
            assert!(text.lines().take(5).any(|line| line.ends_with(&format!(" juez: {id}"))));
            assert!((30..=63).contains(&text.lines().count()), "{id}.{}", language.id);
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{id}.{}", language.id);
            assert!(text.contains("Try next:"), "{id}.{}", language.id);
        }
    }
}

#[test]
fn they_make_the_same_moves_in_every_language_at_every_table() {
    for id in games().into_iter().map(|game| game.info().id) {
        for table in tables(id) {
            for seed in 0..2 {
                let seat = seed as usize % table.0;
                sample_matches::same_moves(id, "template", |me| {
                    against_random(id, me, seat, &table, seed)
                });
            }
        }
    }
}

#[test]
fn they_play_against_themselves_within_half_of_the_quick_budget() {
    for id in games().into_iter().map(|game| game.info().id) {
        for language in LANGUAGES {
            let me = first_bot(id, language);
            let records = tables(id).into_iter().map(|(seats, options)| {
                let players = vec![&me[..]; seats];
                play_within(Limits::of(Budget::Quick), id, &players, &options, 3)
            });
            sample_matches::stays_under_half(language, records);
        }
    }
}

/// Returns the share of first places in `matches`, seats in turn, with a shared place counted in
/// part; the fair share; and the number of standard errors between the two.
fn share(id: &str, table: &(usize, Value), matches: u64) -> (f64, f64, f64) {
    let me = first_bot(id, LANGUAGES[0]);
    let shares = (0..matches).map(|n| {
        let seat = n as usize % table.0;
        let record = against_random(id, &me, seat, table, n / table.0 as u64);
        let ranks = record.end.expect("a played match ends").ranks;
        let ranks = ranks.as_slice();
        // Both seats of a pair have its rank; the first seat of the pair is the player's place.
        let first = ranks.iter().filter(|&&rank| rank == 1).count() * table.0 / ranks.len();
        if ranks[seat] == 1 { 1.0 / first.max(1) as f64 } else { 0.0 }
    });
    let shares: Vec<f64> = shares.collect();
    let fair = 1.0 / table.0 as f64;
    let (mean, z) = mean_and_z(&shares, fair);
    println!(
        "{id}: first in {:.1} % of {matches} matches, fair {:.1} %",
        mean * 100.0,
        fair * 100.0
    );
    (mean, fair, z)
}

#[test]
fn the_one_for_quoridor_wins_nearly_all_its_matches_against_random() {
    let (share, _, _) = share("quoridor", &(2, json!({})), 200);
    assert!(share >= 0.8, "{share}");
}

#[test]
fn those_for_card_games_and_dominoes_beat_random_far_beyond_luck() {
    for (id, table, least) in [
        ("tute", (3, json!({})), 1.4),
        ("dominoes", (2, json!({})), 1.5),
        ("durak", (2, json!({})), 1.5),
        ("scopone", (4, json!({})), 2.0),
    ] {
        let (share, fair, z) = share(id, &table, 200);
        assert!(z > 5.0 && share > least * fair, "{id}: {share:.3}, fair {fair:.3}, z {z:.1}");
    }
}

#[test]
fn luau_types_in_place_of_the_comments_change_no_move() {
    let folder = tempfile::tempdir().expect("a folder");
    for id in games().into_iter().map(|game| game.info().id) {
        let path = first_bot(id, LANGUAGES[0]);
        let typed = annotated(&fs::read_to_string(&path).expect("there is one"));
        assert!(typed.contains("function bot.next_move(view: "), "{typed}");
        let file = folder.path().join(format!("{id}.lua"));
        fs::write(&file, &typed).expect("it can be written");
        let table = &tables(id)[0];
        assert!(game(id).is_ok());
        let [plain, typed] = [&path[..], &file.display().to_string()]
            .map(|me| against_random(id, me, 0, table, 4).moves);
        assert_eq!(plain, typed, "{id}");
    }
}

/// Returns the script with its `---@param name Type` comments moved into the parameters, as Luau
/// has them.
fn annotated(source: &str) -> String {
    let (mut text, mut types) = (String::new(), Vec::new());
    for line in source.lines() {
        let mut line = line.to_string();
        if let Some(param) = line.strip_prefix("---@param ") {
            let (name, ty) = param.split_once(' ').expect("a name and a type");
            types.push((name.to_string(), ty.to_string()));
            continue;
        }
        for (name, ty) in types.drain(..) {
            let (head, params) = line.split_once('(').expect("the function comes next");
            line = format!("{head}({}", params.replacen(&name, &format!("{name}: {ty}"), 1));
        }
        text += &format!("{line}\n");
    }
    text
}

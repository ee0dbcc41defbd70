//! Records of every game: written, replayed, verified.

use juez_core::{Record, Seed};
use juez_match::registry::{AnyGame, MatchSetup, PlayerSpec, games};
use serde_json::{Value, json};

fn random_match(game: &'static dyn AnyGame, seats: usize, seed: u64) -> Record {
    let player = PlayerSpec::read("random", game).unwrap();
    let setup = MatchSetup { seed: Some(Seed::from(seed)), ..MatchSetup::new(vec![player; seats]) };
    game.play(&setup, &mut ()).unwrap()
}

/// Returns a few matches of every game with every number of seats.
fn matches() -> Vec<(&'static dyn AnyGame, Record)> {
    let mut all = Vec::new();
    for game in games() {
        let seats = game.info().options.iter().find(|option| option.name == "seats").unwrap();
        for n in (2..=6usize).filter(|n| seats.allowed.admits(&json!(n))) {
            for seed in 0..2 {
                all.push((game, random_match(game, n, seed)));
            }
        }
    }
    all
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for (game, record) in matches() {
        let seed = u64::from(record.seed.unwrap().bytes()[31]);
        let again = random_match(game, record.players.len(), seed);
        assert_eq!(again.to_line(), record.to_line(), "{}", game.info().id);
    }
}

#[test]
fn a_record_reads_back_and_verifies() {
    for (game, record) in matches() {
        let line = record.to_line();
        let read: Record = serde_json::from_str(&line).unwrap();
        assert_eq!(read.to_line(), line);
        assert_eq!(game.verify(&read).unwrap(), record.end, "{}", game.info().id);
    }
}

#[test]
fn every_house_rule_is_in_the_record() {
    for (game, record) in matches() {
        for option in game.info().options {
            let value = record.options.get(option.name);
            let fits = value.is_none_or(|value| option.allowed.admits(value));
            assert!(fits, "{} {} is {value:?}", game.info().id, option.name);
        }
        assert!(record.options.contains_key("seats"));
    }
}

#[test]
fn every_ply_of_a_record_has_its_move_among_the_legal_ones() {
    for (game, record) in matches() {
        let walk = game.legal(&record, true);
        assert_eq!(walk.error, None, "{}", game.info().id);
        assert_eq!(walk.lines.len(), record.moves.len() + 1);
        for (line, mv) in walk.lines.iter().zip(&record.moves) {
            assert!(line.legal.contains(mv), "{} ply {}", game.info().id, line.ply);
        }
        let last = walk.lines.last().unwrap();
        assert_eq!((last.seat, last.legal.len()), (None, 0));
    }
}

#[test]
fn a_move_that_is_none_is_refused_where_it_stands() {
    for (game, mut record) in matches() {
        let middle = record.moves.len() / 2;
        record.moves[middle] = "nonsense".to_string();
        let fault = game.verify(&record).unwrap_err();
        assert_eq!(fault.ply as usize, middle, "{}", game.info().id);
        assert!(fault.error.contains("nonsense"), "{}", fault.error);
    }
}

#[test]
fn hands_of_a_deal_are_written_ascending_and_read_in_any_order() {
    for (game, record) in matches() {
        let mut turned = record.clone();
        for deal in &mut turned.deals {
            let Some(hands) = deal.get_mut("hands") else { continue };
            let hands: Vec<&mut Value> = match hands {
                Value::Array(list) => list.iter_mut().collect(),
                Value::Object(map) => map.values_mut().collect(),
                other => panic!("{other}"),
            };
            for hand in hands {
                let list = hand.as_array_mut().unwrap();
                assert!(list.is_sorted_by_key(|card| card.as_str().unwrap().to_string()));
                list.reverse();
            }
        }
        assert_eq!(game.verify(&turned).unwrap(), record.end, "{}", game.info().id);
    }
}

#[test]
fn a_card_dealt_twice_is_refused() {
    for (game, mut record) in matches() {
        let Some(hands) = record.deals.first_mut().and_then(|deal| deal.get_mut("hands")) else {
            continue;
        };
        let mut hands: Vec<&mut Value> = match hands {
            Value::Array(list) => list.iter_mut().collect(),
            Value::Object(map) => map.values_mut().collect(),
            other => panic!("{other}"),
        };
        let card = hands[1][0].clone();
        hands[0][0] = card.clone();
        let fault = game.verify(&record).unwrap_err();
        assert_eq!(fault.ply, 0);
        assert!(fault.error.contains(card.as_str().unwrap()), "{}", fault.error);
    }
}

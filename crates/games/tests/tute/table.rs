//! Hands of Tute Cabrero set up by hand, and moves as text.

use crate::common::moves::{self, joined, seat};
use juez_core::{BadDeal, Game, Next, Seat, Seed, State, options_from_json};
use juez_games::cards::{Cards, Spanish, SpanishSuit};
use juez_games::tute::{Match, Move, Options, Tute, View};
use serde_json::{Map, Value, json};

/// Reads options from the part of a JSON object between the braces.
pub fn options(inside: &str) -> Options {
    let map: Map<String, Value> = serde_json::from_str(&format!("{{{inside}}}")).expect("JSON");
    options_from_json::<Tute>(&map).unwrap_or_else(|error| panic!("{error}"))
}

pub fn start(inside: &str) -> Match {
    Tute::start(&options(inside)).expect("these options are allowed")
}

pub fn mv(text: &str) -> Move {
    moves::read(text)
}

pub fn card(text: &str) -> Spanish {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

pub fn cards(text: &str) -> Cards<Spanish> {
    text.split_whitespace().map(card).collect()
}

/// Returns a deal in JSON: `0: O1 O3 ..; 1: .. ; undealt: C4; trump: E5`. Incomplete hands are
/// filled with the unnamed cards, ascending.
pub fn deal_json(size: usize, text: &str) -> Value {
    let mut deal = json!({"hands": {}, "undealt": null});
    let mut given = Cards::<Spanish>::EMPTY;
    let groups: Vec<(&str, Cards<Spanish>)> = text
        .split(';')
        .filter_map(|group| group.split_once(':'))
        .map(|(name, list)| (name.trim(), cards(list)))
        .collect();
    for (name, cards) in groups.iter().filter(|(name, _)| *name != "trump") {
        assert!(!given.meets(*cards), "{name}: a card is given twice");
        given |= *cards;
    }
    let mut rest = (Cards::<Spanish>::ALL - given).iter();
    for (name, mut cards) in groups {
        match name {
            "undealt" | "trump" => deal[name] = json!(cards.first().unwrap()),
            _ => {
                while cards.len() < size {
                    cards.insert(rest.next().expect("a card to fill the hand"));
                }
                deal["hands"][name] = json!(cards);
            }
        }
    }
    deal
}

pub fn try_deal_json(state: &mut Match, deal: &Value) -> Result<(), BadDeal> {
    let deal = serde_json::from_value(deal.clone()).unwrap_or_else(|e| panic!("{deal}: {e}"));
    state.deal(&deal)
}

/// Deals in the format of [`deal_json`].
pub fn deal(state: &mut Match, size: usize, text: &str) {
    try_deal_json(state, &deal_json(size, text)).unwrap_or_else(|error| panic!("{text}: {error}"));
}

/// Returns a match with this first deal.
pub fn dealt(inside: &str, size: usize, text: &str) -> Match {
    let mut state = start(inside);
    deal(&mut state, size, text);
    state
}

/// Returns the reason why a deal is refused; the state must not change.
pub fn refused(state: &Match, deal: &Value) -> String {
    let mut copy = *state;
    let error = try_deal_json(&mut copy, deal).expect_err("it is impossible");
    assert_eq!(&copy, state, "{error}");
    error.to_string()
}

pub fn turn(state: &Match) -> usize {
    match state.next() {
        Next::Move(seat) => seat.index(),
        other => panic!("no seat is to move: {other:?}"),
    }
}

/// Draws and applies the next deal.
pub fn shuffled(state: &mut Match, seed: u64) {
    let deal = Tute::shuffle(state, &mut Seed::from(seed).rng());
    state.deal(&deal).expect("the shuffle makes good deals");
}

/// Returns a match that looks like this one to `observer`, except for the changes of its view by
/// `edit`.
pub fn edited(state: &Match, observer: Option<Seat>, edit: impl FnOnce(&mut Value)) -> Match {
    let mut json = serde_json::to_value(state.view(observer)).expect("a view is plain data");
    edit(&mut json);
    let view: View = serde_json::from_value(json).expect("the edit keeps the form");
    Match::determinize(&view, &mut Seed::from(0).rng())
}

/// Returns the losers as `0 2`.
pub fn losers(state: &Match) -> String {
    joined(state.public().ending.expect("the hand is over").losers.iter())
}

pub fn porotos(state: &Match) -> Vec<i32> {
    state.points().as_slice().to_vec()
}

/// Four hands; each seat has two suits of five cards. Oros are trump, seat 1 is mano.
pub const HALVES: &str = "0: O1 O3 O12 O11 O10 C1 C3 C12 C11 C10; 1: O7 O6 O5 O4 O2 C7 C6 C5 C4 C2;
    2: E1 E3 E12 E11 E10 B1 B3 B12 B11 B10; 3: E7 E6 E5 E4 E2 B7 B6 B5 B4 B2";

pub fn halves() -> Match {
    dealt(r#""seats":4"#, 10, HALVES)
}

pub fn trumps(letter: char) -> SpanishSuit {
    SpanishSuit::ALL.into_iter().find(|suit| suit.to_string() == letter.to_string()).unwrap()
}

/// Returns a hand of three before its last trick, in which each seat has won a trick, changed by
/// `edit`.
pub fn before_the_last_trick(inside: &str, edit: impl FnOnce(&mut Value, &[i32])) -> Match {
    for seed in 0.. {
        let mut state = start(inside);
        shuffled(&mut state, seed);
        let mut rng = Seed::from(seed).rng();
        while state.public().count(seat(0)) > 1
            || !state.public().trick.is_empty()
            || state.legal_count() > 1
        {
            let mv = state.random_move(&mut rng, &mut Vec::new());
            let songs = matches!(mv, Move::Song(_));
            if !songs {
                state.play_unchecked(mv);
            }
        }
        let observer = Some(state.public().turn);
        let guess = edited(&state, observer, |_| {});
        let tricks = state.public().tricks;
        if tricks.iter().all(|(_, &tricks)| tricks > 0) {
            let mut end = guess;
            while matches!(end.next(), Next::Move(_)) {
                end.play_unchecked(end.legal_moves()[0]);
            }
            let gain: Vec<i32> = Seat::all(state.seats())
                .map(|seat| {
                    i32::from(end.public().points[seat]) - i32::from(guess.public().points[seat])
                })
                .collect();
            return edited(&state, observer, |view| edit(view, &gain));
        }
    }
    unreachable!()
}

pub fn finish(mut state: Match) -> Match {
    while matches!(state.next(), Next::Move(_)) {
        state.play_unchecked(state.legal_moves()[0]);
    }
    state
}

//! Positions of Durak set up by hand, and moves as text.

use crate::common::moves::{self, play, seat};
use juez_core::{Game, Next, Reason, Seed, State};
use juez_games::cards::{Cards, French};
use juez_games::durak::{Deal, Durak, LastCard, Move, NextFirst, Options, Position, View, deck};
use serde_json::{Value, json};

pub fn mv(text: &str) -> Move {
    moves::read(text)
}

pub fn cards(text: &str) -> Cards<French> {
    text.split_whitespace().map(|card| card.parse::<French>().expect(card)).collect()
}

pub fn list(text: &str) -> Vec<French> {
    text.split_whitespace().map(|card| card.parse().expect(card)).collect()
}

/// Returns a deal with these hands and these first cards of the talon; the remaining cards follow,
/// ascending, before the trump card.
pub fn deal(options: Options, hands: &[&str], first: &str, trump: &str) -> Deal {
    let hands: Vec<Cards<French>> = hands.iter().map(|hand| cards(hand)).collect();
    let dealt = hands.iter().fold(cards(first) | cards(trump), |all, &hand| all | hand);
    let mut talon = list(first);
    talon.extend(deck(options.deck) - dealt);
    if hands.iter().any(|&hand| hand.meets(cards(trump))) {
        return Deal { hands, talon, trump: Some(list(trump)[0]) };
    }
    talon.extend(list(trump));
    Deal { hands, talon, trump: None }
}

pub fn start(options: Options) -> Position {
    Durak::start(&options).expect("these options are allowed")
}

/// Returns a match with this first game.
pub fn dealt(options: Options, hands: &[&str], first: &str, trump: &str) -> Position {
    let mut position = start(options);
    position.deal(&deal(options, hands, first, trump)).expect("a good deal");
    position
}

/// A position before a bout late in the only game. The talon has at most one card before the trump
/// card, and all other cards are discarded. Seats without a card are out, one after the other.
pub struct Late<'a> {
    pub options: Options,
    pub trump: &'a str,
    pub talon: &'a str,
    pub hands: &'a [&'a str],
    pub attacker: u8,
    pub bouts: u32,
}

impl Late<'_> {
    pub fn position(&self) -> Position {
        let options = Options { seats: self.hands.len() as u8, ..self.options };
        let hands: Vec<Cards<French>> = self.hands.iter().map(|hand| cards(hand)).collect();
        let counts: Vec<usize> = hands.iter().map(|hand| hand.len()).collect();
        let held = hands.iter().fold(cards(self.talon), |all, &hand| all | hand);
        let mut outs = 0;
        let places: Vec<u8> = hands
            .iter()
            .map(|hand| {
                outs += u8::from(hand.is_empty());
                if hand.is_empty() { outs } else { 0 }
            })
            .collect();
        let seats = self.hands.len() as u8;
        let defender = (1..seats)
            .map(|ahead| (self.attacker + ahead) % seats)
            .find(|&seat| !hands[usize::from(seat)].is_empty())
            .expect("a seat defends");
        let mut view = serde_json::to_value(start(options).view(None)).expect("JSON");
        let trump: Vec<&str> = self.trump.split_whitespace().collect();
        let set = |view: &mut Value, name: &str, value: Value| view[name] = value;
        set(&mut view, "dealt", json!(1));
        set(&mut view, "phase", json!("attack"));
        set(&mut view, "to_move", json!(self.attacker));
        set(&mut view, "trump_card", json!(trump[0]));
        set(&mut view, "talon", json!(cards(self.talon).len()));
        set(&mut view, "count", json!(counts));
        set(&mut view, "known", json!(hands));
        set(&mut view, "discard", json!(deck(options.deck) - held));
        set(&mut view, "bouts", json!(self.bouts));
        set(&mut view, "attacker", json!(self.attacker));
        set(&mut view, "defender", json!(defender));
        set(&mut view, "limit", json!(counts[usize::from(defender)].min(6)));
        set(&mut view, "place", json!(places));
        let points: Vec<i32> = places.iter().map(|&place| i32::from(place > 0)).collect();
        set(&mut view, "points", json!(points));
        let view: View = serde_json::from_value(view).expect("a view");
        Position::determinize(&view, &mut Seed::from(0).rng())
    }
}

/// Returns a late bout without a talon.
pub fn late(options: Options, trump: &str, hands: &[&str], attacker: u8) -> Position {
    Late { options, trump, talon: "", hands, attacker, bouts: 9 }.position()
}

pub fn hand(position: &Position, index: u8) -> String {
    position.hand(seat(index)).to_string()
}

pub const TWO: Options = Options {
    seats: 2,
    deck: 36,
    first5: false,
    games: 1,
    next_first: NextFirst::LowestTrump,
    max_bouts: 1000,
    last_card: LastCard::Draw,
};
pub const THREE: Options = Options { seats: 3, ..TWO };
pub const FOUR: Options = Options { seats: 4, ..TWO };
pub const SIX: Options = Options { seats: 6, ..TWO };

/// Two hands with spades as trump; seat 0 attacks with 6S, the lowest trump.
pub const HANDS: [&str; 2] = ["6C 6S 7C 8C 9C 9D", "6D 7D 7S 8D 9H TC"];

pub fn begun() -> Position {
    dealt(TWO, &HANDS, "", "AS")
}

pub fn to_move(position: &Position) -> u8 {
    position.public().to_move().expect("a seat to move").into()
}

pub fn outcome(position: &Position) -> (Vec<u8>, Vec<i32>) {
    let outcome = position.outcome().expect("the match is over");
    assert_eq!(outcome.reason, Reason::Finished);
    assert_eq!(position.next(), Next::Over);
    (outcome.ranks.as_slice().to_vec(), outcome.points.as_slice().to_vec())
}

/// Returns a position whose four seats can all throw in sixes and sevens.
pub fn four() -> Position {
    let hands = ["6C 7C 9C QC", "8C 8D 9D TD", "6D 7D JD", "6H 7H JH"];
    late(FOUR, "6S", &hands, 0)
}

/// Returns a match of several games, the first in its last bout: seat 0 beats the last card of seat
/// 1.
pub fn last_bout(options: Options) -> Position {
    let mut position = late(options, "6S", &["AC", "8C TD"], 1);
    play(&mut position, "8C AC");
    position
}

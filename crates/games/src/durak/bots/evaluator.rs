//! The bot of OpenFool: everything follows from the value of the remaining hand.
//!
//! The value of a hand is from Habr 437346, "Writing a simple AI for durak", part 1; the decisions
//! are from the project's `Player` (hyst329, OpenFool, Kotlin).

use std::cmp::Reverse;
use std::fmt::Write;

use super::value::{Options, Setting};
use crate::cards::{Cards, French};
use crate::durak::{Durak, Move, Phase, View};
use juez_core::{Bot, Fault, Turn};

/// Plays the card whose absence hurts the hand least, if it does not hurt too much.
///
/// Looks one ply ahead, remembers nothing and uses no randomness; among equal cards it plays the
/// first in the order of the notation.
#[derive(Clone, Copy, Debug)]
pub struct Evaluator(pub Options);

/// Highest price of throwing a card in, and its reduction per card of the talon.
const THROW: Price = Price { most: 1200, per_talon: 50 };
/// Highest price of beating a card.
const BEAT: Price = Price { most: 800, per_talon: 0 };
/// Lead over the beating hand from which taking the table is better.
const TAKE: Price = Price { most: 2000, per_talon: 40 };
/// The gain of a beating card whose rank is already on the table: it lets no more cards in.
const RANK_ON_TABLE: i32 = 300;
/// Worth per step of rank of an attack with a rank, by the number of its cards in the hand: the
/// others can follow.
const FOLLOWING: [i32; 5] = [0, 0, 100, 150, 250];
/// Maximum candidates written to the log.
const SHOWN: usize = 6;

struct Price {
    most: i32,
    per_talon: i32,
}

impl Price {
    fn now(&self, view: &View) -> i32 {
        self.most - self.per_talon * i32::from(view.public.talon)
    }
}

/// A decision with the reason for it.
type Choice = (Move, String);

impl Bot<Durak> for Evaluator {
    fn next_move(&mut self, turn: &Turn<'_, Durak>) -> Result<Move, Fault> {
        let Some(setting) = Setting::of(turn.view, self.0) else {
            return Ok(turn.legal[0]);
        };
        let hand = turn.view.hand;
        let cards = turn.view.public.choices(hand).cards;
        turn.journal.print(&format!("V(hand) = {}", setting.explained(hand)));
        turn.journal.plot("hand", setting.value(hand).into());
        let choice = match turn.view.public.phase {
            Phase::Defend => defend(&setting, turn.view, cards),
            Phase::Throw => throw_in(&setting, turn.view, cards),
            Phase::Attack | Phase::Deal | Phase::Over => attack(&setting, turn.view, cards),
        };
        let Some((mv, why)) = choice else { return Ok(turn.legal[0]) };
        turn.journal.print(&why);
        Ok(mv)
    }
}

fn without(hand: Cards<French>, card: French) -> Cards<French> {
    hand - Cards::of(card)
}

/// Returns cards with their worth, best first.
fn ranked(cards: Cards<French>, worth: impl Fn(French) -> i32) -> Vec<(i32, French)> {
    let mut scored: Vec<_> = cards.iter().map(|card| (worth(card), card)).collect();
    scored.sort_by_key(|&(worth, card)| (Reverse(worth), card));
    scored
}

fn shown(scored: &[(i32, French)]) -> String {
    let mut text = String::new();
    for (worth, card) in scored.iter().take(SHOWN) {
        let _ = write!(text, " {card} {worth}");
    }
    if scored.len() > SHOWN {
        let _ = write!(text, " and {} more", scored.len() - SHOWN);
    }
    text
}

/// Returns the cards to attack with, best first.
fn attackers(setting: &Setting, hand: Cards<French>, cards: Cards<French>) -> Vec<(i32, French)> {
    ranked(cards, |card| {
        let following = FOLLOWING[(hand & card.rank_mates()).len()];
        setting.value(without(hand, card)) + following * (i32::from(card.rank()) - 8)
    })
}

fn attack(setting: &Setting, view: &View, cards: Cards<French>) -> Option<Choice> {
    let scored = attackers(setting, view.hand, cards);
    let &(_, best) = scored.first()?;
    Some((Move::Card(best), format!("attack {best}:{}", shown(&scored))))
}

fn throw_in(setting: &Setting, view: &View, cards: Cards<French>) -> Option<Choice> {
    let scored = attackers(setting, view.hand, cards);
    let &(worth, best) = scored.first()?;
    let (cost, most) = (setting.value(view.hand) - worth, THROW.now(view));
    let throws = cost < most;
    let (mv, word) = if throws { (Move::Card(best), "throw in") } else { (Move::Done, "keep") };
    let why = format!("{word} {best}: costs {cost}, less than {most} is fine:{}", shown(&scored));
    Some((mv, why))
}

fn defend(setting: &Setting, view: &View, cards: Cards<French>) -> Option<Choice> {
    let (hand, table) = (view.hand, view.public.table);
    let attack = view.public.unbeaten()?;
    let scored = ranked(cards, |card| {
        let gain = if table.ranks().has(card) { RANK_ON_TABLE } else { 0 };
        setting.value(without(hand, card)) + gain
    });
    let Some(&(worth, best)) = scored.first() else {
        return Some((Move::Take, format!("take: nothing beats {attack}")));
    };
    let (cost, taken) = (setting.value(hand) - worth, setting.value(hand | table.cards()));
    let last = view.public.talon == 0;
    let beats = cost < BEAT.now(view) || taken - worth < TAKE.now(view) || last;
    let (mv, word) = if beats { (Move::Card(best), "beat") } else { (Move::Take, "take") };
    let why = format!(
        "{word} {attack}: {best} costs {cost} (fine below {}), taking makes {taken} against {worth} \
         (fine above {} more){}:{}",
        BEAT.now(view),
        TAKE.now(view),
        if last { ", no talon" } else { "" },
        shown(&scored)
    );
    Some((mv, why))
}

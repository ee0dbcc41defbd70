//! Effects of moves and deals.
//!
//! `deal` from the dealer's pack to each hand, from the first seat on, and to the table; `play` of
//! a card, `capture` of the captured cards and itself, `scopa`. After the last card of a hand
//! `rest` of the cards given to the last capturer, and `hand_over`.

use super::public::SEATS;
use super::{Move, Public};
use crate::cards::dealt_hands;
use juez_core::{Effect, SeatSet, zone};

pub(super) fn of_deal(after: &Public) -> Vec<Effect> {
    let seats = SeatSet::first(SEATS);
    let first = after.first;
    let pack = zone("pack", seats.before(first));
    let mut effects = dealt_hands(&pack, seats, first, after.held(first) as u8);
    if !after.table.is_empty() {
        effects.push(Effect::new("deal").moved(&pack, "table").pieces(after.table));
    }
    effects
}

pub(super) fn of_move(before: &Public, mv: Move, after: &Public) -> Vec<Effect> {
    let Some(seat) = before.to_move else { return Vec::new() };
    let (hand, pile) = (zone("hand", seat), zone("pile", seat));
    let play = Effect::new("play").seat(seat).moved(hand, "table").pieces([mv.card]);
    let mut effects = vec![play.on(mv.captured.first())];
    if !mv.captured.is_empty() {
        let taken = mv.captured.iter().chain([mv.card]);
        effects.push(Effect::new("capture").seat(seat).moved("table", pile).pieces(taken));
    }
    if after.scope(seat) > before.scope(seat) {
        effects.push(Effect::new("scopa").seat(seat).pieces([mv.card]));
    }
    if after.to_move.is_none() {
        if let Some(last) = after.last_capturer {
            let rest = after.taken[last] - before.taken[last] - mv.gain();
            if !rest.is_empty() {
                let rest_of = Effect::new("rest").seat(last).moved("table", zone("pile", last));
                effects.push(rest_of.pieces(rest));
            }
        }
        effects.push(Effect::new("hand_over"));
    }
    effects
}

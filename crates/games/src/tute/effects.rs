//! Effects of moves and deals.
//!
//! `deal` from the dealer's pack to each hand from the mano on, and `exchange` of the two of oros
//! for the card left over; `lead` and `play` a card, `sing`, `fallo`; `trick` or `last_trick` with
//! its points. At the end of a hand `poroto` for each seat that gets one, or `no_poroto`.

use super::ranks::oros;
use super::view::View;
use super::{Move, Public};
use crate::cards::dealt_hands;
use juez_core::{Effect, zone};

pub(super) fn of_deal(after: &View) -> Vec<Effect> {
    let public = &after.public;
    let (Some(dealer), Some(mano)) = (public.dealer, public.mano) else { return Vec::new() };
    let pack = zone("pack", dealer);
    let mut effects = dealt_hands(&pack, public.players, mano, public.size);
    if let Some(seat) = public.exchanger {
        let taken = after.undealt;
        let take = Effect::new("exchange").seat(seat).moved("left", zone("hand", seat));
        effects.push(take.pieces(taken).unknown(u8::from(taken.is_none())));
        let lay = Effect::new("exchange").seat(seat).moved(zone("hand", seat), "left");
        effects.push(lay.pieces([oros(2)]));
    }
    effects
}

pub(super) fn of_move(before: &Public, mv: Move, after: &Public) -> Vec<Effect> {
    let seat = before.turn;
    let mut effects = Vec::new();
    match mv {
        Move::Song(_) => effects.push(Effect::new("sing").seat(seat)),
        Move::Fallo => effects.push(Effect::new("fallo").seat(seat)),
        Move::Card(card) => {
            let kind = if before.trick.is_empty() { "lead" } else { "play" };
            let to = zone("trick", seat);
            effects.push(Effect::new(kind).seat(seat).moved(zone("hand", seat), to).pieces([card]));
            if after.trick.is_empty() {
                effects.extend(taken(before, after));
            }
        }
    }
    if let (None, Some(ending)) = (before.ending, after.ending) {
        let losers = ending.losers.iter().map(|seat| Effect::new("poroto").seat(seat));
        effects.extend(losers);
        if ending.losers.is_empty() {
            effects.push(Effect::new("no_poroto"));
        }
    }
    effects
}

/// Returns the effect of a trick that its last card has ended.
fn taken(before: &Public, after: &Public) -> Option<Effect> {
    let winner = after.trick.leader();
    let kind = if after.ending.is_some() { "last_trick" } else { "trick" };
    let points = i32::from(after.points[winner]) - i32::from(before.points[winner]);
    let trick = Effect::new(kind).seat(winner).moved("trick", zone("pile", winner));
    Some(trick.pieces(after.last_trick?.cards()).points(points))
}

//! Effects of moves and deals.
//!
//! `deal` to each hand from the attacker on; `attack`, `throw_in`, `beat` a card, `take`, `done`.
//! At the end of a bout `beaten_off` or `pick_up`, a `draw` for each seat that refills its hand,
//! and `out` for each seat without cards. At the end of a game `durak` with the losing seat, or
//! without one.

use super::{HAND, Move, Phase, Public};
use crate::cards::dealt_hands;
use juez_core::{Effect, Seat, SeatSet, zone};

pub(super) fn of_deal(after: &Public) -> Vec<Effect> {
    dealt_hands("pack", SeatSet::first(after.seats()), after.attacker, HAND)
}

pub(super) fn of_move(before: &Public, mv: Move, after: &Public) -> Vec<Effect> {
    let mut effects = vec![of_word(before, mv)];
    let mut public = *before;
    if !public.play(mv) {
        return effects;
    }
    let defender = public.defender;
    let end = Effect::new(if public.taking { "pick_up" } else { "beaten_off" });
    let to = if public.taking { zone("hand", defender) } else { "discard".to_string() };
    let cards = public.table.pairs().iter().flat_map(|pair| [Some(pair.attack), pair.defence]);
    effects.push(end.seat(defender).moved("table", to).pieces(cards.flatten()));
    public.clear_table();
    if public.talon > 0 {
        public.each_to_refill(|public, seat| effects.extend(drawn(public, seat)));
    }
    let out =
        |seat: &Seat| before.place[*seat] == 0 && after.place[*seat] > 0 && after.count[*seat] == 0;
    effects.extend(Seat::all(public.seats()).filter(out).map(|seat| Effect::new("out").seat(seat)));
    if matches!(after.phase, Phase::Deal | Phase::Over) {
        effects.push(Effect { seat: after.durak, ..Effect::new("durak") });
    }
    effects
}

/// Returns the effect of the move itself.
fn of_word(before: &Public, mv: Move) -> Effect {
    let seat = before.to_move;
    let Move::Card(card) = mv else {
        return Effect::new(if mv == Move::Take { "take" } else { "done" }).seat(seat);
    };
    let (kind, pair) = match before.phase {
        Phase::Defend => ("beat", before.table.attacks() - 1),
        Phase::Attack => ("attack", 0),
        _ => ("throw_in", before.table.attacks()),
    };
    let to = format!("pair:{pair}");
    Effect::new(kind).seat(seat).moved(zone("hand", seat), to).pieces([card]).on(before.unbeaten())
}

/// Returns the draw of a seat after a bout. The last card of the talon is the trump card, which all
/// know.
fn drawn(public: &mut Public, seat: Seat) -> Option<Effect> {
    let cards = public.draw(seat);
    let shown = public.trump_card.filter(|_| public.talon == 0);
    let effect = Effect::new("draw").seat(seat).moved("talon", zone("hand", seat)).pieces(shown);
    (cards > 0).then(|| effect.unknown(cards - u8::from(shown.is_some())))
}

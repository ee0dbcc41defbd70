//! Encodes a decision for a bot in another process of this program.
//!
//! A message has the seat's view in binary and the moves that are new to it. The receiver derives
//! the rest: a view determines the legal moves of its seat.

use serde::Serialize;

use super::{AnyView, Game, History, Journal, MoveOf, Seat, SeatView, Seed, State, Turn, ViewOf};

/// The parts of a message, in this order.
pub(super) type Packed<G, View> = (Seat, u8, u32, u32, u32, u32, Vec<(Seat, MoveOf<G>)>, View);

/// Appends plain data in binary.
pub fn append(value: &impl Serialize, out: &mut Vec<u8>) {
    let bytes = postcard::to_extend(value, std::mem::take(out));
    *out = bytes.expect("plain data has such a form");
}

/// Reads the messages of one seat of a match, in order: passes the view of a decision to a
/// function. The error explains why the bytes hold no decision of the game.
pub type Turns = Box<dyn FnMut(&[u8], &mut dyn FnMut(&dyn AnyView)) -> Result<(), String>>;

/// Creates the reader of decisions for a bot of game `G` with this seed.
pub fn turns<G: Game>(seed: Seed) -> Turns {
    let (mut past, mut legal, journal) = (Vec::new(), Vec::new(), Journal::new(0));
    Box::new(move |bytes, see| {
        let (seat, seats, ply, deal, expected, known, fresh, view): Packed<G, ViewOf<G>> =
            postcard::from_bytes(bytes)
                .map_err(|error| format!("a decision cannot be read: {error}"))?;
        if past.len() < known as usize {
            let found = past.len();
            return Err(format!("a history of {found} moves is to be continued after {known}"));
        }
        // An abandoned decision can have sent some of these moves before.
        past.truncate(known as usize);
        past.extend(fresh);
        legal.clear();
        G::State::legal_moves_of(&view, &mut legal);
        if legal.len() != expected as usize {
            let found = legal.len();
            return Err(format!("a view with {found} legal moves in place of {expected}"));
        }
        let turn = Turn::<G> {
            seat,
            seats,
            ply,
            deal,
            view: &view,
            legal: &legal,
            history: History::shown(&past),
            seed,
            journal: &journal,
        };
        see(&SeatView::of(&turn));
        Ok(())
    })
}

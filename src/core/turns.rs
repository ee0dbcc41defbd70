//! A decision on its way to a bot in another process of this program.
//!
//! What travels is the seat's view in binary and the moves it has not heard of. The rest follows at
//! the other end: a view fixes the legal moves of its seat.

use serde::Serialize;
use std::marker::PhantomData;

use super::{AnyView, Game, History, Journal, MoveOf, Seat, SeatView, Seed, State, Turn, ViewOf};

/// Bytes that hold no decision of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTurn {
    /// They cannot be read.
    #[error("a decision cannot be read: {0}")]
    Unreadable(#[from] postcard::Error),
    /// The view gives another number of legal moves than the table.
    #[error("a view with {found} legal moves in place of {expected}")]
    Legal {
        /// Legal moves of the view.
        found: usize,
        /// Legal moves at the table.
        expected: u32,
    },
    /// Moves before those that came are missing.
    #[error("a history of {found} moves is to be continued after {expected}")]
    History {
        /// Moves that are here.
        found: usize,
        /// Moves that should be.
        expected: u32,
    },
}

/// The parts of a decision that travel, in this order.
pub(super) type Packed<G, View> = (Seat, u8, u32, u32, u32, u32, Vec<(Seat, MoveOf<G>)>, View);

/// Appends plain data in binary.
pub(crate) fn append(value: &impl Serialize, out: &mut Vec<u8>) {
    let bytes = postcard::to_extend(value, std::mem::take(out));
    *out = bytes.expect("plain data has such a form");
}

/// Reads the decisions of one seat of a match, one after the other.
pub trait Turns {
    /// Hands `see` the view of the decision in `bytes`.
    ///
    /// # Errors
    /// If these bytes hold no decision.
    fn read(&mut self, bytes: &[u8], see: &mut dyn FnMut(&dyn AnyView)) -> Result<(), BadTurn>;
}

/// [`Turns`] of game `G`.
pub struct TurnsOf<G: Game> {
    seed: Seed,
    past: Vec<(Seat, MoveOf<G>)>,
    legal: Vec<MoveOf<G>>,
    journal: Journal,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> TurnsOf<G> {
    /// The decisions to come of a bot with this seed.
    pub fn new(seed: Seed) -> TurnsOf<G> {
        TurnsOf {
            seed,
            past: Vec::new(),
            legal: Vec::new(),
            journal: Journal::new(0),
            game: PhantomData,
        }
    }
}

impl<G: Game> Turns for TurnsOf<G> {
    fn read(&mut self, bytes: &[u8], see: &mut dyn FnMut(&dyn AnyView)) -> Result<(), BadTurn> {
        let (seat, seats, ply, deal, expected, known, fresh, view): Packed<G, ViewOf<G>> =
            postcard::from_bytes(bytes)?;
        if self.past.len() < known as usize {
            return Err(BadTurn::History { found: self.past.len(), expected: known });
        }
        // A decision that came to nothing may have brought some of them before.
        self.past.truncate(known as usize);
        self.past.extend(fresh);
        self.legal.clear();
        G::State::legal_moves_of(&view, &mut self.legal);
        if self.legal.len() != expected as usize {
            return Err(BadTurn::Legal { found: self.legal.len(), expected });
        }
        let turn = Turn::<G> {
            seat,
            seats,
            ply,
            deal,
            view: &view,
            legal: &self.legal,
            history: History::shown(&self.past),
            seed: self.seed,
            journal: &self.journal,
        };
        see(&SeatView::of(&turn));
        Ok(())
    }
}

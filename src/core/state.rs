//! The full truth of a match, and what one observer may know of it.

use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

use super::{Notation, Outcome, PerSeat, Rng, Seat, Seed, Team, words};

/// The next thing that a match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The referee's next deal.
    Deal,
    /// A decision of this seat.
    Move(Seat),
    /// Nothing: the match is over.
    Over,
}

impl Next {
    /// The seat to move; `None` before a deal and after the end.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Next::Move(seat) => Some(seat),
            Next::Deal | Next::Over => None,
        }
    }
}

/// The part of a match that is shown.
///
/// Bots never meet one: [`State::view`] takes a seat, so nothing of theirs can be [`Observer::Open`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observer {
    /// The view of this seat.
    Seat(Seat),
    /// The cards and moves that lie face up.
    Public,
    /// Everything, face up: for finished matches and lessons.
    Open,
}

impl Observer {
    /// The seat whose view this is; `None` for those that have none.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Observer::Seat(seat) => Some(seat),
            Observer::Public | Observer::Open => None,
        }
    }

    /// True if the log and the drawings of the bot in `seat` are shown, which may tell of its hand;
    /// `hidden` says whether the game has hidden hands.
    pub fn sees_notes_of(self, seat: Seat, hidden: bool) -> bool {
        !hidden || self == Observer::Open || self == Observer::Seat(seat)
    }
}

/// A move that the rules refuse, with the rule it breaks and the seats that it hurts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct IllegalMove(pub String);

/// A deal that cannot be the next one, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", words::impossible_deal(.0))]
pub struct BadDeal(pub String);

/// A finished match with everything face up. Bots never get one.
#[derive(Clone, PartialEq, Debug)]
pub struct Revealed<V> {
    /// The public view.
    pub public: V,
    /// The view of each seat, in seat order.
    pub seats: Vec<V>,
    /// The cards or tiles that no seat saw, in their order and notation: an undealt card, a talon.
    pub face_down: Vec<String>,
}

/// The full truth of a match under its rules.
///
/// A state is never handed to a bot and is not `Serialize`: a bot sees a [`State::View`], and what
/// it cannot see it can only guess ([`State::determinize`]). Moves are public and deals are secret,
/// so the history of moves needs no redaction but [`State::shown`].
pub trait State: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A decision, in the game's notation.
    type Move: Notation;
    /// The part that chance decides at once: a deal of cards. `()` for games without chance.
    type Deal: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The view of a seat, this position's rules included. The process of a bot gets it in its
    /// packed form ([`serde_forms`](super::serde_forms)).
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + 'static;

    /// The number of seats, 2 to 6.
    fn seats(&self) -> u8;

    /// The seat to move, or the deal or end that is due.
    fn next(&self) -> Next;

    /// Applies the deal that is due.
    ///
    /// # Errors
    /// If no deal is due or this one is impossible; the state is then untouched.
    fn deal(&mut self, deal: &Self::Deal) -> Result<(), BadDeal>;

    /// Appends every legal move of the seat to move, ascending; at least one while a seat is to move.
    fn legal_moves_into(&self, out: &mut Vec<Self::Move>);

    /// Checks whether `mv` is legal now.
    ///
    /// # Errors
    /// The broken rule in words, naming the player it hurts.
    fn explain(&self, mv: Self::Move) -> Result<(), IllegalMove>;

    /// Plays a move known to be legal. With any other move the state is meaningless afterwards.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The end of the match: `Some` exactly if [`State::next`] is [`Next::Over`].
    fn outcome(&self) -> Option<Outcome>;

    /// The points as they stand, before the end too.
    fn points(&self) -> PerSeat<i32>;

    /// The view of a seat; of `None` the cards and moves that lie face up.
    fn view(&self, seat: Option<Seat>) -> Self::View;

    /// A full state that looks exactly like `view` to its observer; the rest drawn by `rng`.
    ///
    /// Where nothing is hidden it is the state itself. A seat to move has the same legal moves in it.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self;

    /// Appends the legal moves of the observer of `view`, who is to move, as
    /// [`State::legal_moves_into`] does: they follow from what it sees, and need not travel with a view.
    fn legal_moves_of(view: &Self::View, out: &mut Vec<Self::Move>) {
        Self::determinize(view, &mut Seed::from(0).rng()).legal_moves_into(out);
    }

    /// The cards or tiles that no seat sees, in their order and notation: an undealt card, a talon.
    fn face_down(&self) -> Vec<String> {
        Vec::new()
    }

    /// The match with everything face up.
    fn reveal(&self) -> Revealed<Self::View> {
        let seats = Seat::all(self.seats()).map(|seat| self.view(Some(seat)));
        Revealed { public: self.view(None), seats: seats.collect(), face_down: self.face_down() }
    }

    /// The side `seat` plays for.
    fn team(&self, seat: Seat) -> Team {
        Team(seat.into())
    }

    /// The points if the match ends now because `offenders` cannot play on. Theirs are no better
    /// for it; a game may grant the others the win.
    fn points_after_forfeit(&self, _offenders: &PerSeat<bool>) -> PerSeat<i32> {
        self.points()
    }

    /// The move that the rules put in place of `refused`, a move the seat to move may not make: a
    /// penalty of the game's own. `None` leaves the offence to the fault policy.
    fn penalty(&self, _refused: Self::Move) -> Option<Self::Move> {
        None
    }

    /// Returns true if `mv` is a penalty that some refused move could have brought now. Such a move is in no
    /// legal list, yet a record may hold it.
    fn is_penalty(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The move that `by` made as the seat `to` sees it: the move itself, but for private signals. With
    /// `None`, the move as it lies face up.
    fn shown(&self, mv: Self::Move, _by: Seat, _to: Option<Seat>) -> Self::Move {
        mv
    }

    /// Every legal move of the seat to move, ascending; empty when no seat is to move.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if matches!(self.next(), Next::Move(_)) {
            self.legal_moves_into(&mut moves);
        }
        moves
    }

    /// The number of legal moves; 0 when no seat is to move. A game that can count without a
    /// list does.
    fn legal_count(&self) -> usize {
        self.legal_moves().len()
    }

    /// Returns true if the seat to move may play `mv`.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.explain(mv).is_ok()
    }

    /// A uniformly random legal move of the seat to move. `scratch` spares an allocation a call.
    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Self::Move {
        scratch.clear();
        self.legal_moves_into(scratch);
        *rng.choose(scratch)
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// The broken rule; the state is then untouched.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        self.explain(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }
}

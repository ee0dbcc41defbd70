//! The full state of a match, and the part of it that one observer may know.

use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

use super::{Notation, Outcome, PerSeat, Rng, Seat, Seed, Team, words};

/// The event that a match waits for.
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
    /// Returns the seat to move; `None` before a deal and after the end.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Next::Move(seat) => Some(seat),
            Next::Deal | Next::Over => None,
        }
    }
}

/// An observer of a match.
///
/// Bots never get one: [`State::view`] takes a seat, so a bot's view can never be
/// [`Observer::Open`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observer {
    /// The view of this seat.
    Seat(Seat),
    /// The public: cards and moves that lie face up.
    Public,
    /// Everything, face up, for finished matches and lessons.
    Open,
}

impl Observer {
    /// Returns the seat that observes, if one does.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Observer::Seat(seat) => Some(seat),
            Observer::Public | Observer::Open => None,
        }
    }

    /// Returns true if the observer sees the log and the drawings of the bot in `seat`, which can
    /// reveal its hand. `hidden` is true for games with hidden hands.
    pub fn sees_notes_of(self, seat: Seat, hidden: bool) -> bool {
        !hidden || self == Observer::Open || self == Observer::Seat(seat)
    }
}

/// An illegal move: the rule it breaks, and the seats that it hurts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct IllegalMove(pub String);

/// An impossible deal, with the reason.
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
    /// The cards or tiles that no seat saw, in order and in notation: an undealt card, a talon.
    pub face_down: Vec<String>,
}

/// The full state of a match under its rules.
///
/// Bots never get a state, and it is not `Serialize`: a bot sees a [`State::View`] and can only
/// guess the rest ([`State::determinize`]). Moves are public and deals are secret, so that
/// [`State::shown`] is the only redaction that the history of moves needs.
pub trait State: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A decision, in the game's notation.
    type Move: Notation;
    /// A decision of chance, such as a deal of cards. `()` for games without chance.
    type Deal: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The view of a seat, including this position's rules. A bot's process gets it in its packed
    /// form ([`serde_forms`](super::serde_forms)).
    type View: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Returns the number of seats, 2 to 6.
    fn seats(&self) -> u8;

    /// Returns the seat to move, or the deal or end that is due.
    fn next(&self) -> Next;

    /// Applies the deal that is due.
    ///
    /// # Errors
    /// If no deal is due or this one is impossible; the state is then unchanged.
    fn deal(&mut self, deal: &Self::Deal) -> Result<(), BadDeal>;

    /// Appends every legal move of the seat to move, ascending. There is at least one.
    fn legal_moves_into(&self, out: &mut Vec<Self::Move>);

    /// Checks whether `mv` is legal now.
    ///
    /// # Errors
    /// Returns the broken rule in words, naming the player it hurts.
    fn explain(&self, mv: Self::Move) -> Result<(), IllegalMove>;

    /// Plays a move known to be legal. Any other move makes the state meaningless.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Returns the end of the match: `Some` exactly if [`State::next`] is [`Next::Over`].
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the current points, before the end too.
    fn points(&self) -> PerSeat<i32>;

    /// Returns the view of a seat; with `None`, the cards and moves that lie face up.
    fn view(&self, seat: Option<Seat>) -> Self::View;

    /// Draws from `rng` a full state that looks exactly like `view` to its observer.
    ///
    /// If nothing is hidden, it is the state itself. The seat to move has the same legal moves in
    /// it.
    fn determinize(view: &Self::View, rng: &mut Rng) -> Self;

    /// Appends the legal moves of the observer of `view`, the seat to move, as
    /// [`State::legal_moves_into`] does. They follow from the view and are not sent with it.
    fn legal_moves_of(view: &Self::View, out: &mut Vec<Self::Move>) {
        Self::determinize(view, &mut Seed::from(0).rng()).legal_moves_into(out);
    }

    /// Returns the cards or tiles that no seat sees, in order and in notation: an undealt card, a
    /// talon.
    fn face_down(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the match with everything face up.
    fn reveal(&self) -> Revealed<Self::View> {
        let seats = Seat::all(self.seats()).map(|seat| self.view(Some(seat)));
        Revealed { public: self.view(None), seats: seats.collect(), face_down: self.face_down() }
    }

    /// Returns the team of `seat`.
    fn team(&self, seat: Seat) -> Team {
        Team(seat.into())
    }

    /// Returns the points if the match ends now because `offenders` cannot play on. Their points do
    /// not rise; a game can grant the others the win.
    fn points_after_forfeit(&self, _offenders: &PerSeat<bool>) -> PerSeat<i32> {
        self.points()
    }

    /// Returns the penalty move that the rules put in place of `refused`, an illegal move of the
    /// seat to move. `None` leaves the offence to the fault policy.
    fn penalty(&self, _refused: Self::Move) -> Option<Self::Move> {
        None
    }

    /// Returns true if `mv` is the penalty for some refused move now. Such a move is in no legal
    /// list, yet a record can hold it.
    fn is_penalty(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Returns a move of `by` as the seat `to` sees it: the move itself, except for private
    /// signals. With `None`, the move as it lies face up.
    fn shown(&self, mv: Self::Move, _by: Seat, _to: Option<Seat>) -> Self::Move {
        mv
    }

    /// Returns every legal move of the seat to move, ascending; empty before a deal and after the
    /// end.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if matches!(self.next(), Next::Move(_)) {
            self.legal_moves_into(&mut moves);
        }
        moves
    }

    /// Returns the number of legal moves; 0 before a deal and after the end. A game that can count
    /// without a list does so.
    fn legal_count(&self) -> usize {
        self.legal_moves().len()
    }

    /// Returns true if the seat to move may play `mv`.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.explain(mv).is_ok()
    }

    /// Returns a uniformly random legal move of the seat to move. `scratch` saves an allocation per
    /// call.
    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Self::Move {
        scratch.clear();
        self.legal_moves_into(scratch);
        *rng.choose(scratch)
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// Returns the broken rule; the state is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        self.explain(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }
}

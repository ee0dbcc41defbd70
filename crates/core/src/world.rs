//! Views and worlds of any game, type-erased for the script languages.

use serde_json::Value;
use std::borrow::Cow;

use super::turns::{Packed, append};
use super::{
    Answer, Args, Game, GameInfo, History, IllegalMove, MoveOf, QueryError, Rng, Seat, Seed, State,
    Stream, Texts, Turn, ViewOf, playout,
};

/// The view of one seat at one moment, in any game. Moves are passed as notation.
pub trait AnyView {
    /// Returns facts about the game.
    fn info(&self) -> &'static GameInfo;
    /// Returns the seat of the view.
    fn seat(&self) -> Seat;
    /// Returns the number of seats.
    fn seats(&self) -> u8;
    /// Returns the number of moves since the match began.
    fn ply(&self) -> u32;
    /// Returns the number of the current deal, from 0.
    fn deal(&self) -> u32;
    /// Returns the legal moves of the seat, ascending; none when another seat moves.
    fn moves(&self) -> Texts;
    /// Returns true if `text` is a legal move.
    fn is_legal(&self, text: &str) -> bool;
    /// Returns the reason why `text` is not a legal move; `None` if it is one.
    fn why_illegal(&self, text: &str) -> Option<String>;
    /// Returns the number of moves in the history.
    fn past_count(&self) -> usize;
    /// Returns the past moves as the seat saw them, oldest first.
    fn past_moves(&self) -> Texts;
    /// Returns the seat of each past move, oldest first.
    fn past_seats(&self) -> Vec<Seat>;
    /// Returns everything visible, as plain data.
    fn data(&self) -> Value;
    /// Answers query row `row`.
    ///
    /// # Errors
    /// If the arguments have no answer, with the reason.
    fn query(&self, row: usize, args: Args<'_>) -> Result<Answer, QueryError>;
    /// Returns the `n`-th world consistent with the view.
    fn world(&self, n: u32) -> Box<dyn AnyWorld>;
    /// Appends the decision to `out` in the format that [`Turns`](super::Turns) reads, with its
    /// history from move number `known` on.
    fn pack(&self, known: usize, out: &mut Vec<u8>);
}

/// A complete state of any game that a script can play on. In games of several hands it ends with
/// the hand.
pub trait AnyWorld {
    /// Returns the number of seats.
    fn seats(&self) -> u8;
    /// Returns the legal moves, ascending.
    fn moves(&self) -> Texts;
    /// Returns the world after a move.
    ///
    /// # Errors
    /// If the move cannot be read or played.
    fn play(&self, text: &str) -> Result<Box<dyn AnyWorld>, IllegalMove>;
    /// Returns the seat to move; `None` at the end.
    fn to_move(&self) -> Option<Seat>;
    /// Returns the current points of a seat.
    fn points(&self, seat: Seat) -> i32;
    /// Returns the rank of a seat; `None` before the end of the match.
    fn rank(&self, seat: Seat) -> Option<u8>;
    /// Plays at random to the end, or for `max_plies` plies. Returns the world and the plies
    /// played.
    fn playout(&self, rng: &mut Rng, max_plies: u32) -> (Box<dyn AnyWorld>, u32);
    /// Returns the view of a seat.
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;
    /// Answers query row `row`.
    ///
    /// # Errors
    /// If the arguments have no answer, with the reason.
    fn query(&self, row: usize, args: Args<'_>) -> Result<Answer, QueryError>;
    /// Returns the bytes that it keeps alive.
    fn bytes(&self) -> usize;
}

/// The view of a seat at one moment: borrowed from a decision in progress, or of a world and then
/// without history.
pub struct SeatView<'a, G: Game> {
    seat: Seat,
    seats: u8,
    ply: u32,
    deal: u32,
    view: Cow<'a, ViewOf<G>>,
    legal: Cow<'a, [MoveOf<G>]>,
    history: History<'a, G>,
    seed: Seed,
}

impl<'a, G: Game> SeatView<'a, G> {
    /// Creates the view of a decision in progress.
    pub fn of(turn: &Turn<'a, G>) -> SeatView<'a, G> {
        let Turn { seat, seats, ply, deal, view, legal, history, seed, .. } = *turn;
        let (view, legal) = (Cow::Borrowed(view), Cow::Borrowed(legal));
        SeatView { seat, seats, ply, deal, view, legal, history, seed }
    }
}

impl<G: Game> AnyView for SeatView<'_, G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }
    fn seat(&self) -> Seat {
        self.seat
    }
    fn seats(&self) -> u8 {
        self.seats
    }
    fn ply(&self) -> u32 {
        self.ply
    }
    fn deal(&self) -> u32 {
        self.deal
    }
    fn moves(&self) -> Texts {
        Texts::of(self.legal.iter())
    }
    fn is_legal(&self, text: &str) -> bool {
        text.parse().is_ok_and(|mv| self.legal.binary_search(&mv).is_ok())
    }
    /// Asks any world of the view, which determines the seat's legal moves, for the broken rule.
    fn why_illegal(&self, text: &str) -> Option<String> {
        let mv: MoveOf<G> = match text.parse() {
            Ok(mv) => mv,
            Err(error) => return Some(format!("{error}")),
        };
        if self.legal.binary_search(&mv).is_ok() {
            return None;
        }
        if self.legal.is_empty() {
            return Some("this seat is not to move".to_string());
        }
        let world = G::State::determinize(&self.view, &mut Seed::from(0).rng());
        let why = world.explain(mv).err();
        Some(why.map_or_else(|| format!("{mv} is not legal"), |why| why.to_string()))
    }
    fn past_count(&self) -> usize {
        self.history.len()
    }
    fn past_moves(&self) -> Texts {
        Texts::of(self.history.iter().map(|(_, mv)| mv))
    }
    fn past_seats(&self) -> Vec<Seat> {
        self.history.iter().map(|(seat, _)| seat).collect()
    }
    fn data(&self) -> Value {
        serde_json::to_value(&*self.view).unwrap_or(Value::Null)
    }
    fn query(&self, row: usize, args: Args<'_>) -> Result<Answer, QueryError> {
        (G::QUERIES[row].on_view)(&self.view, args)
    }
    fn world(&self, n: u32) -> Box<dyn AnyWorld> {
        let mut rng = self.seed.child(Stream::World { ply: self.ply, n }).rng();
        let state = G::State::determinize(&self.view, &mut rng);
        Box::new(WorldOf::<G>::new(state, self.seed, self.ply))
    }
    fn pack(&self, known: usize, out: &mut Vec<u8>) {
        let fresh: Vec<(Seat, MoveOf<G>)> = self.history.iter().skip(known).collect();
        let SeatView { seat, seats, ply, deal, view, legal, .. } = self;
        let legal = legal.len() as u32;
        let packed: Packed<G, &ViewOf<G>> =
            (*seat, *seats, *ply, *deal, legal, known as u32, fresh, &**view);
        append(&packed, out);
    }
}

/// A world of game `G`.
#[derive(Clone)]
pub struct WorldOf<G: Game> {
    state: G::State,
    seed: Seed,
    ply: u32,
}

impl<G: Game> WorldOf<G> {
    /// Creates a world from a state, for a bot with this seed at this ply.
    pub fn new(state: G::State, seed: Seed, ply: u32) -> WorldOf<G> {
        WorldOf { state, seed, ply }
    }
}

impl<G: Game> AnyWorld for WorldOf<G> {
    fn seats(&self) -> u8 {
        self.state.seats()
    }
    fn moves(&self) -> Texts {
        Texts::of(self.state.legal_moves())
    }
    fn play(&self, text: &str) -> Result<Box<dyn AnyWorld>, IllegalMove> {
        let mv: MoveOf<G> = text.parse().map_err(|error| IllegalMove(format!("{error}")))?;
        if self.to_move().is_none() {
            return Err(IllegalMove(format!("{mv} cannot be played: this world is over")));
        }
        let mut state = self.state.clone();
        state.play(mv)?;
        Ok(Box::new(WorldOf::<G>::new(state, self.seed, self.ply + 1)))
    }
    fn to_move(&self) -> Option<Seat> {
        self.state.next().seat()
    }
    fn points(&self, seat: Seat) -> i32 {
        self.state.points()[seat]
    }
    fn rank(&self, seat: Seat) -> Option<u8> {
        self.state.outcome().map(|outcome| outcome.ranks[seat])
    }
    fn playout(&self, rng: &mut Rng, max_plies: u32) -> (Box<dyn AnyWorld>, u32) {
        let mut state = self.state.clone();
        let plies = playout(&mut state, rng, max_plies, &mut Vec::new());
        (Box::new(WorldOf::<G>::new(state, self.seed, self.ply + plies)), plies)
    }
    fn view(&self, seat: Seat) -> Box<dyn AnyView> {
        let legal =
            if self.to_move() == Some(seat) { self.state.legal_moves() } else { Vec::new() };
        Box::new(SeatView::<G> {
            seat,
            seats: self.state.seats(),
            ply: self.ply,
            deal: 0,
            view: Cow::Owned(self.state.view(Some(seat))),
            legal: Cow::Owned(legal),
            history: History::shown(&[]),
            seed: self.seed,
        })
    }
    fn query(&self, row: usize, args: Args<'_>) -> Result<Answer, QueryError> {
        (G::QUERIES[row].on_world)(&self.state, args)
    }
    fn bytes(&self) -> usize {
        size_of::<Self>() + G::INFO.world_bytes
    }
}

//! Views and worlds with their game erased: what a script language gets to hold.

use serde_json::Value;
use std::borrow::Cow;
use std::fmt::{self, Write};

use super::turns::{Packed, append};
use super::{
    Answer, Args, Game, GameInfo, History, IllegalMove, MoveOf, Rng, Seat, Seed, State, Stream,
    Turn, ViewOf, playout,
};

/// The view of one seat at one moment, for any game. Moves go in and out as notation.
pub trait AnyView {
    /// Facts about the game.
    fn info(&self) -> &'static GameInfo;
    /// The seat whose view it is.
    fn seat(&self) -> Seat;
    /// The number of seats.
    fn seats(&self) -> u8;
    /// Moves made since the match began.
    fn ply(&self) -> u32;
    /// Number of the current deal, from 0.
    fn deal(&self) -> u32;
    /// The number of legal moves of the seat; 0 when it is not to move.
    fn move_count(&self) -> usize;
    /// Hands each legal move to `f`, ascending.
    fn each_move(&self, f: &mut dyn FnMut(&str));
    /// True if `text` is a legal move.
    fn is_legal(&self, text: &str) -> bool;
    /// The reason why `text` is no legal move; `None` if it is one.
    fn why_illegal(&self, text: &str) -> Option<String>;
    /// The number of moves in the history.
    fn past_count(&self) -> usize;
    /// Hands each past move to `f`, from the first, as the seat saw it.
    fn each_past_move(&self, f: &mut dyn FnMut(&str));
    /// All that is visible, as plain data.
    fn data(&self) -> Value;
    /// The answer of query row `row`.
    fn query(&self, row: usize, args: Args<'_>) -> Answer;
    /// The `n`-th world consistent with the view.
    fn world(&self, n: u32) -> Box<dyn AnyWorld>;
    /// Appends the decision to `out` as [`Turns`](super::Turns) reads it, with the moves of its
    /// history from number `known` on.
    fn pack(&self, known: usize, out: &mut Vec<u8>);
}

/// A complete state that a script may play on, for any game; in games of several hands it ends with
/// its hand.
pub trait AnyWorld {
    /// The number of seats.
    fn seats(&self) -> u8;
    /// The number of legal moves; 0 when it is over.
    fn move_count(&self) -> usize;
    /// Hands each legal move to `f`, ascending.
    fn each_move(&self, f: &mut dyn FnMut(&str));
    /// The world after a move.
    ///
    /// # Errors
    /// Why the move cannot be read or played.
    fn play(&self, text: &str) -> Result<Box<dyn AnyWorld>, IllegalMove>;
    /// The seat to move; `None` when it is over.
    fn to_move(&self) -> Option<Seat>;
    /// The points of a seat as they stand.
    fn points(&self, seat: Seat) -> i32;
    /// The rank of a seat; `None` before the end of the match.
    fn rank(&self, seat: Seat) -> Option<u8>;
    /// The world after random play to its end, or `max_plies` plies; and the plies played.
    fn playout(&self, rng: &mut Rng, max_plies: u32) -> (Box<dyn AnyWorld>, u32);
    /// The view of a seat.
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;
    /// The answer of query row `row`.
    fn query(&self, row: usize, args: Args<'_>) -> Answer;
    /// Bytes it keeps alive.
    fn bytes(&self) -> usize;
}

/// The view of a seat at one moment: of a decision in progress, which it borrows, or of a world,
/// which has no history.
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
    /// The view of a decision in progress.
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
    fn move_count(&self) -> usize {
        self.legal.len()
    }
    fn each_move(&self, f: &mut dyn FnMut(&str)) {
        each(self.legal.iter(), f);
    }
    fn is_legal(&self, text: &str) -> bool {
        text.parse().is_ok_and(|mv| self.legal.binary_search(&mv).is_ok())
    }
    /// A view fixes the moves of its seat, so any world of it knows the broken rule.
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
    fn each_past_move(&self, f: &mut dyn FnMut(&str)) {
        each(self.history.iter().map(|(_, mv)| mv), f);
    }
    fn data(&self) -> Value {
        serde_json::to_value(&*self.view).unwrap_or(Value::Null)
    }
    fn query(&self, row: usize, args: Args<'_>) -> Answer {
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
    /// A world around a state, for a bot with this seed at this ply.
    pub fn new(state: G::State, seed: Seed, ply: u32) -> WorldOf<G> {
        WorldOf { state, seed, ply }
    }
}

impl<G: Game> AnyWorld for WorldOf<G> {
    fn seats(&self) -> u8 {
        self.state.seats()
    }
    fn move_count(&self) -> usize {
        self.state.legal_count()
    }
    fn each_move(&self, f: &mut dyn FnMut(&str)) {
        each(self.state.legal_moves().iter(), f);
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
    fn query(&self, row: usize, args: Args<'_>) -> Answer {
        (G::QUERIES[row].on_world)(&self.state, args)
    }
    fn bytes(&self) -> usize {
        size_of::<Self>() + G::INFO.world_bytes
    }
}

/// Hands each move to `f`, all written in the place of the first, for a hook may list hundreds.
fn each<M: fmt::Display>(moves: impl Iterator<Item = M>, f: &mut dyn FnMut(&str)) {
    let mut text = String::with_capacity(40);
    for mv in moves {
        text.clear();
        let _ = write!(text, "{mv}");
        f(&text);
    }
}

//! Views and worlds with their game erased: what a script language gets to hold.

use serde_json::Value;
use std::fmt::{self, Write};

use super::turns::pack;
use super::{
    Answer, Args, Game, GameInfo, History, IllegalMove, MoveOf, Next, Observer, Rng, Seat, Seed,
    State, Stream, Turn, ViewOf, playout,
};

/// What one seat knows at one moment, for any game. Moves go in and out as notation.
pub trait AnyView {
    /// Facts about the game.
    fn info(&self) -> &'static GameInfo;
    /// Whose view it is.
    fn seat(&self) -> Seat;
    /// How many seats play.
    fn seats(&self) -> u8;
    /// Moves made since the match began.
    fn ply(&self) -> u32;
    /// Number of the current deal, from 0.
    fn deal(&self) -> u32;
    /// How many legal moves the seat has; 0 when it is not to move.
    fn move_count(&self) -> usize;
    /// Hands each legal move to `f`, ascending.
    fn each_move(&self, f: &mut dyn FnMut(&str));
    /// Whether `text` is one of them.
    fn is_legal(&self, text: &str) -> bool;
    /// Why `text` is none of them; `None` if it is.
    fn why_illegal(&self, text: &str) -> Option<String>;
    /// How many moves the history has.
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
    /// Facts about the game.
    fn info(&self) -> &'static GameInfo;
    /// How many seats play.
    fn seats(&self) -> u8;
    /// How many legal moves there are; 0 when it is over.
    fn move_count(&self) -> usize;
    /// Hands each legal move to `f`, ascending.
    fn each_move(&self, f: &mut dyn FnMut(&str));
    /// The world after a move.
    ///
    /// # Errors
    /// Why the move cannot be read or played.
    fn play(&self, text: &str) -> Result<Box<dyn AnyWorld>, IllegalMove>;
    /// Whose turn it is; `None` when it is over.
    fn to_move(&self) -> Option<Seat>;
    /// The points of a seat as they stand.
    fn points(&self, seat: Seat) -> i32;
    /// The rank of a seat; `None` before the end of the match.
    fn rank(&self, seat: Seat) -> Option<u8>;
    /// The world after random play to its end, or `max_plies` plies; and the plies played.
    fn playout(&self, rng: &mut Rng, max_plies: u32) -> (Box<dyn AnyWorld>, u32);
    /// What a seat sees of it.
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;
    /// The answer of query row `row`.
    fn query(&self, row: usize, args: Args<'_>) -> Answer;
    /// Bytes it keeps alive.
    fn bytes(&self) -> usize;
}

/// The view of a decision in progress; borrows everything.
pub struct TurnView<'a, G: Game>(pub &'a Turn<'a, G>);

impl<G: Game> AnyView for TurnView<'_, G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }
    fn seat(&self) -> Seat {
        self.0.seat
    }
    fn seats(&self) -> u8 {
        self.0.seats
    }
    fn ply(&self) -> u32 {
        self.0.ply
    }
    fn deal(&self) -> u32 {
        self.0.deal
    }
    fn move_count(&self) -> usize {
        self.0.legal.len()
    }
    fn each_move(&self, f: &mut dyn FnMut(&str)) {
        each(self.0.legal.iter(), f);
    }
    fn is_legal(&self, text: &str) -> bool {
        listed::<G>(self.0.legal, text)
    }
    fn why_illegal(&self, text: &str) -> Option<String> {
        why_illegal::<G>(self.0.view, self.0.legal, text)
    }
    fn past_count(&self) -> usize {
        self.0.history.len()
    }
    fn each_past_move(&self, f: &mut dyn FnMut(&str)) {
        let history: History<'_, G> = self.0.history;
        each(history.iter().map(|(_, mv)| mv), f);
    }
    fn data(&self) -> Value {
        data::<G>(self.0.view)
    }
    fn query(&self, row: usize, args: Args<'_>) -> Answer {
        (G::QUERIES[row].on_view)(self.0.view, args)
    }
    fn world(&self, n: u32) -> Box<dyn AnyWorld> {
        world::<G>(self.0.view, self.0.seed, self.0.ply, n)
    }
    fn pack(&self, known: usize, out: &mut Vec<u8>) {
        pack(self.0, known, out);
    }
}

/// What a seat sees of a world; owns everything. It has no history, for a world is a thought.
pub struct SeatView<G: Game> {
    view: ViewOf<G>,
    legal: Vec<MoveOf<G>>,
    seat: Seat,
    seats: u8,
    seed: Seed,
    ply: u32,
}

impl<G: Game> AnyView for SeatView<G> {
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
        0
    }
    fn move_count(&self) -> usize {
        self.legal.len()
    }
    fn each_move(&self, f: &mut dyn FnMut(&str)) {
        each(self.legal.iter(), f);
    }
    fn is_legal(&self, text: &str) -> bool {
        listed::<G>(&self.legal, text)
    }
    fn why_illegal(&self, text: &str) -> Option<String> {
        why_illegal::<G>(&self.view, &self.legal, text)
    }
    fn past_count(&self) -> usize {
        0
    }
    fn each_past_move(&self, _: &mut dyn FnMut(&str)) {}
    fn data(&self) -> Value {
        data::<G>(&self.view)
    }
    fn query(&self, row: usize, args: Args<'_>) -> Answer {
        (G::QUERIES[row].on_view)(&self.view, args)
    }
    fn world(&self, n: u32) -> Box<dyn AnyWorld> {
        world::<G>(&self.view, self.seed, self.ply, n)
    }
    fn pack(&self, _: usize, _: &mut Vec<u8>) {
        unreachable!("a thought stays where it is thought");
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

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }
}

impl<G: Game> AnyWorld for WorldOf<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }
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
        match self.state.next() {
            Next::Move(seat) => Some(seat),
            Next::Deal | Next::Over => None,
        }
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
            view: self.state.view(Observer::Seat(seat)),
            legal,
            seat,
            seats: self.state.seats(),
            seed: self.seed,
            ply: self.ply,
        })
    }
    fn query(&self, row: usize, args: Args<'_>) -> Answer {
        (G::QUERIES[row].on_world)(&self.state, args)
    }
    fn bytes(&self) -> usize {
        size_of::<Self>() + G::INFO.world_bytes
    }
}

fn world<G: Game>(view: &ViewOf<G>, seed: Seed, ply: u32, n: u32) -> Box<dyn AnyWorld> {
    let mut rng = seed.child(Stream::World { ply, n }).rng();
    Box::new(WorldOf::<G>::new(G::State::determinize(view, &mut rng), seed, ply))
}

fn data<G: Game>(view: &ViewOf<G>) -> Value {
    serde_json::to_value(view).unwrap_or(Value::Null)
}

fn listed<G: Game>(legal: &[MoveOf<G>], text: &str) -> bool {
    text.parse().is_ok_and(|mv| legal.binary_search(&mv).is_ok())
}

/// A view fixes what its seat may play, so any world of it knows the broken rule.
fn why_illegal<G: Game>(view: &ViewOf<G>, legal: &[MoveOf<G>], text: &str) -> Option<String> {
    let mv: MoveOf<G> = match text.parse() {
        Ok(mv) => mv,
        Err(error) => return Some(format!("{error}")),
    };
    if legal.binary_search(&mv).is_ok() {
        return None;
    }
    if legal.is_empty() {
        return Some("this seat is not to move".to_string());
    }
    let world = G::State::determinize(view, &mut Seed::from(0).rng());
    Some(world.explain(mv).err().map_or_else(|| format!("{mv} is not legal"), |e| e.to_string()))
}

/// Writes each move on the stack, for notation is short and a hook may list hundreds.
fn each<M: fmt::Display>(moves: impl Iterator<Item = M>, f: &mut dyn FnMut(&str)) {
    let mut text = ShortText { bytes: [0; 40], len: 0 };
    for mv in moves {
        text.len = 0;
        match write!(text, "{mv}") {
            Ok(()) => f(text.as_str()),
            Err(_) => f(&mv.to_string()),
        }
    }
}

struct ShortText {
    bytes: [u8; 40],
    len: usize,
}

impl ShortText {
    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl fmt::Write for ShortText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

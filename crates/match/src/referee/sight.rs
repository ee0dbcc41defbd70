//! The knowledge of a seat, kept beyond its position.

use super::array_table::{features_of, set};
use super::{ArrayTable, EntryRefused, Table};
use juez_core::{
    AnyView, Drawing, Game, History, Journal, MoveOf, Next, Observation, Seat, SeatView, Seed,
    State, Stream, Turn, ViewOf,
};
use serde::Deserialize;
use serde_json::Value;

/// The knowledge of a seat at one moment of a match of any game. Holds nothing that is hidden from
/// the seat.
pub trait Sight: Send + Sync {
    /// Returns the seat.
    fn seat(&self) -> Seat;

    /// Returns the number of seats.
    fn seats(&self) -> u8;

    /// Lends the view as scripts get it. It has legal moves only when the seat is to move.
    fn lend(&self, see: &mut dyn FnMut(&dyn AnyView));

    /// Draws the table as the seat sees it.
    fn draw(&self) -> Drawing;

    /// Returns each past move, as the seat saw it, with the seat that made it.
    fn past(&self) -> Vec<(Seat, String)>;

    /// Appends the planes and scalars; nothing for a game without features.
    fn observe(&self, observation: &mut Observation);

    /// Sets the entry of each legal move to 1 and the others to 0.
    ///
    /// # Panics
    /// If `mask` is shorter than the list of moves.
    fn mask(&self, mask: &mut [i8]);

    /// Returns the entry of each legal move; `None` for a move that is always the only one.
    fn entries(&self) -> Vec<Option<usize>>;

    /// Returns the text of the legal move with this entry.
    ///
    /// # Errors
    /// If no legal move has it.
    fn text_of(&self, entry: usize) -> Result<String, EntryRefused>;

    /// Returns the `n`-th world that fits the view, the same that a script in the seat gets.
    fn world(&self, n: u32) -> Box<dyn ArrayTable>;
}

pub(crate) struct SightOf<G: Game> {
    pub(super) seat: Seat,
    pub(super) seats: u8,
    pub(super) deal: u32,
    pub(super) view: ViewOf<G>,
    pub(super) legal: Vec<MoveOf<G>>,
    pub(super) past: Vec<(Seat, MoveOf<G>)>,
    pub(super) options: G::Options,
    pub(super) seed: Seed,
}

impl<G: Game> SightOf<G> {
    /// Makes the knowledge of a seat of plain data: its view, and each past move as it saw it.
    ///
    /// # Errors
    /// If the data are not a view of this game, or a move cannot be read.
    pub(crate) fn of_data(
        options: G::Options,
        (seat, seats): (Seat, u8),
        view: &Value,
        (deal, past): (u32, &[(Seat, String)]),
        seed: Seed,
    ) -> Result<Self, String> {
        let view = ViewOf::<G>::deserialize(view).map_err(|error| error.to_string())?;
        let read = |(seat, text): &(Seat, String)| {
            Ok((*seat, text.parse::<MoveOf<G>>().map_err(|error| error.to_string())?))
        };
        let past = past.iter().map(read).collect::<Result<_, String>>()?;
        // Any world of the view gives its seat the same legal moves.
        let world = G::State::determinize(&view, &mut Seed::from(0).rng());
        let is_to_move = world.next() == Next::Move(seat);
        let legal = if is_to_move { world.legal_moves() } else { Vec::new() };
        Ok(SightOf { seat, seats, deal, view, legal, past, options, seed })
    }

    /// Keeps what a bot sees at its turn.
    pub(super) fn of_turn(turn: &Turn<'_, G>, options: G::Options) -> Self {
        SightOf {
            seat: turn.seat,
            seats: turn.seats,
            deal: turn.deal,
            view: turn.view.clone(),
            legal: turn.legal.to_vec(),
            past: turn.history.iter().collect(),
            options,
            seed: turn.seed,
        }
    }

    fn ply(&self) -> u32 {
        self.past.len() as u32
    }

    fn state(&self, n: u32) -> G::State {
        let mut rng = self.seed.child(Stream::World { ply: self.ply(), n }).rng();
        G::State::determinize(&self.view, &mut rng)
    }
}

impl<G: Game> Sight for SightOf<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn lend(&self, see: &mut dyn FnMut(&dyn AnyView)) {
        let journal = Journal::new(0);
        let turn = Turn::<G> {
            seat: self.seat,
            seats: self.seats,
            ply: self.ply(),
            deal: self.deal,
            view: &self.view,
            legal: &self.legal,
            history: History::shown(&self.past),
            seed: self.seed,
            journal: &journal,
        };
        see(&SeatView::of(&turn));
    }

    fn draw(&self) -> Drawing {
        G::draw(&self.view)
    }

    fn past(&self) -> Vec<(Seat, String)> {
        self.past.iter().map(|(seat, mv)| (*seat, mv.to_string())).collect()
    }

    fn observe(&self, observation: &mut Observation) {
        if let Some(features) = G::FEATURES {
            (features.observe)(&self.view, self.seat, observation);
        }
    }

    fn mask(&self, mask: &mut [i8]) {
        set::<G>(&self.view, &self.legal, mask);
    }

    fn entries(&self) -> Vec<Option<usize>> {
        let Some(features) = G::FEATURES else { return Vec::new() };
        self.legal.iter().map(|&mv| (features.entry)(&self.view, mv)).collect()
    }

    fn text_of(&self, entry: usize) -> Result<String, EntryRefused> {
        let features = features_of::<G>()?;
        let has_entry = |mv: &&MoveOf<G>| (features.entry)(&self.view, **mv) == Some(entry);
        let mv = self.legal.iter().find(has_entry).ok_or(EntryRefused::NoMove(entry))?;
        Ok(mv.to_string())
    }

    fn world(&self, n: u32) -> Box<dyn ArrayTable> {
        let (options, past) = (self.options.clone(), self.past.clone());
        Box::new(Table::<G>::of_world(options, self.state(n), past))
    }
}

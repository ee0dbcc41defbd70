//! The knowledge of a seat, kept beyond its position.

use super::array_table::set;
use super::{ArrayTable, Table};
use juez_core::{
    AnyView, Drawing, Game, History, Journal, MoveOf, Observation, Seat, SeatView, Seed, State,
    Stream, Turn, ViewOf,
};

/// The knowledge of a seat at one moment of a match of any game. Holds nothing that is hidden from
/// the seat.
pub trait Sight: Send + Sync {
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

    /// Returns the `n`-th world that fits the view, the same that a script in the seat gets.
    fn world(&self, n: u32) -> Box<dyn ArrayTable>;
}

pub(super) struct SightOf<G: Game> {
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
    fn ply(&self) -> u32 {
        self.past.len() as u32
    }

    fn state(&self, n: u32) -> G::State {
        let mut rng = self.seed.child(Stream::World { ply: self.ply(), n }).rng();
        G::State::determinize(&self.view, &mut rng)
    }
}

impl<G: Game> Sight for SightOf<G> {
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

    fn world(&self, n: u32) -> Box<dyn ArrayTable> {
        let (options, past) = (self.options.clone(), self.past.clone());
        Box::new(Table::<G>::of_world(options, self.state(n), past))
    }
}

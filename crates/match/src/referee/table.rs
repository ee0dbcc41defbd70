//! A match in progress: the only owner of its state.

use super::{AnyTable, words};
use juez_core::{
    BadDeal, DealOf, Effect, Game, History, IllegalMove, Journal, MoveOf, Next, OptionsError,
    ParseMoveError, Rng, Seat, Seed, State, Stream, Turn, ViewOf,
};

/// A match in progress.
///
/// It lends views, never its state: an onlooker of a running match cannot access hidden
/// information, and a bot gets even less, a [`Turn`].
pub struct Table<G: Game> {
    pub(super) options: G::Options,
    pub(super) state: G::State,
    deals: Vec<DealOf<G>>,
    moves: Vec<(Seat, MoveOf<G>)>,
    /// The state before the last move or deal.
    before: Option<G::State>,
    /// True if the last event was a move, false for a deal.
    moved: bool,
    /// Space for a list of legal moves.
    scratch: Vec<MoveOf<G>>,
}

// A derived one would ask for a game that can be copied.
impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Table<G> {
        Table {
            options: self.options.clone(),
            state: self.state.clone(),
            deals: self.deals.clone(),
            moves: self.moves.clone(),
            before: self.before.clone(),
            moved: self.moved,
            scratch: Vec::new(),
        }
    }
}

/// The reason why a move given as text was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum MoveRefused {
    /// The text is not a move.
    #[error(transparent)]
    Unreadable(#[from] ParseMoveError),
    /// The rules forbid it.
    #[error("{}", words::illegal(.text, .why))]
    Illegal {
        text: String,
        /// The broken rule.
        why: IllegalMove,
    },
    /// The match is over.
    #[error("{}", words::after_end(format!("{:?}", .0)))]
    AfterEnd(String),
    /// A deal is due.
    #[error("{}", words::before_deal(format!("{:?}", .0)))]
    NoDeal(String),
}

impl<G: Game> Table<G> {
    /// Creates a table before the first deal or move.
    ///
    /// # Errors
    /// If two options conflict.
    pub fn new(options: &G::Options) -> Result<Table<G>, OptionsError> {
        let options = G::resolve(options.clone());
        let state = G::start(&options)?;
        Ok(Table::of_world(options, state, Vec::new()))
    }

    /// Creates a table without its deals at a state that a seat guesses after the moves that it
    /// has seen.
    pub(super) fn of_world(
        options: G::Options,
        state: G::State,
        moves: Vec<(Seat, MoveOf<G>)>,
    ) -> Table<G> {
        let (deals, scratch) = (Vec::new(), Vec::new());
        Table { options, state, deals, moves, before: None, moved: false, scratch }
    }

    /// Goes back to the start, before the first deal or move.
    pub(super) fn clear(&mut self) {
        self.state = G::start(&self.options).expect("the options of a table are playable");
        self.deals.clear();
        self.moves.clear();
        (self.before, self.moved) = (None, false);
    }

    /// Returns the legal moves like [`Table::legal_moves`], in a list that is reused.
    pub(super) fn list_legal(&mut self) -> &[MoveOf<G>] {
        self.scratch.clear();
        if matches!(self.state.next(), Next::Move(_)) {
            self.state.legal_moves_into(&mut self.scratch);
        }
        &self.scratch
    }

    /// Returns a uniformly random legal move of the seat to move.
    pub(super) fn draw_move(&mut self, rng: &mut Rng) -> MoveOf<G> {
        self.state.random_move(rng, &mut self.scratch)
    }

    /// Returns the moves so far with the seats that made them.
    pub fn moves(&self) -> &[(Seat, MoveOf<G>)] {
        &self.moves
    }

    /// Returns the legal moves of the seat to move in ascending order; empty when no seat is to
    /// move.
    pub fn legal_moves(&self) -> Vec<MoveOf<G>> {
        self.state.legal_moves()
    }

    /// Returns the view of a seat, or with `None` the public view.
    pub fn view(&self, seat: Option<Seat>) -> ViewOf<G> {
        self.state.view(seat)
    }

    /// Returns the moves so far as seen by a seat, or with `None` by the public.
    pub fn history(&self, seat: Option<Seat>) -> History<'_, G> {
        History::new(&self.state, &self.moves, seat)
    }

    /// Returns the effects of the last move or deal as seen by a seat, or with `None` by the
    /// public. Empty before the first.
    pub fn effects(&self, seat: Option<Seat>) -> Vec<Effect> {
        let Some(before) = &self.before else { return Vec::new() };
        let last = self.moves.last().filter(|_| self.moved);
        let shown = last.map(|&(by, mv)| self.state.shown(mv, by, seat));
        G::effects(&before.view(seat), shown, &self.view(seat))
    }

    /// Returns the decision of the seat to move. `view` and `legal` must be that seat's; they are
    /// borrowed for the call.
    pub fn turn<'a>(
        &'a self,
        seat: Seat,
        view: &'a ViewOf<G>,
        legal: &'a [MoveOf<G>],
        seed: Seed,
        journal: &'a Journal,
    ) -> Turn<'a, G> {
        Turn {
            seat,
            seats: self.seats(),
            ply: self.ply(),
            deal: self.deal(),
            view,
            legal,
            history: self.history(Some(seat)),
            seed,
            journal,
        }
    }

    /// Draws the due deal from `seed`.
    ///
    /// # Errors
    /// If no deal is due.
    pub(super) fn drawn(&self, seed: &Seed) -> Result<DealOf<G>, BadDeal> {
        if self.state.next() != Next::Deal {
            return Err(BadDeal("none is due".to_string()));
        }
        let mut rng = seed.child(Stream::Deal(self.deal_count())).rng();
        Ok(G::shuffle(&self.state, &mut rng))
    }

    /// Applies a deal.
    ///
    /// # Errors
    /// If it is not possible now; the table is then unchanged.
    pub(super) fn apply(&mut self, deal: DealOf<G>) -> Result<(), BadDeal> {
        let before = self.state.clone();
        self.state.deal(&deal)?;
        (self.before, self.moved) = (Some(before), false);
        self.deals.push(deal);
        Ok(())
    }

    /// Returns the deals so far.
    pub(super) fn dealt(&self) -> &[DealOf<G>] {
        &self.deals
    }

    /// Checks that the seat to move may play `mv`.
    ///
    /// # Errors
    /// The broken rule.
    pub fn check(&self, mv: MoveOf<G>) -> Result<(), IllegalMove> {
        // A yes or no can be much cheaper than an explanation.
        if self.state.is_legal(mv) {
            return Ok(());
        }
        self.state.explain(mv).and_then(|()| Err(IllegalMove(format!("{mv} is not legal"))))
    }

    /// Parses and checks a move: a legal move of the seat to move, or a penalty that it can have
    /// earned. Every move from a record or a position file is checked here.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn read_move(&self, text: &str) -> Result<MoveOf<G>, MoveRefused> {
        match self.state.next() {
            Next::Over => return Err(MoveRefused::AfterEnd(text.to_string())),
            Next::Deal => return Err(MoveRefused::NoDeal(text.to_string())),
            Next::Move(_) => {}
        }
        let mv: MoveOf<G> = text.parse()?;
        if self.state.is_penalty(mv) {
            return Ok(mv);
        }
        self.check(mv).map_err(|why| MoveRefused::Illegal { text: mv.to_string(), why })?;
        Ok(mv)
    }

    /// Plays a checked move and returns the seat that made it.
    ///
    /// # Panics
    /// If no seat is to move.
    pub fn play(&mut self, mv: MoveOf<G>) -> Seat {
        let Next::Move(seat) = self.state.next() else { panic!("no seat is to move") };
        debug_assert!(self.state.is_legal(mv) || self.state.is_penalty(mv), "{mv} was not checked");
        (self.before, self.moved) = (Some(self.state.clone()), true);
        self.state.play_unchecked(mv);
        self.moves.push((seat, mv));
        seat
    }
}

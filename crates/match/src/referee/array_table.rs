//! A table as arrays of numbers, for programs that learn while they play.

use super::sight::SightOf;
use super::{AnyTable, MoveRefused, Sight, Table, bot_seed};
use juez_core::{Features, Game, MoveOf, Next, Observation, Rng, Seat, Seed, State, ViewOf};

/// A table of any game whose positions are arrays and whose moves are numbers, the entries of
/// [`Features::moves`].
pub trait ArrayTable: AnyTable {
    /// Returns a copy, whose moves do not change this table.
    fn copy(&self) -> Box<dyn ArrayTable>;

    /// Goes back to the start, before the first deal or move.
    fn restart(&mut self);

    /// Returns each move so far with the seat that made it.
    fn moves_made(&self) -> Vec<(Seat, String)>;

    /// Appends the planes and scalars of the view of `seat`; nothing for a game without features.
    fn observe(&self, seat: Seat, observation: &mut Observation);

    /// Sets the entry of each legal move to 1 and the others to 0; all to 0 when no seat is to move
    /// or the only move has no entry.
    ///
    /// # Panics
    /// If `mask` is shorter than [`Features::moves`].
    fn mask(&mut self, mask: &mut [i8]);

    /// Returns the entry of each legal move, in the order of [`AnyTable::legal`]; `None` for a move
    /// that is always the only one.
    fn entries(&self) -> Vec<Option<usize>>;

    /// Returns the text of the move with this entry.
    ///
    /// # Errors
    /// Like [`ArrayTable::play_entry`].
    fn text_of(&self, entry: usize) -> Result<String, EntryRefused>;

    /// Checks that the move with this entry is legal.
    ///
    /// # Errors
    /// Like [`ArrayTable::play_entry`].
    fn check_entry(&self, entry: usize) -> Result<(), EntryRefused>;

    /// Makes the legal move with this entry.
    ///
    /// # Errors
    /// If it is refused; the table is then unchanged.
    fn play_entry(&mut self, entry: usize) -> Result<(), EntryRefused>;

    /// Makes the move with an entry that [`ArrayTable::check_entry`] has just accepted. Any other makes
    /// the table meaningless.
    ///
    /// # Panics
    /// If no move has the entry here.
    fn play_checked(&mut self, entry: usize);

    /// Makes the move that is the only legal one and has no entry, such as `pass`, if it is due.
    /// Otherwise does as [`ArrayTable::mask`] and returns true.
    ///
    /// # Panics
    /// If `mask` is shorter than [`Features::moves`].
    fn mask_or_play(&mut self, mask: &mut [i8]) -> bool;

    /// Makes moves that are the only legal one and have no entry, such as `pass`, while one is due.
    fn play_forced(&mut self);

    /// Makes a uniformly random legal move. Returns false if no seat is to move.
    fn play_any(&mut self, rng: &mut Rng) -> bool;

    /// Returns what `seat` sees. Its worlds are drawn as for a bot in that seat of a match with
    /// this seed.
    fn sight(&self, seat: Seat, seed: Option<Seed>) -> Box<dyn Sight>;
}

/// The reason why a move given as a number is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum EntryRefused {
    #[error("{0} has no features: its positions are no arrays")]
    NoFeatures(&'static str),
    #[error("no move has the number {0} here")]
    NoMove(usize),
    /// The move is refused.
    #[error(transparent)]
    Move(#[from] MoveRefused),
}

pub(super) fn features_of<G: Game>() -> Result<&'static Features<G>, EntryRefused> {
    G::FEATURES.ok_or(EntryRefused::NoFeatures(G::INFO.id))
}

/// Returns true for a move that is always the only one, in a game with features.
fn has_no_entry<G: Game>(view: &ViewOf<G>, mv: MoveOf<G>) -> bool {
    G::FEATURES.is_some_and(|features| (features.entry)(view, mv).is_none())
}

/// Sets the entries of legal moves in a mask.
pub(super) fn set<G: Game>(view: &ViewOf<G>, legal: &[MoveOf<G>], mask: &mut [i8]) {
    mask.fill(0);
    let Some(features) = G::FEATURES else { return };
    for entry in legal.iter().filter_map(|&mv| (features.entry)(view, mv)) {
        mask[entry] = 1;
    }
}

impl<G: Game> Table<G> {
    /// Returns the move with this entry, which need not be legal.
    fn any_of_entry(&self, entry: usize) -> Result<MoveOf<G>, EntryRefused> {
        let features = features_of::<G>()?;
        let seat = match self.state.next() {
            Next::Move(seat) => seat,
            Next::Over => return Err(MoveRefused::AfterEnd(entry.to_string()).into()),
            Next::Deal => return Err(MoveRefused::NoDeal(entry.to_string()).into()),
        };
        let mv = (features.of_entry)(&self.view(Some(seat)), entry);
        mv.ok_or(EntryRefused::NoMove(entry))
    }

    /// Returns the legal move with this entry.
    fn of_entry(&self, entry: usize) -> Result<MoveOf<G>, EntryRefused> {
        let mv = self.any_of_entry(entry)?;
        self.check(mv).map_err(|why| MoveRefused::Illegal { text: mv.to_string(), why })?;
        Ok(mv)
    }
}

impl<G: Game> ArrayTable for Table<G> {
    fn copy(&self) -> Box<dyn ArrayTable> {
        Box::new(self.clone())
    }

    fn restart(&mut self) {
        self.clear();
    }

    fn moves_made(&self) -> Vec<(Seat, String)> {
        self.moves().iter().map(|(seat, mv)| (*seat, mv.to_string())).collect()
    }

    fn observe(&self, seat: Seat, observation: &mut Observation) {
        if let Some(features) = G::FEATURES {
            (features.observe)(&self.view(Some(seat)), seat, observation);
        }
    }

    fn mask(&mut self, mask: &mut [i8]) {
        let Some(seat) = self.to_move() else { return mask.fill(0) };
        let view = self.view(Some(seat));
        set::<G>(&view, self.list_legal(), mask);
    }

    fn entries(&self) -> Vec<Option<usize>> {
        let (Some(seat), Some(features)) = (self.to_move(), G::FEATURES) else { return Vec::new() };
        let view = self.view(Some(seat));
        self.legal_moves().into_iter().map(|mv| (features.entry)(&view, mv)).collect()
    }

    fn text_of(&self, entry: usize) -> Result<String, EntryRefused> {
        Ok(self.of_entry(entry)?.to_string())
    }

    fn check_entry(&self, entry: usize) -> Result<(), EntryRefused> {
        self.of_entry(entry).map(drop)
    }

    fn play_entry(&mut self, entry: usize) -> Result<(), EntryRefused> {
        let mv = self.of_entry(entry)?;
        self.play(mv);
        Ok(())
    }

    fn play_checked(&mut self, entry: usize) {
        let mv = self.any_of_entry(entry).expect("a checked entry");
        self.play(mv);
    }

    fn mask_or_play(&mut self, mask: &mut [i8]) -> bool {
        let Some(seat) = self.to_move() else {
            mask.fill(0);
            return true;
        };
        let view = self.view(Some(seat));
        match *self.list_legal() {
            [only] if has_no_entry::<G>(&view, only) => {
                self.play(only);
                false
            }
            ref legal => {
                set::<G>(&view, legal, mask);
                true
            }
        }
    }

    fn play_forced(&mut self) {
        while let Some(seat) = self.to_move() {
            let view = self.view(Some(seat));
            match *self.list_legal() {
                [only] if has_no_entry::<G>(&view, only) => self.play(only),
                _ => return,
            };
        }
    }

    fn play_any(&mut self, rng: &mut Rng) -> bool {
        if self.to_move().is_none() {
            return false;
        }
        let mv = self.draw_move(rng);
        self.play(mv);
        true
    }

    fn sight(&self, seat: Seat, seed: Option<Seed>) -> Box<dyn Sight> {
        let is_to_move = self.state.next() == Next::Move(seat);
        Box::new(SightOf::<G> {
            seat,
            seats: self.state.seats(),
            deal: self.deal(),
            view: self.view(Some(seat)),
            legal: if is_to_move { self.legal_moves() } else { Vec::new() },
            past: self.history(Some(seat)).iter().collect(),
            options: self.options.clone(),
            seed: bot_seed(seed, seat),
        })
    }
}

//! A record and the positions of a walk through it.

use crate::cli::timings::Timings;
use juez_core::{Observer, Record, Seat, SeatFault};
use juez_match::registry::{AnyGame, DrawnTable, MadeMove, Moment, RecordFault, Review, Reviewed};

/// A record and the stops of a walk through it.
pub(super) struct RecordWalk {
    pub game: &'static dyn AnyGame,
    /// The record, cut before its first error.
    pub record: Record,
    /// First error of the record.
    pub wrong: Option<RecordFault>,
    pub moves: Vec<MadeMove>,
    /// Stops of the walk: every ply, and the end of each hand before the next deal.
    pub stops: Vec<Moment>,
    pub seats: u8,
    /// Decision times, if known.
    pub timings: Option<Timings>,
    /// Its review, if there is one.
    pub review: Option<Review>,
}

impl RecordWalk {
    /// Walks a record up to its first error.
    ///
    /// # Errors
    /// If it has no valid position at all.
    pub fn new(mut record: Record, game: &'static dyn AnyGame) -> Result<RecordWalk, RecordFault> {
        let mut wrong = None;
        let moves = loop {
            match game.moves(&record) {
                Ok(moves) => break moves,
                Err(fault) => {
                    if record.moves.len() > fault.ply as usize {
                        record.moves.truncate(fault.ply as usize);
                    } else if record.deals.pop().is_none() {
                        return Err(fault);
                    }
                    wrong.get_or_insert(fault);
                }
            }
        };
        if let (Some(_), Some(end)) = (&wrong, &mut record.end) {
            // Faults after the first error refer to moves that were cut.
            end.faults.retain(|fault| (fault.ply as usize) < moves.len());
        }
        let stops = stops(&moves);
        let first = game.drawn(&record, Moment::at(0), Observer::Public)?;
        let seats = first.points.seats();
        let mut walk =
            RecordWalk { game, record, wrong, moves, stops, seats, timings: None, review: None };
        // A record can end with a deal and no move after it.
        let ply = walk.plies();
        let before = Moment { ply, dealt: false };
        let drawn = |moment| walk.drawn(moment, Observer::Public);
        if ply > 0 && drawn(before)? != drawn(Moment::at(ply))? {
            walk.stops.insert(walk.stops.len() - 1, before);
        }
        Ok(walk)
    }

    /// Draws the table at a stop.
    pub fn drawn(&self, moment: Moment, observer: Observer) -> Result<DrawnTable, RecordFault> {
        self.game.drawn(&self.record, moment, observer)
    }

    /// Returns the number of plies.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Returns the first ply of each hand; empty in games without deals.
    pub fn hands(&self) -> Vec<u32> {
        let first = (!self.record.deals.is_empty()).then_some(0);
        let later = self.stops.iter().filter(|stop| !stop.dealt).map(|stop| stop.ply);
        first.into_iter().chain(later).collect()
    }

    /// Returns the faults at a ply, in order.
    pub fn faults_at(&self, ply: u32) -> impl Iterator<Item = &SeatFault> {
        self.record.faults().iter().filter(move |fault| fault.ply.min(self.plies()) == ply)
    }

    /// Returns the review of the decision at a ply, if there is one that this observer can see.
    pub fn reviewed(&self, ply: usize, observer: Observer) -> Option<&Reviewed> {
        let decisions = &self.review.as_ref()?.decisions;
        let at = decisions.binary_search_by_key(&(ply as u32), |decision| decision.ply).ok()?;
        let decision = &decisions[at];
        self.shows_notes_of(decision.seat, observer).then_some(decision)
    }

    /// True if this observer can see the drawings and logs of a seat's bot.
    pub fn shows_notes_of(&self, seat: Seat, observer: Observer) -> bool {
        observer.sees_notes_of(seat, self.game.info().hidden)
    }

    /// Returns the name of the player in a seat.
    pub fn name(&self, seat: Seat) -> String {
        let player = self.record.players.get(seat.index());
        player.map_or_else(|| format!("seat {seat}"), |player| player.name.clone())
    }

    /// Returns the available observers, the default first. Open hands are available once the match
    /// is over.
    pub fn observers(&self) -> Vec<Observer> {
        if !self.game.info().hidden {
            return vec![Observer::Public];
        }
        let open = self.record.end.is_some().then_some(Observer::Open);
        let seats = Seat::all(self.seats).map(Observer::Seat);
        open.into_iter().chain([Observer::Public]).chain(seats).collect()
    }
}

fn stops(moves: &[MadeMove]) -> Vec<Moment> {
    let mut stops = Vec::with_capacity(moves.len() + 1);
    let mut deal = 0;
    for (ply, mv) in (0..).zip(moves) {
        if mv.deal != deal {
            stops.push(Moment { ply, dealt: false });
            deal = mv.deal;
        }
        stops.push(Moment::at(ply));
    }
    stops.push(Moment::at(moves.len() as u32));
    stops
}

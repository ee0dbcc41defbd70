//! A record with the positions of a walk through it.

use crate::cli::timings::Timings;
use crate::core::{Observer, Record, Seat, SeatFault};
use crate::registry::{AnyGame, DrawnTable, MadeMove, Moment, RecordFault};

/// A record with the places where a walk through it stops.
pub(super) struct RecordWalk {
    pub game: &'static dyn AnyGame,
    /// The record, as far as it is good.
    pub record: Record,
    /// Fault of the rest.
    pub wrong: Option<RecordFault>,
    pub moves: Vec<MadeMove>,
    /// Where a walk stops: at every ply, and at the end of each hand before the next is dealt.
    pub stops: Vec<Moment>,
    pub seats: u8,
    /// Times of the bots, if known.
    pub timings: Option<Timings>,
}

impl RecordWalk {
    /// Walks a record as far as it is good.
    ///
    /// # Errors
    /// If it has no position at all.
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
            // What is said to have happened after it did not.
            end.faults.retain(|fault| (fault.ply as usize) < moves.len());
        }
        let stops = stops(&moves);
        let first = game.drawn(&record, Moment::at(0), Observer::Public)?;
        let seats = first.points.seats();
        let mut walk = RecordWalk { game, record, wrong, moves, stops, seats, timings: None };
        // A record may end with a deal on the table of which no move was made.
        let ply = walk.plies();
        let before = Moment { ply, dealt: false };
        let drawn = |moment| walk.drawn(moment, Observer::Public);
        if ply > 0 && drawn(before)? != drawn(Moment::at(ply))? {
            walk.stops.insert(walk.stops.len() - 1, before);
        }
        Ok(walk)
    }

    /// The table at a stop.
    pub fn drawn(&self, moment: Moment, observer: Observer) -> Result<DrawnTable, RecordFault> {
        self.game.drawn(&self.record, moment, observer)
    }

    /// Plies of the match.
    pub fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The plies with which hands begin; empty in games without deals.
    pub fn hands(&self) -> Vec<u32> {
        let first = (!self.record.deals.is_empty()).then_some(0);
        let later = self.stops.iter().filter(|stop| !stop.dealt).map(|stop| stop.ply);
        first.into_iter().chain(later).collect()
    }

    /// The faults at a ply, in order.
    pub fn faults_at(&self, ply: u32) -> impl Iterator<Item = &SeatFault> {
        self.record.faults().iter().filter(move |fault| fault.ply.min(self.plies()) == ply)
    }

    /// True if this observer may see what the bot of a seat drew and wrote.
    pub fn shows_notes_of(&self, seat: Seat, observer: Observer) -> bool {
        observer.sees_notes_of(seat, self.game.info().hidden)
    }

    /// The name of the player in a seat.
    pub fn name(&self, seat: Seat) -> String {
        let player = self.record.players.get(seat.index());
        player.map_or_else(|| format!("seat {seat}"), |player| player.name.clone())
    }

    /// Observers that may be shown, the usual one first. What was hidden is shown once it does no harm:
    /// of a finished match.
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

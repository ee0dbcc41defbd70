//! Matches from the archive: those that are over to be looked at, those that ran to go on.

use std::sync::Arc;

use super::archive::{Archive, Decided, StoredMatch, StoredMove};
use super::lobby::Lobby;
use super::paper::unfinished;
use super::plan::Scripts;
use super::play::Made;
use super::run::{Run, leave};
use super::table::{Founding, Table};
use crate::core::{By, Ply, SeatFault};
use crate::pool::Isolation;
use crate::registry::{Mind, game};
use crate::server::Status;

/// A stored match, at its table.
pub(super) struct Resumed {
    /// Its table.
    pub table: Arc<Table>,
    /// The moves of one that ran.
    moves: Arc<[StoredMove]>,
    /// The calls of one that ran that are not to be made again.
    crashes: Vec<SeatFault>,
}

impl Resumed {
    /// The table of a stored match.
    ///
    /// # Errors
    /// If it can no longer be played or shown, in words.
    pub fn new(
        stored: StoredMatch,
        archive: &Arc<Archive>,
        lobby: &Arc<Lobby>,
    ) -> Result<Resumed, String> {
        let StoredMatch { id, begun, plan, status, why, rematch, record, times, .. } = stored;
        let game = game(&plan.game).map_err(|error| error.to_string())?;
        let (archive, lobby) = (archive.clone(), lobby.clone());
        let table = Table::new(Founding { id, game, plan, begun, archive, lobby })
            .map_err(|fault| fault.error)?;
        let mut play = table.play();
        for (seat, sitter) in stored.sitters {
            play.company.put(seat, sitter);
        }
        for (visitor, seat) in stored.knows {
            play.company.learn(&visitor, super::seats::Seats::only(seat));
        }
        (play.status, play.why, play.rematch) = (status, why, rematch);
        if status != Status::Running {
            let end = record.as_ref().and_then(|record| record.end.as_ref());
            play.ranks = end.filter(|_| status == Status::Finished).map(|end| end.ranks);
        }
        drop(play);
        if status != Status::Running {
            table.close_book(record.map(Arc::new), times.into());
        }
        let (table, moves) = (Arc::new(table), stored.moves.into());
        Ok(Resumed { table, moves, crashes: stored.crashes })
    }

    /// The bot at each seat.
    ///
    /// # Errors
    /// If one is not to be had any more, in words.
    pub fn bots(&self, scripts: &Scripts) -> Result<Vec<Option<Mind>>, String> {
        self.table.plan.bots(self.table.game, scripts)
    }

    /// The match, to go on. Every decision that was stored is taken again as it was taken: people and
    /// chance by what is written, bots by asking them, for they are to remember what they did.
    pub fn run(self, bots: Vec<Option<Mind>>, place: &Arc<Isolation>) -> Run {
        let Resumed { table, moves, crashes } = self;
        Run { table, place: place.clone(), bots, past: moves, crashes }
    }

    /// Leaves the match as broken: it cannot go on. What was played of it is kept.
    pub fn give_up(&self, why: String) {
        let table = &self.table;
        let no_bots = vec![None; table.plan.places.len()];
        let run = Run {
            bots: no_bots,
            ..Run::new(table.clone(), Arc::new(Isolation::Thread), Vec::new())
        };
        let made: Vec<Made> = self.moves.iter().filter_map(|stored| self.made(stored)).collect();
        let record = unfinished(table.game, &run.setup(), &made, &[], false);
        let times = made.iter().map(|made| made.ms).collect();
        leave(table, Status::Broken, Some(why), record.ok(), times);
    }

    /// A stored move as it was made; what bots wrote then is not stored.
    fn made(&self, stored: &StoredMove) -> Option<Made> {
        let StoredMove { seat, decided, mv, ms } = stored;
        let is_for_bot = self.table.plan.places.get(seat.index())?.is_for_bot();
        let by = match decided {
            Decided::Bot if is_for_bot => By::Bot,
            Decided::Person if !is_for_bot => By::Human,
            Decided::Bot | Decided::Person => By::Takeover,
            Decided::Chance | Decided::Resigned => By::Substitute,
            Decided::Nobody => By::Forced,
        };
        Some(Made { seat: *seat, mv: mv.clone()?, how: Ply::unasked(by), ms: *ms })
    }
}

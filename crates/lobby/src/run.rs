//! The thread of a match: plays it from the beginning or resumes it, and stores its end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::archive::{DecidedBy, StoredMatch, StoredMove};
use super::error::ArchiveError;
use super::live::{EarlyEnd, Over, Phase};
use super::memory::MatchClaim;
use super::plan::Scripts;
use super::recorder::Recorder;
use super::retelling::StoredMoves;
use super::seat_control::SeatControl;
use super::table::{MatchTable, Stores};
use super::table_log::MatchRecord;
use crate::{MatchStatus, MatchSummary, words};
use juez_core::{
    By, End, Observer, Outcome, PerSeat, Ply, Reason, Record, Seat, SeatFault, SeatSet,
};
use juez_match::registry::{MatchSetup, Mind, Moment, Person, game};
use juez_pool::{Isolation, PoolError};

/// First delay before retrying to store an end.
const FIRST_RETRY: Duration = Duration::from_secs(1);
/// Maximum delay before such a retry.
const MAX_RETRY: Duration = Duration::from_secs(60);

struct PlayedMove {
    mv: String,
    how: Ply,
    /// Milliseconds taken by the decision.
    ms: Option<u64>,
}

pub(super) struct MatchRun {
    pub table: Arc<MatchTable>,
    /// The bot at each seat.
    bots: Vec<Option<Mind>>,
    /// Number of moves stored before the server was restarted.
    past: u32,
    /// Calls stored by then that must not be made again.
    crashes: Vec<SeatFault>,
}

impl MatchRun {
    /// Creates a match to be played from its beginning.
    pub fn new(table: Arc<MatchTable>, bots: Vec<Option<Mind>>) -> MatchRun {
        MatchRun { table, bots, past: 0, crashes: Vec::new() }
    }

    /// Creates a stored match at a new table; a running one can be resumed. Stored decisions of
    /// people and chance are taken again unchanged; bots are asked again, to restore their memory.
    ///
    /// # Errors
    /// A sentence, if it can no longer be played or shown.
    pub fn restore(stored: StoredMatch, stores: &Stores) -> Result<MatchRun, String> {
        let StoredMatch { id, begun, plan, status, why, rematch, record, times, .. } = stored;
        let game = game(&plan.game).map_err(|error| error.to_string())?;
        let table = MatchTable::new(id, game, plan, begun, stores).map_err(|fault| fault.error)?;
        let mut live = table.live();
        for (seat, occupant) in stored.occupants {
            live.seating.put(seat, occupant);
            let moves = StoredMoves::new(&table.archive, &table.id).map_while(Result::ok);
            let of_bot = |made: &StoredMove| made.seat == seat && made.decided == DecidedBy::Bot;
            let of_bots = moves.zip(1..).filter(|(made, _)| of_bot(made));
            live.seating.sits_since(seat, of_bots.last().map_or(0, |(_, ply)| ply));
        }
        for (visitor, seat) in stored.knows {
            live.seating.learn(&visitor, SeatSet::EMPTY.with(seat));
        }
        live.rematch = rematch;
        let is_over = status != MatchStatus::Running;
        if is_over {
            live.phase = Phase::Over(Over { status, why, ranks: ranks(status, record.as_ref()) });
        }
        drop(live);
        if is_over {
            // They are read from the archive when needed.
            drop((record, times));
            table.end_log(MatchRecord { kept: None, times: Arc::default() });
        }
        let (table, past) = (Arc::new(table), stored.moves);
        Ok(MatchRun { table, bots: Vec::new(), past, crashes: stored.crashes })
    }

    /// Waits until the match has its memory; returns false if it must end before.
    pub fn waits_for(&self, memory: &MatchClaim) -> bool {
        let table = &self.table;
        if !memory.is_waiting() {
            return true;
        }
        let woken = table.clone();
        memory.on_change(move || {
            // With the lock, a thread that has just checked in vain is waiting by now.
            drop(woken.live());
            woken.changed();
        });
        table.changed();
        let mut live = table.live();
        while !live.is_ending() && memory.is_waiting() {
            table.wait(&mut live, None);
        }
        let is_played = !live.is_ending();
        drop(live);
        memory.off_change();
        table.changed();
        is_played
    }

    /// Finds the bots of the plan.
    ///
    /// # Errors
    /// A sentence, if one is no longer available.
    pub fn find_bots(&mut self, scripts: &Scripts) -> Result<(), String> {
        self.bots = self.table.plan.bots(self.table.game, scripts, &*self.table.policy)?;
        Ok(())
    }

    /// Returns the match for the referee.
    pub fn setup(&self) -> MatchSetup {
        let (table, past) = (self.table.clone(), self.past);
        let person: Arc<dyn Person> = Arc::new(SeatControl { table, past });
        MatchSetup { known: self.crashes.clone(), ..self.table.plan.setup(&self.bots, &person) }
    }

    /// Plays the match on the current thread, which needs the stack for scripts. Returns the end if
    /// the archive rejected it.
    pub fn play(self, isolation: &Isolation) -> Option<MatchEnd> {
        let MatchRun { table, bots, past, crashes } = &self;
        let setup = self.setup();
        let mut recorder = Recorder::new(table.clone(), bots, *past, crashes.clone());
        // Without this, a table whose thread panicked would wait for ever.
        let played =
            catch_unwind(AssertUnwindSafe(|| isolation.show(table.game, &setup, &mut recorder)));
        let played = match played {
            Ok(played) => played.map_err(|error| self.why(&error)),
            Err(_) => Err(words::platform_failed()),
        };
        self.conclude(&setup, played)
    }

    /// Returns the reason of an error in the form shown to everyone.
    fn why(&self, error: &PoolError) -> String {
        let kept = match error {
            PoolError::Setup(error) => self.table.plan.private_bot(error, |_| true),
            _ => None,
        };
        kept.map_or_else(|| error.to_string(), words::does_not_load)
    }

    /// Ends a match before it has begun.
    pub fn leave(self) -> Option<MatchEnd> {
        self.conclude(&self.setup(), Err(words::is_over()))
    }

    /// Ends the match at its table; leaves one that will resume after a restart unchanged.
    fn conclude(&self, setup: &MatchSetup, played: Result<Record, String>) -> Option<MatchEnd> {
        let (phase, was_played, ply, faults) = {
            let live = self.table.live();
            (live.phase.clone(), live.was_played, live.ply, live.faults.clone())
        };
        let (ending, is_decided) = match phase {
            Phase::Ending { why, is_decided } => (Some(why), is_decided),
            phase => (None, matches!(phase, Phase::Decided)),
        };
        let made = self.made(ply);
        let unfinished = |is_stopped| self.unfinished(setup, &made, &faults, is_stopped).ok();
        let finished = |record: Record| {
            // A record has the notes of all moves or of none.
            let is_whole = made.len() == record.moves.len();
            let plies = made.iter().filter(|_| is_whole).map(|made| made.how.clone()).collect();
            (MatchStatus::Finished, None, Some(Record { plies, ..record }))
        };
        let (status, why, mut record) = match (played, ending) {
            (Ok(record), None) => finished(record),
            (Ok(record), _) if is_decided => finished(record),
            (_, Some(EarlyEnd::Closed)) => return None,
            (_, Some(EarlyEnd::Stopped)) => (MatchStatus::Stopped, None, unfinished(true)),
            (_, Some(EarlyEnd::Evicted(why))) => {
                (MatchStatus::Stopped, Some(why), unfinished(true))
            }
            (_, Some(EarlyEnd::Broken(why))) | (Err(why), None) => {
                (MatchStatus::Broken, Some(why), unfinished(false))
            }
        };
        let times = made.iter().map(|made| made.ms).collect();
        if let Some(record) = &mut record {
            record.branch.clone_from(&self.table.plan.branch);
        }
        if let Some(record) = record.as_ref().filter(|_| status == MatchStatus::Finished) {
            self.note_sound(record);
        }
        let mut end = MatchEnd::new(&self.table, status, why, record, times);
        end.is_listed = status != MatchStatus::Stopped || was_played;
        end.apply(&self.table)
    }

    /// Reports to the policy which versions have played a whole match without a fault.
    fn note_sound(&self, record: &Record) {
        let MatchTable { plan, policy, .. } = &*self.table;
        let failed = |seat: Seat| {
            record.end.as_ref().is_none_or(|end| end.faults.iter().any(|fault| fault.seat == seat))
        };
        for (seat, player) in self.table.seats().zip(&plan.players) {
            if let (Some(author), Some(version)) = (player.author, player.version)
                && !failed(seat)
                && !self.table.live().seating.was_used(seat)
            {
                policy.played_soundly(author, version);
            }
        }
    }

    /// Ends a stored match that cannot resume as broken; its moves are kept.
    pub fn give_up(&self, why: String) -> Option<MatchEnd> {
        let no_bots = vec![None; self.table.plan.players.len()];
        let setup = MatchRun::new(self.table.clone(), no_bots).setup();
        let made = self.made(self.past);
        let record = self.unfinished(&setup, &made, &[], false).ok();
        let times = made.iter().map(|made| made.ms).collect();
        MatchEnd::new(&self.table, MatchStatus::Broken, Some(why), record, times).apply(&self.table)
    }

    /// Returns the first `ply` stored moves; fewer if the archive cannot be read.
    fn made(&self, ply: u32) -> Vec<PlayedMove> {
        let stored = StoredMoves::new(&self.table.archive, &self.table.id).take(ply as usize);
        stored.map_while(|stored| self.played(stored.ok()?)).collect()
    }

    fn played(&self, stored: StoredMove) -> Option<PlayedMove> {
        let StoredMove { seat, decided, mv, ms, how } = stored;
        let is_bot = self.table.plan.players.get(seat.index())?.is_bot();
        let by = match decided {
            DecidedBy::Bot if is_bot => By::Bot,
            DecidedBy::Person if !is_bot => By::Human,
            DecidedBy::Bot | DecidedBy::Person => By::Takeover,
            DecidedBy::Chance | DecidedBy::Resigned => By::Substitute,
            DecidedBy::Unasked => By::Forced,
        };
        Some(PlayedMove { mv: mv?, how: how.unwrap_or_else(|| Ply::unasked(by)), ms })
    }

    /// Returns the record of a match that was left after some moves; one that was stopped on
    /// purpose has an end.
    ///
    /// # Errors
    /// A sentence, if the moves do not belong to such a match.
    fn unfinished(
        &self,
        setup: &MatchSetup,
        made: &[PlayedMove],
        faults: &[SeatFault],
        is_stopped: bool,
    ) -> Result<Record, String> {
        let moves: Vec<String> = made.iter().map(|made| made.mv.clone()).collect();
        let game = self.table.game;
        let mut record = game.left_after(setup, &moves).map_err(|error| error.to_string())?;
        record.plies = made.iter().map(|made| made.how.clone()).collect();
        if is_stopped {
            let drawn = game.drawn(&record, Moment::at(u32::MAX), Observer::Public);
            let points = drawn.map_err(|fault| fault.error)?.points;
            let ranks = PerSeat::from_fn(points.seats(), |_: Seat| 1);
            let outcome = Outcome { reason: Reason::Stopped, ranks, points };
            record.end = Some(End::new(outcome, faults.to_vec()));
        }
        Ok(record)
    }
}

/// Returns the ranks by seat, if a match was played to its end.
fn ranks(status: MatchStatus, record: Option<&Record>) -> Option<PerSeat<u8>> {
    let end = record?.end.as_ref()?;
    (status == MatchStatus::Finished).then_some(end.ranks)
}

/// The end of a match, to be stored.
pub(super) struct MatchEnd {
    summary: MatchSummary,
    /// The reason why it is broken, or was stopped by the server.
    why: Option<String>,
    record: Option<Arc<Record>>,
    /// Milliseconds per move.
    times: Arc<[Option<u64>]>,
    /// False for a match that is left out of the list.
    is_listed: bool,
}

impl MatchEnd {
    pub fn new(
        table: &MatchTable,
        status: MatchStatus,
        why: Option<String>,
        record: Option<Record>,
        times: Vec<Option<u64>>,
    ) -> MatchEnd {
        let ply = record.as_ref().map_or(0, |record| record.moves.len()) as u32;
        let ranks = ranks(status, record.as_ref());
        let (free, turn, waits, watching) = (0, None, false, 0);
        let summary =
            MatchSummary { status, ply, free, ranks, turn, waits, watching, ..table.summary() };
        let record = record.map(Arc::new);
        MatchEnd { summary, why, record, times: times.into(), is_listed: true }
    }

    /// Stores the end and shows it at the table. Returns itself if the archive rejected it: the
    /// match still runs there, and a later server plays it to the same end.
    pub fn apply(self, table: &MatchTable) -> Option<MatchEnd> {
        let stored = self.store(table);
        let kept = self.record.clone().filter(|_| stored.is_err());
        let times = if kept.is_some() { self.times.clone() } else { Arc::default() };
        let mut live = table.live();
        if self.is_listed && !live.cleared {
            table.list.ended(self.summary.clone());
        }
        // The record first: pages that see the end ask for it.
        table.end_log(MatchRecord { kept, times });
        let MatchSummary { status, ranks, .. } = self.summary;
        let not_stored = stored.as_ref().err().map(|error| words::not_stored(error.plain()));
        let why = self.why.clone().or(not_stored);
        live.phase = Phase::Over(Over { status, why, ranks });
        live.decision = None;
        drop(live);
        table.changed();
        stored.is_err().then_some(self)
    }

    fn store(&self, table: &MatchTable) -> Result<(), ArchiveError> {
        let MatchEnd { summary, why, record, times, is_listed } = self;
        let (why, record) = (why.as_deref(), record.as_deref());
        let most = table.policy.most_stored_bytes();
        table.archive.finish(summary, why, record, times, *is_listed, most)
    }

    /// Retries with growing delays until the archive accepts the end or the lobby closes.
    pub fn store_later(self, table: &MatchTable) {
        let mut pause = FIRST_RETRY;
        loop {
            let mut live = table.live();
            let deadline = Instant::now() + pause;
            while !live.closing && table.wait(&mut live, Some(deadline)) {}
            let is_last = live.closing;
            drop(live);
            if self.store(table).is_ok() {
                table.stored();
                if let Phase::Over(over) = &mut table.live().phase {
                    over.why = self.why;
                }
                return table.changed();
            }
            if is_last {
                return;
            }
            pause = MAX_RETRY.min(pause * 2);
        }
    }
}

#[cfg(test)]
mod tests;

//! The events of a running tournament.

use serde::Serialize;

use crate::core::SeatFault;

/// Something that happened, in the order of the schedule; also the lines of `--json-events`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The tournament begins or goes on.
    Started {
        /// Its name.
        name: String,
        /// The game's id.
        game: String,
        /// Matches that are scheduled so far; later rounds add theirs.
        scheduled: u32,
        /// The number of these that were played before.
        stored: u32,
        /// Matches played at once.
        concurrency: u32,
        /// [`Seed::commitment`](crate::core::Seed::commitment) of its seed.
        seed_hash: String,
    },
    /// A round begins.
    RoundStarted {
        /// Its number, from 0.
        round: u32,
        /// Its name.
        title: String,
        /// Its tables.
        pairings: u32,
        /// Its matches.
        matches: u32,
        /// Entrants that do not play.
        byes: Vec<String>,
    },
    /// The number of matches was settled from how long matches take, or another part of it.
    Sized {
        /// Rounds of the plan now.
        rounds: u32,
        /// Deals of a pairing in the rounds to come.
        deals: u32,
        /// In a sample, the matches of each entrant.
        matches_each: Option<u32>,
        /// All matches there will be.
        matches: u32,
        /// True if that is all; else more follows when these have been played. In Swiss and
        /// knockout the rounds to come are settled after each.
        settled: bool,
    },
    /// A match is over; with its record in the store.
    MatchFinished {
        /// Its place in the schedule, from 0.
        number: u32,
        /// Its round.
        round: u32,
        /// The entrant of each seat.
        players: Vec<String>,
        /// The rank of each seat.
        ranks: Vec<u8>,
        /// The points of each seat.
        points: Vec<i32>,
        /// Why it ended.
        reason: String,
        /// Faults of bots in it, as in its record.
        faults: Vec<SeatFault>,
        /// True if it was in the store already.
        stored: bool,
    },
    /// A match could not be played for no fault of a bot, and is tried again.
    MatchRetried {
        /// Its place in the schedule.
        number: u32,
        /// Which try failed, from 1.
        attempt: u32,
        /// Why.
        error: String,
    },
    /// A match could not be played at all.
    MatchFailed {
        /// Its place in the schedule.
        number: u32,
        /// Why.
        error: String,
    },
    /// The rate of each worker, from time to time, where workers on other machines play the matches.
    Workers {
        /// The workers that were heard of lately, by name.
        workers: Vec<WorkerRate>,
    },
    /// Something that a person should know about other machines.
    Notice {
        /// In words.
        text: String,
    },
    /// A worker reported a match that cannot have been played so: all that it played is removed and
    /// played again by others.
    WorkerRefused {
        /// The worker.
        worker: String,
        /// Its matches that were removed.
        matches: u32,
        /// The reason.
        why: String,
    },
    /// A bot takes no further part.
    Benched {
        /// Its name.
        entrant: String,
        /// The match after which, by its place in the schedule.
        after: u32,
        /// Its faults in a row.
        faults: u32,
    },
    /// A round is over.
    RoundFinished {
        /// Its number, from 0.
        round: u32,
        /// The best so far.
        leaders: Vec<Leader>,
    },
    /// Stopped before the end; `--resume` goes on.
    Interrupted {
        /// Matches that are in the store.
        played: u32,
        /// Scheduled matches that are not.
        left: u32,
    },
    /// The end.
    Finished {
        /// Matches that are in the store.
        played: u32,
        /// Matches that could not be played.
        failed: u32,
    },
}

/// A worker on another machine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkerRate {
    /// Its name.
    pub worker: String,
    /// Matches that it plays at once; 0 if it has not said so.
    pub concurrency: u32,
    /// Matches of it that counted in this run.
    pub matches: u32,
    /// Matches a second, lately.
    pub per_second: f64,
}

/// An entrant near the top.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Leader {
    /// Its name.
    pub name: String,
    /// Mean score so far, 0 to 1.
    pub score: f64,
    /// Matches so far.
    pub matches: u32,
}

/// A follower of a tournament.
pub trait Reporter {
    /// Hears of an event. `leaders` are the best so far.
    fn event(&mut self, event: &Event, leaders: &dyn Fn() -> Vec<Leader>);
}

impl Reporter for () {
    fn event(&mut self, _: &Event, _: &dyn Fn() -> Vec<Leader>) {}
}

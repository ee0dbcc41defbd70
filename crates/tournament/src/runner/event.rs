//! The events of a running tournament.

use serde::Serialize;

use juez_core::SeatFault;

/// An event, in schedule order; also a line of `--json-events`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The tournament starts or resumes.
    Started {
        /// Its name.
        name: String,
        /// The game's id.
        game: String,
        /// Number of matches scheduled so far; later rounds add theirs.
        scheduled: u32,
        /// Number of these played in earlier runs.
        stored: u32,
        /// Number of matches played at once.
        concurrency: u32,
        /// [`Seed::commitment`](juez_core::Seed::commitment) of its seed.
        seed_hash: String,
    },
    /// A round starts.
    RoundStarted {
        /// Its number, from 0.
        round: u32,
        /// Its name.
        title: String,
        /// Number of tables.
        pairings: u32,
        /// Number of matches.
        matches: u32,
        /// Names of entrants that do not play.
        byes: Vec<String>,
    },
    /// The number of matches, or of another part of them, was derived from how long matches take.
    Sized {
        /// Rounds of the plan by now.
        rounds: u32,
        /// Deals per pairing in later rounds.
        deals: u32,
        /// Matches per entrant in a sample.
        matches_each: Option<u32>,
        /// Total number of matches.
        matches: u32,
        /// True if the total is final; else more can follow when these have been played. In Swiss
        /// and knockout, later rounds are settled after each round.
        settled: bool,
    },
    /// A match is over and stored with its record.
    MatchFinished {
        /// Its position in the schedule, from 0.
        number: u32,
        /// Its round.
        round: u32,
        /// The entrant of each seat.
        players: Vec<String>,
        /// The rank of each seat.
        ranks: Vec<u8>,
        /// The points of each seat.
        points: Vec<i32>,
        /// The reason for its end.
        reason: String,
        /// Faults of bots in it, as in its record.
        faults: Vec<SeatFault>,
        /// True if it was stored in an earlier run.
        stored: bool,
    },
    /// A match could not be played, without a fault of a bot, and is tried again.
    MatchRetried {
        /// Its position in the schedule.
        number: u32,
        /// The failed try, from 1.
        attempt: u32,
        /// The error.
        error: String,
    },
    /// A match could not be played in any try.
    MatchFailed {
        /// Its position in the schedule.
        number: u32,
        /// The error.
        error: String,
    },
    /// The rates of workers on other machines, from time to time.
    Workers {
        /// The workers heard of recently, by name.
        workers: Vec<WorkerRate>,
    },
    /// A notice to the user about other machines.
    Notice {
        /// The notice, in words.
        text: String,
    },
    /// A worker reported a match that cannot have been played like this. All its matches are
    /// removed and played again by others.
    WorkerRefused {
        /// The worker.
        worker: String,
        /// Number of its matches removed.
        matches: u32,
        /// The reason.
        why: String,
    },
    /// A bot is benched.
    Benched {
        /// Its name.
        entrant: String,
        /// The last match before that, by its position in the schedule.
        after: u32,
        /// Number of its faults in a row.
        faults: u32,
    },
    /// A round is over.
    RoundFinished {
        /// Its number, from 0.
        round: u32,
        /// The leaders so far.
        leaders: Vec<Leader>,
    },
    /// The run stopped before the end; `--resume` continues it.
    Interrupted {
        /// Number of stored matches.
        played: u32,
        /// Number of scheduled matches not played.
        left: u32,
    },
    /// The tournament is over.
    Finished {
        /// Number of stored matches.
        played: u32,
        /// Number of matches that could not be played.
        failed: u32,
    },
}

/// A worker on another machine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkerRate {
    /// Its name.
    pub worker: String,
    /// Number of matches it plays at once; 0 if unknown.
    pub concurrency: u32,
    /// Number of its accepted matches in this run.
    pub matches: u32,
    /// Recent matches per second.
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

/// An observer of a tournament.
pub trait Reporter {
    /// Receives an event. `leaders` returns the leaders so far.
    fn event(&mut self, event: &Event, leaders: &dyn Fn() -> Vec<Leader>);
}

impl Reporter for () {
    fn event(&mut self, _: &Event, _: &dyn Fn() -> Vec<Leader>) {}
}

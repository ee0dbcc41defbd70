//! Threads of this process that play jobs.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use super::due::DueJobs;
use super::venue::{Attempt, Report, Venue};
use crate::job::{Fingerprint, Spent, Summary};
use crate::store::Packed;
use juez_core::{By, PerSeat, Record, Seat};
use juez_match::registry::{AnyGame, MatchSetup, RecordFault};
use juez_pool::{Isolation, Timed};
use juez_script::STACK;

/// Maximum tries of a job that fails without a fault of a bot.
pub const TRIES: u32 = 3;
/// Pause after the first failed try; twice as long after the second.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// Threads of this process; `isolation` determines where bots run.
pub struct Threads<'a> {
    /// Determines where scripts run.
    pub isolation: &'a Isolation,
    /// Number of matches at once, 1 or more.
    pub concurrency: u32,
    /// Stops matches in progress once it is set: they are due again in the next run.
    pub halt: Arc<AtomicBool>,
}

impl Venue for Threads<'_> {
    fn start<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        jobs: &'s DueJobs<'s>,
        reports: SyncSender<Report>,
    ) -> io::Result<()> {
        for _ in 0..self.concurrency.max(1) {
            let reports = reports.clone();
            let thread = thread::Builder::new().name("matches".into()).stack_size(STACK);
            thread.spawn_scoped(scope, move || self.work(jobs, &reports))?;
        }
        Ok(())
    }
}

impl Threads<'_> {
    /// Plays jobs until none is left, the receiver of `reports` is gone or a match was stopped.
    fn work(&self, jobs: &DueJobs<'_>, reports: &SyncSender<Report>) {
        while let Some(due) = jobs.next() {
            let setup = jobs.setup(due);
            for number in 1..=TRIES {
                let played = play_until(jobs.game(), &setup, self.isolation, &self.halt);
                if self.halt.load(Ordering::Relaxed) {
                    return;
                }
                let is_over = played.is_ok() || number == TRIES;
                let attempt = Attempt { at: due.at, number, played, worker: None, stored: None };
                if reports.send(Report::Attempt(attempt)).is_err() {
                    return;
                }
                if is_over {
                    break;
                }
                thread::sleep(RETRY_PAUSE * number);
            }
        }
    }
}

/// Plays a match as in a tournament; returns its summary and record.
///
/// # Errors
/// Returns the reason if the match could not be played.
pub fn play_match(
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    isolation: &Isolation,
) -> Result<(Box<Summary>, Packed), String> {
    play_until(game, setup, isolation, &AtomicBool::new(false))
}

fn play_until(
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    isolation: &Isolation,
    halt: &AtomicBool,
) -> Result<(Box<Summary>, Packed), String> {
    let since = Instant::now();
    // A panic in juez is a failure of this match, not a fault of a bot.
    let play = AssertUnwindSafe(|| isolation.play_timed_until(game, setup, halt));
    let timed = catch_unwind(play).map_err(|_| "juez itself failed in this match".to_string())?;
    let timed = timed.map_err(|error| error.to_string())?;
    let wall = since.elapsed();
    Ok((Box::new(summarise(game, &timed, wall)?), Packed::of(&timed.record)))
}

/// Plays a match as in a tournament, to measure its duration; returns its summary.
///
/// # Errors
/// Returns the reason if the match could not be played.
pub fn rehearse(
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    isolation: &Isolation,
) -> Result<Summary, String> {
    play_match(game, setup, isolation).map(|(summary, _)| *summary)
}

/// Summarizes a match that took `wall` time.
///
/// # Errors
/// Returns the reason if the record is incomplete.
pub fn summarise(game: &dyn AnyGame, timed: &Timed, wall: Duration) -> Result<Summary, String> {
    let Timed { record, took, movers } = timed;
    let end = record.end.as_ref().ok_or("its record has no end")?;
    let wrong =
        |fault: RecordFault| format!("its record is wrong at ply {}: {}", fault.ply, fault.error);
    let mut spent = spent(record, movers, end.ranks.seats());
    for (seat, took) in Seat::all(end.ranks.seats()).zip(took) {
        spent[seat].time_us = took.as_micros() as u64;
    }
    Ok(Summary {
        reason: end.reason,
        ranks: end.ranks,
        points: end.points,
        faults: end.faults.clone(),
        plies: record.moves.len() as u32,
        spent,
        wall_us: wall.as_micros() as u64,
        fingerprint: Some(Fingerprint::of(record)),
        hands: game.hands(record).map_err(wrong)?.map(Box::new),
    })
}

/// Returns the cost of the decisions of each seat, without times.
fn spent(record: &Record, movers: &[Seat], seats: u8) -> PerSeat<Spent> {
    let mut spent = PerSeat::from_fn(seats, |_| Spent::default());
    for (&seat, ply) in movers.iter().zip(&record.plies).filter(|(_, ply)| ply.by == By::Bot) {
        let seat = &mut spent[seat];
        let fuel = ply.fuel.unwrap_or(0);
        seat.decisions += 1;
        seat.fuel += fuel;
        seat.worst_fuel = seat.worst_fuel.max(fuel);
    }
    spent
}

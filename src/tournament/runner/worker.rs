//! The queue of jobs that are still to be played, and the threads that play them.

use parking_lot::Mutex;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use super::setups::Setups;
use crate::core::{By, PerSeat, Record, Seat};
use crate::pool::{Isolation, Timed};
use crate::registry::{AnyGame, MatchSetup, RecordFault};
use crate::tournament::job::{Fingerprint, Job, Spent, Summary};
use crate::tournament::store::Packed;

/// Tries of a job that fails for no fault of a bot.
pub const TRIES: u32 = 3;
/// Pause after the first failed try; the one after the second is twice as long.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// One try to play a job.
pub struct Attempt {
    /// Index of the job in its stage.
    pub at: usize,
    /// Number of the try, from 1 to [`TRIES`].
    pub number: u32,
    /// The match and its record, or why it could not be played.
    pub played: Result<(Box<Summary>, Packed), String>,
}

/// The jobs of a stage that are still to be played, in the order of the schedule.
pub struct Queue<'a> {
    /// Jobs with their index in the stage.
    jobs: Vec<(usize, Job)>,
    state: Mutex<QueueState>,
    stop: &'a AtomicBool,
}

#[derive(Default)]
struct QueueState {
    next: usize,
    benched: BTreeSet<u32>,
    closed: bool,
}

impl<'a> Queue<'a> {
    /// A queue of jobs, each with its index in the stage. None is begun once `stop` is set.
    pub fn new(jobs: Vec<(usize, Job)>, stop: &'a AtomicBool) -> Queue<'a> {
        Queue { jobs, state: Mutex::default(), stop }
    }

    /// No further match of this entrant is begun.
    pub fn bench(&self, entrant: u32) {
        self.state.lock().benched.insert(entrant);
    }

    /// No further match is begun.
    pub fn close(&self) {
        self.state.lock().closed = true;
    }

    fn next(&self) -> Option<&(usize, Job)> {
        let mut state = self.state.lock();
        while !state.closed && !self.stop.load(Ordering::Relaxed) {
            let next = self.jobs.get(state.next)?;
            state.next += 1;
            if !next.1.order.iter().any(|entrant| state.benched.contains(entrant)) {
                return Some(next);
            }
        }
        None
    }
}

/// Plays jobs of `queue` until none is left or the receiver of `results` is gone.
pub fn work(
    queue: &Queue<'_>,
    setups: &Setups<'_>,
    isolation: &Isolation,
    results: &SyncSender<Attempt>,
) {
    while let Some((at, job)) = queue.next() {
        let setup = setups.setup(job);
        for number in 1..=TRIES {
            let played = play(setups.tournament.game, &setup, isolation);
            let is_over = played.is_ok() || number == TRIES;
            if results.send(Attempt { at: *at, number, played }).is_err() {
                return;
            }
            if is_over {
                break;
            }
            thread::sleep(RETRY_PAUSE * number);
        }
    }
}

fn play(
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    isolation: &Isolation,
) -> Result<(Box<Summary>, Packed), String> {
    let since = Instant::now();
    let timed = isolation.play_timed(game, setup).map_err(|error| error.to_string())?;
    let wall = since.elapsed();
    Ok((Box::new(summarise(game, &timed, wall)?), Packed::of(&timed.record)))
}

/// Plays a match as a tournament does, to measure its duration: the summary of what would be
/// stored.
///
/// # Errors
/// If it could not be played, in words.
pub fn rehearse(
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    isolation: &Isolation,
) -> Result<Summary, String> {
    play(game, setup, isolation).map(|(summary, _)| *summary)
}

fn summarise(game: &dyn AnyGame, timed: &Timed, wall: Duration) -> Result<Summary, String> {
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

/// Cost of the decisions of each seat, without times.
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

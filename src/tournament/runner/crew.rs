//! Threads that play matches, each the next one of the schedule that is still to be played.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::super::{Fingerprint, Fixture, Packed, Spent, Summary};
use super::jobs::StageJobs;
use crate::core::{By, PerSeat, Record, Seat};
use crate::pool::{Isolation, Timed};
use crate::registry::{AnyGame, MatchSetup, RecordFault};

/// Tries of a match that fails for no fault of a bot.
pub const TRIES: u32 = 3;
/// What lies between two tries at least; the next one waits twice as long.
const PAUSE: Duration = Duration::from_millis(100);

/// What a member of the crew tells.
pub enum Word {
    /// A match was played.
    Played {
        /// Its place in the course.
        at: usize,
        /// What is known of it.
        summary: Box<Summary>,
        /// Its record.
        record: Packed,
    },
    /// A match could not be played and is tried again.
    Retried {
        /// Its place in the course.
        at: usize,
        /// Which try failed, from 1.
        attempt: u32,
        /// Why.
        error: String,
    },
    /// A match could not be played.
    Failed {
        /// Its place in the course.
        at: usize,
        /// Why.
        error: String,
    },
}

/// The matches of a course that are still to be played.
pub struct Queue<'a> {
    fixtures: &'a [Fixture],
    /// Those to play, by their place in the course.
    todo: Vec<usize>,
    place: Mutex<Place>,
    stop: &'a AtomicBool,
}

/// How far a queue has come.
#[derive(Default)]
struct Place {
    next: usize,
    benched: BTreeSet<u32>,
    closed: bool,
}

impl<'a> Queue<'a> {
    /// The matches `todo` of a course, ascending. None is begun once `stop` is set.
    pub fn new(fixtures: &'a [Fixture], todo: Vec<usize>, stop: &'a AtomicBool) -> Queue<'a> {
        Queue { fixtures, todo, place: Mutex::default(), stop }
    }

    /// No further match of this entrant is begun.
    pub fn bench(&self, entrant: u32) {
        self.place.lock().unwrap_or_else(PoisonError::into_inner).benched.insert(entrant);
    }

    /// No further match is begun.
    pub fn close(&self) {
        self.place.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
    }

    fn next(&self) -> Option<usize> {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        while !place.closed && !self.stop.load(Ordering::Relaxed) {
            let at = *self.todo.get(place.next)?;
            place.next += 1;
            let order = &self.fixtures[at].order;
            if !order.iter().any(|entrant| place.benched.contains(entrant)) {
                return Some(at);
            }
        }
        None
    }
}

/// Plays matches of `queue` until there is none left.
pub fn work(queue: &Queue<'_>, jobs: &StageJobs<'_>, place: &Isolation, tell: &Sender<Word>) {
    while let Some(at) = queue.next() {
        let word = play(at, &queue.fixtures[at], jobs, place, tell);
        if tell.send(word).is_err() {
            // What is played is not stored any more.
            return;
        }
    }
}

fn play(
    at: usize,
    fixture: &Fixture,
    jobs: &StageJobs<'_>,
    place: &Isolation,
    tell: &Sender<Word>,
) -> Word {
    let setup = jobs.setup(fixture);
    let mut attempt = 1;
    loop {
        match once(jobs.game(), &setup, place) {
            Ok((summary, record)) => {
                return Word::Played { at, summary: Box::new(summary), record };
            }
            Err(error) if attempt == TRIES => return Word::Failed { at, error },
            Err(error) => {
                let _ = tell.send(Word::Retried { at, attempt, error });
                thread::sleep(PAUSE * attempt);
                attempt += 1;
            }
        }
    }
}

/// Plays a match, and makes what is stored of it.
fn once(
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    place: &Isolation,
) -> Result<(Summary, Packed), String> {
    let since = Instant::now();
    let timed = place.play_timed(game, setup).map_err(|error| error.to_string())?;
    let wall = since.elapsed();
    Ok((summarise(game, &timed, wall)?, Packed::of(&timed.record)))
}

/// Plays a match as a tournament does, to see how long that takes: the summary of what would be
/// stored.
///
/// # Errors
/// If it could not be played, in words.
pub fn rehearse(
    game: &'static dyn AnyGame,
    setup: &MatchSetup,
    place: &Isolation,
) -> Result<Summary, String> {
    once(game, setup, place).map(|(summary, _)| summary)
}

/// What is kept of a match beside its record.
///
/// # Errors
/// If the record cannot be replayed, in words.
fn summarise(game: &dyn AnyGame, timed: &Timed, wall: Duration) -> Result<Summary, String> {
    let Timed { record, took } = timed;
    let end = record.end.as_ref().ok_or("its record has no end")?;
    let mut spent = spent(game, record, end.ranks.seats())?;
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

fn wrong(fault: RecordFault) -> String {
    format!("its record is wrong at ply {}: {}", fault.ply, fault.error)
}

/// What each seat spent on its decisions.
fn spent(game: &dyn AnyGame, record: &Record, seats: u8) -> Result<PerSeat<Spent>, String> {
    let moves = game.moves(record).map_err(wrong)?;
    let mut spent = PerSeat::from_fn(seats, |_| Spent::default());
    for (made, ply) in moves.iter().zip(&record.plies).filter(|(_, ply)| ply.by == By::Bot) {
        let seat = &mut spent[made.seat];
        let fuel = ply.fuel.unwrap_or(0);
        seat.decisions += 1;
        seat.fuel += fuel;
        seat.worst_fuel = seat.worst_fuel.max(fuel);
    }
    Ok(spent)
}

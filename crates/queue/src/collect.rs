//! Checks, samples and replays results, on threads.

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::board::{Board, Done, Recheck};
use super::check::{Unusable, check, read};
use super::wire::{self, NotPlayed, SentMatch};
use super::workers::Workers;
use juez_core::{clip, plain};
use juez_match::registry::MatchSetup;
use juez_tournament::{Attempt, Due, JobKey, Packed, Report, TRIES};

/// Number of returns after which a job is played here.
const MAX_RETURNS: u32 = 4;
/// Maximum characters of a worker's message.
const MAX_WORDS: usize = 500;
/// Maximum number of workers' reasons shown.
const MAX_SAID: usize = 1000;
/// Longest wait for results before a thread replays a match.
const LOOK: Duration = Duration::from_millis(50);

/// A message of results.
pub struct Incoming {
    pub worker: Arc<str>,
    pub news: News,
    /// Acknowledges it. If dropped, the server sends the message again.
    pub stored: Box<dyn FnOnce() + Send>,
}

/// A worker's report on jobs.
pub enum News {
    Results(Vec<wire::Result>),
    /// A batch returned unplayed.
    Returned {
        /// Its sequence in the stream of jobs.
        sequence: u64,
        /// Its name, if the worker could read it.
        batch: String,
        why: String,
        /// True if a source is missing on the server.
        lacks_source: bool,
    },
}

/// Why a worker is distrusted.
struct Lie {
    worker: Arc<str>,
    why: String,
}

/// Processes messages until the channel closes.
pub fn collect(workers: &Workers<'_>, board: &Board<'_>, messages: &Mutex<Receiver<Incoming>>) {
    loop {
        let message = messages.lock().recv_timeout(LOOK);
        match message {
            Ok(message) => {
                let lie = take(workers, board, message);
                board.state.lock().checking -= 1;
                lie.into_iter().for_each(|lie| distrust(workers, board, lie));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if !board.has_ended() {
            recheck_one(workers, board);
        }
    }
}

fn take(workers: &Workers<'_>, board: &Board<'_>, message: Incoming) -> Option<Lie> {
    let Incoming { worker, news, stored } = message;
    let results = match news {
        News::Results(results) => results,
        News::Returned { sequence, batch, why, lacks_source } => {
            board.state.lock().sources_lost |= lacks_source;
            report(board, given_back(workers, board, &worker, (sequence, &batch, &why)), stored);
            return None;
        }
    };
    if workers.fleet.lock().is_refused(&worker) {
        let mut state = board.state.lock();
        for result in &results {
            state.send_again(&JobKey(result.key));
        }
        drop(state);
        stored();
        return None;
    }
    let mut attempts = Vec::new();
    for wire::Result { key, played } in results {
        let key = JobKey(key);
        let due = board.state.lock().waiting.get(&key).map(|waiting| waiting.dues[0]);
        let taken = match (due, played) {
            (Some(due), Ok(sent)) => match new(workers, board, &worker, due, &sent) {
                Err(Unusable::Languages(other)) => {
                    let why = NotPlayed::Failed(other.to_string());
                    Ok(not_played(workers, board, &worker, due, why))
                }
                Err(Unusable::Lie(why)) => Err(why),
                Ok(attempts) => Ok(attempts),
            },
            (Some(due), Err(why)) => Ok(not_played(workers, board, &worker, due, why)),
            (None, Ok(sent)) => again(board, &worker, &key, &sent).map(|()| Vec::new()),
            (None, Err(_)) => Ok(Vec::new()),
        };
        match taken {
            Ok(more) => attempts.extend(more),
            Err(why) => return Some(Lie { worker, why }),
        }
    }
    report(board, attempts, stored);
    None
}

/// Reports attempts; the last one acknowledges the message.
fn report(board: &Board<'_>, mut attempts: Vec<Attempt>, stored: Box<dyn FnOnce() + Send>) {
    let Some(last) = attempts.last_mut() else { return stored() };
    last.stored = Some(stored);
    attempts.into_iter().for_each(|attempt| board.report(Report::Attempt(attempt)));
}

/// Sends the jobs of a returned batch again without counting a try. Jobs returned [`MAX_RETURNS`]
/// times are played here; returns their attempts.
fn given_back(
    workers: &Workers<'_>,
    board: &Board<'_>,
    worker: &str,
    (sequence, batch, why): (u64, &str, &str),
) -> Vec<Attempt> {
    let mut state = board.state.lock();
    let mut often = Vec::new();
    let keys = state.jobs_of(sequence, batch);
    for key in &keys {
        let Some(waiting) = state.waiting.get_mut(key) else { continue };
        waiting.returns += 1;
        if waiting.returns < MAX_RETURNS {
            state.send_again(key);
        } else {
            often.push(waiting.dues[0]);
        }
    }
    let text = format!("worker {worker} returned a batch: {}", reason_of(why));
    let is_new = !keys.is_empty() && state.said.len() < MAX_SAID && state.said.insert(text.clone());
    drop(state);
    if is_new {
        workers.notice(board, &text);
    }
    often.into_iter().flat_map(|due| played_here(workers, board, due)).collect()
}

/// Prepares a worker's message for display.
fn reason_of(why: &str) -> String {
    plain(&clip(why, MAX_WORDS))
}

/// Records the result of a waiting job and returns its attempts.
///
/// # Errors
/// Returns the reason if the result is not usable.
fn new(
    workers: &Workers<'_>,
    board: &Board<'_>,
    worker: &Arc<str>,
    due: Due,
    sent: &SentMatch,
) -> Result<Vec<Attempt>, Unusable> {
    let (game, setup) = (board.jobs.game(), board.jobs.setup(due));
    let (summary, record) = check(game, &setup, sent)?;
    let seconds = sent.wall_us as f64 / 1e6;
    let is_sampled = workers.is_sampled();
    let hash = record.hash();
    let waiting = {
        let mut state = board.state.lock();
        let Some(waiting) = state.take(&due.key) else {
            drop(state);
            return Ok(again(board, worker, &due.key, sent).map(|()| Vec::new())?);
        };
        state.measure(seconds);
        state.done.insert(due.key, Done { due, hash, worker: worker.clone() });
        if is_sampled {
            let reported = vec![(worker.clone(), hash)];
            state.rechecks.push_back(Recheck { due, reported });
        }
        waiting
    };
    workers.fleet.lock().count(worker);
    let number = waiting.tries + 1;
    let attempt = |due: &Due| Attempt {
        at: due.at,
        number,
        played: Ok((summary.clone(), record.clone())),
        worker: Some(worker.to_string()),
        stored: None,
    };
    Ok(waiting.dues.iter().map(attempt).collect())
}

/// Records a failed try and returns its attempts. The last try is played here, so that no worker
/// alone decides that a match cannot be played.
fn not_played(
    workers: &Workers<'_>,
    board: &Board<'_>,
    worker: &Arc<str>,
    due: Due,
    why: NotPlayed,
) -> Vec<Attempt> {
    let why = match why {
        NotPlayed::Failed(why) => format!("{worker}: {}", reason_of(&why)),
        NotPlayed::Poison(times) => {
            format!("{worker} reports that {times} workers took it and none returned it")
        }
    };
    let mut state = board.state.lock();
    let Some(waiting) = state.waiting.get_mut(&due.key) else { return Vec::new() };
    let number = waiting.tries + 1;
    // The last try is already running here, and its result decides.
    if number >= TRIES {
        return Vec::new();
    }
    waiting.tries = number;
    let failed = |due: &Due| Attempt {
        at: due.at,
        number,
        played: Err(why.clone()),
        worker: None,
        stored: None,
    };
    let mut attempts: Vec<Attempt> = waiting.dues.iter().map(failed).collect();
    if number + 1 < TRIES {
        state.send_again(&due.key);
        return attempts;
    }
    drop(state);
    attempts.extend(played_here(workers, board, due));
    attempts
}

/// Plays the last try here.
fn played_here(workers: &Workers<'_>, board: &Board<'_>, due: Due) -> Vec<Attempt> {
    let setup = board.jobs.setup(due);
    let played = workers.play(board.jobs.game(), &setup);
    let Some(waiting) = board.state.lock().take(&due.key) else { return Vec::new() };
    let attempt = |due: &Due| Attempt {
        at: due.at,
        number: TRIES,
        played: played.clone(),
        worker: None,
        stored: None,
    };
    waiting.dues.iter().map(attempt).collect()
}

/// Handles a second result of a job: queues a replay here if it differs from the first.
fn again(
    board: &Board<'_>,
    worker: &Arc<str>,
    key: &JobKey,
    sent: &SentMatch,
) -> Result<(), String> {
    let mut state = board.state.lock();
    // Results of an earlier stage are stored or were removed.
    let Some(done) = state.done.get(key) else { return Ok(()) };
    let hash = Packed::of(&read(&sent.record)?).hash();
    if hash != done.hash {
        let reported = vec![(done.worker.clone(), done.hash), (worker.clone(), hash)];
        let due = done.due;
        state.rechecks.push_back(Recheck { due, reported });
    }
    Ok(())
}

fn recheck_one(workers: &Workers<'_>, board: &Board<'_>) {
    let recheck = {
        let mut state = board.state.lock();
        let Some(recheck) = state.rechecks.pop_front() else { return };
        state.rechecking += 1;
        recheck
    };
    let lie = recheck_match(workers, board, &recheck);
    board.state.lock().rechecking -= 1;
    lie.into_iter().for_each(|lie| distrust(workers, board, lie));
}

fn recheck_match(workers: &Workers<'_>, board: &Board<'_>, recheck: &Recheck) -> Option<Lie> {
    let setup: MatchSetup = board.jobs.setup(recheck.due);
    let key = recheck.due.key;
    let play = || workers.play(board.jobs.game(), &setup).map(|(_, record)| record.hash());
    let here = match play() {
        Ok(hash) => hash,
        Err(why) => {
            let text = format!("match {key} could not be played again here: {why}");
            workers.notice(board, &text);
            return None;
        }
    };
    let (worker, _) = recheck.reported.iter().find(|(_, hash)| *hash != here)?;
    // Checks for chance before it blames the worker.
    match play() {
        Ok(second) if second == here => {}
        Ok(_) => {
            board.report(Report::Failed(format!(
                "match {key} comes out differently each time it is played here: it is not deterministic"
            )));
            board.end();
            return None;
        }
        Err(_) => return None,
    }
    let why = format!("match {key} came out differently when it was played again here");
    Some(Lie { worker: worker.clone(), why })
}

/// Rejects all results of a worker from now on and ends the stage.
fn distrust(workers: &Workers<'_>, board: &Board<'_>, lie: Lie) {
    if workers.fleet.lock().refuse(&lie.worker) {
        let (worker, why) = (lie.worker.to_string(), lie.why);
        board.report(Report::Distrust { worker, why });
        board.end();
    }
}

//! A series of matches: each seed is played once per rotation of the players over the seats.

use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use super::format::Openings;
use super::opening::{OpeningError, opening};
use super::shape::{Shape, seating};
use juez_core::{Reason, Record, Seat, Seed, Stream, Team};
use juez_match::registry::{AnyGame, MatchSetup, Onlooker, PlayerSpec, SetupError};
use juez_pool::{Isolation, PoolError};
use juez_script::STACK;

/// A series of matches between the same players under the same house rules.
///
/// A *block* is one seed, played once per rotation of the players over the seats. Its matches have
/// the same deals, as far as the players leave them alike. So the luck of cards and seats cancels
/// within a block, and blocks are independent: error bars come from blocks.
pub struct Series {
    game: &'static dyn AnyGame,
    base: MatchSetup,
    seed: Seed,
    teams: Vec<Team>,
    isolation: Arc<Isolation>,
    openings: Openings,
    halt: Arc<AtomicBool>,
}

/// Stops a match once its flag is set.
pub struct Halt<'a>(pub &'a AtomicBool);

impl Onlooker for Halt<'_> {
    fn stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// One match of a series.
#[derive(Clone, Debug)]
pub struct Played {
    /// The match.
    pub record: Record,
    /// The player of each entry of the setup: of each seat, or of each team if there are fewer
    /// entries.
    pub order: Vec<usize>,
}

impl Played {
    /// Returns true if the match was stopped before its end.
    pub fn was_stopped(&self) -> bool {
        self.record.end.as_ref().is_none_or(|end| end.reason == Reason::Stopped)
    }
}

/// The matches of one seed, one for each rotation.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its number, from 0.
    pub number: u32,
    /// Its matches, in rotation order.
    pub matches: Vec<Played>,
    /// The mean score of each player over the block, 0 to 1 ([`shares`](juez_core::shares)).
    pub scores: Vec<f64>,
}

/// Why a series cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The setup is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A match cannot be played.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// A block has no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error("no thread for a worker: {0}")]
    Thread(#[from] std::io::Error),
}

impl Series {
    /// Makes a series of the players of `base`, with randomness from `seed`, played in `isolation`.
    ///
    /// # Errors
    /// If the house rules cannot be played or a script does not load.
    pub fn new(
        game: &'static dyn AnyGame,
        base: MatchSetup,
        seed: Seed,
        isolation: impl Into<Arc<Isolation>>,
    ) -> Result<Series, SeriesError> {
        let isolation = isolation.into();
        isolation.check_players(game, &base)?;
        Series::of_checked(game, base, seed, isolation)
    }

    /// Like [`Series::new`], but skips the check that the players load.
    ///
    /// # Errors
    /// If the house rules cannot be played.
    pub fn of_checked(
        game: &'static dyn AnyGame,
        base: MatchSetup,
        seed: Seed,
        isolation: Arc<Isolation>,
    ) -> Result<Series, SeriesError> {
        let teams = game.teams(&base)?;
        let (openings, halt) = (Openings::None, Arc::default());
        Ok(Series { game, base, seed, teams, isolation, openings, halt })
    }

    /// Stops matches in progress once `halt` is set; they are not shown.
    #[must_use]
    pub fn with_halt(self, halt: Arc<AtomicBool>) -> Series {
        Series { halt, ..self }
    }

    /// Starts each block of the series from an opening.
    ///
    /// # Errors
    /// If the game does not support these openings.
    pub fn with_openings(self, openings: Openings) -> Result<Series, SeriesError> {
        let series = Series { openings, ..self };
        series.opened(0, series.setup(0).0)?;
        Ok(series)
    }

    /// Returns the isolation of its matches.
    pub fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    pub fn players(&self) -> &[PlayerSpec] {
        &self.base.players
    }

    /// Returns the side of each seat.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// Returns the number of matches in a block: one per rotation of the players.
    pub fn rotations(&self) -> u32 {
        self.base.players.len() as u32
    }

    /// Returns the setup of match `n`, counted over all blocks, without the opening of its block;
    /// also the player of each entry. The first block has the seed of the series, so that the seed
    /// in a record plays the same match again.
    pub fn setup(&self, n: u32) -> (MatchSetup, Vec<usize>) {
        let count = self.rotations();
        let (block, rotation) = (n / count, n % count);
        let seed = if block == 0 { self.seed } else { self.seed.child(Stream::Match(block)) };
        let order: Vec<usize> =
            (0..count).map(|entry| ((entry + rotation) % count) as usize).collect();
        let players = order.iter().map(|&player| self.base.players[player].clone()).collect();
        (MatchSetup { players, seed: Some(seed), ..self.base.clone() }, order)
    }

    /// Adds the opening of block `number` to a setup.
    fn opened(&self, number: u32, setup: MatchSetup) -> Result<MatchSetup, SeriesError> {
        let seed = setup.seed.unwrap_or(self.seed);
        if self.openings == Openings::None {
            return Ok(setup);
        }
        // `seats` can follow from the players, which an opening lacks.
        let options = self.game.info().with_seats(&setup.terms.options, self.teams.len());
        let opening = opening(self.game, &options, &self.openings, number, seed)?;
        Ok(MatchSetup { moves: opening.moves, ..setup })
    }

    /// Plays match `n`, counted over all blocks, from the opening of its block.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn one(&self, n: u32, onlooker: &mut dyn Onlooker) -> Result<Played, SeriesError> {
        let (setup, order) = self.setup(n);
        let setup = self.opened(n / self.rotations(), setup)?;
        Ok(Played { record: self.isolation.show(self.game, &setup, onlooker)?, order })
    }

    /// Plays block `number`; `None` if the series was halted before its end.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn block(&self, number: u32) -> Result<Option<Block>, SeriesError> {
        let count = self.rotations();
        let mut block =
            Block { number, matches: Vec::new(), scores: vec![0.0; self.base.players.len()] };
        for n in number * count..(number + 1) * count {
            let played = self.one(n, &mut Halt(&self.halt))?;
            if played.was_stopped() {
                return Ok(None);
            }
            for (sum, score) in block.scores.iter_mut().zip(self.scores(&played)) {
                *sum += score / f64::from(count);
            }
            block.matches.push(played);
        }
        Ok(Some(block))
    }

    /// Returns the seats of each player in a match with this order of entries.
    pub fn seats(&self, order: &[usize]) -> Vec<Vec<Seat>> {
        let mut seats = vec![Vec::new(); order.len()];
        for (seat, entry) in seating(order.len(), &self.teams).into_iter().enumerate() {
            seats[order[entry]].push(Seat::new(seat as u8));
        }
        seats
    }

    /// Returns the score of each player in a match of this series.
    pub fn scores(&self, played: &Played) -> Vec<f64> {
        let end = played.record.end.as_ref().expect("a played match has an end");
        let of_entries = Shape::new(self.teams.clone(), played.order.len()).scores(&end.ranks);
        let mut scores = vec![0.0; played.order.len()];
        for (&player, score) in played.order.iter().zip(of_entries) {
            scores[player] = score;
        }
        scores
    }

    /// Plays `blocks` blocks on `workers` threads and shows them in order, whatever the number of
    /// threads.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn run(
        &self,
        blocks: u32,
        workers: usize,
        mut see: impl FnMut(Block),
    ) -> Result<(), SeriesError> {
        self.run_until(0..blocks, workers, &AtomicBool::new(false), |block| {
            see(block);
            ControlFlow::Continue(())
        })
    }

    /// Plays these blocks like [`Series::run`], but ends when `see` breaks. Blocks in progress are then finished and not
    /// shown, so that the blocks shown do not depend on the threads. Once `stop` is set, no other
    /// block starts.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn run_until(
        &self,
        blocks: Range<u32>,
        workers: usize,
        stop: &AtomicBool,
        see: impl FnMut(Block) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        let one = |number| {
            if stop.load(Ordering::Relaxed) { Ok(None) } else { self.block(blocks.start + number) }
        };
        in_order(blocks.len() as u32, workers, || &one, see)
    }

    /// Plays the matches `0..count` on `workers` threads, each with its own onlooker, and shows
    /// them in order. An onlooker that stops its match ends the series: no other match starts, and
    /// no later match is shown.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn play<O: Onlooker>(
        &self,
        count: u32,
        workers: usize,
        onlooker: impl Fn(u32) -> O + Sync,
        mut see: impl FnMut(Played),
    ) -> Result<(), SeriesError> {
        let one = |n| {
            let played = self.one(n, &mut onlooker(n))?;
            Ok((!played.was_stopped()).then_some(played))
        };
        in_order(
            count,
            workers,
            || &one,
            |played| {
                see(played);
                ControlFlow::Continue(())
            },
        )
    }
}

/// Runs work for `0..count` on `workers` threads, each with a worker of its own, and shows the results
/// in order, up to the first item without one. Ends if `see` breaks.
///
/// # Errors
/// The error of that item, after showing the results before it; or that no thread can be started.
pub fn in_order<T, E, W>(
    count: u32,
    workers: usize,
    worker: impl Fn() -> W + Sync,
    mut see: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), E>
where
    T: Send,
    E: Send + From<io::Error>,
    W: FnMut(u32) -> Result<Option<T>, E>,
{
    let (next, stop) = (AtomicU32::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            let (send, next, stop, worker) = (send.clone(), &next, &stop, &worker);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let mut work = worker();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || send.send((number, work(number))).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(send);
        let show = || {
            let (mut waiting, mut due) = (BTreeMap::new(), 0);
            let (mut end, mut error) = (count, None);
            for (number, piece) in receive {
                match piece {
                    Ok(Some(piece)) => {
                        waiting.insert(number, piece);
                    }
                    none => {
                        stop.store(true, Ordering::Relaxed);
                        if number < end {
                            (end, error) = (number, none.err());
                        }
                    }
                }
                while due < end
                    && let Some(piece) = waiting.remove(&due)
                {
                    due += 1;
                    if see(piece).is_break() {
                        return Ok(());
                    }
                }
                if due == end {
                    break;
                }
            }
            error.map_or(Ok(()), Err)
        };
        let shown = show();
        stop.store(true, Ordering::Relaxed);
        shown
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(number: u32) -> SeriesError {
        SeriesError::from(std::io::Error::other(format!("item {number}")))
    }

    #[test]
    fn results_before_an_item_without_one_are_shown_even_if_they_come_later() {
        for fails in [true, false] {
            let (send, receive) = mpsc::channel();
            let receive = std::sync::Mutex::new(receive);
            let work = |number| match number {
                0 => {
                    receive.lock().expect("one thread").recv().expect("item 1 has ended");
                    Ok(Some(number))
                }
                _ => {
                    send.send(()).expect("item 0 waits");
                    if fails { Err(error(number)) } else { Ok(None) }
                }
            };
            let mut shown = Vec::new();
            let ended = in_order(
                2,
                2,
                || &work,
                |number| {
                    shown.push(number);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!((shown, ended.is_err()), (vec![0], fails));
        }
    }

    #[test]
    fn the_error_is_that_of_the_first_item_that_fails() {
        let barrier = std::sync::Barrier::new(3);
        let work = |number| {
            barrier.wait();
            Err::<Option<()>, _>(error(number))
        };
        let ended = in_order(3, 3, || &work, |()| ControlFlow::Continue(()));
        assert_eq!(ended.expect_err("all fail").to_string(), error(0).to_string());
    }
}

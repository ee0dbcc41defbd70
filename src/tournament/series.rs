//! A series of matches: each seed is played once with every player in every seat.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use super::format::Openings;
use super::opening::{OpeningError, opening};
use super::shape::{Shape, seating};
use crate::core::{Reason, Record, Seat, Seed, Stream, Team};
use crate::pool::{Isolation, PoolError};
use crate::registry::{AnyGame, MatchSetup, Onlooker, PlayerSpec, SetupError};
use crate::script::STACK;

/// A series of matches of the same players under the same house rules.
///
/// A *block* is one seed, hence the same deals as far as the players leave them alike, played once
/// per rotation of the players over the seats. Luck of the cards and of the seats thereby cancels
/// within a block, and blocks are independent: error bars come from them.
pub struct Series {
    game: &'static dyn AnyGame,
    base: MatchSetup,
    seed: Seed,
    teams: Vec<Team>,
    isolation: Arc<Isolation>,
    openings: Openings,
}

/// One match of a series.
#[derive(Clone, Debug)]
pub struct Played {
    /// The match.
    pub record: Record,
    /// The player of each entry of the setup; with fewer entries than seats, of each team.
    pub order: Vec<usize>,
}

impl Played {
    /// True if the match was stopped before its end.
    pub fn was_stopped(&self) -> bool {
        self.record.end.as_ref().is_none_or(|end| end.reason == Reason::Stopped)
    }
}

/// The matches of one seed, one for each rotation.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its number, from 0.
    pub number: u32,
    /// Its matches, in the order of the rotations.
    pub matches: Vec<Played>,
    /// The mean score of each player over the block, 0 to 1 ([`shares`](super::shares)).
    pub scores: Vec<f64>,
}

/// Why a series cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum SeriesError {
    /// The setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A match.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The opening of a block.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The system gave no thread.
    #[error("no thread for a worker: {0}")]
    Thread(#[from] std::io::Error),
}

impl Series {
    /// A series of the players of `base`, its chance from `seed`, its matches played where
    /// `isolation` says.
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

    /// As [`Series::new`], without the check that the players load.
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
        Ok(Series { game, base, seed, teams, isolation, openings: Openings::None })
    }

    /// The same series, each of its blocks from an opening.
    ///
    /// # Errors
    /// If the game takes no such openings.
    pub fn with_openings(self, openings: Openings) -> Result<Series, SeriesError> {
        let series = Series { openings, ..self };
        series.opened(0, series.setup(0).0)?;
        Ok(series)
    }

    /// Where its matches are played.
    pub fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// The players.
    pub fn players(&self) -> &[PlayerSpec] {
        &self.base.players
    }

    /// The side of each seat.
    pub fn teams(&self) -> &[Team] {
        &self.teams
    }

    /// The number of matches of a block: one for each rotation of the players.
    pub fn rotations(&self) -> u32 {
        self.base.players.len() as u32
    }

    /// Match `n`, counted over all blocks, before the opening of its block: its setup, and which player has each entry. The seed of
    /// the first block is the series' own, so that a record's seed plays the same match again.
    pub fn setup(&self, n: u32) -> (MatchSetup, Vec<usize>) {
        let count = self.rotations();
        let (block, rotation) = (n / count, n % count);
        let seed = if block == 0 { self.seed } else { self.seed.child(Stream::Match(block)) };
        let order: Vec<usize> =
            (0..count).map(|entry| ((entry + rotation) % count) as usize).collect();
        let players = order.iter().map(|&player| self.base.players[player].clone()).collect();
        (MatchSetup { players, seed: Some(seed), ..self.base.clone() }, order)
    }

    /// A match of block `number` from the opening of that block.
    fn opened(&self, number: u32, setup: MatchSetup) -> Result<MatchSetup, SeriesError> {
        let seed = setup.seed.unwrap_or(self.seed);
        if self.openings == Openings::None {
            return Ok(setup);
        }
        // `seats` may follow from the players, which an opening has not.
        let options = self.game.info().with_seats(&setup.options, self.teams.len());
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

    /// Plays block `number`.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn block(&self, number: u32) -> Result<Block, SeriesError> {
        let count = self.rotations();
        let mut block =
            Block { number, matches: Vec::new(), scores: vec![0.0; self.base.players.len()] };
        for n in number * count..(number + 1) * count {
            let played = self.one(n, &mut ())?;
            for (sum, score) in block.scores.iter_mut().zip(self.scores(&played)) {
                *sum += score / f64::from(count);
            }
            block.matches.push(played);
        }
        Ok(block)
    }

    /// The seats of each player in a match with this order of its entries.
    pub fn seats(&self, order: &[usize]) -> Vec<Vec<Seat>> {
        let mut seats = vec![Vec::new(); order.len()];
        for (seat, entry) in seating(order.len(), &self.teams).into_iter().enumerate() {
            seats[order[entry]].push(Seat::new(seat as u8));
        }
        seats
    }

    /// The score of each player in a match of this series.
    pub fn scores(&self, played: &Played) -> Vec<f64> {
        let end = played.record.end.as_ref().expect("a played match has an end");
        let of_entries = Shape::new(self.teams.clone(), played.order.len()).scores(&end.ranks);
        let mut scores = vec![0.0; played.order.len()];
        for (&player, score) in played.order.iter().zip(of_entries) {
            scores[player] = score;
        }
        scores
    }

    /// Plays `blocks` blocks on `workers` threads and shows each in order of its number, whatever
    /// the number of threads.
    ///
    /// # Errors
    /// The first match that cannot be played.
    pub fn run(
        &self,
        blocks: u32,
        workers: usize,
        mut see: impl FnMut(Block),
    ) -> Result<(), SeriesError> {
        self.run_until(blocks, workers, &AtomicBool::new(false), |block| {
            see(block);
            ControlFlow::Continue(())
        })
    }

    /// As [`Series::run`], until `see` has seen enough or `stop` is set. What is being played then is
    /// played to its end and not shown, so that what was shown does not depend on the threads.
    ///
    /// # Errors
    /// The first match that cannot be played.
    pub fn run_until(
        &self,
        blocks: u32,
        workers: usize,
        stop: &AtomicBool,
        see: impl FnMut(Block) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        let one = |number| {
            if stop.load(Ordering::Relaxed) { Ok(None) } else { self.block(number).map(Some) }
        };
        in_order(blocks, workers, one, see)
    }

    /// Plays the matches `0..count` on `workers` threads, each before an onlooker of its own, and
    /// shows them in order. An onlooker that stops its match ends the series there: no other match
    /// is begun, and none is shown that comes after it.
    ///
    /// # Errors
    /// The first match that cannot be played.
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
        in_order(count, workers, one, |played| {
            see(played);
            ControlFlow::Continue(())
        })
    }
}

/// Does the pieces `0..count` of a work on `workers` threads and shows what comes of each in order. A
/// piece of which nothing comes ends the work, and so does `see`.
fn in_order<T: Send>(
    count: u32,
    workers: usize,
    work: impl Fn(u32) -> Result<Option<T>, SeriesError> + Sync,
    mut see: impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), SeriesError> {
    let (next, stop) = (AtomicU32::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            let (send, next, stop, work) = (send.clone(), &next, &stop, &work);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
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
            for (number, piece) in receive {
                let Some(piece) = piece? else { break };
                waiting.insert(number, piece);
                while let Some(piece) = waiting.remove(&due) {
                    due += 1;
                    if see(piece).is_break() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        };
        let shown = show();
        stop.store(true, Ordering::Relaxed);
        shown
    })
}

//! Many matches in one call, on several threads.

use juez_core::{Observation, Rng, Seed};
use numpy::{PyArray, PyArray1, PyArray2, PyArrayDyn};
use pyo3::prelude::*;
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

use crate::arrays::{Lent, per_match};
use crate::errors::{IllegalMove, JuezError, Result};
use crate::game::Game;
use crate::parts::{Buffers, Part, Steps, on_each};
use crate::rules::Rules;
use crate::slot::Slot;
use crate::state::State;
use crate::values::seed;

/// Planes, scalars, masks and seats to move.
type Seen<'py> = (
    Bound<'py, PyArrayDyn<u8>>,
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray2<i8>>,
    Bound<'py, PyArray1<i32>>,
);
/// Rewards by seat, and whether a match is over.
type Results<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);

/// Fewest matches that are worth a thread.
const MIN_PER_THREAD: usize = 16;

/// Many matches of one game, which advance together.
///
/// Each call works on all of them, on ``threads`` threads (all cores by default), without the lock
/// of the interpreter, and writes into arrays of the caller: N is the number of matches, and
///
/// - ``planes``: uint8, shape (N, planes, ...), as ``game.plane_shape``
/// - ``scalars``: int32, shape (N, scalars)
/// - ``mask``: int8, shape (N, actions)
/// - ``to_play``: int32, shape (N,); -1 after the end of a match
///
/// They have the features of the seat to move, and its legal actions. A move that is always the only one,
/// such as ``pass``, is made without a step.
#[pyclass(module = "juez")]
pub(crate) struct Batch {
    rules: Arc<Rules>,
    slots: Vec<Slot>,
    pool: Option<ThreadPool>,
    /// Space for the features of one match, for each thread.
    seen: Vec<Observation>,
    rng: Rng,
}

impl Batch {
    fn lent<'py>(&self, arrays: [&Bound<'py, PyAny>; 4]) -> Result<Buffers<'py>> {
        Buffers::new(self.rules.shape()?, self.slots.len(), arrays)
    }

    /// Begins a match in each slot that `begin` accepts, and writes the rows of all.
    fn restart(
        &mut self,
        py: Python<'_>,
        mut buffers: Buffers<'_>,
        begin: impl Fn(usize, &mut Slot) + Sync + Send,
    ) {
        // The pool is moved out while the slots are split.
        let pool = self.pool.take();
        let (size, parts) = buffers.split(&mut self.slots, &mut self.seen);
        py.detach(|| {
            let mut parts: Vec<(usize, Part<'_>)> = parts.into_iter().enumerate().collect();
            on_each(pool.as_ref(), &mut parts, |(number, part)| {
                let first = *number * size;
                part.each(|at, slot, seen, row| {
                    begin(first + at, slot);
                    slot.write(seen, row);
                });
            });
        });
        self.pool = pool;
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, *, threads = None))]
    fn new(game: &Game, n: usize, threads: Option<usize>) -> Result<Batch> {
        game.rules.shape()?;
        if n == 0 {
            return Err(JuezError::new_err("a batch has at least one match").into());
        }
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = match threads {
            Some(threads) => threads.clamp(1, n),
            None => cores().min(n / MIN_PER_THREAD).max(1),
        };
        // This thread works too.
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads - 1).build());
        let pool = pool.transpose().map_err(|why| JuezError::new_err(why.to_string()))?;
        let slot = |_| Slot::new(game.rules.table());
        let mut batch = Batch {
            rules: game.rules.clone(),
            slots: (0..n).map(slot).collect(),
            pool,
            seen: vec![Observation::default(); threads],
            rng: Seed::from(0).rng(),
        };
        for (number, slot) in batch.slots.iter_mut().enumerate() {
            slot.begin(Seed::from(number as u64));
        }
        Ok(batch)
    }

    /// The game with its house rules.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// Number of threads that work on a call.
    #[getter]
    fn threads(&self) -> usize {
        self.seen.len()
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }

    /// Returns new arrays for ``planes``, ``scalars``, ``mask`` and ``to_play``.
    fn buffers<'py>(&self, py: Python<'py>) -> Result<Seen<'py>> {
        let (shape, count) = (self.rules.shape()?, self.slots.len());
        Ok((
            PyArray::zeros(py, shape.of_planes(Some(count)), false),
            PyArray::zeros(py, [count, shape.scalars()], false),
            PyArray::zeros(py, [count, shape.moves()], false),
            PyArray::zeros(py, [count], false),
        ))
    }

    /// Returns new arrays for the ``rewards`` and ``over`` of :meth:`step`.
    fn results<'py>(&self, py: Python<'py>) -> Results<'py> {
        let (seats, count) = (usize::from(self.rules.seats()), self.slots.len());
        (PyArray::zeros(py, [count, seats], false), PyArray::zeros(py, [count], false))
    }

    /// Begins matches with these seeds, one for each match, and writes the rows of all.
    ///
    /// ``seeds`` is a list with a seed for each match, as in :meth:`Game.start`; ``None`` there
    /// leaves that match as it is.
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Vec<Option<Bound<'_, PyAny>>>,
        planes: &Bound<'_, PyAny>,
        scalars: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        to_play: &Bound<'_, PyAny>,
    ) -> Result<()> {
        if seeds.len() != self.slots.len() {
            let (given, count) = (seeds.len(), self.slots.len());
            return Err(JuezError::new_err(format!("{given} seeds for {count} matches")).into());
        }
        let seeds = seeds.iter().map(|value| value.as_ref().map(|value| seed(Some(value))));
        let seeds = seeds.map(Option::transpose).collect::<Result<Vec<Option<Seed>>>>()?;
        let buffers = self.lent([planes, scalars, mask, to_play])?;
        self.restart(py, buffers, |at, slot| {
            if let Some(seed) = seeds[at] {
                slot.begin(seed);
            }
        });
        Ok(())
    }

    /// Begins the next match where ``which``, a bool array of shape (N,), is true, and writes
    /// the rows of all.
    ///
    /// Its seed is a child of the first: a batch plays the series of ``juez play --seed``.
    fn next_match(
        &mut self,
        py: Python<'_>,
        which: &Bound<'_, PyAny>,
        planes: &Bound<'_, PyAny>,
        scalars: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        to_play: &Bound<'_, PyAny>,
    ) -> Result<()> {
        let which = per_match::<bool>("which", which, self.slots.len())?;
        let buffers = self.lent([planes, scalars, mask, to_play])?;
        self.restart(py, buffers, |at, slot| {
            if which[at] {
                slot.next_match();
            }
        });
        Ok(())
    }

    /// Makes an action in each match, and writes the rows of the next seats.
    ///
    /// ``actions`` is int32, shape (N,). ``rewards``, float32, shape (N, seats), gets the rewards of
    /// :class:`Outcome` in matches that are now over, else 0; ``over``, bool, shape (N,), says
    /// which are. A match that was over before begins the next one, whatever its action; with
    /// ``autoreset=False`` it is an error.
    ///
    /// Raises :class:`IllegalMove` for the first action that is refused; no match then changes.
    #[pyo3(signature = (
        actions, planes, scalars, mask, to_play, rewards, over, *, autoreset = true
    ))]
    #[expect(clippy::too_many_arguments, reason = "buffers of the caller")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        planes: &Bound<'_, PyAny>,
        scalars: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
        to_play: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        over: &Bound<'_, PyAny>,
        autoreset: bool,
    ) -> Result<()> {
        let (count, seats) = (self.slots.len(), usize::from(self.rules.seats()));
        let actions = per_match::<i32>("actions", actions, count)?;
        let mut buffers = self.lent([planes, scalars, mask, to_play])?;
        let mut rewards = Lent::<f32>::new("rewards", rewards, &[count, seats])?;
        let mut over = Lent::<bool>::new("over", over, &[count])?;
        let (rewards, over) = (rewards.values(), over.values());
        let (pool, rules) = (self.pool.take(), self.rules.clone());
        let (size, parts) = buffers.split(&mut self.slots, &mut self.seen);
        let refused = py.detach(|| {
            let results = rewards.chunks_mut(size * seats).zip(over.chunks_mut(size));
            let parts = parts.into_iter().zip(actions.chunks(size).zip(results));
            let mut steps: Vec<Steps<'_>> = parts
                .map(|(part, (actions, (rewards, over)))| Steps {
                    part,
                    actions,
                    rewards,
                    over,
                    refused: None,
                })
                .collect();
            on_each(pool.as_ref(), &mut steps, |steps| steps.check(autoreset));
            let refused = steps.iter_mut().enumerate().find_map(|(number, steps)| {
                let (at, why) = steps.refused.take()?;
                Some((number * size + at, why))
            });
            if refused.is_none() {
                on_each(pool.as_ref(), &mut steps, |steps| steps.make(&rules));
            }
            refused
        });
        self.pool = pool;
        match refused {
            None => Ok(()),
            Some((at, why)) => Err(IllegalMove::new_err(format!("match {at}: {why}")).into()),
        }
    }

    /// Writes a uniformly random legal action of each row of ``mask`` to ``actions``, int32, shape
    /// (N,); 0 where there is none. :meth:`seed` begins its random numbers.
    fn sample(&mut self, mask: &Bound<'_, PyAny>, actions: &Bound<'_, PyAny>) -> Result<()> {
        let (count, moves) = (self.slots.len(), self.rules.shape()?.moves());
        let mut mask = Lent::<i8>::new("mask", mask, &[count, moves])?;
        let mut actions = Lent::<i32>::new("actions", actions, &[count])?;
        for (row, action) in mask.values().chunks(moves).zip(actions.values()) {
            let legal = row.iter().map(|&flag| u32::from(flag == 1)).sum::<u32>();
            let mut left = if legal == 0 { 0 } else { self.rng.below(legal) };
            let is_chosen = |&flag: &i8| {
                let chosen = flag == 1 && left == 0;
                left = left.saturating_sub(u32::from(flag == 1));
                chosen
            };
            *action = row.iter().position(is_chosen).unwrap_or(0) as i32;
        }
        Ok(())
    }

    /// Begins the random numbers of :meth:`sample` with a seed.
    #[pyo3(signature = (value = None))]
    fn seed(&mut self, value: Option<&Bound<'_, PyAny>>) -> Result<()> {
        self.rng = seed(value)?.rng();
        Ok(())
    }

    /// Returns a copy of the state of match ``number``.
    fn state(&self, number: usize) -> Result<State> {
        let none = || JuezError::new_err(format!("no match {number} of {}", self.slots.len()));
        let slot = self.slots.get(number).ok_or_else(none)?;
        let (rules, table) = (self.rules.clone(), slot.table.copy());
        Ok(State::new(rules, table, Some(slot.seed()), Vec::new(), true))
    }

    fn __repr__(&self) -> String {
        format!("<juez.Batch of {} matches of {}>", self.slots.len(), self.rules.game.info().id)
    }
}

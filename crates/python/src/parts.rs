//! The parts of a batch and of its buffers, one for each thread.

use juez_core::Observation;
use juez_match::registry::EntryRefused;
use pyo3::prelude::*;
use rayon_core::ThreadPool;

use crate::arrays::Lent;
use crate::errors::Result;
use crate::rules::{Rules, Shape};
use crate::slot::{Ended, Row, Slot};

/// The matches of one thread, and their part of the buffers.
pub(crate) struct Part<'a> {
    slots: &'a mut [Slot],
    seen: &'a mut Observation,
    planes: &'a mut [u8],
    scalars: &'a mut [i32],
    mask: &'a mut [i8],
    to_play: &'a mut [i32],
}

/// The buffers of the caller.
pub(crate) struct Buffers<'py> {
    planes: Lent<'py, u8>,
    scalars: Lent<'py, i32>,
    mask: Lent<'py, i8>,
    to_play: Lent<'py, i32>,
}

impl<'py> Buffers<'py> {
    pub(crate) fn new(
        shape: &Shape,
        count: usize,
        [planes, scalars, mask, to_play]: [&Bound<'py, PyAny>; 4],
    ) -> Result<Buffers<'py>> {
        Ok(Buffers {
            planes: Lent::new("planes", planes, &shape.of_planes(Some(count)))?,
            scalars: Lent::new("scalars", scalars, &[count, shape.scalars()])?,
            mask: Lent::new("mask", mask, &[count, shape.moves()])?,
            to_play: Lent::new("to_play", to_play, &[count])?,
        })
    }

    /// Splits the matches and the buffers between the threads; also returns the most matches of a
    /// part.
    pub(crate) fn split<'a>(
        &'a mut self,
        slots: &'a mut [Slot],
        seen: &'a mut [Observation],
    ) -> (usize, Vec<Part<'a>>) {
        let count = slots.len();
        let size = count.div_ceil(seen.len());
        let rows = |len: usize| (len / count * size).max(1);
        let Buffers { planes, scalars, mask, to_play } = self;
        let (planes, scalars, mask) = (planes.values(), scalars.values(), mask.values());
        let [of_planes, of_scalars, of_mask] = [planes.len(), scalars.len(), mask.len()].map(rows);
        let parts = slots
            .chunks_mut(size)
            .zip(seen)
            .zip(planes.chunks_mut(of_planes).zip(scalars.chunks_mut(of_scalars)))
            .zip(mask.chunks_mut(of_mask).zip(to_play.values().chunks_mut(size)))
            .map(|(((slots, seen), (planes, scalars)), (mask, to_play))| Part {
                slots,
                seen,
                planes,
                scalars,
                mask,
                to_play,
            });
        (size, parts.collect())
    }
}

impl Part<'_> {
    /// Calls `visit` with each match, its number in the part and its rows.
    pub(crate) fn each(
        &mut self,
        mut visit: impl FnMut(usize, &mut Slot, &mut Observation, &mut Row<'_>),
    ) {
        let count = self.slots.len();
        let [planes, scalars, moves] =
            [self.planes.len(), self.scalars.len(), self.mask.len()].map(|len| len / count.max(1));
        for (at, slot) in self.slots.iter_mut().enumerate() {
            let mut row = Row {
                planes: &mut self.planes[at * planes..][..planes],
                scalars: &mut self.scalars[at * scalars..][..scalars],
                mask: &mut self.mask[at * moves..][..moves],
                to_play: &mut self.to_play[at],
            };
            visit(at, slot, self.seen, &mut row);
        }
    }
}

/// Works on each part, on the threads of the pool and on this one.
pub(crate) fn on_each<P: Send>(
    pool: Option<&ThreadPool>,
    parts: &mut [P],
    work: impl Fn(&mut P) + Sync,
) {
    let work = &work;
    match (pool, parts) {
        (Some(pool), [first, rest @ ..]) => pool.in_place_scope(|scope| {
            rest.iter_mut().for_each(|part| scope.spawn(move |_| work(part)));
            work(first);
        }),
        (_, parts) => parts.iter_mut().for_each(work),
    }
}

/// The work of one thread in a step.
pub(crate) struct Steps<'a> {
    pub(crate) part: Part<'a>,
    pub(crate) actions: &'a [i32],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) over: &'a mut [bool],
    pub(crate) refused: Option<(usize, EntryRefused)>,
}

impl Steps<'_> {
    /// Finds the first action that is refused. A match that is over accepts any with `autoreset`.
    pub(crate) fn check(&mut self, autoreset: bool) {
        let checked = self.part.slots.iter().zip(self.actions).enumerate();
        self.refused = { checked }.find_map(|(at, (slot, action))| match slot.check(*action) {
            Err(why) if !(autoreset && slot.is_over()) => Some((at, why)),
            _ => None,
        });
    }

    pub(crate) fn make(&mut self, rules: &Rules) {
        let seats = rules.teams.len();
        let Steps { part, actions, rewards, over, .. } = self;
        part.each(|at, slot, seen, row| {
            if slot.is_over() {
                slot.next_match();
            } else {
                slot.play(actions[at]);
            }
            slot.write(seen, row);
            let rewards = &mut rewards[at * seats..][..seats];
            slot.reward(&rules.teams, &mut Ended { rewards, over: &mut over[at] });
        });
    }
}

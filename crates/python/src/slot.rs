//! One match of a batch.

use juez_core::{Next, Observation, Seat, Seed, Stream, Team};
use juez_match::registry::{ArrayTable, EntryRefused};

use crate::outcome::rewards;

/// The number of the seat to move after the end of a match.
pub(crate) const NO_SEAT: i32 = -1;

/// A match of a batch, and the ones that follow it at the same table.
pub(crate) struct Slot {
    pub(crate) table: Box<dyn ArrayTable>,
    /// The seed of the first match.
    first: Seed,
    /// The number of the current match, from 0.
    number: u32,
    /// The seat that moved last.
    mover: Seat,
}

/// The part of the caller's buffers that belongs to one match.
pub(crate) struct Row<'a> {
    pub(crate) planes: &'a mut [u8],
    pub(crate) scalars: &'a mut [i32],
    pub(crate) mask: &'a mut [i8],
    pub(crate) to_play: &'a mut i32,
}

/// The part of the caller's buffers for the result of a step of one match.
pub(crate) struct Ended<'a> {
    pub(crate) rewards: &'a mut [f32],
    pub(crate) over: &'a mut bool,
}

impl Slot {
    pub(crate) fn new(table: Box<dyn ArrayTable>) -> Slot {
        Slot { table, first: Seed::from(0), number: 0, mover: Seat::new(0) }
    }

    /// Returns the seed of the current match: the first has the given one, the others its children,
    /// as the matches of a series.
    pub(crate) fn seed(&self) -> Seed {
        match self.number {
            0 => self.first,
            number => self.first.child(Stream::Match(number)),
        }
    }

    /// Starts the first match of a seed.
    pub(crate) fn begin(&mut self, seed: Seed) {
        (self.first, self.number) = (seed, 0);
        self.table.restart();
    }

    /// Starts the next match of the series.
    pub(crate) fn next_match(&mut self) {
        self.number += 1;
        self.table.restart();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table.next() == Next::Over
    }

    pub(crate) fn check(&self, action: i32) -> Result<(), EntryRefused> {
        let entry = usize::try_from(action).unwrap_or(usize::MAX);
        self.table.check_entry(entry)
    }

    /// Makes the move of a checked action.
    pub(crate) fn play(&mut self, action: i32) {
        self.mover = self.table.to_move().unwrap_or_default();
        let entry = usize::try_from(action).unwrap_or(usize::MAX);
        self.table.play_checked(entry);
    }

    /// Writes the rewards of a match that is over; 0 before.
    pub(crate) fn reward(&self, teams: &[Team], result: &mut Ended<'_>) {
        *result.over = false;
        result.rewards.fill(0.0);
        if let Some(end) = self.table.outcome() {
            *result.over = true;
            for (reward, value) in result.rewards.iter_mut().zip(rewards(&end, teams)) {
                *reward = value as f32;
            }
        }
    }

    /// Makes the deals that are due and the moves that are no decision, and writes the legal actions.
    fn settle(&mut self, mask: &mut [i8]) {
        loop {
            if self.table.next() == Next::Deal {
                let seed = self.seed();
                self.table.deal_from(&seed).expect("a deal is due");
            } else if self.table.mask_or_play(mask) {
                return;
            }
        }
    }

    /// Makes everything until the next decision, and writes the features of the seat to move and its
    /// legal actions; after the end, the features of the seat that moved last.
    pub(crate) fn write(&mut self, seen: &mut Observation, row: &mut Row<'_>) {
        self.settle(row.mask);
        let seat = self.table.to_move();
        *row.to_play = seat.map_or(NO_SEAT, |seat| seat.index() as i32);
        seen.clear();
        self.table.observe(seat.unwrap_or(self.mover), seen);
        row.planes.copy_from_slice(seen.planes());
        row.scalars.copy_from_slice(seen.scalars());
    }
}

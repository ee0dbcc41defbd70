//! The tables at which contestants play, and which of them is played next.

use std::collections::VecDeque;

use crate::tournament::Brief;

/// One contestant at one table.
pub(super) struct Row {
    /// The players, the contestant first.
    pub table: Vec<usize>,
    /// The results of the last series, with the versions that played it.
    pub last: Option<(Vec<Option<u32>>, Vec<Brief>)>,
}

#[derive(Default)]
pub(super) struct Rows {
    pub all: Vec<Row>,
    /// The rows to be played, the next one first.
    pending: VecDeque<usize>,
}

impl Rows {
    /// Adds a row for each of these tables.
    pub fn add(&mut self, tables: Vec<Vec<usize>>) {
        self.all.extend(tables.into_iter().map(|table| Row { table, last: None }));
    }

    /// Moves the entrants from `newcomer` on up by one.
    pub fn make_room(&mut self, newcomer: usize) {
        let players = self.all.iter_mut().flat_map(|row| &mut row.table);
        players.filter(|player| **player >= newcomer).for_each(|player| *player += 1);
    }

    /// Puts the rows of an entrant behind all others that are to be played.
    pub fn put_last(&mut self, entrant: usize) {
        let more = self.of(entrant).into_iter().filter(|row| !self.pending.contains(row));
        self.pending.extend(more.collect::<Vec<_>>());
    }

    /// Puts the rows of an entrant before all others; `left`: the row that was left for them.
    pub fn put_first(&mut self, entrant: usize, left: Option<usize>) {
        let mine = self.of(entrant);
        let waits = |row: &usize| self.pending.contains(row) || left == Some(*row);
        let others = (0..self.all.len()).filter(|row| !mine.contains(row) && waits(row));
        self.pending = mine.iter().copied().chain(others).collect();
    }

    /// Takes the next row whose players are all ready.
    pub fn take_next(&mut self, is_ready: impl Fn(usize) -> bool) -> Option<usize> {
        let ready = |row: &usize| self.all[*row].table.iter().all(|&player| is_ready(player));
        let at = self.pending.iter().position(ready)?;
        self.pending.remove(at)
    }

    fn of(&self, entrant: usize) -> Vec<usize> {
        (0..self.all.len()).filter(|&row| self.all[row].table.contains(&entrant)).collect()
    }
}

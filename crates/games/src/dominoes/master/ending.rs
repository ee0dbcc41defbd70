//! The last tiles with open hands, as a tree of two sides.

use super::stakes::Stakes;
use super::table::{CODES, Table, code_of};
use crate::dominoes::{SEATS, Tile};
use juez_search::{Branches, Code, Tree, Weighted, mix};

/// The rest of a hand with all tiles known, searched to its end. Passes are skipped.
pub(super) struct Ending {
    pub stakes: Stakes,
}

impl Tree for Ending {
    type Node = Table;
    type Branch = Code;
    const CODES: usize = CODES;

    fn key(&self, table: &Table) -> u64 {
        let [a, b, c, d] = table.hands.map(|hand| hand.bits());
        let (left, right) = table.ends.map_or((7, 7), |(one, two)| (one.min(two), one.max(two)));
        let state = u64::from(left) | u64::from(right) << 3 | u64::from(table.turn) << 6;
        let state = state | u64::from(table.passes) << 8 | u64::from(table.opener) << 11;
        mix(mix(a | b << 28).wrapping_add(c | d << 28)).wrapping_add(mix(state + 1))
    }

    fn side(&self, table: &Table) -> usize {
        usize::from(table.turn % 2)
    }

    fn decided(&self, table: &Table) -> Option<i32> {
        table.is_over().then(|| self.evaluate(table))
    }

    fn evaluate(&self, table: &Table) -> i32 {
        let value = self.stakes.value(table);
        if table.turn.is_multiple_of(2) { value } else { -value }
    }

    fn code(&self, code: Code) -> Code {
        code
    }

    fn list(&self, table: &mut Table, _: i32, out: &mut Branches<Code>) {
        let next = usize::from((table.turn + 1) % SEATS);
        table.each_move(|tile, joined| {
            let ends = table.ends_after(tile, joined);
            let fitting = Tile::showing(ends.0) | Tile::showing(ends.1);
            let shuts = i32::from(!table.hands[next].meets(fitting));
            let weight = tile.pips() as i32 + 20 * shuts;
            out.push(Weighted { branch: code_of(tile, joined), weight });
        });
    }

    fn play(&self, table: &Table, code: Code) -> Table {
        let mut after = *table;
        after.play(code);
        after.skip_passes();
        after
    }

    fn is_irreversible(&self, _: Code) -> bool {
        true
    }
}

//! The last cards with open hands, searched to the end of the hand between two pairs.

use super::policy::{Policy, Worths};
use super::stakes::Stakes;
use super::table::{SEATS_LEN, Table};
use crate::cards::{Card, Italian};
use crate::scopone::{Move, Options};
use juez_search::{Branches, Budget, Code, Search, Settings, Tree, Weighted, mix};

/// Entries of the table of positions: 256 KB stay in the cache.
const ENTRIES: usize = 1 << 14;
/// Cards below which a position is searched again sooner than found.
const TABLE_MIN_CARDS: i32 = 5;
/// Codes for the captures of a card.
const CAPTURES: Code = 64;

/// Searches a hand to its end.
pub(super) struct Ending {
    rest: Rest,
    search: Search<Rest>,
}

impl Ending {
    /// Creates the ending of a hand.
    pub fn new(stakes: Stakes) -> Ending {
        let settings = Settings { table_min_depth: TABLE_MIN_CARDS, ..Settings::PLAIN };
        let rest = Rest { stakes, worths: Worths::new(Policy::default()) };
        Ending { rest, search: Search::new(settings, ENTRIES) }
    }

    pub fn options(&self) -> &Options {
        self.rest.stakes.options()
    }

    /// Returns the value for each seat: of a hand that is over, or between pairs with best play. Adds
    /// the positions to `nodes`.
    pub fn values(&mut self, table: &Table, nodes: &mut u64) -> [i32; SEATS_LEN] {
        if table.is_over() {
            return self.rest.stakes.values(table);
        }
        let (plies, unlimited) = (table.held() as i32, &mut Budget::nodes(u64::MAX));
        let score = self.search.solve(&self.rest, table, plies, unlimited, nodes).unwrap_or(0);
        let lead = if table.turn.is_multiple_of(2) { score } else { -score };
        [lead, -lead, lead, -lead]
    }
}

/// The rest of a hand with all cards known; pairs are its two sides.
struct Rest {
    stakes: Stakes,
    worths: Worths,
}

impl Tree for Rest {
    type Node = Table;
    type Branch = (Move, Code);
    const CODES: usize = Italian::COUNT as usize * CAPTURES as usize;

    fn key(&self, table: &Table) -> u64 {
        let [a, b, c, d] = table.hands.map(|hand| hand.bits());
        let state = u64::from(table.turn) | u64::from(table.last_capturer.unwrap_or(4)) << 2;
        let scope = u64::from(table.scope[0]) | u64::from(table.scope[1]) << 8;
        let words =
            [a | state << 40, b | scope << 40, c, d, table.cards.bits(), table.piles[0].bits()];
        words.into_iter().fold(1, |key, word| mix(key ^ word))
    }

    fn side(&self, table: &Table) -> usize {
        usize::from(table.turn % 2)
    }

    fn decided(&self, table: &Table) -> Option<i32> {
        table.is_over().then(|| self.evaluate(table))
    }

    fn evaluate(&self, table: &Table) -> i32 {
        self.stakes.values(table)[usize::from(table.turn)]
    }

    fn code(&self, (_, code): (Move, Code)) -> Code {
        code
    }

    fn list(&self, table: &mut Table, _: i32, out: &mut Branches<(Move, Code)>) {
        table.each_move(self.stakes.options(), |mv| {
            let first = Code::from(mv.card.index()) * CAPTURES;
            let code = match out.last() {
                Some(&Weighted { branch: (last, code), .. }) if last.card == mv.card => {
                    (code + 1).min(first + CAPTURES - 1)
                }
                _ => first,
            };
            let weight = self.worths.gained(table, mv);
            out.push(Weighted { branch: (mv, code), weight });
        });
    }

    fn play(&self, table: &Table, (mv, _): (Move, Code)) -> Table {
        let mut after = *table;
        after.play(self.stakes.options(), mv);
        after
    }

    fn is_irreversible(&self, _: (Move, Code)) -> bool {
        true
    }
}

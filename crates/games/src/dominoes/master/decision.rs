//! A decision of a seat: the worlds that fit its knowledge, and their values.

use super::ending::Ending;
use super::past::Past;
use super::policy::{Habit, Outlook};
use super::stakes::Stakes;
use super::table::{PASS, Table, code_of};
use crate::cards::{Cards, Holder, deal_unseen};
use crate::dominoes::{Position, SEATS, Tile, View};
use juez_core::{Rng, Seat, Seed, Team};
use juez_search::{Branches, Budget, Code, HiddenTree, Search, Settings, Weighted};

/// Entries of the table of endings: 1 MB.
const ENTRIES: usize = 1 << 16;
/// Plies to the end of a hand, at most: passes are skipped.
const MOST_PLIES: i32 = 28;

/// A deal of the unseen tiles, and the habits of the seats.
#[derive(Clone, Copy, Debug)]
pub(in crate::dominoes) struct World {
    table: Table,
    habits: [Habit; SEATS as usize],
}

/// A decision of a seat, from its own tiles and its memory.
pub(in crate::dominoes) struct Decision {
    /// The table without the hands of others.
    table: Table,
    unseen: Cards<Tile>,
    counts: [usize; SEATS as usize],
    past: Past,
    /// Tiles in all hands up to which a world is searched to its end with open hands.
    exact_tiles: usize,
    rng: Rng,
    ending: Ending,
    search: Search<Ending>,
    /// Worlds used, and those in which each seat has no tile of each number.
    worlds: u32,
    /// The hands of all seats, if they are open.
    open: Option<[Cards<Tile>; SEATS as usize]>,
    without: [[u32; Tile::MOST as usize + 1]; SEATS as usize],
}

impl Decision {
    /// Creates the decision of the seat to move in a view, before it plays a tile.
    pub fn new(view: &View, past: Past, exact_tiles: usize, seed: Seed) -> Decision {
        let public = &view.public;
        let mut table = Table::new(public, [Cards::EMPTY; SEATS as usize]);
        table.hands[usize::from(table.turn)] = view.hand;
        table.lacks = past.lacks;
        let score = [0, 1].map(|pair| public.score(Team(pair)));
        Decision {
            table,
            unseen: view.unseen(),
            counts: std::array::from_fn(|seat| public.count(Seat::new(seat as u8))),
            past,
            exact_tiles,
            rng: seed.rng(),
            ending: Ending { stakes: Stakes::new(public.options, score) },
            search: Search::new(Settings::PLAIN, ENTRIES),
            worlds: 0,
            open: None,
            without: Default::default(),
        }
    }

    /// Opens every hand, as it is in the state.
    pub fn open(&mut self, state: Option<&Position>) {
        let hand = |state: &Position, seat: usize| state.hand(Seat::new(seat as u8));
        self.open = state.map(|state| std::array::from_fn(|seat| hand(state, seat)));
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.table.turn;
        (0..SEATS).filter(move |&seat| seat != me).map(usize::from)
    }

    /// Returns the numbers that others can lack without having shown it, each with its seat and the
    /// share of worlds in hundredths.
    pub fn lacks(&self) -> Vec<((Seat, u8), u32)> {
        let mut lacks = Vec::new();
        for seat in self.others() {
            for number in 0..=Tile::MOST {
                let share = self.without[seat][usize::from(number)] * 100 / self.worlds.max(1);
                let is_open =
                    !self.table.lacks[seat].has(number) && self.unseen.meets(Tile::showing(number));
                if is_open {
                    lacks.push(((Seat::new(seat as u8), number), share));
                }
            }
        }
        lacks
    }
}

impl HiddenTree<2> for Decision {
    type World = World;
    type Branch = Code;

    fn sample(&mut self) -> World {
        if let Some(hands) = self.open {
            let habits = self.past.draw_habits(&mut self.rng);
            return World { table: Table { hands, ..self.table }, habits };
        }
        let mut holders = [Holder::new(0, Cards::ALL); SEATS as usize];
        for seat in self.others() {
            let may = Cards::ALL - self.table.lacks[seat].tiles();
            holders[seat] = Holder::new(self.counts[seat], may);
        }
        deal_unseen(self.unseen, &mut holders, &mut self.rng);
        let mut table = self.table;
        for seat in self.others() {
            table.hands[seat] = holders[seat].cards;
        }
        World { table, habits: self.past.draw_habits(&mut self.rng) }
    }

    fn surprisal(&mut self, world: &World) -> u32 {
        self.past.surprisal(&world.table.hands, &world.habits)
    }

    fn chosen(&mut self, world: &World, times: u32) {
        self.worlds += times;
        for (hand, without) in world.table.hands.iter().zip(&mut self.without) {
            for (number, count) in (0..).zip(without) {
                *count += if hand.meets(Tile::showing(number)) { 0 } else { times };
            }
        }
    }

    fn side(&self, world: &World) -> Option<usize> {
        let table = &world.table;
        (!table.is_over()).then_some(usize::from(table.turn % 2))
    }

    fn list(&self, world: &World, out: &mut Branches<Code>) {
        let table = &world.table;
        let outlook = Outlook::of(table);
        let policy = &self.past.policies[usize::from(table.turn)];
        table.each_move(|tile, joined| {
            let weight = outlook.worth(policy, tile, table.ends_after(tile, joined));
            out.push(Weighted { branch: code_of(tile, joined), weight });
        });
        if out.is_empty() {
            out.push(Weighted { branch: PASS, weight: 0 });
        }
    }

    fn play(&self, world: &mut World, code: Code) {
        world.table.play(code);
    }

    fn value(&mut self, world: &World, nodes: &mut u64) -> [i32; 2] {
        let mut table = world.table;
        table.skip_passes();
        while !table.is_over() && table.tiles() > self.exact_tiles {
            let seat = usize::from(table.turn);
            table.play(world.habits[seat].choose(&table, &self.past.policies[seat]));
            table.skip_passes();
            *nodes += 1;
        }
        if table.is_over() {
            let value = self.ending.stakes.value(&table);
            return [value, -value];
        }
        let unlimited = &mut Budget::nodes(u64::MAX);
        let score = self.search.solve(&self.ending, &table, MOST_PLIES, unlimited, nodes);
        let score = score.unwrap_or(0);
        let value = if table.turn.is_multiple_of(2) { score } else { -score };
        [value, -value]
    }
}

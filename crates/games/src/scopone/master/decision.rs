//! A decision of a seat: the worlds that fit its knowledge, and their values.

use super::ending::Ending;
use super::past::Past;
use super::policy::{Habit, Worths, each_worth};
use super::stakes::Stakes;
use super::table::{SEATS_LEN, Table};
use crate::cards::{Cards, Holder, Italian, deal_unseen};
use crate::scopone::{Move, Position, View};
use juez_core::{Rng, Seat, Seed};
use juez_search::{Branches, HiddenTree, Weighted};

/// A deal of the unseen cards, and the habits of the seats.
#[derive(Clone, Copy, Debug)]
pub(in crate::scopone) struct World {
    table: Table,
    habits: [Habit; SEATS_LEN],
}

/// A decision of a seat, from its own cards and its memory.
pub(in crate::scopone) struct Decision {
    /// The table without the hands of others.
    table: Table,
    unseen: Cards<Italian>,
    held: [usize; SEATS_LEN],
    past: Past,
    /// The policy of each seat.
    worths: [Worths; SEATS_LEN],
    /// Cards in all hands up to which a world is searched to its end with open hands; 0 between
    /// lone players, where it has shown no gain.
    exact_cards: usize,
    rng: Rng,
    ending: Ending,
    /// Worlds used, and those in which each seat has no card of each value.
    worlds: u32,
    /// The hands of all seats, if they are open.
    open: Option<[Cards<Italian>; SEATS_LEN]>,
    without: [[u32; 11]; SEATS_LEN],
}

impl Decision {
    /// Creates the decision of the seat to move in a view.
    pub fn new(view: &View, past: Past, exact_cards: usize, seed: Seed) -> Decision {
        let public = &view.public;
        let table = Table::of(view);
        let score = [0, 1].map(|seat| public.score[Seat::new(seat)]);
        let ending = Ending::new(Stakes::new(public.options, score));
        Decision {
            table,
            unseen: view.unseen() | past.forgotten,
            held: std::array::from_fn(|seat| public.held(Seat::new(seat as u8))),
            worths: past.policies.map(Worths::new),
            past,
            exact_cards: if public.kind().in_pairs() { exact_cards } else { 0 },
            rng: seed.rng(),
            ending,
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
        let me = usize::from(self.table.turn);
        (0..SEATS_LEN).filter(move |&seat| seat != me)
    }

    /// Returns the values of which others can have no card, each with its seat and the share of
    /// worlds in hundredths.
    pub fn lacks(&self) -> Vec<((Seat, u8), u32)> {
        let mut lacks = Vec::new();
        for seat in self.others() {
            for value in (1..=10).filter(|&value| self.unseen.meets(Italian::all_of(value))) {
                let share = self.without[seat][usize::from(value)] * 100 / self.worlds.max(1);
                lacks.push(((Seat::new(seat as u8), value), share));
            }
        }
        lacks
    }
}

impl HiddenTree<SEATS_LEN> for Decision {
    type World = World;
    type Branch = Move;

    fn sample(&mut self) -> World {
        if let Some(hands) = self.open {
            let habits = self.past.draw_habits(&mut self.rng);
            return World { table: Table { hands, ..self.table }, habits };
        }
        // The last holder is the cards that are out of play without being remembered.
        let mut holders = [Holder::new(0, Cards::ALL); SEATS_LEN + 1];
        for seat in self.others() {
            holders[seat].room = self.held[seat];
        }
        holders[SEATS_LEN].room = self.past.forgotten.len();
        deal_unseen(self.unseen, &mut holders, &mut self.rng);
        let mut table = self.table;
        for seat in self.others() {
            table.hands[seat] = holders[seat].cards;
        }
        World { table, habits: self.past.draw_habits(&mut self.rng) }
    }

    fn surprisal(&mut self, world: &World) -> u32 {
        let options = self.ending.options();
        self.past.surprisal(&world.table.hands, &world.habits, options, &self.worths)
    }

    fn chosen(&mut self, world: &World, times: u32) {
        self.worlds += times;
        for (hand, without) in world.table.hands.iter().zip(&mut self.without) {
            for (value, count) in (1..=10).zip(&mut without[1..]) {
                *count += if hand.meets(Italian::all_of(value)) { 0 } else { times };
            }
        }
    }

    fn side(&self, world: &World) -> Option<usize> {
        let table = &world.table;
        (!table.is_over()).then_some(usize::from(table.turn))
    }

    fn list(&self, world: &World, out: &mut Branches<Move>) {
        let worths = &self.worths[usize::from(world.table.turn)];
        let options = self.ending.options();
        each_worth(&world.table, options, worths, |branch, weight| {
            out.push(Weighted { branch, weight });
        });
    }

    fn play(&self, world: &mut World, mv: Move) {
        world.table.play(self.ending.options(), mv);
    }

    fn value(&mut self, world: &World, nodes: &mut u64) -> [i32; SEATS_LEN] {
        let mut table = world.table;
        while table.held() > self.exact_cards {
            let seat = usize::from(table.turn);
            let mv = world.habits[seat].choose(&table, self.ending.options(), &self.worths[seat]);
            table.play(self.ending.options(), mv);
            *nodes += 1;
        }
        self.ending.values(&table, nodes)
    }
}

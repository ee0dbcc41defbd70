//! A decision of a seat: the worlds that fit its knowledge, and their values.

use super::SEATS;
use super::ending::best_reply;
use super::past::Past;
use super::policy::{Outlook, PLANS, Plan, Policy};
use super::stakes::Stakes;
use super::world::World;
use crate::cards::{Cards, Holder, Spanish, SpanishSuit, deal_unseen};
use crate::tute::{Match, Move, Phase, View};
use juez_core::{Rng, Seat, Seed, State};
use juez_search::{Branches, HiddenTree, Weighted};

/// A decision of a seat, from its own cards and its memory.
pub(in crate::tute) struct Decision {
    past: Past,
    me: Seat,
    hand: Cards<Spanish>,
    /// The cards that can be in other hands.
    unseen: Cards<Spanish>,
    /// Cards in all hands up to which the seat sees a world to its end.
    exact_cards: usize,
    rng: Rng,
    stakes: Stakes,
    /// Worlds used, and those in which each seat has no card of each suit.
    worlds: u32,
    /// The state, if every hand is open.
    open: Option<Match>,
    without: [[u32; SpanishSuit::ALL.len()]; SEATS],
}

impl Decision {
    /// Creates the decision of the seat to move in a view.
    pub fn new(view: &View, past: Past, exact_cards: usize, seed: Seed) -> Decision {
        Decision {
            me: view.public.turn,
            hand: view.hand,
            unseen: view.unseen() | past.forgotten,
            past,
            exact_cards,
            rng: seed.rng(),
            stakes: Stakes::new(&view.public),
            worlds: 0,
            open: None,
            without: Default::default(),
        }
    }

    /// Opens every hand, as it is in the state.
    pub fn open(&mut self, state: Option<&Match>) {
        self.open = state.copied();
    }

    fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        self.past.public.players.without(self.me).iter()
    }

    /// Returns the suits that others can lack without having shown it, each with its seat and the
    /// share of worlds in hundredths.
    pub fn lacks(&self) -> Vec<((Seat, &'static str), u32)> {
        let public = &self.past.public;
        let mut lacks = Vec::new();
        for seat in self.others().filter(|&seat| public.count(seat) > 0) {
            for (suit, without) in SpanishSuit::ALL.into_iter().zip(self.without[seat.index()]) {
                if (self.unseen - public.lacks[seat]).meets(suit.cards()) {
                    lacks.push(((seat, suit.name()), without * 100 / self.worlds.max(1)));
                }
            }
        }
        lacks
    }
}

impl HiddenTree<SEATS> for Decision {
    type World = World;
    type Branch = (Move, Plan);

    fn sample(&mut self) -> World {
        if let Some(table) = self.open {
            let habits = self.past.draw_habits(&mut self.rng);
            return World {
                table,
                habits,
                me: self.me,
                plan: Plan::Adapts,
                policy: self.past.policy,
            };
        }
        let public = self.past.public;
        let mut unseen = self.unseen;
        let mut holders = Vec::with_capacity(SEATS + 1);
        for seat in self.others() {
            let known = public.known[seat];
            unseen -= known;
            let free = public.count(seat) - known.len();
            holders.push(Holder::new(free, Cards::ALL - public.lacks[seat]));
        }
        // Cards that are out of play without being remembered, and the card left over face down.
        let hidden = usize::from(public.hides_a_card());
        holders.push(Holder::new(hidden + self.past.forgotten.len(), Cards::ALL));
        deal_unseen(unseen, &mut holders, &mut self.rng);
        let mut table = Match::new(public);
        table.hands[self.me] = self.hand;
        for (seat, holder) in self.others().zip(&holders) {
            table.hands[seat] = public.known[seat] | holder.cards;
        }
        let mut rest = holders.last().map_or(Cards::EMPTY, |holder| holder.cards);
        if hidden > 0 {
            table.undealt = rest.first();
            table.undealt.iter().for_each(|&card| rest.remove(card));
        }
        // In this world, other cards than the forgotten ones are out of play.
        for seat in public.players.iter() {
            let gone = public.played[seat] & self.past.forgotten;
            let instead = rest.iter().take(gone.len()).collect();
            rest -= instead;
            table.public.played[seat] = (public.played[seat] - gone) | instead;
        }
        let habits = self.past.draw_habits(&mut self.rng);
        World { table, habits, me: self.me, plan: Plan::Adapts, policy: self.past.policy }
    }

    fn surprisal(&mut self, world: &World) -> u32 {
        self.past.surprisal(&world.table, &world.habits)
    }

    fn chosen(&mut self, world: &World, times: u32) {
        self.worlds += times;
        for (seat, hand) in world.table.hands.iter() {
            for (suit, without) in SpanishSuit::ALL.iter().zip(&mut self.without[seat.index()]) {
                *without += if hand.meets(suit.cards()) { 0 } else { times };
            }
        }
    }

    fn side(&self, world: &World) -> Option<usize> {
        let public = world.table.public();
        (public.phase == Phase::Play).then_some(public.turn.index())
    }

    fn list(&self, world: &World, out: &mut Branches<(Move, Plan)>) {
        let (songs, cards) = world.table.legal();
        let outlook = Outlook::of_table(&world.table, Policy::default());
        for plan in PLANS {
            let of_song = |song| Weighted { branch: (Move::Song(song), plan), weight: i32::MAX };
            let of_card =
                |card| Weighted { branch: (Move::Card(card), plan), weight: outlook.worth(card) };
            out.extend(songs.iter().map(of_song).chain(cards.iter().map(of_card)));
        }
    }

    fn play(&self, world: &mut World, (mv, plan): (Move, Plan)) {
        world.plan = plan;
        world.table.play_unchecked(mv);
    }

    fn value(&mut self, world: &World, nodes: &mut u64) -> [i32; SEATS] {
        let mut world = *world;
        while world.table.public.phase == Phase::Play {
            if world.held() <= self.exact_cards {
                return best_reply(&mut self.stakes, &world, nodes);
            }
            world.table.play_unchecked(world.habitual());
            *nodes += 1;
        }
        self.stakes.values(world.losers())
    }
}

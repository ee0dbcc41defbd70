//! A decision of a seat: the worlds that fit its knowledge, and their values.

use super::ending::{Duel, Ending, new_search};
use super::past::Past;
use super::policy::Policy;
use crate::cards::{Card, Cards, French, Holder, deal_unseen};
use crate::durak::deck::Talon;
use crate::durak::{Move, Phase, Position, View, deck};
use juez_core::{CERTAIN, PerSeat, Rng, Seat, Seed, State};
use juez_search::{Branches, HiddenTree, Search, Weighted};

/// Maximum number of seats of a game.
const SEATS: usize = 6;
/// The value of a game for a seat that is not the durak; a draw has half of it.
pub(in crate::durak) const WHOLE: i32 = 1000;

/// Nodes of an ending in a sampled world, at most.
const ENDING_NODES: u64 = 2000;
/// Nodes of each move of a known ending, at most, in rounds: one that wins is often found early.
const PROOF_NODES: [u64; 3] = [1500, 10_000, 60_000];

/// A seat with a trump that it can hold, or `None` for no trump at all, and the share of worlds in
/// hundredths.
type TrumpShare = ((Seat, Option<French>), u32);

/// The moves of an ending with open hands that are solved.
pub(in crate::durak) struct Proof {
    /// A move that wins against any play.
    pub winning: Option<Move>,
    /// Moves that lose against the best play.
    pub losing: Vec<Move>,
}

/// A decision of a seat, from its own cards and its memory.
pub(in crate::durak) struct Decision {
    view: View,
    past: Past,
    /// The policy of each seat: the own one has the default.
    policies: [Policy; SEATS],
    /// The cards that each seat is remembered to hold.
    known: PerSeat<Cards<French>>,
    /// The cards that can be anywhere.
    unseen: Cards<French>,
    /// Cards in both hands up to which a world with two seats and no talon is searched to its end.
    exact_cards: usize,
    rng: Rng,
    ending: Ending,
    search: Search<Ending>,
    /// Worlds used, those in which each seat holds each card, and those in which it has no trump.
    worlds: u32,
    /// The state, if every hand is open.
    open: Option<Position>,
    holds: [[u32; French::COUNT as usize]; SEATS],
    trumpless: [u32; SEATS],
}

fn is_over(position: &Position) -> bool {
    matches!(position.public.phase, Phase::Deal | Phase::Over)
}

/// Returns the value of an ended game for each seat.
fn result(position: &Position) -> [i32; SEATS] {
    let public = &position.public;
    let mut values = [WHOLE; SEATS];
    match public.durak {
        Some(durak) => values[durak.index()] = 0,
        None => {
            let last = public.place.iter().map(|(_, &place)| place).max();
            for (seat, &place) in public.place.iter() {
                if Some(place) == last {
                    values[seat.index()] = WHOLE / 2;
                }
            }
        }
    }
    values
}

/// Returns the expected score of each seat before a game or after it, in parts of [`CERTAIN`].
pub(in crate::durak) fn standing(position: &Position, is_after: bool) -> Vec<i32> {
    let seats = usize::from(position.public.seats());
    if !is_after {
        return vec![CERTAIN - CERTAIN / seats as i32; seats];
    }
    result(position)[..seats].iter().map(|value| value * (CERTAIN / WHOLE)).collect()
}

/// Returns the two seats that still play without a talon.
fn duelists(position: &Position) -> Option<[Seat; 2]> {
    let public = &position.public;
    let mut playing = Seat::all(public.seats()).filter(|&seat| public.plays(seat));
    let two = [playing.next()?, playing.next()?];
    (public.talon == 0 && playing.next().is_none()).then_some(two)
}

impl Decision {
    /// Creates the decision of the seat to move in a view, who expects the others to play by `policy`;
    /// `None` before a deal.
    pub fn new(
        view: &View,
        past: Past,
        policy: Policy,
        exact_cards: usize,
        seed: Seed,
    ) -> Option<Decision> {
        let public = &view.public;
        let mut known = public.known;
        for seat in Seat::all(public.seats()) {
            known[seat] -= past.forgotten;
        }
        known[view.seat?] = view.hand;
        let held = known.iter().fold(Cards::EMPTY, |all, (_, &cards)| all | cards);
        let gone = (public.discard - past.forgotten) | public.table.cards();
        let shown = public.trump_card.filter(|_| public.talon > 0);
        let unseen = deck(public.options.deck) - held - gone - shown.into_iter().collect();
        let mut policies = [policy; SEATS];
        policies[view.seat?.index()] = Policy::default();
        let ending = Ending { trump: public.trump()?, last_card: public.options.last_card };
        Some(Decision {
            view: view.clone(),
            past,
            policies,
            known,
            unseen,
            exact_cards,
            rng: seed.rng(),
            ending,
            search: new_search(),
            worlds: 0,
            open: None,
            holds: [[0; French::COUNT as usize]; SEATS],
            trumpless: [0; SEATS],
        })
    }

    /// Opens every hand, as it is in the state; the talon stays chance.
    pub fn open(&mut self, state: Option<&Position>) {
        self.open = state.copied();
    }

    /// Returns the trumps of others that are not certain.
    pub fn trumps(&self) -> Vec<TrumpShare> {
        let public = &self.view.public;
        let mut trumps = Vec::new();
        let others = Seat::all(public.seats()).filter(|&seat| Some(seat) != self.view.seat);
        for seat in others.filter(|&seat| public.count[seat] > 0) {
            let share = |count: u32| count * 100 / self.worlds.max(1);
            let mut add = |trump, share| {
                if share < 100 {
                    trumps.push(((seat, trump), share));
                }
            };
            add(None, share(self.trumpless[seat.index()]));
            for card in (self.unseen & self.ending.trump.cards()).iter() {
                add(Some(card), share(self.holds[seat.index()][usize::from(card.index())]));
            }
        }
        trumps
    }

    /// Searches each move of an ending to the end; `None` if a card is hidden or forgotten, or more
    /// than two seats play. Adds the positions that it looks at to `nodes`: at most `most`, and one
    /// round of a move more.
    pub fn prove(&mut self, moves: &[Move], most: u64, nodes: &mut u64) -> Option<Proof> {
        let position = self.sample();
        let seats = duelists(&position)?;
        if !self.past.forgotten.is_empty() || self.exact_cards == 0 {
            return None;
        }
        let mover = position.public.to_move;
        let mut proof = Proof { winning: None, losing: Vec::new() };
        for budget in PROOF_NODES {
            for &mv in moves {
                if *nodes >= most || proof.losing.contains(&mv) {
                    continue;
                }
                let mut after = position;
                after.play_unchecked(mv);
                let values = if is_over(&after) {
                    Some(result(&after))
                } else {
                    self.solve(&after, seats, budget, nodes)
                };
                match values.map(|values| values[mover.index()]) {
                    Some(WHOLE) => return Some(Proof { winning: Some(mv), ..proof }),
                    Some(0) => proof.losing.push(mv),
                    _ => {}
                }
            }
        }
        Some(proof)
    }

    fn solve(
        &mut self,
        position: &Position,
        seats: [Seat; 2],
        most: u64,
        nodes: &mut u64,
    ) -> Option<[i32; SEATS]> {
        let duel = Duel::of(position, seats);
        let score = self.ending.solve(&mut self.search, duel, most, nodes)?;
        let mut values = [WHOLE; SEATS];
        values[seats[0].index()] = (1 + score) * WHOLE / 2;
        values[seats[1].index()] = (1 - score) * WHOLE / 2;
        Some(values)
    }

    /// Returns the values of a world that is soon over.
    fn soon(&mut self, position: &Position, nodes: &mut u64) -> Option<[i32; SEATS]> {
        if position.public.talon > 0 || self.exact_cards == 0 {
            return None;
        }
        let seats = duelists(position)?;
        let cards: usize = seats.iter().map(|&seat| position.hands[seat].len()).sum();
        if cards > self.exact_cards {
            return None;
        }
        self.solve(position, seats, ENDING_NODES, nodes)
    }
}

impl HiddenTree<SEATS> for Decision {
    type World = Position;
    type Branch = Move;

    fn sample(&mut self) -> Position {
        if let Some(mut open) = self.open {
            let (shown, hidden) = match open.talon.cards() {
                [trump, hidden @ ..] => (Some(*trump), hidden),
                [] => (None, &[][..]),
            };
            let mut talon = hidden.to_vec();
            self.rng.shuffle(&mut talon);
            talon.extend(shown);
            open.talon = Talon::of(&talon);
            open.public.only_drawn = Cards::EMPTY;
            return open;
        }
        let mut public = self.view.public;
        let is_sure = self.past.forgotten.is_empty();
        let only_drawn = if is_sure { public.only_drawn } else { Cards::EMPTY };
        let mut holders = Vec::with_capacity(2 * SEATS + 2);
        for seat in Seat::all(public.seats()) {
            let hidden = public.count[seat] - self.known[seat].len() as u8;
            let drawn = public.drawn[seat].min(hidden);
            holders.push(Holder::new((hidden - drawn).into(), Cards::ALL - only_drawn));
            holders.push(Holder::new(drawn.into(), Cards::ALL));
        }
        holders.push(Holder::new(public.talon.saturating_sub(1).into(), Cards::ALL));
        let room: usize = holders.iter().map(|holder| holder.room).sum();
        // Forgotten cards that are out of the game.
        holders.push(Holder::new(self.unseen.len() - room, Cards::ALL));
        deal_unseen(self.unseen, &mut holders, &mut self.rng);

        let mut hands = self.known;
        for (seat, own) in Seat::all(public.seats()).zip(holders.chunks_exact(2)) {
            hands[seat] |= own[0].cards | own[1].cards;
        }
        let mut talon = holders[2 * usize::from(public.seats())].cards.list();
        self.rng.shuffle(&mut talon);
        talon.extend(public.trump_card.filter(|_| public.talon > 0));
        // With open hands there are no inferences.
        public.only_drawn = Cards::EMPTY;
        Position { public, hands, talon: Talon::of(&talon) }
    }

    fn surprisal(&mut self, world: &Position) -> u32 {
        let mut hidden = world.hands;
        for (seat, &known) in self.known.iter() {
            hidden[seat] -= known;
        }
        self.past.surprisal(&hidden, &self.policies, &mut self.rng)
    }

    fn chosen(&mut self, world: &Position, times: u32) {
        self.worlds += times;
        let trumps = self.ending.trump.cards();
        for (seat, &hand) in world.hands.iter() {
            let held = hand & trumps;
            self.trumpless[seat.index()] += if held.is_empty() { times } else { 0 };
            for card in held.iter() {
                self.holds[seat.index()][usize::from(card.index())] += times;
            }
        }
    }

    fn side(&self, world: &Position) -> Option<usize> {
        world.public.to_move().map(Seat::index)
    }

    fn list(&self, world: &Position, out: &mut Branches<Move>) {
        let public = &world.public;
        let choices = public.choices(world.hand_to_move());
        let policy = &self.policies[public.to_move.index()];
        for card in choices.cards.iter() {
            let weight = -policy.price(card, self.ending.trump);
            out.push(Weighted { branch: Move::Card(card), weight });
        }
        let weight = -policy.most(public);
        out.extend(choices.word.map(|branch| Weighted { branch, weight }));
    }

    fn play(&self, world: &mut Position, mv: Move) {
        world.play_unchecked(mv);
    }

    fn value(&mut self, world: &Position, nodes: &mut u64) -> [i32; SEATS] {
        let mut position = *world;
        while !is_over(&position) {
            if let Some(values) = self.soon(&position, nodes) {
                return values;
            }
            let policy = &self.policies[position.public.to_move.index()];
            let mv = policy.choose(&position.public, position.hand_to_move());
            let Some(mv) = mv else { break };
            position.play_unchecked(mv);
            *nodes += 1;
        }
        result(&position)
    }
}

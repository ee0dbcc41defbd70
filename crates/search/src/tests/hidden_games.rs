//! Small games with hidden cards.

use super::random_tree::mix;
use crate::{Branches, HiddenTree, Weighted};

/// A coin lies face down. Side 0 takes a safe point, or bets and then names the face: ten points,
/// or minus ten.
pub(super) struct Coin {
    /// Number of worlds drawn so far.
    pub drawn: u32,
    /// Surprisal of tails.
    pub tails: u32,
    /// True if a value is the best one with the coin open.
    pub is_open: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wager {
    Safe,
    Bet,
    Name(bool),
}

/// The face, and the moves so far.
#[derive(Clone)]
pub(super) struct Face {
    is_heads: bool,
    moves: Vec<Wager>,
}

impl HiddenTree<1> for Coin {
    type World = Face;
    type Branch = Wager;

    fn sample(&mut self) -> Face {
        self.drawn += 1;
        Face { is_heads: mix(self.drawn.into()) >> 20 & 1 == 1, moves: Vec::new() }
    }

    fn surprisal(&mut self, face: &Face) -> u32 {
        if face.is_heads { 0 } else { self.tails }
    }

    fn side(&self, face: &Face) -> Option<usize> {
        matches!(face.moves[..], [] | [Wager::Bet]).then_some(0)
    }

    fn list(&self, face: &Face, out: &mut Branches<Wager>) {
        let moves = match face.moves[..] {
            [] => [Wager::Bet, Wager::Safe],
            _ => [Wager::Name(true), Wager::Name(false)],
        };
        out.extend(moves.map(|branch| Weighted { branch, weight: 0 }));
    }

    fn play(&self, face: &mut Face, branch: Wager) {
        face.moves.push(branch);
    }

    fn value(&mut self, face: &Face, _: &mut u64) -> [i32; 1] {
        [match face.moves[..] {
            [Wager::Safe] => 1,
            [Wager::Bet, Wager::Name(heads)] if heads == face.is_heads => 10,
            [Wager::Bet] if self.is_open => 10,
            [Wager::Bet] => 0,
            _ => -10,
        }]
    }
}

/// Six cards, two for each of two seats and two face down. The leader plays a card, the other one
/// follows, and the higher card takes a point and leads.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tricks {
    pub hands: [Vec<u8>; 2],
    pub turn: usize,
    led: Option<u8>,
    points: [i32; 2],
}

impl Tricks {
    pub fn play(&mut self, card: u8) {
        self.hands[self.turn].retain(|&other| other != card);
        match self.led.take() {
            None => {
                self.led = Some(card);
                self.turn = 1 - self.turn;
            }
            Some(led) => {
                // The seat to move followed.
                self.turn = if card > led { self.turn } else { 1 - self.turn };
                self.points[self.turn] += 1;
            }
        }
    }

    /// Returns the lead of seat 0 with best play and open hands.
    pub fn minimax(&self) -> i32 {
        let after = self.hands[self.turn].iter().map(|&card| {
            let mut after = self.clone();
            after.play(card);
            after.minimax()
        });
        let best = if self.turn == 0 { after.max() } else { after.min() };
        best.unwrap_or(self.points[0] - self.points[1])
    }
}

/// The decision of seat 0, which leads and holds `hand`. Worlds are all deals in turn.
pub(super) struct Lead {
    pub hand: Vec<u8>,
    pub drawn: usize,
}

impl Lead {
    /// Returns every hand that the other seat can have.
    pub fn worlds(&self) -> Vec<Tricks> {
        let unseen: Vec<u8> = (0..6).filter(|card| !self.hand.contains(card)).collect();
        let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |two| [one, two]));
        let world = |pair: [usize; 2]| Tricks {
            hands: [self.hand.clone(), pair.map(|nth| unseen[nth]).to_vec()],
            turn: 0,
            led: None,
            points: [0; 2],
        };
        pairs.map(world).collect()
    }
}

impl HiddenTree<2> for Lead {
    type World = Tricks;
    type Branch = u8;

    fn sample(&mut self) -> Tricks {
        let worlds = self.worlds();
        self.drawn += 1;
        worlds[(self.drawn - 1) % worlds.len()].clone()
    }

    fn side(&self, world: &Tricks) -> Option<usize> {
        (!world.hands[world.turn].is_empty()).then_some(world.turn)
    }

    fn list(&self, world: &Tricks, out: &mut Branches<u8>) {
        let cards = &world.hands[world.turn];
        out.extend(cards.iter().map(|&branch| Weighted { branch, weight: branch.into() }));
    }

    fn play(&self, world: &mut Tricks, card: u8) {
        world.play(card);
    }

    fn value(&mut self, world: &Tricks, nodes: &mut u64) -> [i32; 2] {
        *nodes += 1;
        let lead = 1000 * world.minimax();
        [lead, -lead]
    }
}

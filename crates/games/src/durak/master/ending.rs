//! The end of a game between two seats without a talon, with open hands, as a tree of two sides.

use super::policy::Policy;
use crate::cards::{Card, Cards, French, FrenchSuit};
use crate::durak::{HAND, LastCard, Position, beaters};
use juez_core::Seat;
use juez_search::{Branches, Budget, Code, Search, Settings, Tree, Weighted, mix};

/// Score of a win for the side to move.
const WON: i32 = 1;

const DONE: Code = French::COUNT as Code;
const TAKE: Code = DONE + 1;

/// A position of two seats. Every card that is not in it is discarded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Duel {
    hands: [Cards<French>; 2],
    table: Cards<French>,
    ranks: Cards<French>,
    unbeaten: Option<French>,
    /// The side that attacks, 0 or 1.
    attacker: u8,
    taking: bool,
    /// Cards that can still attack in this bout.
    room: u8,
    /// Maximum attacking cards of a bout.
    most: u8,
    is_over: bool,
}

/// The rules of an ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub trump: FrenchSuit,
    pub last_card: LastCard,
}

impl Duel {
    /// Reads a position in which two seats play without a talon. Side 0 is the first of `seats`.
    pub fn of(position: &Position, seats: [Seat; 2]) -> Duel {
        let public = &position.public;
        let most = if public.options.first5 && public.discard.is_empty() { HAND - 1 } else { HAND };
        Duel {
            hands: seats.map(|seat| position.hands[seat]),
            table: public.table.cards(),
            ranks: public.table.ranks(),
            unbeaten: public.unbeaten(),
            attacker: u8::from(public.attacker != seats[0]),
            taking: public.taking,
            room: public.room(),
            most,
            is_over: false,
        }
    }

    fn side(&self) -> usize {
        let defends = u8::from(self.unbeaten.is_some());
        usize::from(self.attacker ^ defends)
    }

    /// Returns the cards that the side to move can play, and its word if it has one.
    fn choices(&self, trump: FrenchSuit) -> (Cards<French>, Option<Code>) {
        let hand = self.hands[self.side()];
        match self.unbeaten {
            Some(card) => (hand & beaters(card, trump), Some(TAKE)),
            None if self.table.is_empty() => (hand, None),
            None => (hand & self.ranks, Some(DONE)),
        }
    }

    fn put(&mut self, card: French) {
        self.hands[self.side()].remove(card);
        self.table.insert(card);
        self.ranks |= card.rank_mates();
    }

    fn play(&mut self, code: Code) {
        if code == DONE {
            return self.end_bout();
        }
        if code == TAKE {
            (self.taking, self.unbeaten) = (true, None);
        } else {
            let card = French::new(code as u8);
            self.put(card);
            if self.unbeaten.is_some() {
                self.unbeaten = None;
            } else {
                self.room -= 1;
                self.unbeaten = (!self.taking).then_some(card);
            }
        }
        if self.unbeaten.is_none() && self.room == 0 {
            self.end_bout();
        }
    }

    fn end_bout(&mut self) {
        let defender = self.attacker ^ 1;
        if self.taking {
            self.hands[usize::from(defender)] |= self.table;
        } else {
            self.attacker = defender;
            self.most = HAND;
        }
        (self.table, self.ranks) = (Cards::EMPTY, Cards::EMPTY);
        self.taking = false;
        self.is_over = self.hands.iter().any(|hand| hand.is_empty());
        let defends = self.hands[usize::from(self.attacker ^ 1)].len() as u8;
        self.room = self.most.min(defends);
    }

    /// Plays the words of a side that has no other choice.
    fn skip_words(&mut self, trump: FrenchSuit) {
        while !self.is_over
            && let (Cards::<French>::EMPTY, Some(word)) = self.choices(trump)
        {
            self.play(word);
        }
    }
}

impl Ending {
    /// Returns the score for side 0 of an ending played to its end, or `None` after `most` nodes.
    pub fn solve(
        &self,
        search: &mut Search<Ending>,
        mut duel: Duel,
        most: u64,
        nodes: &mut u64,
    ) -> Option<i32> {
        duel.skip_words(self.trump);
        let mut budget = Budget::nodes(nodes.saturating_add(most));
        let window = (-WON, WON);
        let score = search.solve_within(self, &duel, MOST_PLIES, window, &mut budget, nodes)?;
        Some(if duel.side() == 0 { score } else { -score })
    }
}

/// Plies to the end at most, as far as a search can go.
const MOST_PLIES: i32 = 95;

/// Entries of the table of endings: 2 MB.
const ENTRIES: usize = 1 << 17;

pub(super) fn new_search() -> Search<Ending> {
    Search::new(Settings::PLAIN, ENTRIES)
}

impl Tree for Ending {
    type Node = Duel;
    type Branch = Code;
    const CODES: usize = TAKE as usize + 1;

    fn key(&self, duel: &Duel) -> u64 {
        let unbeaten = duel.unbeaten.map_or(u8::MAX, French::index);
        let state = u64::from(unbeaten)
            | u64::from(duel.attacker) << 8
            | u64::from(duel.taking) << 9
            | u64::from(duel.room) << 10
            | u64::from(duel.most) << 14;
        let [one, two] = duel.hands.map(|hand| mix(hand.bits() + 1));
        mix(one.wrapping_add(two.rotate_left(17)) ^ mix(duel.table.bits())).wrapping_add(mix(state))
    }

    fn side(&self, duel: &Duel) -> usize {
        duel.side()
    }

    fn decided(&self, duel: &Duel) -> Option<i32> {
        if !duel.is_over {
            return None;
        }
        let side = duel.side();
        let are_out = [duel.hands[side], duel.hands[side ^ 1]].map(Cards::is_empty);
        Some(match (are_out, self.last_card) {
            // The defender held out, so it attacks next: it is the side to move.
            ([true, true], LastCard::AttackerWins) => -WON,
            ([true, true], LastCard::Draw) => 0,
            ([true, false], _) => WON,
            _ => -WON,
        })
    }

    fn evaluate(&self, _: &Duel) -> i32 {
        0
    }

    fn code(&self, code: Code) -> Code {
        code
    }

    fn list(&self, duel: &mut Duel, _: i32, out: &mut Branches<Code>) {
        let (cards, word) = duel.choices(self.trump);
        let policy = Policy::default();
        for card in cards.iter() {
            let weight = -policy.price(card, self.trump);
            out.push(Weighted { branch: Code::from(card.index()), weight });
        }
        out.extend(word.map(|branch| Weighted { branch, weight: WORD }));
    }

    fn play(&self, duel: &Duel, code: Code) -> Duel {
        let mut after = *duel;
        after.play(code);
        after.skip_words(self.trump);
        after
    }

    fn is_irreversible(&self, _: Code) -> bool {
        true
    }
}

/// Weight of `done` and `take`: below plain cards.
const WORD: i32 = -16;

//! The way a seat is expected to play: a policy for playouts, and the likelihood of a move.

use std::sync::LazyLock;

use crate::cards::{Card, Cards, French, FrenchSuit};
use crate::durak::{Choices, Move, Phase, Public};
use crate::masters::learning::weights;
use juez_search::choice_surprisal;

weights! {
    /// The prices that a seat pays: a card costs its rank, 2 to 14. The defaults are the prices of the
    /// bot `greedy`.
    pub(in crate::durak) struct Policy {
        // What a trump costs above its rank.
        trump = 14, 0..=24;
        // The highest price of a card thrown in for a defender who takes: with many cards to draw,
        // with fewer than nine, and with none.
        add_early = 9, 0..=30;
        add_later = 10, 0..=30;
        add_last = 13, 0..=30;
        // The highest price of a card thrown in for a defender who beats.
        throw_early = 11, 0..=30;
        throw_later = 12, 0..=30;
        throw_last = 14, 0..=30;
        // The highest price of a card that beats another.
        beat_early = 23, 0..=99;
        beat_later = 27, 0..=99;
        beat_last = 99, 0..=99;
        // Price that halves the likelihood of a move.
        halving = 2, 1..=12;
    }
}

/// A price above every card.
const ANYTHING: i32 = 99;

static RANKS: LazyLock<[i32; French::COUNT as usize]> =
    LazyLock::new(|| std::array::from_fn(|index| i32::from(French::new(index as u8).rank())));

impl Policy {
    #[inline]
    pub fn price(&self, card: French, trump: FrenchSuit) -> i32 {
        let surcharge = if card.suit() == trump { self.trump } else { 0 };
        RANKS[usize::from(card.index())] + surcharge
    }

    /// Returns the highest price that a seat pays for a card in the phase of a bout.
    pub fn most(&self, public: &Public) -> i32 {
        let late = usize::from(public.talon < 9) + usize::from(public.talon == 0);
        match public.phase {
            Phase::Attack => ANYTHING,
            Phase::Throw if public.taking => [self.add_early, self.add_later, self.add_last][late],
            Phase::Throw => [self.throw_early, self.throw_later, self.throw_last][late],
            _ => [self.beat_early, self.beat_later, self.beat_last][late],
        }
    }

    /// Returns the price of a move of the seat to move: one more than the most it pays for a word.
    fn price_of(&self, public: &Public, mv: Move, trump: FrenchSuit) -> i32 {
        match mv {
            Move::Card(card) => self.price(card, trump),
            Move::Done | Move::Take => self.most(public) + 1,
        }
    }

    /// Returns the move of the seat to move with this hand: its cheapest card, or its word if that
    /// card is too dear.
    pub fn choose(&self, public: &Public, hand: Cards<French>) -> Option<Move> {
        let trump = public.trump()?;
        moves(public.choices(hand)).min_by_key(|&mv| self.price_of(public, mv, trump))
    }

    /// Returns the surprisal of a move of the seat to move if it holds `hand`, in 1/256 bit.
    pub fn surprisal_of(&self, public: &Public, hand: Cards<French>, played: Move) -> u32 {
        let choices = public.choices(hand);
        let Some(trump) = public.trump().filter(|_| choices.count() > 1) else { return 0 };
        let price = |mv| self.price_of(public, mv, trump);
        let least = moves(choices).map(price).min().unwrap_or(0);
        let halvings = |mv: Move| ((price(mv) - least).max(0) / self.halving) as u32;
        choice_surprisal(moves(choices).map(halvings), halvings(played))
    }
}

fn moves(choices: Choices) -> impl Iterator<Item = Move> + Clone {
    choices.cards.iter().map(Move::Card).chain(choices.word)
}

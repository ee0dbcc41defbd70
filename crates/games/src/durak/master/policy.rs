//! The way a seat is expected to play: a policy for playouts, and the likelihood of a move.

use std::sync::LazyLock;

use crate::cards::{Card, Cards, French, FrenchSuit};
use crate::durak::{Choices, Move, Phase, Public};
use juez_search::choice_surprisal;

/// The price of the highest plain card; trumps begin above it.
const ACE: i32 = 14;
/// A price above every card.
const ANYTHING: i32 = 99;

static PRICES: LazyLock<[[i32; French::COUNT as usize]; 4]> = LazyLock::new(|| {
    FrenchSuit::ALL.map(|trump| {
        std::array::from_fn(|index| {
            let card = French::new(index as u8);
            i32::from(card.rank()) + if card.suit() == trump { ACE } else { 0 }
        })
    })
});

/// Returns the price of a card: its rank, and for a trump more than any plain card.
#[inline]
pub(super) fn price(card: French, trump: FrenchSuit) -> i32 {
    PRICES[trump as usize][usize::from(card.index())]
}

/// Returns the highest price that a seat pays for a card in the phase of a bout, as the bot
/// `greedy`: at the start of a game, with fewer than nine cards left to draw, and with none.
pub(super) fn most(public: &Public) -> i32 {
    let late = usize::from(public.talon < 9) + usize::from(public.talon == 0);
    match public.phase {
        Phase::Attack => ANYTHING,
        Phase::Throw if public.taking => [9, 10, ACE - 1][late],
        Phase::Throw => [11, 12, ACE][late],
        _ => [ACE + 9, ACE + 13, ANYTHING][late],
    }
}

/// Returns the price of a move of the seat to move: one more than the most it pays for a word.
fn price_of(public: &Public, mv: Move, trump: FrenchSuit) -> i32 {
    match mv {
        Move::Card(card) => price(card, trump),
        Move::Done | Move::Take => most(public) + 1,
    }
}

fn moves(choices: Choices) -> impl Iterator<Item = Move> + Clone {
    choices.cards.iter().map(Move::Card).chain(choices.word)
}

/// Returns the move of the seat to move with this hand: its cheapest card, or its word if that card
/// is too dear.
pub(super) fn choose(public: &Public, hand: Cards<French>) -> Option<Move> {
    let trump = public.trump()?;
    moves(public.choices(hand)).min_by_key(|&mv| price_of(public, mv, trump))
}

/// Price that halves the likelihood of a move.
const HALVING: i32 = 2;

/// Returns how much a move of the seat to move surprises if it holds `hand`, in 1/256 bit.
pub(super) fn surprise(public: &Public, hand: Cards<French>, played: Move) -> u32 {
    let choices = public.choices(hand);
    let Some(trump) = public.trump().filter(|_| choices.count() > 1) else { return 0 };
    let price = |mv| price_of(public, mv, trump);
    let least = moves(choices).map(price).min().unwrap_or(0);
    let halvings = |mv: Move| ((price(mv) - least).max(0) / HALVING) as u32;
    choice_surprisal(moves(choices).map(halvings), halvings(played))
}

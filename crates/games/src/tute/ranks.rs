//! The value of a card, in a trick and afterwards, as tables by card number.

use std::sync::LazyLock;

use crate::cards::{Card, Cards, Spanish, SpanishSuit};

/// Number of cards per suit.
const PER_SUIT: usize = 10;
/// Strength in the order of the deck, ranks 1 10 11 12 2 3 4 5 6 7: 10 is the strongest.
const STRENGTH: [u8; PER_SUIT] = [10, 6, 7, 8, 1, 9, 2, 3, 4, 5];
/// Points in the same order.
const POINTS: [u8; PER_SUIT] = [11, 2, 3, 4, 0, 10, 0, 0, 0, 0];

/// For each card the stronger ones of its suit.
static STRONGER: LazyLock<[Cards<Spanish>; 4 * PER_SUIT]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let card = Spanish::new(i as u8);
        let of_suit = card.suit().cards().iter();
        of_suit.filter(|&other| strength(other) > strength(card)).collect()
    })
});

pub(super) const KINGS: Cards<Spanish> = Spanish::all_of(12);
pub(super) const HORSES: Cards<Spanish> = Spanish::all_of(11);
/// The cards of each rank that has points, with the points of one.
const COUNTING: [(Cards<Spanish>, u16); 5] = [
    (Spanish::all_of(1), 11),
    (Spanish::all_of(3), 10),
    (KINGS, 4),
    (HORSES, 3),
    (Spanish::all_of(10), 2),
];
const TWOS: Cards<Spanish> = Spanish::all_of(2);

/// Returns the deck for a number of players: six who all play leave the twos out.
pub(super) fn deck_of(players: usize) -> Cards<Spanish> {
    if players == 6 { Cards::<Spanish>::ALL - TWOS } else { Cards::ALL }
}

/// Returns the card of oros with this rank.
pub(super) fn oros(rank: u8) -> Spanish {
    Spanish::of(SpanishSuit::Oros, rank).expect("a rank of the deck")
}

/// Returns the strength in the suit, 1 (the two) to 10 (the ace): 1 3 12 11 10 7 6 5 4 2 from the
/// top.
///
/// ```
/// use juez_games::tute::strength;
/// let order = ["E1", "E3", "E12", "E11", "E10", "E7", "E6", "E5", "E4", "E2"];
/// let strengths = order.map(|card| strength(card.parse().expect("a card")));
/// assert_eq!(strengths, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
/// ```
pub fn strength(card: Spanish) -> u8 {
    STRENGTH[usize::from(card.index()) % PER_SUIT]
}

/// Returns the points of one card: 1 = 11, 3 = 10, 12 = 4, 11 = 3, 10 = 2.
pub(super) fn points_of(card: Spanish) -> u8 {
    POINTS[usize::from(card.index()) % PER_SUIT]
}

/// Points of the last trick.
pub(super) const LAST_TRICK: u16 = 10;

/// Returns the points of a set of cards, 120 for the whole deck.
pub fn card_points(cards: Cards<Spanish>) -> u16 {
    let of_rank = |(rank, points): (Cards<Spanish>, u16)| points * (cards & rank).len() as u16;
    COUNTING.into_iter().map(of_rank).sum()
}

/// Returns the stronger cards of the same suit.
pub fn stronger(card: Spanish) -> Cards<Spanish> {
    STRONGER[usize::from(card.index())]
}

/// Returns the cards that beat `best` while it wins a trick: the stronger ones of its suit and, if
/// it is plain, every trump.
pub fn beaters(best: Spanish, trump: SpanishSuit) -> Cards<Spanish> {
    let higher = stronger(best);
    if best.suit() == trump { higher } else { higher | trump.cards() }
}

/// Returns the horse and king of a suit.
pub fn pair(suit: SpanishSuit) -> Cards<Spanish> {
    (KINGS | HORSES) & suit.cards()
}

/// The suits in the order of the trumps, which also breaks ties between suits.
pub(super) const SUITS: [SpanishSuit; 4] =
    [SpanishSuit::Oros, SpanishSuit::Copas, SpanishSuit::Espadas, SpanishSuit::Bastos];

/// Returns the position of the card's suit in the order of the trumps.
fn suit_order(card: Spanish) -> Option<usize> {
    SUITS.iter().position(|&suit| suit == card.suit())
}

/// Returns the strongest of the cards by rank, whatever their suits; among equals the first of
/// oros, copas, espadas, bastos.
pub fn highest(cards: Cards<Spanish>) -> Option<Spanish> {
    cards.iter().min_by_key(|&card| (10 - strength(card), suit_order(card)))
}

/// Returns the weakest of the cards by rank; among equals the first of oros, copas, espadas,
/// bastos.
pub fn lowest(cards: Cards<Spanish>) -> Option<Spanish> {
    cards.iter().min_by_key(|&card| (strength(card), suit_order(card)))
}

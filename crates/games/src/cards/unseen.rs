//! Deals the cards that a seat has not seen to holders that can have them.

use super::set::{Card, Cards};
use juez_core::Rng;

/// A seat or a pile that holds unseen cards.
#[derive(Clone, Copy, Debug)]
pub struct Holder<C: Card> {
    /// Number of unseen cards it holds.
    pub room: usize,
    /// Cards that it can hold, as far as play has shown.
    pub may: Cards<C>,
    /// Cards dealt to it.
    pub cards: Cards<C>,
}

impl<C: Card> Holder<C> {
    /// Creates a holder with room for `room` cards of `may`.
    pub fn new(room: usize, may: Cards<C>) -> Holder<C> {
        Holder { room, may, cards: Cards::EMPTY }
    }

    fn free(&self) -> usize {
        self.room - self.cards.len()
    }
}

/// Deals every card of `unseen` to a holder that can have it, and fills each holder's room.
///
/// Without constraints every deal is equally likely. With constraints, a randomised matching finds
/// a deal, and random exchanges that keep the constraints move it towards the uniform distribution.
/// No deal is rejected, so it succeeds in bounded time if any deal fits.
///
/// # Panics
/// If no deal fits: the rooms do not add up, or the constraints contradict each other.
pub fn deal_unseen<C: Card>(unseen: Cards<C>, holders: &mut [Holder<C>], rng: &mut Rng) {
    let rooms: usize = holders.iter().map(|holder| holder.room).sum();
    assert_eq!(rooms, unseen.len(), "as much room as cards");
    let mut cards = unseen.list();
    rng.shuffle(&mut cards);
    if holders.iter().all(|holder| holder.room == 0 || holder.may.covers(unseen)) {
        let mut rest = &cards[..];
        for holder in holders {
            let (own, others) = rest.split_at(holder.room);
            holder.cards = own.iter().copied().collect();
            rest = others;
        }
        return;
    }
    // Cards with few possible holders first: later cards then seldom displace others.
    cards.sort_by_key(|&card| holders.iter().filter(|h| h.room > 0 && h.may.has(card)).count());
    for &card in &cards {
        settle(card, holders, rng);
    }
    exchange(&cards, holders, rng);
}

/// Places `card`: with free room, in proportion to it, else by displacing other cards.
fn settle<C: Card>(card: C, holders: &mut [Holder<C>], rng: &mut Rng) {
    let free: usize = holders.iter().filter(|h| h.may.has(card)).map(Holder::free).sum();
    if free > 0 {
        let mut n = rng.below(free as u32) as usize;
        for holder in holders.iter_mut().filter(|h| h.may.has(card)) {
            if n < holder.free() {
                holder.cards.insert(card);
                return;
            }
            n -= holder.free();
        }
    }
    make_room(card, holders);
}

/// Finds an augmenting path, breadth first: `card` displaces a card of a full holder, which
/// displaces another, until one finds room.
fn make_room<C: Card>(card: C, holders: &mut [Holder<C>]) {
    // How each holder was reached: the card that would enter, and the holder it leaves.
    let mut reached: Vec<Option<(C, Option<usize>)>> = vec![None; holders.len()];
    let mut queue: Vec<usize> = Vec::new();
    for (i, holder) in holders.iter().enumerate() {
        if holder.room > 0 && holder.may.has(card) {
            reached[i] = Some((card, None));
            queue.push(i);
        }
    }
    let mut next = 0;
    while next < queue.len() {
        let from = queue[next];
        next += 1;
        for to in 0..holders.len() {
            let fits = holders[from].cards & holders[to].may;
            let Some(moved) = fits.first().filter(|_| reached[to].is_none()) else { continue };
            reached[to] = Some((moved, Some(from)));
            queue.push(to);
            if holders[to].free() > 0 {
                return push_along(to, &reached, holders);
            }
        }
    }
    panic!("no holder can take {card}: {holders:?}");
}

fn push_along<C: Card>(
    last: usize,
    reached: &[Option<(C, Option<usize>)>],
    holders: &mut [Holder<C>],
) {
    let mut to = last;
    while let Some((card, from)) = reached[to] {
        holders[to].cards.insert(card);
        let Some(from) = from else { return };
        holders[from].cards.remove(card);
        to = from;
    }
}

/// Exchanges random pairs of cards if both holders allow it.
fn exchange<C: Card>(cards: &[C], holders: &mut [Holder<C>], rng: &mut Rng) {
    let home = |card: C, holders: &[Holder<C>]| {
        holders.iter().position(|holder| holder.cards.has(card)).expect("every card has a place")
    };
    for _ in 0..cards.len() * 4 {
        let (a, b) = (*rng.choose(cards), *rng.choose(cards));
        let (from, to) = (home(a, holders), home(b, holders));
        if from != to && holders[from].may.has(b) && holders[to].may.has(a) {
            holders[from].cards.remove(a);
            holders[from].cards.insert(b);
            holders[to].cards.remove(b);
            holders[to].cards.insert(a);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::decks::{Spanish, SpanishSuit};
    use super::*;
    use juez_core::Seed;

    const ALL: Cards<Spanish> = Cards::ALL;

    #[test]
    fn without_constraints_every_card_is_dealt_once() {
        let mut holders = [Holder::new(13, ALL), Holder::new(0, ALL), Holder::new(27, ALL)];
        deal_unseen(ALL, &mut holders, &mut Seed::from(1).rng());
        assert_eq!(holders[0].cards | holders[2].cards, ALL);
        assert_eq!([holders[0].cards.len(), holders[1].cards.len()], [13, 0]);
    }

    #[test]
    fn the_only_deal_that_fits_is_found() {
        // Each holder can have one suit, so only one deal fits.
        for seed in 0..50 {
            let mut holders = SpanishSuit::ALL.map(|suit| Holder::new(10, suit.cards()));
            deal_unseen(ALL, &mut holders, &mut Seed::from(seed).rng());
            for (holder, suit) in holders.iter().zip(SpanishSuit::ALL) {
                assert_eq!(holder.cards, suit.cards());
            }
        }
    }

    #[test]
    fn tight_constraints_are_kept_by_moving_cards_on() {
        let [b, c, e, o] = SpanishSuit::ALL.map(SpanishSuit::cards);
        for seed in 0..200 {
            let may = [b | c, c | e, e | o, ALL];
            let mut holders = may.map(|may| Holder::new(10, may));
            deal_unseen(ALL, &mut holders, &mut Seed::from(seed).rng());
            for (holder, may) in holders.iter().zip(may) {
                assert!(may.covers(holder.cards));
                assert_eq!(holder.cards.len(), 10);
            }
        }
    }

    #[test]
    fn constrained_deals_are_close_to_uniform() {
        // Two holders of two cards; the first cannot have B1 and gets two of the other three.
        let cards: Cards<Spanish> =
            ["B1", "B2", "B3", "B4"].iter().map(|c| c.parse::<Spanish>().unwrap()).collect();
        let b1 = Cards::of("B1".parse().unwrap());
        let mut counts = std::collections::BTreeMap::new();
        let mut rng = Seed::from(3).rng();
        for _ in 0..3000 {
            let mut holders = [Holder::new(2, cards - b1), Holder::new(2, cards)];
            deal_unseen(cards, &mut holders, &mut rng);
            *counts.entry(holders[0].cards.to_string()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 3);
        assert!(counts.values().all(|n| (900..1100).contains(n)), "{counts:?}");
    }
}

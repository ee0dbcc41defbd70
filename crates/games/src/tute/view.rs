//! The view of one observer, conclusions from it, and the worlds that fit it.

use serde::{Deserialize, Serialize};

use super::ranks::oros;
use super::{Match, Phase, Public};
use crate::cards::{Cards, Holder, Spanish, SpanishSuit, deal_unseen};
use juez_core::{Rng, Seat, serde_forms};

/// The knowledge of a seat or an onlooker about a match.
///
/// Serialized as one object: `seat`, `hand` and `undealt`, and the fields of [`Public`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(remote = "Self")]
pub struct View {
    /// The observer; `None` for the public.
    pub seat: Option<Seat>,
    /// Its cards.
    pub hand: Cards<Spanish>,
    /// The card left over, if this observer knows it. The exchanger does; if the exchange was due
    /// and no seat made it, everyone does, because it is the two of oros.
    pub undealt: Option<Spanish>,
    /// The public state.
    #[serde(flatten)]
    pub public: Public,
}

serde_forms!(
    View,
    (Option<Seat>, Cards<Spanish>, Option<Spanish>, Public),
    |view| (view.seat, view.hand, view.undealt, view.public),
    |(seat, hand, undealt, public)| {
        let view = View { seat, hand, undealt, public };
        view.adds_up().then_some(view)
    },
);

impl View {
    /// Returns true if its numbers fit each other: the unseen cards fill the hidden hands.
    fn adds_up(&self) -> bool {
        let public = &self.public;
        if !public.is_in_range()
            || self.seat.is_some_and(|seat| u8::from(seat) >= public.options.seats)
        {
            return false;
        }
        if public.phase != Phase::Play {
            return true;
        }
        let (mut unseen, mut room) = (self.unseen(), usize::from(public.hides_a_card()));
        for seat in public.players.iter() {
            let (played, known) = (public.played[seat].len(), public.known[seat]);
            let Some(holds) = usize::from(public.size).checked_sub(played) else { return false };
            if self.seat != Some(seat) {
                let Some(hidden) = holds.checked_sub(known.len()) else { return false };
                room += hidden;
                unseen -= known;
            }
        }
        room == unseen.len()
    }

    /// Returns the cards that this observer cannot place: the other hands, and a hidden card left
    /// over.
    pub fn unseen(&self) -> Cards<Spanish> {
        if self.public.phase != Phase::Play {
            return Cards::EMPTY;
        }
        let public = &self.public;
        public.deck() - public.all_played() - public.out_of_play() - self.hand
    }

    /// Returns the cards that `seat` can hold, as far as this observer knows.
    pub fn may_hold(&self, seat: Seat) -> Cards<Spanish> {
        let (public, count) = (&self.public, self.public.count(seat));
        if self.seat == Some(seat) {
            self.hand
        } else if count == public.known[seat].len() {
            // All of its cards are known, or it has none.
            if count == 0 { Cards::EMPTY } else { public.known[seat] }
        } else {
            let others = public.players.without(seat).iter();
            let elsewhere = others.fold(Cards::EMPTY, |all, other| all | public.known[other]);
            self.unseen() - public.lacks[seat] - elsewhere
        }
    }

    /// Returns the suits that `seat` cannot have, as far as this observer knows.
    pub fn voids(&self, seat: Seat) -> impl Iterator<Item = SpanishSuit> {
        let may = self.may_hold(seat);
        SpanishSuit::ALL.into_iter().filter(move |suit| !may.meets(suit.cards()))
    }

    /// Draws a full match that looks like this view to its observer.
    pub(super) fn determinize(&self, rng: &mut Rng) -> Match {
        let public = &self.public;
        let mut world = Match::new(*public);
        if public.phase != Phase::Play {
            return world;
        }
        let mut unseen = self.unseen();
        let others = || public.players.iter().filter(|&seat| Some(seat) != self.seat);
        let mut holders = Vec::with_capacity(public.players.len() + 1);
        for seat in others() {
            let known = public.known[seat];
            unseen -= known;
            let free = public.count(seat) - known.len();
            holders.push(Holder::new(free, Cards::ALL - public.lacks[seat]));
        }
        if public.hides_a_card() {
            holders.push(Holder::new(1, Cards::ALL));
        }
        deal_unseen(unseen, &mut holders, rng);
        self.seat.into_iter().for_each(|seat| world.hands[seat] = self.hand);
        for (seat, holder) in others().zip(&holders) {
            world.hands[seat] = public.known[seat] | holder.cards;
        }
        world.undealt = if public.hides_a_card() {
            holders.last().and_then(|holder| holder.cards.first())
        } else {
            self.undealt.or_else(|| self.guess_exchanged(&world, rng))
        };
        world
    }

    /// Guesses the card that the exchanger took: any it has had except the one that showed trump,
    /// which was dealt to it.
    fn guess_exchanged(&self, world: &Match, rng: &mut Rng) -> Option<Spanish> {
        let public = &self.public;
        let Some(exchanger) = public.exchanger else {
            return public.swap_due.then(|| oros(2));
        };
        let had = world.hands[exchanger] | public.played[exchanger];
        let dealt = public.shown.map_or(Cards::EMPTY, Cards::of);
        Some((had - dealt).pick(rng))
    }
}

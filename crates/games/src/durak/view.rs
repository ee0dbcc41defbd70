//! The view of one observer, and its determinizations.

use serde::{Deserialize, Serialize};

use super::deck::Talon;
use super::{Position, Public};
use crate::cards::{Cards, French, Holder, deal_unseen};
use juez_core::{Rng, Seat, serde_forms};

/// The knowledge of a seat or an onlooker: everything it has seen, and its own hand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(remote = "Self")]
pub struct View {
    /// The seat of the view; `None` for an onlooker.
    pub seat: Option<Seat>,
    /// The own hand; empty for an onlooker.
    pub hand: Cards<French>,
    /// The public state.
    #[serde(flatten)]
    pub public: Public,
}

serde_forms!(
    View,
    (Option<Seat>, Cards<French>, Public),
    |view| (view.seat, view.hand, view.public),
    |(seat, hand, public)| {
        let view = View { seat, hand, public };
        view.adds_up().then_some(view)
    },
);

impl View {
    /// Returns true if its numbers fit each other: the unseen cards fill the hidden hands and the
    /// talon.
    fn adds_up(&self) -> bool {
        let public = &self.public;
        if !public.is_in_range() || self.seat.is_some_and(|seat| u8::from(seat) >= public.seats()) {
            return false;
        }
        let mut room = usize::from(public.talon.saturating_sub(1));
        for seat in Seat::all(public.seats()) {
            let known = public.known[seat].len();
            let Some(hidden) = usize::from(public.count[seat]).checked_sub(known) else {
                return false;
            };
            room += if self.seat == Some(seat) { 0 } else { hidden };
        }
        room == self.unseen().len()
    }

    /// Returns the cards that the observer cannot place: in other hands or in the talon.
    pub fn unseen(&self) -> Cards<French> {
        self.public.unseen(self.hand)
    }

    /// Draws a position that looks exactly like this view to its observer.
    ///
    /// Known cards stay with their seats, and the trump card at the bottom of the talon; the rest
    /// is dealt at random. Trumps lower than the announced one were not dealt, so the hidden cards
    /// of a hand include no more of them than it has drawn and not yet played.
    pub(super) fn guess(&self, rng: &mut Rng) -> Position {
        let public = &self.public;
        let others = || Seat::all(public.seats()).filter(|&seat| Some(seat) != self.seat);
        let mut holders = Vec::with_capacity(2 * usize::from(public.seats()) + 1);
        for seat in others() {
            let drawn = public.most_drawn(seat);
            let dealt = public.hidden(seat) - drawn;
            holders.push(Holder::new(dealt.into(), Cards::ALL - public.only_drawn));
            holders.push(Holder::new(drawn.into(), Cards::ALL));
        }
        holders.push(Holder::new(public.talon.saturating_sub(1).into(), Cards::ALL));
        deal_unseen(self.unseen(), &mut holders, rng);

        let mut hands = public.known;
        self.seat.into_iter().for_each(|seat| hands[seat] = self.hand);
        for (seat, own) in others().zip(holders.chunks_exact(2)) {
            own.iter().for_each(|holder| hands[seat] |= holder.cards);
        }
        let mut talon = holders.last().map_or_else(Vec::new, |holder| holder.cards.list());
        rng.shuffle(&mut talon);
        talon.extend(public.trump_card.filter(|_| public.talon > 0));
        Position { public: *public, hands, talon: Talon::of(&talon) }
    }
}

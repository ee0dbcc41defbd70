//! The full state of a match.

use super::public::SEATS;
use super::{Deal, Move, Options, Public, View};
use crate::cards::{Cards, Holder, Italian, deal_unseen};
use juez_core::{
    BadDeal, IllegalMove, Next, Outcome, PerSeat, Reason, Rng, Seat, State, Team, ranks_by,
};

/// A match with every hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position {
    public: Public,
    hands: PerSeat<Cards<Italian>>,
}

impl Position {
    pub(super) fn new(options: Options) -> Position {
        Position { public: Public::new(options), hands: PerSeat::new(SEATS) }
    }

    /// Returns the public state.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// Returns the hand of a seat.
    pub fn hand(&self, seat: Seat) -> Cards<Italian> {
        self.hands[seat]
    }

    /// Returns the hand of the seat to move; empty between hands and at the end.
    pub(super) fn hand_to_move(&self) -> Cards<Italian> {
        self.public.to_move.map_or(Cards::EMPTY, |seat| self.hands[seat])
    }
}

impl State for Position {
    type Move = Move;
    type Deal = Deal;
    type View = View;

    fn seats(&self) -> u8 {
        SEATS
    }

    fn next(&self) -> Next {
        self.public.next()
    }

    fn deal(&mut self, deal: &Deal) -> Result<(), BadDeal> {
        if self.next() != Next::Deal {
            return Err(BadDeal("none is due".to_string()));
        }
        deal.check(self.public.kind())?;
        self.public.deal(deal);
        self.hands = deal.hands;
        Ok(())
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        self.public.captures().moves_into(self.hand_to_move(), out);
    }

    fn legal_moves_of(view: &View, out: &mut Vec<Move>) {
        view.public.captures().moves_into(view.hand, out);
    }

    fn legal_count(&self) -> usize {
        let captures = self.public.captures();
        self.hand_to_move().iter().map(|card| captures.count(card.value()).max(1)).sum()
    }

    fn random_move(&self, rng: &mut Rng, _: &mut Vec<Move>) -> Move {
        let captures = self.public.captures();
        let hand = self.hand_to_move();
        let mut counts = [0; 10];
        let mut total = 0;
        for (count, card) in counts.iter_mut().zip(captures.ordered(hand)) {
            *count = captures.count(card.value());
            total += (*count).max(1);
        }
        let mut n = rng.below(total as u32) as usize;
        for (count, card) in counts.into_iter().zip(captures.ordered(hand)) {
            match count {
                0 if n == 0 => return Move::stay(card),
                count if n < count => return Move::take(card, captures.nth(card.value(), n)),
                count => n -= count.max(1),
            }
        }
        unreachable!("one of the moves was drawn")
    }

    fn explain(&self, mv: Move) -> Result<(), IllegalMove> {
        super::explain::explain(&self.public, self.hand_to_move(), mv)
    }

    fn play_unchecked(&mut self, mv: Move) {
        if let Some(seat) = self.public.to_move {
            self.hands[seat].remove(mv.card);
            self.public.play(seat, mv);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let points = self.points();
        (self.next() == Next::Over).then(|| Outcome {
            reason: Reason::Finished,
            ranks: ranks_by(SEATS, |seat| self.team(seat), |seat| -points[seat]),
            points,
        })
    }

    fn points(&self) -> PerSeat<i32> {
        self.public.score
    }

    fn view(&self, seat: Option<Seat>) -> View {
        let hand = seat.map_or(Cards::EMPTY, |seat| self.hands[seat]);
        View { seat, hand, public: self.public }
    }

    /// Deals the unseen cards; all deals are equally likely. Any card may be played at any time, so
    /// play reveals nothing about a hand but the cards played.
    fn determinize(view: &View, rng: &mut Rng) -> Position {
        let public = view.public;
        let own = |seat: Seat| view.seat == Some(seat);
        let room = |seat: Seat| if own(seat) { 0 } else { public.held(seat) };
        let mut holders: Vec<_> =
            Seat::all(SEATS).map(|seat| Holder::new(room(seat), Cards::ALL)).collect();
        // Between hands no seat holds a card.
        if public.to_move.is_some() {
            deal_unseen(public.unseen(view.hand), &mut holders, rng);
        }
        let hand = |seat: Seat| if own(seat) { view.hand } else { holders[seat.index()].cards };
        Position { public, hands: PerSeat::from_fn(SEATS, hand) }
    }

    fn team(&self, seat: Seat) -> Team {
        self.public.team(seat)
    }
}

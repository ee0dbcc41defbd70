//! The full state of a match: the public state, the hands and the talon.

use super::deck::Talon;
use super::explain;
use super::{Deal, Move, Options, Phase, Public, View};
use crate::cards::{Cards, French};
use juez_core::{BadDeal, IllegalMove, Next, Outcome, PerSeat, Rng, Seat, State};

/// A match in progress or over, every card face up. `Copy`, so that a search can play on a copy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position {
    pub(super) public: Public,
    pub(super) hands: PerSeat<Cards<French>>,
    pub(super) talon: Talon,
}

impl Position {
    pub(super) fn new(options: Options) -> Position {
        let hands = PerSeat::new(options.seats);
        Position { public: Public::new(options), hands, talon: Talon::empty() }
    }

    /// Returns the public state.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// Returns the hand of `seat`.
    pub fn hand(&self, seat: Seat) -> Cards<French> {
        self.hands[seat]
    }

    /// Returns the hand of the seat to move; empty before a deal and after the end.
    pub(super) fn hand_to_move(&self) -> Cards<French> {
        self.public.to_move().map_or(Cards::EMPTY, |seat| self.hands[seat])
    }

    /// Ends the bout: clears the table, refills the hands, and ends or continues the game.
    fn end_bout(&mut self) {
        let Position { public, hands, talon } = self;
        if public.taking {
            hands[public.defender] |= public.table.cards();
        }
        public.clear_table();
        if public.talon > 0 {
            public.each_to_refill(|public, seat| {
                hands[seat] |= talon.draw(public.draw(seat));
            });
        }
        public.end_bout();
    }
}

impl State for Position {
    type Move = Move;
    type Deal = Deal;
    type View = View;

    fn seats(&self) -> u8 {
        self.public.seats()
    }

    #[inline]
    fn next(&self) -> Next {
        match self.public.phase {
            Phase::Deal => Next::Deal,
            Phase::Over => Next::Over,
            Phase::Attack | Phase::Defend | Phase::Throw => Next::Move(self.public.to_move),
        }
    }

    fn deal(&mut self, deal: &Deal) -> Result<(), BadDeal> {
        if self.public.phase != Phase::Deal {
            return Err(BadDeal("no deal is due".to_string()));
        }
        let trump_card = deal.check(&self.public.options)?;
        self.hands = PerSeat::from_fn(self.seats(), |seat| deal.hands[seat.index()]);
        self.talon = Talon::of(&deal.talon);
        self.public.begin_game(&self.hands, deal.talon.len() as u8, trump_card);
        Ok(())
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        self.public.choices(self.hand_to_move()).list_into(out);
    }

    fn legal_moves_of(view: &View, out: &mut Vec<Move>) {
        view.public.choices(view.hand).list_into(out);
    }

    fn legal_count(&self) -> usize {
        self.public.choices(self.hand_to_move()).count()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.public.choices(self.hand_to_move()).has(mv)
    }

    fn explain(&self, mv: Move) -> Result<(), IllegalMove> {
        explain::explain(&self.public, self.hand_to_move(), mv)
    }

    fn random_move(&self, rng: &mut Rng, _: &mut Vec<Move>) -> Move {
        let choices = self.public.choices(self.hand_to_move());
        let count = choices.count() as u32;
        let n = if count > 1 { rng.below(count) } else { 0 };
        let card = choices.cards.nth(n as usize).map(Move::Card);
        card.or(choices.word).expect("a seat to move has a move")
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Move::Card(card) = mv {
            self.hands[self.public.to_move].remove(card);
        }
        if self.public.play(mv) {
            self.end_bout();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.public.outcome()
    }

    fn points(&self) -> PerSeat<i32> {
        self.public.points
    }

    fn view(&self, seat: Option<Seat>) -> View {
        let hand = seat.map_or(Cards::EMPTY, |seat| self.hands[seat]);
        View { seat, hand, public: self.public }
    }

    fn face_down(&self) -> Vec<String> {
        self.talon.cards().iter().rev().map(|card| card.to_string()).collect()
    }

    fn determinize(view: &View, rng: &mut Rng) -> Position {
        view.guess(rng)
    }
}

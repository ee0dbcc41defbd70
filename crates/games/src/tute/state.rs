//! The full state of a match: the public state, the hands, and the card left over.

use super::{Deal, Illegal, Move, Phase, Public, Song, View};
use crate::cards::{Cards, Spanish};
use juez_core::{BadDeal, IllegalMove, Next, Outcome, PerSeat, Rng, Seat, State};

/// A match in progress or over. Between hands no seat holds cards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Match {
    pub(super) public: Public,
    pub(super) hands: PerSeat<Cards<Spanish>>,
    /// The card left over, now in the hand of the exchanger if there is one.
    pub(super) undealt: Option<Spanish>,
}

impl Match {
    pub(super) fn new(public: Public) -> Match {
        Match { public, hands: PerSeat::new(public.options.seats), undealt: None }
    }

    /// Returns the public state.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// Returns the songs and the cards that the seat in turn can choose; none between hands.
    #[inline]
    pub(super) fn legal(&self) -> (Cards<Song>, Cards<Spanish>) {
        if !self.playing() {
            return (Cards::EMPTY, Cards::EMPTY);
        }
        self.public.choices(self.hands[self.public.turn])
    }

    fn playing(&self) -> bool {
        self.public.phase == Phase::Play
    }

    /// Returns the card left over, if `seat` knows it.
    fn undealt_known_to(&self, seat: Option<Seat>) -> Option<Spanish> {
        let exchanger = self.public.exchanger;
        let knows = self.public.swap_due && (exchanger.is_none() || exchanger == seat);
        self.undealt.filter(|_| knows)
    }
}

impl State for Match {
    type Move = Move;
    type Deal = Deal;
    type View = View;

    fn seats(&self) -> u8 {
        self.public.options.seats
    }

    #[inline]
    fn next(&self) -> Next {
        match self.public.phase {
            Phase::Deal => Next::Deal,
            Phase::Play => Next::Move(self.public.turn),
            Phase::Over => Next::Over,
        }
    }

    fn deal(&mut self, deal: &Deal) -> Result<(), BadDeal> {
        match self.public.phase {
            Phase::Deal => {}
            Phase::Play => return Err(BadDeal("the hand is not over".to_string())),
            Phase::Over => return Err(BadDeal("the match is over".to_string())),
        }
        self.public.begin(deal)?;
        self.hands = PerSeat::from_fn(self.seats(), |seat| {
            let hand = deal.hands.of(seat).unwrap_or(Cards::EMPTY);
            match deal.undealt {
                Some(card) if self.public.exchanger == Some(seat) => {
                    (hand - self.public.out_of_play()) | Cards::of(card)
                }
                _ => hand,
            }
        });
        self.undealt = deal.undealt;
        Ok(())
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        let (songs, cards) = self.legal();
        out.extend(songs.iter().filter(|song| !song.is_tute()).map(Move::Song));
        out.extend(cards.iter().map(Move::Card));
        out.extend(songs.iter().filter(|song| song.is_tute()).map(Move::Song));
    }

    fn legal_moves_of(view: &View, out: &mut Vec<Move>) {
        let mut state = Match::new(view.public);
        state.hands[view.public.turn] = view.hand;
        state.legal_moves_into(out);
    }

    fn legal_count(&self) -> usize {
        let (songs, cards) = self.legal();
        songs.len() + cards.len()
    }

    fn explain(&self, mv: Move) -> Result<(), IllegalMove> {
        super::explain::explain(self, mv)
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        let (songs, cards) = self.legal();
        match mv {
            Move::Song(song) => songs.has(song),
            Move::Card(card) => cards.has(card),
            Move::Fallo => false,
        }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Move>) -> Move {
        let (songs, cards) = self.legal();
        if songs.is_empty() {
            return Move::Card(cards.pick(rng));
        }
        scratch.clear();
        self.legal_moves_into(scratch);
        *rng.choose(scratch)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Move::Card(card) = mv {
            self.hands[self.public.turn].remove(card);
        }
        self.public.follow(mv);
        if !self.playing() {
            *self = Match::new(self.public);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.public.outcome()
    }

    fn points(&self) -> PerSeat<i32> {
        PerSeat::from_fn(self.seats(), |seat| self.public.porotos[seat].into())
    }

    fn view(&self, seat: Option<Seat>) -> View {
        let hand = seat.map_or(Cards::EMPTY, |seat| self.hands[seat]);
        View { seat, hand, undealt: self.undealt_known_to(seat), public: self.public }
    }

    fn face_down(&self) -> Vec<String> {
        let hidden = self.undealt.filter(|_| self.public.exchanger.is_none());
        hidden.iter().map(|card| card.to_string()).collect()
    }

    fn determinize(view: &View, rng: &mut Rng) -> Match {
        view.determinize(rng)
    }

    fn penalty(&self, refused: Move) -> Option<Move> {
        let Move::Card(card) = refused else { return None };
        let (_, cards) = self.legal();
        let held = self.hands[self.public.turn].has(card);
        (held && !cards.has(card) && self.is_penalty(Move::Fallo)).then_some(Move::Fallo)
    }

    fn is_penalty(&self, mv: Move) -> bool {
        let (songs, cards) = self.legal();
        mv == Move::Fallo
            && self.public.options.illegal == Illegal::Fallo
            && songs.len() + cards.len() > 1
            && self.hands[self.public.turn] != cards
    }
}

//! The full state of a match, and its transitions.

use super::explain::why_not;
use super::public::other_pair;
use super::{
    Count, Deal, Move, Options, Phase, Public, SEATS, Signal, Signals, Tie, Tile, View, pair_of,
    partner_of, pips,
};
use crate::cards::Cards;
use juez_core::{
    BadDeal, HandRow, HandScore, IllegalMove, Next, Outcome, PerSeat, Reason, Rng, Seat, State,
    Team, ranks_by,
};

/// A match in progress or over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Position {
    pub(super) public: Public,
    pub(super) hands: [Cards<Tile>; SEATS as usize],
    /// The signal of each seat in this hand.
    pub(super) signals: [Option<Signal>; SEATS as usize],
}

impl Position {
    pub(super) fn new(options: Options) -> Position {
        Position {
            public: Public::new(options),
            hands: [Cards::EMPTY; SEATS as usize],
            signals: [None; SEATS as usize],
        }
    }

    /// Returns the public state.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// Returns the tiles of a seat.
    pub fn hand(&self, seat: Seat) -> Cards<Tile> {
        self.hands[seat.index()]
    }

    /// Returns the signal of a seat in this hand.
    pub fn signal(&self, seat: Seat) -> Option<Signal> {
        self.signals[seat.index()]
    }

    fn hand_to_move(&self) -> Cards<Tile> {
        self.hand(self.public.turn)
    }

    #[inline]
    fn put(&mut self, tile: Tile, end: Option<u8>) {
        let seat = self.public.turn;
        self.hands[seat.index()].remove(tile);
        self.public.note_tile(seat, tile, end);
        self.public.phase = Phase::Play;
        if self.hands[seat.index()].is_empty() {
            self.end_hand(Some(seat));
        } else {
            self.public.turn = seat.next(SEATS);
        }
    }

    #[inline]
    fn pass(&mut self) {
        let seat = self.public.turn;
        self.public.note_pass(seat);
        if self.public.passes == SEATS {
            self.end_hand(None);
        } else {
            self.public.turn = seat.next(SEATS);
        }
    }

    /// Scores a hand that `out` ended with its last tile, or that is closed.
    fn end_hand(&mut self, out: Option<Seat>) {
        let public = &self.public;
        let (Some(opener), Some(last)) = (public.chain.opener(), public.chain.last_player()) else {
            unreachable!("a hand ends after its first tile");
        };
        let opened = pair_of(opener);
        let won = self.won(out, opened);
        let next = won.map_or(opened, |(pair, _)| pair);
        // With opener=winner: the seat that went out; else the opener again; else the winners' next
        // seat.
        let follows =
            if pair_of(last.next(SEATS)) == next { last.next(SEATS) } else { partner_of(last) };
        let by = out.unwrap_or(if opened == next { opener } else { follows });
        self.public.end_hand(won, next, by);
    }

    /// Returns the pips that each pair holds.
    fn left(&self) -> [i32; 2] {
        [0, 1].map(|seat| (pips(self.hands[seat]) + pips(self.hands[seat + 2])) as i32)
    }

    /// Returns the pair that scores a hand, and its points. `out` ended the hand; `None` for a
    /// closed one. `opened` is the pair of the first tile.
    fn won(&self, out: Option<Seat>, opened: Team) -> Option<(Team, i32)> {
        let left = self.left();
        let winner = match out {
            Some(seat) => Some(pair_of(seat)),
            None if left[0] != left[1] => Some(Team(u8::from(left[1] < left[0]))),
            None => match self.public.options.tie {
                Tie::NoScore => None,
                Tie::OpenerPairLoses => Some(other_pair(opened)),
            },
        };
        winner.map(|pair| {
            let points = match self.public.options.count {
                Count::Losers => left[usize::from(other_pair(pair).0)],
                Count::All => left[0] + left[1],
            };
            (pair, points)
        })
    }

    /// Returns the score of the hand that has ended, by pair; `None` during a hand.
    pub(super) fn hand_score(&self) -> Option<HandScore> {
        let public = &self.public;
        if !matches!(public.phase, Phase::Deal | Phase::Over) {
            return None;
        }
        let opened = pair_of(public.chain.opener()?);
        let out = Seat::all(SEATS).find(|&seat| self.hand(seat).is_empty());
        let pairs = [Team(0), Team(1)];
        let seats = |pair| Seat::all(SEATS).filter(move |&seat| pair_of(seat) == pair).collect();
        let won = self.won(out, opened);
        let points = |pair: Team| won.filter(|(winner, _)| *winner == pair).map_or(0, |won| won.1);
        let score = HandScore::of(pairs.map(seats).into())
            .row(HandRow::new("pips").values(self.left()))
            .row(HandRow::new("sum").points(pairs.map(points)))
            .row(HandRow::new("score").values(pairs.map(|pair| public.score(pair))));
        Some(score.end(if out.is_some() { "domino" } else { "closed" }, out))
    }
}

impl State for Position {
    type Move = Move;
    type Deal = Deal;
    type View = View;

    fn seats(&self) -> u8 {
        SEATS
    }

    #[inline]
    fn next(&self) -> Next {
        match self.public.phase {
            Phase::Deal => Next::Deal,
            Phase::Over => Next::Over,
            _ => Next::Move(self.public.turn),
        }
    }

    fn deal(&mut self, deal: &Deal) -> Result<(), BadDeal> {
        deal.check(&self.public)?;
        for (seat, &hand) in deal.hands.iter() {
            self.hands[seat.index()] = hand;
        }
        self.signals = [None; SEATS as usize];
        self.public.begin_hand(deal.opener);
        if self.public.options.signal == Signals::None {
            self.public.call_opening(&self.hands);
        }
        Ok(())
    }

    fn legal_moves_into(&self, out: &mut Vec<Move>) {
        self.public.legal_moves_into(self.hand_to_move(), out);
    }

    fn legal_moves_of(view: &View, out: &mut Vec<Move>) {
        view.public.legal_moves_into(view.hand, out);
    }

    fn legal_count(&self) -> usize {
        self.public.legal_count(self.hand_to_move())
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.public.is_legal(self.hand_to_move(), mv)
    }

    fn explain(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) {
            return Ok(());
        }
        Err(IllegalMove(why_not(&self.public, self.hand_to_move(), mv)))
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Move>) -> Move {
        self.public.random_move(self.hand_to_move(), rng, scratch)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        let seat = self.public.turn;
        match mv {
            Move::First(tile) => self.put(tile, None),
            Move::Join(tile, end) => self.put(tile, Some(end)),
            Move::Pass => self.pass(),
            Move::Open => self.public.opens(seat),
            Move::Leave => self.public.opens(partner_of(seat)),
            Move::Signal(signal) => {
                self.signals[seat.index()] = Some(signal);
                self.public.turn = seat.next(SEATS);
                if self.public.turn == Seat::new(0) {
                    self.public.call_opening(&self.hands);
                }
            }
            Move::Hidden => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let points = self.points();
        (self.public.phase == Phase::Over).then(|| Outcome {
            reason: Reason::Finished,
            ranks: ranks_by(SEATS, pair_of, |seat| -points[seat]),
            points,
        })
    }

    fn points(&self) -> PerSeat<i32> {
        PerSeat::from_fn(SEATS, |seat| self.public.score(pair_of(seat)))
    }

    fn team(&self, seat: Seat) -> Team {
        pair_of(seat)
    }

    fn shown(&self, mv: Move, by: Seat, to: Option<Seat>) -> Move {
        match mv {
            Move::Signal(_) if to.map(pair_of) != Some(pair_of(by)) => Move::Hidden,
            _ => mv,
        }
    }

    fn view(&self, seat: Option<Seat>) -> View {
        View::of(self, seat)
    }

    fn determinize(view: &View, rng: &mut Rng) -> Position {
        view.imagine(rng)
    }
}

//! The public state of a match, and how play changes it.

use serde::{Deserialize, Serialize};

use super::ranks::{LAST_TRICK, deck_of, oros};
use super::{Ending, How, Move, Options, Song, Trick, allowed, card_points, denied, losers};
use crate::cards::{Cards, Spanish, SpanishSuit};
use juez_core::{Outcome, PerSeat, Reason, Seat, SeatSet, Team, ranks_by};

/// The next step of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A deal.
    #[default]
    Deal,
    /// A move of the seat in turn.
    Play,
    /// Nothing: the match is over.
    Over,
}

/// The knowledge of a player with perfect attention and memory who sees no hand.
///
/// The facts of a hand stay until the next deal.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Public {
    /// The house rules.
    pub options: Options,
    /// The next step of the match.
    pub phase: Phase,
    /// Number of hands dealt.
    pub deals: u32,
    /// Porotos of each seat.
    pub porotos: PerSeat<u8>,
    /// The number of the hand, from 0, after which a seat retired.
    pub retired: PerSeat<Option<u32>>,
    /// The seats that play the hand.
    pub players: SeatSet,
    /// Its dealer; `None` before the first hand.
    pub dealer: Option<Seat>,
    /// The seat that led its first trick; `None` before the first hand.
    pub mano: Option<Seat>,
    /// Cards dealt to each player.
    pub size: u8,
    /// The suit that beats the others.
    #[cfg_attr(feature = "ts", ts(type = "string | null"))]
    pub trump: Option<SpanishSuit>,
    /// The card that showed trump, if the last card makes it.
    pub shown: Option<Spanish>,
    /// True if the two of oros was due for the exchange with the card left over: it is then out of
    /// play.
    pub swap_due: bool,
    /// The two of oros, if it was exchanged.
    pub face_up: Option<Spanish>,
    /// The seat that exchanged it. If the exchange was due and no seat made it, it is itself the
    /// card left over.
    pub exchanger: Option<Seat>,
    /// The seat to move.
    pub turn: Seat,
    /// The trick on the table.
    pub trick: Trick,
    /// The trick before.
    pub last_trick: Option<Trick>,
    /// Cards that each seat has played in this hand.
    pub played: PerSeat<Cards<Spanish>>,
    /// The cards each seat has won.
    pub taken: PerSeat<Cards<Spanish>>,
    /// Number of tricks that each seat has won.
    pub tricks: PerSeat<u8>,
    /// Songs of each seat.
    pub songs: PerSeat<Cards<Song>>,
    /// Points of each seat in this hand: cards, songs, ten for the last trick.
    pub points: PerSeat<u16>,
    /// Cards that each seat certainly holds: sung, shown as trump, or the card that made it mano.
    pub known: PerSeat<Cards<Spanish>>,
    /// Cards that each seat certainly does not hold, because it would have had to play one.
    pub lacks: PerSeat<Cards<Spanish>>,
    /// The end of the hand; `None` during it.
    pub ending: Option<Ending>,
}

impl Public {
    pub(super) fn new(options: Options) -> Public {
        let seats = options.seats;
        Public {
            options,
            porotos: PerSeat::new(seats),
            retired: PerSeat::new(seats),
            played: PerSeat::new(seats),
            taken: PerSeat::new(seats),
            tricks: PerSeat::new(seats),
            songs: PerSeat::new(seats),
            points: PerSeat::new(seats),
            known: PerSeat::new(seats),
            lacks: PerSeat::new(seats),
            ..Public::default()
        }
    }

    /// Returns the seats that have not retired.
    pub fn active(&self) -> SeatSet {
        self.retired.iter().filter(|(_, hand)| hand.is_none()).map(|(seat, _)| seat).collect()
    }

    /// Returns the trump of the hand.
    ///
    /// # Panics
    /// Before the first deal.
    #[inline]
    pub fn trump_suit(&self) -> SpanishSuit {
        self.trump.expect("a hand was dealt")
    }

    /// Returns the cards that the hand was dealt from.
    pub fn deck(&self) -> Cards<Spanish> {
        deck_of(self.players.len())
    }

    /// Returns the number of cards `seat` holds.
    pub fn count(&self, seat: Seat) -> usize {
        if self.phase != Phase::Play || !self.players.has(seat) {
            return 0;
        }
        usize::from(self.size) - self.played[seat].len()
    }

    /// Returns all cards played in this hand.
    pub fn all_played(&self) -> Cards<Spanish> {
        self.played.iter().fold(Cards::EMPTY, |all, (_, &cards)| all | cards)
    }

    /// Returns the two of oros if it is out of play.
    pub fn out_of_play(&self) -> Cards<Spanish> {
        if self.swap_due { Cards::of(oros(2)) } else { Cards::EMPTY }
    }

    /// Returns true if the card left over is face down, unknown to every seat.
    pub fn hides_a_card(&self) -> bool {
        self.phase == Phase::Play && self.players.len() == 3 && !self.swap_due
    }

    /// Returns true if the seat in turn may sing: it has won a trick and leads the next.
    #[inline]
    pub fn may_sing(&self) -> bool {
        self.trick.is_empty() && self.last_trick.is_some()
    }

    /// Returns the songs and the cards that the seat in turn can choose with this hand.
    #[inline]
    pub(super) fn choices(&self, hand: Cards<Spanish>) -> (Cards<Song>, Cards<Spanish>) {
        if let Some(led) = self.trick.led() {
            let trump = self.trump_suit();
            let best = self.trick.winning(trump).unwrap_or(led);
            return (Cards::EMPTY, allowed(hand, led, best, trump));
        }
        if !self.may_sing() {
            return (Cards::EMPTY, hand);
        }
        (Song::all_of(hand, self.trump_suit()) - self.songs[self.turn], hand)
    }

    /// Returns true if `seat` has shown that it has no card of `suit`.
    pub fn has_failed(&self, seat: Seat, suit: SpanishSuit) -> bool {
        self.lacks[seat].covers(suit.cards())
    }

    /// Makes a move of the seat in turn.
    #[inline]
    pub(super) fn follow(&mut self, mv: Move) {
        match mv {
            Move::Card(card) => self.play(card),
            Move::Song(song) => self.sing(song),
            Move::Fallo => self.fail(),
        }
    }

    /// Plays a card for the seat in turn.
    #[inline]
    fn play(&mut self, card: Spanish) {
        let (seat, trump) = (self.turn, self.trump_suit());
        if let (Some(led), Some(best)) = (self.trick.led(), self.trick.winning(trump)) {
            self.lacks[seat] |= denied(card, led, best, trump);
        }
        self.played[seat].insert(card);
        self.known[seat].remove(card);
        self.trick.push(card);
        if self.trick.len() == self.players.len() {
            self.take_trick();
        } else {
            self.turn = self.players.after(seat);
        }
    }

    fn take_trick(&mut self) {
        let best = self.trick.best(self.trump_suit(), self.players);
        let (winner, _) = best.expect("a full trick");
        let cards: Cards<Spanish> = self.trick.cards().collect();
        self.taken[winner] |= cards;
        self.tricks[winner] += 1;
        self.points[winner] += card_points(cards);
        self.last_trick = Some(self.trick);
        self.trick = Trick::new(winner);
        self.turn = winner;
        if self.count(winner) == 0 {
            self.points[winner] += LAST_TRICK;
            let sang = |seat: &Seat| !self.songs[*seat].is_empty();
            let singers = self.players.iter().filter(sang).collect();
            let (tricks, points) = (&self.tricks, &self.points);
            let losers = losers(self.players, tricks, points, singers, &self.options);
            self.finish(Ending { how: How::Played, by: None, losers });
        }
    }

    fn sing(&mut self, song: Song) {
        let seat = self.turn;
        self.songs[seat].insert(song);
        self.points[seat] += song.points();
        self.known[seat] |= song.cards();
        if song.is_tute() {
            let losers = self.players.without(seat);
            self.finish(Ending { how: How::Tute, by: Some(seat), losers });
        }
    }

    /// Ends the hand, because the seat in turn has broken an obligation.
    fn fail(&mut self) {
        let losers = SeatSet::EMPTY.with(self.turn);
        self.finish(Ending { how: How::Fallo, by: Some(self.turn), losers });
    }

    fn finish(&mut self, ending: Ending) {
        for seat in ending.losers.iter() {
            self.porotos[seat] += 1;
            if self.porotos[seat] >= self.options.limit {
                self.retired[seat] = Some(self.deals - 1);
            }
        }
        self.ending = Some(ending);
        self.phase = if self.active().len() < 3 { Phase::Over } else { Phase::Deal };
    }

    /// Returns the end of the match: the remaining seats rank by fewer porotos, then the retired
    /// ones, the last first.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let standing = |seat: Seat| match self.retired[seat] {
            None => (0, i64::from(self.porotos[seat])),
            Some(hand) => (1, -i64::from(hand)),
        };
        let alone = |seat: Seat| Team(seat.into());
        (self.phase == Phase::Over).then(|| Outcome {
            reason: Reason::Finished,
            ranks: ranks_by(self.options.seats, alone, standing),
            points: PerSeat::from_fn(self.options.seats, |seat| self.porotos[seat].into()),
        })
    }

    /// Returns true if every list has one entry per seat and all seats exist, so that no index is
    /// out of range.
    pub(super) fn is_in_range(&self) -> bool {
        let seats = self.options.seats;
        let lists = [
            self.porotos.seats(),
            self.retired.seats(),
            self.played.seats(),
            self.taken.seats(),
            self.tricks.seats(),
            self.songs.seats(),
            self.points.seats(),
            self.known.seats(),
            self.lacks.seats(),
        ];
        let last = self.last_trick.unwrap_or_default();
        let named = [self.dealer, self.mano, self.exchanger, self.ending.and_then(|end| end.by)];
        let named = named.into_iter().flatten();
        let sets = [self.players, self.ending.map_or(SeatSet::EMPTY, |ending| ending.losers)];
        (3..=6).contains(&seats)
            && lists.iter().all(|&len| len == seats)
            && named
                .chain([self.turn, self.trick.leader(), last.leader()])
                .all(|seat| u8::from(seat) < seats)
            && sets.iter().all(|set| set.iter().all(|seat| u8::from(seat) < seats))
            && (self.phase == Phase::Deal || self.trump.is_some() && !self.players.is_empty())
    }
}

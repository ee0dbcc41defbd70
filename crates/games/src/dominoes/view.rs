//! The view of one observer, and the worlds that fit it.

use serde::{Deserialize, Serialize};

use super::{
    Chain, Dominoes, HAND, Numbers, Options, Phase, Position, Public, SEATS, Signal, Signals, Tile,
    partner_of,
};
use crate::cards::{Cards, Holder, deal_unseen};
use juez_core::{Rng, Seat, Team, check_options, serde_forms};

/// The knowledge of a seat or an onlooker: everything open, the seat's own tiles, and the signals
/// between it and its partner.
///
/// Serialized in notation, for scripts and people. Includes facts derived from the chain (ends,
/// counts, lacks, ..); a text that contradicts itself is refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written", remote = "Self")]
pub struct View {
    /// The seat of the view; `None` for an onlooker.
    pub seat: Option<Seat>,
    /// The public state.
    pub public: Public,
    /// The tiles of the seat.
    pub hand: Cards<Tile>,
    /// The seat's own signal and its partner's.
    signals: [Option<Signal>; 2],
}

impl View {
    pub(super) fn of(position: &Position, seat: Option<Seat>) -> View {
        View {
            seat,
            public: position.public,
            hand: seat.map_or(Cards::EMPTY, |seat| position.hand(seat)),
            signals: seat.map_or([None; 2], |seat| {
                [position.signal(seat), position.signal(partner_of(seat))]
            }),
        }
    }

    /// Returns the tiles that the seat has not seen: the hands of the others.
    pub fn unseen(&self) -> Cards<Tile> {
        self.public.unseen(self.hand)
    }

    /// Returns the signal of `seat`, if the observer is of its pair.
    pub fn signal(&self, seat: Seat) -> Option<Signal> {
        let me = self.seat?;
        if seat == me {
            self.signals[0]
        } else if seat == partner_of(me) {
            self.signals[1]
        } else {
            None
        }
    }

    /// Draws a full state that looks exactly like this view: no seat holds a number that it has
    /// passed on, and the opener of the first hand holds 6-6.
    ///
    /// Signals can lie and constrain nothing. Signals that the seat has not read are true for the
    /// imagined hands. After a hand its tiles decide nothing any more: they are dealt the same way,
    /// whatever their pips.
    pub(super) fn imagine(&self, rng: &mut Rng) -> Position {
        let public = &self.public;
        let mut unseen = self.unseen();
        let others = |seat: &Seat| Some(*seat) != self.seat;
        let mut holders = [Holder::new(0, Cards::ALL); SEATS as usize];
        for seat in Seat::all(SEATS).filter(others) {
            let may = Cards::ALL - public.lacks(seat).tiles();
            holders[seat.index()] = Holder::new(public.count(seat), may);
        }
        let opening = public.phase == Phase::First && public.double_six_opens();
        let known = opening.then_some(public.turn).filter(others);
        if let Some(opener) = known {
            unseen.remove(Tile::DOUBLE_SIX);
            holders[opener.index()].room -= 1;
        }
        deal_unseen(unseen, &mut holders, rng);
        let mut hands = holders.map(|holder| holder.cards);
        if let Some(opener) = known {
            hands[opener.index()].insert(Tile::DOUBLE_SIX);
        }
        if let Some(seat) = self.seat {
            hands[seat.index()] = self.hand;
        }
        let mut signals = [None; SEATS as usize];
        for seat in Seat::all(SEATS).filter(|&seat| self.has_signalled(seat)) {
            let dealt = hands[seat.index()] | public.played(seat);
            signals[seat.index()] = Some(self.signal(seat).unwrap_or(Signal::of(dealt)));
        }
        Position { public: *public, hands, signals }
    }

    fn has_signalled(&self, seat: Seat) -> bool {
        let public = &self.public;
        public.options.signal == Signals::Seed
            && public.hands > 0
            && (public.phase != Phase::Signal || seat < public.turn)
    }
}

/// Packed parts that the chain does not determine: hands, scores, phase, seat to move, the pair
/// that opens and its member.
type Standing = (u32, [i32; 2], Phase, Seat, Option<Team>, Option<Seat>);

serde_forms!(
    View,
    (Option<Seat>, Options, Chain, u8, Standing, Cards<Tile>, [Option<Signal>; 2]),
    |View { seat, public, hand, signals }| {
        let Public { hands, score, phase, turn, pair, opener, .. } = *public;
        let standing = (hands, score, phase, turn, pair, opener);
        (*seat, public.options, public.chain, public.passes, standing, *hand, *signals)
    },
    |(seat, options, chain, passes, standing, hand, signals)| {
        let (hands, score, phase, turn, pair, opener) = standing;
        let seated = are_seated([seat, Some(turn), opener], &chain);
        if passes > SEATS || !seated || pair.is_some_and(|pair| pair.0 > 1) {
            return None;
        }
        let public = Public::of_chain(options, &chain, passes);
        let public = Public { hands, score, phase, turn, pair, opener, ..public };
        let view = View { seat, public, hand, signals };
        view.adds_up().then_some(view)
    },
);

/// Returns true if these seats, and all that have played a tile, are at the table.
fn are_seated(seats: [Option<Seat>; 3], chain: &Chain) -> bool {
    let players = chain.placed().iter().map(|placed| placed.seat);
    seats.into_iter().flatten().chain(players).all(|seat| u8::from(seat) < SEATS)
}

impl View {
    /// Returns true if its numbers fit each other: the unseen tiles fill the other hands, and
    /// include 6-6 if another seat opens with it.
    fn adds_up(&self) -> bool {
        let public = &self.public;
        if Seat::all(SEATS).any(|seat| public.played(seat).len() > HAND) {
            return false;
        }
        let others = Seat::all(SEATS).filter(|&seat| Some(seat) != self.seat);
        let room: usize = others.map(|seat| public.count(seat)).sum();
        let opening = public.phase == Phase::First && public.double_six_opens();
        let hidden = opening && Some(public.turn) != self.seat;
        let has_it =
            !hidden || self.unseen().has(Tile::DOUBLE_SIX) && public.count(public.turn) > 0;
        room == self.unseen().len() && has_it
    }
}

/// The serialized text form of a [`View`].
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "View", optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// Absent in an onlooker's view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// Absent in an onlooker's view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hand: Option<Cards<Tile>>,
    chain: Chain,
    ends: Vec<u8>,
    /// Number of tiles of each seat.
    count: [usize; SEATS as usize],
    /// The numbers that each seat has shown to lack.
    lacks: [Numbers; SEATS as usize],
    /// Number of times that each seat passed in this hand.
    passed: [u8; SEATS as usize],
    /// Passes since the last tile.
    passes: u8,
    score: [i32; 2],
    /// Number of hands dealt, including this one.
    hands: u32,
    phase: Phase,
    /// Absent before a deal and after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<Seat>,
    /// The pair that opens, once known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pair: Option<Team>,
    /// The seat that opens, once known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opener: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    my_signal: Option<Signal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partner_signal: Option<Signal>,
    options: Options,
}

impl From<View> for Written {
    fn from(view: View) -> Written {
        let public = &view.public;
        let each = |seat: usize| Seat::new(seat as u8);
        Written {
            seat: view.seat,
            hand: view.seat.map(|_| view.hand),
            chain: public.chain,
            ends: public.chain.ends().map_or(Vec::new(), |(left, right)| vec![left, right]),
            count: std::array::from_fn(|seat| public.count(each(seat))),
            lacks: public.lacks,
            passed: public.passed,
            passes: public.passes,
            score: public.score,
            hands: public.hands,
            phase: public.phase,
            to_move: public.to_move(),
            pair: public.pair,
            opener: public.opener,
            my_signal: view.signals[0],
            partner_signal: view.signals[1],
            options: public.options,
        }
    }
}

impl TryFrom<Written> for View {
    type Error = String;

    fn try_from(written: Written) -> Result<View, String> {
        let options = written.options;
        check_options::<Dominoes>(&options).map_err(|error| error.to_string())?;
        if !are_seated([written.seat, written.to_move, written.opener], &written.chain) {
            return Err(format!("seats are 0 to {}", SEATS - 1));
        }
        let Written { hands, score, phase, pair, opener, .. } = written;
        let turn = written.to_move.unwrap_or_default();
        let public = Public::of_chain(options, &written.chain, written.passes.min(SEATS));
        let public = Public { hands, score, phase, turn, pair, opener, ..public };
        if let Some(seat) = Seat::all(SEATS).find(|&seat| public.played(seat).len() > 7) {
            return Err(format!("seat {seat} has played more than 7 tiles"));
        }
        let view = View {
            seat: written.seat,
            public,
            hand: written.hand.unwrap_or_default(),
            signals: [written.my_signal, written.partner_signal],
        };
        let holds = view.seat.map_or(0, |seat| view.public.count(seat));
        if view.hand.len() != holds || view.hand.meets(view.public.on_table()) {
            return Err(format!("the hand {} does not fit the table", view.hand));
        }
        if Written::from(view.clone()) != written {
            return Err("the view contradicts itself".to_string());
        }
        Ok(view)
    }
}

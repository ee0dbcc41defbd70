//! The facts that a Tute bot weighs: its view of the hand in numbers and sets.

use std::cmp::Reverse;

use crate::cards::{Cards, Spanish, SpanishSuit};
use crate::tute::{Move, Public, Song, Tute, View, beaters, card_points, stronger};
use juez_core::{Seat, Turn};

/// A decision as a bot sees it.
pub struct Sight<'a> {
    /// The seat to move.
    pub me: Seat,
    /// Its view.
    pub view: &'a View,
    /// The cards it may play.
    pub legal: Cards<Spanish>,
    /// The songs it may sing.
    pub songs: Vec<Song>,
    /// The suit that beats the others.
    pub trump: SpanishSuit,
}

impl<'a> Sight<'a> {
    /// Reads the decision of a turn.
    pub fn new(turn: &Turn<'a, Tute>) -> Sight<'a> {
        let card = |mv: &Move| if let Move::Card(card) = mv { Some(*card) } else { None };
        let song = |mv: &Move| if let Move::Song(song) = mv { Some(*song) } else { None };
        Sight {
            me: turn.seat,
            view: turn.view,
            legal: turn.legal.iter().filter_map(card).collect(),
            songs: turn.legal.iter().filter_map(song).collect(),
            trump: turn.view.public.trump_suit(),
        }
    }

    /// Returns the public state.
    pub fn public(&self) -> &'a Public {
        &self.view.public
    }

    /// Returns its cards.
    pub fn hand(&self) -> Cards<Spanish> {
        self.view.hand
    }

    /// Returns true if it leads.
    pub fn leads(&self) -> bool {
        self.public().trick.is_empty()
    }

    /// Returns true if it leads the first trick of the hand.
    pub fn opens(&self) -> bool {
        self.leads() && self.public().last_trick.is_none()
    }

    /// Returns its trumps.
    pub fn trumps(&self) -> Cards<Spanish> {
        self.hand() & self.trump.cards()
    }

    /// Returns the points of its cards.
    pub fn in_hand(&self) -> i32 {
        card_points(self.hand()).into()
    }

    /// Returns the points that a seat has won so far.
    pub fn won(&self, seat: Seat) -> i32 {
        self.public().points[seat].into()
    }

    /// Returns the others in the hand, from the next seat on.
    pub fn opponents(&self) -> impl Iterator<Item = Seat> + use<> {
        let (me, players) = (self.me, self.public().players);
        (1..players.len()).scan(me, move |seat, _| {
            *seat = players.after(*seat);
            Some(*seat)
        })
    }

    /// Returns the opponent with most points; among equals the next at the table.
    pub fn competitor(&self) -> Seat {
        self.opponents().min_by_key(|&seat| Reverse(self.won(seat))).expect("no seat plays alone")
    }

    /// Returns the cards of its hand that no unseen card of their suit beats.
    pub fn masters(&self) -> Cards<Spanish> {
        let unseen = self.view.unseen();
        self.hand().iter().filter(|&card| !stronger(card).meets(unseen)).collect()
    }

    /// Returns its cards that beat the trick so far; none when it leads.
    pub fn beating(&self) -> Cards<Spanish> {
        let best = self.public().trick.winning(self.trump);
        best.map_or(Cards::EMPTY, |best| self.legal & beaters(best, self.trump))
    }

    /// Returns the number of cards of a suit it holds or has seen played.
    pub fn seen_of(&self, suit: SpanishSuit) -> usize {
        ((self.public().all_played() | self.hand()) & suit.cards()).len()
    }

    /// Returns the points of a suit's cards played so far.
    pub fn points_played(&self, suit: SpanishSuit) -> u16 {
        card_points(self.public().all_played() & suit.cards())
    }

    /// Returns true if it has no card of the suit that was led.
    pub fn is_void(&self) -> bool {
        let led = self.public().trick.led();
        led.is_some_and(|led| !self.hand().meets(led.suit().cards()))
    }

    /// Returns the number of opponents still to play that could beat `card`.
    pub fn threats(&self, card: Spanish) -> usize {
        let public = self.public();
        let left = public.players.len() - public.trick.len() - 1;
        let led = public.trick.led().unwrap_or(card).suit();
        let beaters = beaters(card, self.trump);
        self.opponents()
            .take(left)
            .filter(|&seat| {
                let may = self.view.may_hold(seat);
                // A trump threatens a plain card only if its holder can lack the suit.
                let follows = public.known[seat].meets(led.cards());
                let over = may & beaters;
                over.meets(led.cards()) || (!follows && over.meets(self.trump.cards()))
            })
            .count()
    }
}

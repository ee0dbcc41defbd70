//! The way others are expected to play: a policy for playouts, and the likelihood of a move.

use super::SEATS;
use crate::cards::{Card, Cards, Spanish, SpanishSuit};
use crate::masters::Weighed;
use crate::masters::learning::weights;
use crate::tute::ranks::points_of;
use crate::tute::{Match, Move, Public, Song, beaters, card_points, strength, stronger};
use juez_search::choice_surprisal;

weights! {
    /// Weights of cards, in tenths of a point, and the shares of habits. The defaults are the weights
    /// of the bot `greedy`.
    pub(in crate::tute) struct Policy {
        // Worth of a trump in hand, in points.
        trump = 10, 0..=40;
        // Points above which a player sings in any mode.
        past_low = 25, 0..=120;
        // Points expected from each seat still to play.
        after = 3, 0..=15;
        // Chance to win the trick in tenths, if one seat can beat the card, and if more can.
        one_threat = 5, 0..=10;
        more_threats = 2, 0..=10;
        // Price of a step of strength for a seat that goes for the most.
        strength = 5, 0..=30;
        // Steps of strength by which a trump is above other cards.
        trump_steps = 8, 0..=30;
        // Points that a trick costs a seat that goes for the fewest, above those in it.
        trick = 6, 0..=40;
        // Lack of worth that halves the likelihood of a card.
        halving = 16, 1..=120;
        // Share of players that weigh their cards so, in parts of all shares.
        weighs = 150, 1..=255;
        // Share of `Habit::Extremes`.
        extremes = 40, 1..=255;
        // Share of `Habit::Any`.
        any = 66, 1..=255;
    }
}

impl Policy {
    /// Returns the share of each habit, in the order of [`HABITS`].
    pub fn shares(&self) -> [u32; HABITS.len()] {
        [self.weighs, self.extremes, self.any].map(i32::unsigned_abs)
    }
}

/// Returns the card left over face down, which no seat holds or has seen.
pub(super) fn hidden(table: &Match) -> Cards<Spanish> {
    table.undealt.filter(|_| table.public.hides_a_card()).into_iter().collect()
}

/// The songs and the cards that a seat can choose.
pub(super) type Choices = (Cards<Song>, Cards<Spanish>);

/// The hand of the seat to move and the public facts, which it weighs.
pub(super) struct Outlook<'a> {
    policy: Policy,
    public: &'a Public,
    trump: SpanishSuit,
    hand: Cards<Spanish>,
    unseen: Cards<Spanish>,
    /// True if it goes for the most points, not for the fewest.
    goes_high: bool,
    best: Option<Spanish>,
    /// Points of the cards in the trick.
    lying: i32,
    /// The seats still to play to the trick: the cards that each can hold and certainly holds.
    after: [(Cards<Spanish>, Cards<Spanish>); SEATS],
    left: usize,
}

impl<'a> Outlook<'a> {
    /// Creates the outlook of the seat to move with this hand. `unseen` are the cards it cannot
    /// place.
    pub fn of(
        public: &'a Public,
        hand: Cards<Spanish>,
        unseen: Cards<Spanish>,
        policy: Policy,
    ) -> Outlook<'a> {
        let trump = public.trump_suit();
        let trick = &public.trick;
        let left = public.players.len() - trick.len() - 1;
        let mut outlook = Outlook {
            policy,
            public,
            trump,
            hand,
            unseen,
            goes_high: false,
            best: trick.winning(trump),
            lying: trick.cards().map(|card| i32::from(points_of(card))).sum(),
            after: [(Cards::EMPTY, Cards::EMPTY); SEATS],
            left,
        };
        outlook.goes_high = outlook.is_high();
        let known = public.known.iter().fold(Cards::EMPTY, |all, (_, &cards)| all | cards);
        let mut seat = public.turn;
        for after in &mut outlook.after[..left] {
            seat = public.players.after(seat);
            let own = public.known[seat];
            let may = if public.count(seat) == own.len() {
                own
            } else {
                (unseen - public.lacks[seat] - known) | own
            };
            *after = (may, own);
        }
        outlook
    }

    /// Creates the outlook of the seat to move at a table with open hands.
    pub fn of_table(table: &'a Match, policy: Policy) -> Outlook<'a> {
        let (public, turn) = (&table.public, table.public.turn);
        let others = public.players.without(turn).iter();
        let unseen = others.fold(hidden(table), |all, seat| all | table.hands[seat]);
        Outlook::of(public, table.hands[turn], unseen, policy)
    }

    /// Returns the outlook with a goal in place of its own choice.
    pub fn with(self, plan: Plan) -> Outlook<'a> {
        let goes_high = match plan {
            Plan::Adapts => self.goes_high,
            Plan::High => true,
            Plan::Low => false,
        };
        Outlook { goes_high, ..self }
    }

    fn value(&self, cards: Cards<Spanish>) -> i32 {
        let trumps = (cards & self.trump.cards()).len() as i32;
        i32::from(card_points(cards)) + self.policy.trump * trumps
    }

    /// Returns true if the seat goes for the most, as the bot `greedy` chooses.
    fn is_high(&self) -> bool {
        let public = self.public;
        let others = public.players.len() as i32 - 1;
        if public.last_trick.is_none() {
            return self.value(self.hand) * (others + 1) > 120 + 10 * self.policy.trump;
        }
        let me = public.turn;
        let own = i32::from(public.points[me]) + self.value(self.hand);
        let theirs = self.value(self.unseen) / others.max(1);
        let (mut most, mut fewest) = (i32::MIN, i32::MAX);
        for seat in public.players.without(me).iter() {
            let points = i32::from(public.points[seat]) + theirs;
            (most, fewest) = (most.max(points), fewest.min(points));
        }
        own > most || own >= fewest && (most - own).abs() <= (own - fewest).abs()
    }

    fn beats(&self, card: Spanish) -> bool {
        self.best.is_none_or(|best| beaters(best, self.trump).has(card))
    }

    /// Returns the number of seats still to play to the trick that could beat `card`.
    fn threats(&self, card: Spanish) -> usize {
        let led = self.public.trick.led().unwrap_or(card).suit().cards();
        let beaters = beaters(card, self.trump);
        let threatens = |&&(may, known): &&(Cards<Spanish>, Cards<Spanish>)| {
            let over = may & beaters;
            over.meets(led) || (!known.meets(led) && over.meets(self.trump.cards()))
        };
        self.after[..self.left].iter().filter(threatens).count()
    }

    /// Returns the worth of a card in tenths of a point, weighed as the bot `greedy` does.
    pub fn worth(&self, card: Spanish) -> i32 {
        let policy = &self.policy;
        let own = i32::from(points_of(card));
        let wins = match (self.beats(card), self.threats(card)) {
            (false, _) => 0,
            (true, 0) => 10,
            (true, 1) => policy.one_threat,
            (true, _) => policy.more_threats,
        };
        let gain = self.lying + own + policy.after * self.left as i32;
        let steps = if card.suit() == self.trump { policy.trump_steps } else { 0 };
        let power = i32::from(strength(card)) + steps;
        if self.goes_high {
            wins * gain - (10 - wins) * own - policy.strength * power
        } else {
            (10 - wins) * (own + power) / 2 - wins * (gain + policy.trick)
        }
    }

    /// Returns the worth of a card in steps of strength, as the bots `medio` and `experto` see it:
    /// the highest that wins or the lowest.
    fn extreme_worth(&self, card: Spanish) -> i32 {
        let power = i32::from(strength(card));
        let leads = self.best.is_none();
        if self.goes_high {
            let wins = if leads { !stronger(card).meets(self.unseen) } else { self.beats(card) };
            return if wins { 10 + power } else { -power };
        }
        let led = self.public.trick.led();
        let is_free = led.is_some_and(|led| {
            !self.hand.meets(led.suit().cards()) && !self.hand.meets(self.trump.cards())
        });
        if is_free { power } else { -power }
    }

    /// Returns the song of the seat, if it sings.
    fn song(&self, songs: Cards<Song>) -> Option<Song> {
        // Tutes come last.
        let last = songs.iter().last()?;
        let won = i32::from(self.public.points[self.public.turn]);
        (last.is_tute() || self.goes_high || won > self.policy.past_low).then_some(last)
    }
}

/// A plan for the rest of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tute) enum Plan {
    /// Chooses at each move, as the bot `greedy`.
    Adapts,
    /// Goes for the most points.
    High,
    /// Goes for the fewest points.
    Low,
}

pub(super) const PLANS: [Plan; 3] = [Plan::Adapts, Plan::High, Plan::Low];

/// A way of playing that others are expected to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Habit {
    /// Weighs everything that the bot `greedy` does.
    Weighs,
    /// Plays its highest winner or its lowest card.
    Extremes,
    /// Unknown, so that any move is as likely.
    Any,
}

pub(super) const HABITS: [Habit; 3] = [Habit::Weighs, Habit::Extremes, Habit::Any];

/// Halvings of the likelihood to sing, or not to sing, against a habit.
const SONG: u32 = 4;
/// Moves of a seat that are weighed, at most.
const MOST_MOVES: usize = 24;

impl Habit {
    fn worth(self, outlook: &Outlook<'_>, card: Spanish) -> i32 {
        match self {
            Habit::Weighs => outlook.worth(card),
            Habit::Extremes => outlook.extreme_worth(card),
            Habit::Any => 0,
        }
    }

    /// Returns the lack of worth that halves the likelihood of a card.
    const fn halving(self, policy: &Policy) -> i32 {
        match self {
            Habit::Weighs => policy.halving,
            Habit::Extremes | Habit::Any => 1,
        }
    }

    /// Returns the move of the seat to move: the first of the highest worth.
    pub fn choose(self, outlook: &Outlook<'_>, (songs, cards): Choices) -> Move {
        if let Some(song) = outlook.song(songs) {
            return Move::Song(song);
        }
        let playing = if self == Habit::Any { Habit::Weighs } else { self };
        let (mut best, mut highest) = (Spanish::new(0), i32::MIN);
        for card in cards.iter() {
            let worth = playing.worth(outlook, card);
            if worth > highest {
                (best, highest) = (card, worth);
            }
        }
        Move::Card(best)
    }

    /// Returns the surprisal of a move of the seat to move, in 1/256 bit.
    pub fn surprisal(self, outlook: &Outlook<'_>, (songs, cards): Choices, played: Move) -> u32 {
        let (if_song, if_card) = match (self, outlook.song(songs)) {
            (Habit::Any, _) => (0, 0),
            (_, Some(_)) => (0, SONG),
            (_, None) => (SONG, 0),
        };
        let mut weighed = Weighed::<MOST_MOVES>::new();
        for card in cards.iter() {
            weighed.add(self.worth(outlook, card), played == Move::Card(card));
        }
        let halving = self.halving(&outlook.policy);
        let of_card = |lack: i32| if_card + (lack / halving) as u32;
        let of_songs = songs.iter().map(|_| if_song);
        let own = match played {
            Move::Song(_) => if_song,
            _ => of_card(weighed.chosen_lack()),
        };
        choice_surprisal(of_songs.chain(weighed.lacks().map(of_card)), own)
    }
}

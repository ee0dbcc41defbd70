//! The public state of a match.

use serde::{Deserialize, Serialize};

use super::{Chain, Move, Numbers, Opener, Options, Signals, Tile};
use std::sync::LazyLock;

use crate::cards::{Card, Cards};
use juez_core::{Rng, Seat, Team};

/// Number of seats.
pub const SEATS: u8 = 4;
/// Tiles dealt to each seat.
pub const HAND: usize = Tile::COUNT as usize / SEATS as usize;

/// Returns the pair of a seat.
pub const fn pair_of(seat: Seat) -> Team {
    Team(seat.index() as u8 % 2)
}

/// Returns the seat on the other side of the table.
pub const fn partner_of(seat: Seat) -> Seat {
    Seat::new((seat.index() as u8 + 2) % SEATS)
}

pub(super) const fn other_pair(pair: Team) -> Team {
    Team(1 - pair.0)
}

/// The next step of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// A deal.
    Deal,
    /// The signal of a seat.
    Signal,
    /// The lower seat of the pair opens or leaves it to its partner.
    Ask,
    /// The first tile.
    First,
    /// A tile or a pass.
    Play,
    /// Nothing: the match is over.
    Over,
}

/// Everything that all seats and onlookers can know, including the memory of a perfect observer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Public {
    /// The house rules.
    pub options: Options,
    /// Number of hands dealt, including this one.
    pub hands: u32,
    pub(super) score: [i32; 2],
    /// The next step of the match.
    pub phase: Phase,
    /// The seat to move; seat 0 between hands and after the end.
    pub(super) turn: Seat,
    /// The pair that opens this hand or, before a deal, the next; `None` while only the holder of
    /// 6-6 knows.
    pub pair: Option<Team>,
    /// The seat that plays or played the first tile, once decided.
    pub opener: Option<Seat>,
    /// The tiles on the table.
    pub chain: Chain,
    /// Passes since the last tile; four close the hand.
    pub passes: u8,
    /// Number of passes of each seat in this hand.
    pub(super) passed: [u8; SEATS as usize],
    /// Numbers that each seat lacks, shown by its passes.
    pub(super) lacks: [Numbers; SEATS as usize],
    pub(super) played: [Cards<Tile>; SEATS as usize],
}

static SIGNALS: LazyLock<Vec<Move>> = LazyLock::new(|| Move::signals().collect());

/// The legal moves of a seat: tiles, and other words.
struct Choices {
    /// The tiles that fit each open end; no end for the first tile.
    tiles: [(Option<u8>, Cards<Tile>); 2],
    words: &'static [Move],
}

impl Public {
    pub(super) fn new(options: Options) -> Public {
        Public {
            options,
            hands: 0,
            score: [0; 2],
            phase: Phase::Deal,
            turn: Seat::new(0),
            pair: None,
            opener: None,
            chain: Chain::EMPTY,
            passes: 0,
            passed: [0; SEATS as usize],
            lacks: [Numbers::NONE; SEATS as usize],
            played: [Cards::EMPTY; SEATS as usize],
        }
    }

    /// Creates the state of a hand in which the tiles of `chain` were played and `passes` passes
    /// followed. Every seat between two tiles has passed. Everything else is as in [`Public::new`].
    pub(super) fn of_chain(options: Options, chain: &Chain, passes: u8) -> Public {
        let mut public = Public::new(options);
        for (seat, placed) in chain.turns(passes) {
            match placed {
                Some(placed) => public.note_tile(seat, placed.tile, placed.end),
                None => public.note_pass(seat),
            }
        }
        public
    }

    /// Returns the score of a pair.
    pub fn score(&self, pair: Team) -> i32 {
        self.score[usize::from(pair.0)]
    }

    /// Returns the seat to move.
    pub fn to_move(&self) -> Option<Seat> {
        (!matches!(self.phase, Phase::Deal | Phase::Over)).then_some(self.turn)
    }

    /// Returns how often a seat has passed in this hand.
    pub fn passed(&self, seat: Seat) -> u8 {
        self.passed[seat.index()]
    }

    /// Returns the numbers that no tile of a seat shows, known from its passes.
    pub fn lacks(&self, seat: Seat) -> Numbers {
        self.lacks[seat.index()]
    }

    /// Returns the tiles that a seat has played in this hand.
    pub fn played(&self, seat: Seat) -> Cards<Tile> {
        self.played[seat.index()]
    }

    /// Returns every tile on the table.
    pub fn on_table(&self) -> Cards<Tile> {
        self.played.iter().fold(Cards::EMPTY, |all, &tiles| all | tiles)
    }

    /// Returns the number of tiles that a seat holds.
    pub fn count(&self, seat: Seat) -> usize {
        if self.hands == 0 { 0 } else { HAND - self.played(seat).len() }
    }

    /// Returns the tiles that the holder of `hand` has not seen: the hands of the others.
    pub fn unseen(&self, hand: Cards<Tile>) -> Cards<Tile> {
        if self.hands == 0 { Cards::EMPTY } else { Cards::ALL - self.on_table() - hand }
    }

    /// Returns the tiles of `hand` that fit the left end and the right one. The second set is empty
    /// when both ends show the same number, because each tile then has one move.
    #[inline]
    fn joins(&self, hand: Cards<Tile>) -> [(Option<u8>, Cards<Tile>); 2] {
        let Some((left, right)) = self.chain.ends() else {
            return [(None, Cards::EMPTY); 2];
        };
        let at_right = if left == right { Cards::EMPTY } else { hand & Tile::showing(right) };
        [(Some(left), hand & Tile::showing(left)), (Some(right), at_right)]
    }

    /// Returns the legal moves of the seat to move, which holds `hand`.
    fn choices(&self, hand: Cards<Tile>) -> Choices {
        let none = (None, Cards::EMPTY);
        let words = |words| Choices { tiles: [none; 2], words };
        match self.phase {
            Phase::Deal | Phase::Over => words(&[]),
            Phase::Signal => words(SIGNALS.as_slice()),
            Phase::Ask => words(&[Move::Leave, Move::Open]),
            Phase::First => {
                let only = self.double_six_opens().then(|| Cards::of(Tile::DOUBLE_SIX));
                Choices { tiles: [(None, only.unwrap_or(hand)), none], words: &[] }
            }
            Phase::Play => {
                let tiles = self.joins(hand);
                let fits = tiles.iter().any(|(_, fit)| !fit.is_empty());
                Choices { tiles, words: if fits { &[] } else { &[Move::Pass] } }
            }
        }
    }

    /// Returns true if 6-6 must be played: only it opens the first hand.
    pub(super) fn double_six_opens(&self) -> bool {
        self.hands == 1
    }

    /// Appends every legal move of the seat to move, which holds `hand`, ascending.
    pub(super) fn legal_moves_into(&self, hand: Cards<Tile>, out: &mut Vec<Move>) {
        let Choices { mut tiles, words } = self.choices(hand);
        tiles.sort_unstable_by_key(|(end, _)| *end);
        for tile in tiles[0].1 | tiles[1].1 {
            let ends = tiles.iter().filter(|(_, fit)| fit.has(tile));
            out.extend(
                ends.map(|(end, _)| end.map_or(Move::First(tile), |end| Move::Join(tile, end))),
            );
        }
        out.extend(words);
    }

    /// Returns the number of legal moves of the seat to move, which holds `hand`.
    pub(super) fn legal_count(&self, hand: Cards<Tile>) -> usize {
        let Choices { tiles, words } = self.choices(hand);
        tiles[0].1.len() + tiles[1].1.len() + words.len()
    }

    /// Returns true if the seat to move, which holds `hand`, may play `mv`.
    pub(super) fn is_legal(&self, hand: Cards<Tile>, mv: Move) -> bool {
        let Choices { tiles, words } = self.choices(hand);
        match mv.tile() {
            Some(tile) => tiles.iter().any(|&(end, fit)| end == mv.joined() && fit.has(tile)),
            None => words.contains(&mv),
        }
    }

    /// Returns a uniformly random legal move of the seat to move, which holds `hand`.
    #[inline]
    pub(super) fn random_move(
        &self,
        hand: Cards<Tile>,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Move {
        if self.phase != Phase::Play {
            scratch.clear();
            self.legal_moves_into(hand, scratch);
            return *rng.choose(scratch);
        }
        let [left, right] = self.joins(hand);
        let choices = left.1.len() + right.1.len();
        // A forced move costs no randomness.
        let n = if choices > 1 { rng.below(choices as u32) as usize } else { 0 };
        let (end, tile) = match n.checked_sub(left.1.len()) {
            None => (left.0, left.1.nth(n)),
            Some(n) => (right.0, right.1.nth(n)),
        };
        end.zip(tile).map_or(Move::Pass, |(end, tile)| Move::Join(tile, end))
    }

    /// Clears the table for the next hand. `named` is the opener that the deal names.
    pub(super) fn begin_hand(&mut self, named: Option<Seat>) {
        self.hands += 1;
        self.opener = named.or(self.opener);
        self.chain = Chain::EMPTY;
        self.passes = 0;
        self.passed = [0; SEATS as usize];
        self.lacks = [Numbers::NONE; SEATS as usize];
        self.played = [Cards::EMPTY; SEATS as usize];
        if self.options.signal == Signals::Seed {
            self.phase = Phase::Signal;
            self.turn = Seat::new(0);
        }
    }

    /// Decides which seat opens, or is asked, after a deal of these hands.
    pub(super) fn call_opening(&mut self, hands: &[Cards<Tile>; SEATS as usize]) {
        if self.double_six_opens() {
            let holds = |seat: &Seat| hands[seat.index()].has(Tile::DOUBLE_SIX);
            return self.opens(Seat::all(SEATS).find(holds).unwrap_or_default());
        }
        match (self.opener, self.pair) {
            (None, Some(pair)) => {
                self.phase = Phase::Ask;
                self.turn = Seat::new(pair.0);
            }
            (Some(opener), _) => self.opens(opener),
            (None, None) => unreachable!("a hand has been played, so a pair opens the next"),
        }
    }

    /// Lets `seat` play the first tile.
    pub(super) fn opens(&mut self, seat: Seat) {
        self.opener = Some(seat);
        self.pair = Some(pair_of(seat));
        self.phase = Phase::First;
        self.turn = seat;
    }

    /// Records that `seat` lays the first tile, or joins one to `end`.
    pub(super) fn note_tile(&mut self, seat: Seat, tile: Tile, end: Option<u8>) {
        match end {
            None => self.chain.begin(tile, seat),
            Some(end) => self.chain.join(tile, end, seat),
        }
        self.played[seat.index()].insert(tile);
        self.passes = 0;
    }

    /// Records that `seat` passes: it holds no tile that fits either end.
    pub(super) fn note_pass(&mut self, seat: Seat) {
        if let Some((left, right)) = self.chain.ends() {
            let lacks = &mut self.lacks[seat.index()];
            *lacks = lacks.with(left).with(right);
        }
        self.passed[seat.index()] += 1;
        self.passes += 1;
    }

    /// Ends the hand: `won` scores, and `pair` opens the next, by `opener` if the winner opens.
    pub(super) fn end_hand(&mut self, won: Option<(Team, i32)>, pair: Team, opener: Seat) {
        if let Some((winner, points)) = won {
            self.score[usize::from(winner.0)] += points;
        }
        self.pair = Some(pair);
        self.opener = (self.options.opener == Opener::Winner).then_some(opener);
        self.turn = Seat::new(0);
        let target = i32::from(self.options.target);
        let over = self.score.iter().any(|&score| score >= target);
        self.phase = if over { Phase::Over } else { Phase::Deal };
    }
}

//! The matches of a ladder so far.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::job::{Fingerprint, Job, MatchResult, Spent, Status, Summary};
use crate::ledger::Ledger;
use crate::matches::Matches;
use crate::shape::Shape;
use juez_core::{Fault, FaultKind, Hook, PerSeat, Reason, Seat, SeatFault};

/// Matches in a row with a fault of its own after which a version is benched.
const BENCH_AFTER: u32 = 3;
/// Blocks between two ratings for pairing.
const RATED_EVERY: u32 = 8;
/// Number of last blocks in which teams have equal shares.
const WINDOW: usize = 64;

/// The game of a ladder.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderGame {
    /// Its id.
    pub id: String,
    /// The shape of its tables.
    pub shape: Shape,
    /// True if matches begin with a deal; otherwise with one of the openings of the day.
    pub has_deals: bool,
}

/// The deal or opening of a match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BlockKey {
    /// The day, in days since 1970.
    pub day: i32,
    /// In games with deals the number of the block of this table on that day, else of the opening.
    pub nth: u32,
}

/// A played match of a ladder, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderMatch {
    /// Its deal or opening.
    pub block: BlockKey,
    /// The player of each entry, by number.
    pub order: Vec<u32>,
    /// The rank of each seat.
    pub ranks: Vec<u8>,
    /// The seats of the players at fault.
    pub at_fault: Vec<u8>,
    /// Moves made.
    pub plies: u32,
    /// Hash of its course.
    pub fingerprint: Fingerprint,
}

/// A block that is not complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpenBlock {
    pub block: BlockKey,
    /// The players at the table, ascending.
    pub table: Vec<u32>,
    /// The orders that were played.
    pub played: BTreeSet<Vec<u32>>,
}

/// The matches of the ladder of a game, in the order in which they were stored.
#[derive(Clone, Debug)]
pub struct LadderHistory {
    pub(super) game: LadderGame,
    pub(super) matches: Matches,
    ledger: Ledger,
    /// By table, its number and its blocks.
    tables: BTreeMap<Vec<u32>, (u32, BTreeSet<BlockKey>)>,
    /// The number of each block; tables share them in games without deals.
    blocks: BTreeMap<(BlockKey, Option<Vec<u32>>), u32>,
    open: Vec<OpenBlock>,
    /// Number of blocks of each player.
    counts: BTreeMap<u32, u32>,
    /// Number of blocks that any two have met in.
    met: BTreeMap<(u32, u32), u32>,
    /// The team of each player, as far as known.
    pub(super) teams: BTreeMap<u32, i64>,
    /// Tables of the last blocks.
    last: VecDeque<Vec<u32>>,
    begun: u32,
    /// Number of matches before the last block for which players were rated.
    rated_until: usize,
}

impl LadderHistory {
    /// Creates a history without matches.
    pub fn new(game: LadderGame) -> LadderHistory {
        LadderHistory {
            ledger: Ledger::new(game.shape.clone(), 0, BENCH_AFTER),
            game,
            matches: Matches::new(),
            tables: BTreeMap::new(),
            blocks: BTreeMap::new(),
            open: Vec::new(),
            counts: BTreeMap::new(),
            met: BTreeMap::new(),
            teams: BTreeMap::new(),
            last: VecDeque::new(),
            begun: 0,
            rated_until: 0,
        }
    }

    /// Adds a stored match. Ignores one that cannot be of this game.
    pub fn add(&mut self, played: &LadderMatch) {
        let LadderMatch { block: key, order, .. } = played;
        let shape = &self.game.shape;
        if order.len() != shape.entries() || played.ranks.len() != shape.teams().len() {
            return;
        }
        let mut table = order.clone();
        table.sort_unstable();
        table.dedup();
        if table.len() != order.len() {
            return;
        }
        let nth_table = self.tables.len() as u32;
        let (pairing, own_blocks) =
            self.tables.entry(table.clone()).or_insert_with(|| (nth_table, BTreeSet::new()));
        let pairing = *pairing;
        if own_blocks.insert(key.clone()) {
            self.begin(key, &table);
        }
        let of_table = (key.clone(), self.game.has_deals.then(|| table.clone()));
        let fresh = self.blocks.len() as u32;
        let block = *self.blocks.entry(of_table).or_insert(fresh);
        let seating = self.note_order(key, &table, order);
        let job = Job {
            number: self.matches.len() as u32,
            round: 0,
            pairing,
            block,
            seating,
            order: order.clone(),
        };
        let most = order.iter().max().map_or(0, |most| *most as usize + 1);
        self.ledger.make_room(most);
        let mut result = MatchResult { job, status: Status::Played(Box::new(summary(played))) };
        self.ledger.settle(&mut result);
        self.matches.push(&result);
    }

    fn begin(&mut self, key: &BlockKey, table: &[u32]) {
        if self.begun.is_multiple_of(RATED_EVERY) {
            self.rated_until = self.matches.len();
        }
        self.begun += 1;
        self.open.push(OpenBlock {
            block: key.clone(),
            table: table.to_vec(),
            played: BTreeSet::new(),
        });
        for (at, &one) in table.iter().enumerate() {
            *self.counts.entry(one).or_default() += 1;
            for &other in &table[..at] {
                *self.met.entry((other, one)).or_default() += 1;
            }
        }
        self.last.push_back(table.to_vec());
        if self.last.len() > WINDOW {
            self.last.pop_front();
        }
    }

    /// Notes a played order of an open block, and returns the number of its seating.
    fn note_order(&mut self, key: &BlockKey, table: &[u32], order: &[u32]) -> u32 {
        let all = orders(&self.game.shape, table, key.nth);
        let found = self.open.iter_mut().position(|open| open.block == *key && open.table == table);
        if let Some(at) = found {
            let open = &mut self.open[at];
            open.played.insert(order.to_vec());
            if all.iter().all(|order| open.played.contains(order)) {
                self.open.remove(at);
            }
        }
        all.iter().position(|other| other == order).unwrap_or_default() as u32
    }

    /// Notes the team that writes a version. Teams with new versions have equal shares of the
    /// blocks.
    pub fn note_team(&mut self, player: u32, team: i64) {
        self.teams.insert(player, team);
    }

    /// Returns the number of matches.
    pub fn len(&self) -> usize {
        self.matches.len()
    }

    /// Returns true without a match.
    pub fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    /// Returns the number of blocks that have begun.
    pub fn blocks(&self) -> u32 {
        self.begun
    }

    /// Returns the number of first matches by whose ratings the next match is paired. It depends on
    /// the matches alone, so that a ladder pairs alike after a restart.
    pub fn rated_until(&self) -> usize {
        if self.begun.is_multiple_of(RATED_EVERY) && self.open.is_empty() {
            self.matches.len()
        } else {
            self.rated_until
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &LadderGame {
        &self.game
    }

    /// Returns true if a player is benched, after three matches in a row with a fault of its own.
    pub fn is_benched(&self, player: u32) -> bool {
        self.ledger.is_benched(player)
    }

    /// Returns the number of blocks of a player.
    pub fn blocks_of(&self, player: u32) -> u32 {
        self.counts.get(&player).copied().unwrap_or_default()
    }

    pub(super) fn met(&self, one: u32, other: u32) -> u32 {
        self.met.get(&(one.min(other), one.max(other))).copied().unwrap_or_default()
    }

    pub(super) fn open(&self) -> &[OpenBlock] {
        &self.open
    }

    pub(super) fn last_tables(&self) -> impl Iterator<Item = &[u32]> {
        self.last.iter().map(Vec::as_slice)
    }

    /// Returns the blocks of a table.
    pub(super) fn blocks_at(&self, table: &[u32]) -> Option<&BTreeSet<BlockKey>> {
        self.tables.get(table).map(|(_, blocks)| blocks)
    }

    /// Forgets the open blocks of earlier days, which are never completed.
    pub fn forget_open_before(&mut self, day: i32) {
        self.open.retain(|open| open.block.day >= day);
    }
}

/// Returns the orders of a block: one match each.
pub(super) fn orders(shape: &Shape, table: &[u32], nth: u32) -> Vec<Vec<u32>> {
    let order = |seating: Vec<usize>| seating.into_iter().map(|place| table[place]).collect();
    shape.seatings(nth).into_iter().map(order).collect()
}

/// Restores the facts of a match that ratings and benchings need.
fn summary(played: &LadderMatch) -> Summary {
    let seats = played.ranks.len() as u8;
    let fault = |&seat: &u8| SeatFault {
        seat: Seat::new(seat.min(seats.saturating_sub(1))),
        ply: played.plies,
        fault: Fault::new(FaultKind::Script, Hook::NextMove, "", ""),
    };
    Summary {
        reason: if played.at_fault.is_empty() { Reason::Finished } else { Reason::Forfeit },
        ranks: PerSeat::from_fn(seats, |seat| played.ranks[seat.index()]),
        points: PerSeat::from_fn(seats, |_| 0),
        faults: played.at_fault.iter().map(fault).collect(),
        plies: played.plies,
        spent: PerSeat::from_fn(seats, |_| Spent::default()),
        wall_us: 0,
        fingerprint: Some(played.fingerprint),
        hands: None,
    }
}

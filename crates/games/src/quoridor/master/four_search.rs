//! Searches of a match of four, by their model of the opponents.

use super::codes::CODES;
use super::four::{Four, FourNode, FourWeights};
use super::four_seats::FourSeats;
use crate::quoridor::Board;
use crate::quoridor::board::MAX_SEATS;
use juez_search::{BestReply, Budget, Code, MaxN, Paranoid, Report, Search, Settings};

/// The model of the opponents in a search of a match of four.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FourStyle {
    /// Each follows a greedy policy; all of them reply in one ply.
    #[default]
    Greedy,
    /// All of them minimise the score of the searching seat.
    Paranoid,
    /// As in [`FourStyle::Paranoid`], but only one of them moves before the searching seat again.
    BestReply,
    /// Each maximises its own score.
    MaxN,
}

/// A search of a match of four.
pub struct FourSearch {
    weights: FourWeights,
    kind: Kind,
}

enum Kind {
    Greedy(Search<Four>),
    Paranoid(Search<Paranoid<FourSeats, MAX_SEATS>>),
    BestReply(Search<BestReply<FourSeats, MAX_SEATS>>),
    MaxN(MaxN<FourSeats, MAX_SEATS>),
}

impl FourSearch {
    /// Creates a search with these settings and a table of at most `entries` entries; max-n uses
    /// neither.
    pub fn new(style: FourStyle, settings: Settings, entries: usize) -> FourSearch {
        let kind = match style {
            FourStyle::Greedy => Kind::Greedy(Search::new(settings, entries)),
            FourStyle::Paranoid => Kind::Paranoid(Search::new(settings, entries)),
            FourStyle::BestReply => Kind::BestReply(Search::new(settings, entries)),
            FourStyle::MaxN => Kind::MaxN(MaxN::default()),
        };
        FourSearch { weights: FourWeights::default(), kind }
    }

    /// Clears all tables; required before the search is for another seat.
    pub fn clear(&mut self) {
        match &mut self.kind {
            Kind::Greedy(search) => search.clear(),
            Kind::Paranoid(search) => search.clear(),
            Kind::BestReply(search) => search.clear(),
            Kind::MaxN(_) => {}
        }
    }

    /// Searches for the best move of the seat to move; returns `None` if the match is over. `since`
    /// holds the boards since the last wall, without the current one.
    pub fn run(
        &mut self,
        board: Board,
        since: &[Board],
        budget: &mut Budget<'_>,
    ) -> Option<Report> {
        if board.winner().is_some() {
            return None;
        }
        let keys: Vec<u64> = since.iter().map(|&board| FourNode::new(board).key()).collect();
        let (node, me) = (FourNode::new(board), board.to_move());
        let seats = FourSeats { weights: self.weights };
        match &mut self.kind {
            Kind::Greedy(search) => search.run(&Four::new(me, self.weights), &node, &keys, budget),
            Kind::Paranoid(search) => {
                search.run(&Paranoid::new(seats, me.index()), &node, &keys, budget)
            }
            Kind::BestReply(search) => {
                let tree = BestReply::new(seats, me.index());
                let mut report = search.run(&tree, &node, &keys, budget)?;
                report.pv.iter_mut().for_each(|code| *code %= CODES as Code);
                Some(report)
            }
            Kind::MaxN(search) => search.run(&seats, &node, &keys, budget),
        }
    }
}

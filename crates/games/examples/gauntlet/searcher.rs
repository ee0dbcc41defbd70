//! Runs the search of a setup on matches of two or four.

use juez_games::quoridor::Board;
use juez_games::quoridor::master::learning::Line;
use juez_games::quoridor::master::{Duel, FourSearch, Node};
use juez_search::{BestFirst, Budget, Report, Search};

use crate::setup::Setup;

/// Positions in memory of a best-first search: 64 MB.
const POSITIONS: usize = 1 << 21;

/// A search with its tree.
pub struct Searcher {
    setup: Setup,
    duel: Duel,
    two: Two,
    /// Created by the first match of four.
    four: Option<FourSearch>,
}

enum Two {
    AlphaBeta(Box<Search<Duel>>),
    BestFirst(BestFirst<Duel>),
}

impl Searcher {
    /// Creates a searcher with these settings.
    pub fn new(setup: &Setup) -> Searcher {
        let two = if setup.is_best_first {
            Two::BestFirst(BestFirst::new(setup.best_first, POSITIONS))
        } else {
            Two::AlphaBeta(Box::new(Search::new(setup.settings, 1 << setup.entries)))
        };
        let duel = Duel::new(setup.weights, setup.wall_depths).with_net(setup.net.clone());
        Searcher { setup: setup.clone(), duel, two, four: None }
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.duel.clear();
        if let Two::AlphaBeta(search) = &mut self.two {
            search.clear();
        }
    }

    /// Searches the position of a match that is not over.
    pub fn run(&mut self, line: &Line, budget: &mut Budget<'_>) -> Report {
        let board = *line.position.board();
        let report = if board.seats() == 2 {
            self.run_two(board, &line.since_wall, budget)
        } else {
            let Setup { four, settings, entries, .. } = self.setup;
            let search =
                self.four.get_or_insert_with(|| FourSearch::new(four, settings, 1 << entries));
            search.clear();
            search.run(board, &line.since_wall, budget)
        };
        report.expect("a match in progress")
    }

    fn run_two(
        &mut self,
        board: Board,
        since: &[Board],
        budget: &mut Budget<'_>,
    ) -> Option<Report> {
        let keys: Vec<u64> = since.iter().map(|&board| Node::new(board).key()).collect();
        let node = self.duel.node(board);
        match &mut self.two {
            Two::AlphaBeta(search) => search.run(&self.duel, &node, &keys, budget),
            Two::BestFirst(search) => search.run(&self.duel, &node, &keys, budget),
        }
    }
}

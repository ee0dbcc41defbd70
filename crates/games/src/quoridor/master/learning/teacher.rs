//! Plays lessons: matches of the bot against itself, of which every position becomes a sample.

use super::{Line, Sample};
use crate::quoridor::master::net::Net;
use crate::quoridor::master::{Duel, Node, WallDepths, Weights, move_of};
use juez_core::Rng;
use juez_search::{Budget, Report, Search, Settings, is_proven};
use std::sync::Arc;

/// Entries of the transposition table.
const ENTRIES: usize = 1 << 18;
/// Scores from which on a position teaches nothing.
const DECIDED: i32 = 5000;

/// A player of lessons, with the tables of its search.
pub struct Teacher {
    duel: Duel,
    search: Search<Duel>,
}

impl Teacher {
    /// Creates a teacher that plays with a network, or without one.
    pub fn new(net: Option<Arc<Net>>) -> Teacher {
        Teacher {
            duel: Duel::new(Weights::default(), WallDepths::default()).with_net(net),
            search: Search::new(Settings::default(), ENTRIES),
        }
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.duel.clear();
        self.search.clear();
    }

    /// Searches `nodes` positions from a match of two that is not over.
    ///
    /// # Panics
    /// If it is over.
    pub fn search(&mut self, line: &Line, nodes: u64) -> Report {
        let keys: Vec<u64> = line.since_wall.iter().map(|&board| Node::new(board).key()).collect();
        let node = self.duel.node(*line.position.board());
        let report = self.search.run(&self.duel, &node, &keys, &mut Budget::nodes(nodes));
        report.expect("a match in progress")
    }

    /// Plays a match of two to its end with `nodes` to 1.5 times as many positions per move, and
    /// returns its samples.
    pub fn play(&mut self, mut line: Line, nodes: u32, rng: &mut Rng) -> Vec<Sample> {
        let mut samples = Vec::new();
        self.clear();
        while line.position.over().is_none() {
            // Different node counts give different matches.
            let nodes = nodes + rng.below(nodes / 2 + 1);
            let report = self.search(&line, nodes.into());
            if !is_proven(report.score) && report.score.abs() < DECIDED {
                samples.push(Sample::new(line.position.board(), report.score as i16));
            }
            line.play(move_of(report.best));
        }
        if let Some(winner) = line.position.board().winner() {
            for sample in &mut samples {
                sample.result = 2 * u8::from(usize::from(sample.to_move) == winner.index());
            }
        }
        samples
    }
}

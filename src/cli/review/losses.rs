//! The lost matches of a series.

use std::collections::BTreeSet;
use std::sync::Arc;

use juez_core::{Reason, Record, Seat};
use juez_tournament::{Fingerprint, Played, Series};

/// A match that the first player of a series has lost.
pub(in crate::cli) struct Loss {
    /// Its number in the series, from 0.
    pub number: u32,
    pub record: Record,
    /// The seats of the player.
    pub seats: Vec<Seat>,
}

/// The results of the first player of a series, and its first different losses.
pub(in crate::cli) struct Losses {
    /// Number of losses that are kept, at most.
    most: usize,
    pub kept: Vec<Arc<Loss>>,
    pub matches: u32,
    pub lost: u32,
    /// Losses by a fault of the player, which are not kept.
    pub by_fault: u32,
    seen: BTreeSet<(Vec<Seat>, Fingerprint)>,
}

impl Losses {
    /// Creates an empty collection that keeps at most `most` losses.
    pub fn new(most: usize) -> Losses {
        let (kept, seen) = Default::default();
        Losses { most, kept, matches: 0, lost: 0, by_fault: 0, seen }
    }

    /// Adds the next match of the series.
    pub fn add(&mut self, series: &Series, played: &Played) {
        let number = self.matches;
        self.matches += 1;
        // A share of the others left behind; among two sides 0 is a loss and a half a draw.
        if series.scores(played)[0] >= 0.5 {
            return;
        }
        self.lost += 1;
        let Played { record, order } = played;
        let seats = series.seats(order).swap_remove(0);
        let is_forfeit = record.end.as_ref().is_some_and(|end| end.reason == Reason::Forfeit);
        if is_forfeit && record.faults().iter().any(|fault| seats.contains(&fault.seat)) {
            self.by_fault += 1;
        } else if self.kept.len() < self.most
            && self.seen.insert((seats.clone(), Fingerprint::of(record)))
        {
            self.kept.push(Arc::new(Loss { number, record: record.clone(), seats }));
        }
    }
}

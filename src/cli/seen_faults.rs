//! Faults of a series that were already reported.

use std::collections::HashSet;

use juez_core::{Fault, FaultKind, SeatFault};
use juez_match::registry::PlayerSpec;
use juez_tournament::{Played, Series, seating};

/// Reported faults by player, kind, file and line. A bot that fails in every match is reported
/// once.
#[derive(Default)]
pub(super) struct SeenFaults {
    faults: HashSet<(String, String, Option<String>, Option<u32>)>,
    /// Players whose hook logs were shown.
    pub writers: HashSet<String>,
}

impl SeenFaults {
    /// True the first time for a player and a fault of this kind and line.
    pub fn is_new(&mut self, player: String, fault: &Fault) -> bool {
        let Fault { kind, file, line, .. } = fault;
        self.faults.insert((player, kind.to_string(), file.clone(), *line))
    }

    /// Returns the faults that a match of a series adds, each with its player.
    pub fn new_ones<'a>(
        &mut self,
        series: &'a Series,
        played: &'a Played,
    ) -> Vec<(&'a SeatFault, &'a PlayerSpec)> {
        let seated = seated(series, &played.order);
        let mut faults: Vec<_> = played.record.faults().iter().collect();
        faults.retain(|fault| fault.fault.kind != FaultKind::Resigned);
        let with_player = |fault: &'a SeatFault| {
            let player = *seated.get(fault.seat.index())?;
            self.is_new(player.name.clone(), &fault.fault).then_some((fault, player))
        };
        faults.into_iter().filter_map(with_player).collect()
    }
}

/// Returns the player of each seat, given the order of the entries.
pub(super) fn seated<'a>(series: &'a Series, order: &[usize]) -> Vec<&'a PlayerSpec> {
    let entries = seating(order.len(), series.teams()).into_iter();
    entries.map(|entry| &series.players()[order[entry]]).collect()
}

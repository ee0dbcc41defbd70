//! Faults of a series that were reported already.

use std::collections::HashSet;

use crate::core::{Fault, FaultKind, SeatFault};
use crate::registry::PlayerSpec;
use crate::tournament::{Played, Series, seating};

/// Faults that were reported, by player, kind and place: a bot that fails in
/// every match is reported once.
#[derive(Default)]
pub(super) struct SeenFaults {
    faults: HashSet<(String, String, Option<String>, Option<u32>)>,
    /// Players whose log outside of their moves was shown.
    pub writers: HashSet<String>,
}

impl SeenFaults {
    /// True the first time it is asked of a fault of a player like this.
    pub fn is_new(&mut self, player: String, fault: &Fault) -> bool {
        let Fault { kind, file, line, .. } = fault;
        self.faults.insert((player, kind.to_string(), file.clone(), *line))
    }

    /// Faults that a match of a series adds, each with its player.
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

/// The player of each seat in a match with this order of its entries.
pub(super) fn seated<'a>(series: &'a Series, order: &[usize]) -> Vec<&'a PlayerSpec> {
    let entries = seating(order.len(), series.teams()).into_iter();
    entries.map(|entry| &series.players()[order[entry]]).collect()
}

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
    writers: HashSet<String>,
}

impl SeenFaults {
    /// True the first time it is asked of a player: its log outside of its moves is still to be
    /// shown.
    pub fn is_new_writer(&mut self, player: &str) -> bool {
        self.writers.insert(player.to_string())
    }

    /// Faults that a match of a series adds, each with its player.
    pub fn new_ones<'a>(
        &mut self,
        series: &'a Series,
        played: &'a Played,
    ) -> Vec<(&'a SeatFault, &'a PlayerSpec)> {
        let seated = seated(series, &played.order);
        let faults = played.record.end.iter().flat_map(|end| &end.faults);
        faults
            .filter(|seat_fault| seat_fault.fault.kind != FaultKind::Resigned)
            .filter_map(|seat_fault| {
                let player = *seated.get(seat_fault.seat.index())?;
                let Fault { kind, file, line, .. } = &seat_fault.fault;
                let key = (player.name.clone(), kind.to_string(), file.clone(), *line);
                self.faults.insert(key).then_some((seat_fault, player))
            })
            .collect()
    }
}

/// The player of each seat in a match with this order of its entries.
pub(super) fn seated<'a>(series: &'a Series, order: &[usize]) -> Vec<&'a PlayerSpec> {
    let entries = seating(order.len(), series.teams()).into_iter();
    entries.map(|entry| &series.players()[order[entry]]).collect()
}

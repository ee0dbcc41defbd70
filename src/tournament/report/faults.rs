//! Faults of bots, each kind once with its first case.

use serde::Serialize;
use std::collections::BTreeMap;

use super::standing::Standing;
use crate::core::{FaultKind, SeatFault};
use crate::tournament::results::Results;

/// A kind of fault of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FaultRow {
    /// The entrant's number.
    pub entrant: u32,
    /// Its name.
    pub name: String,
    /// The kind.
    pub kind: FaultKind,
    /// The number of times it happened.
    pub times: u32,
    /// In how many matches.
    pub matches: u32,
    /// The job of the first case.
    pub first: u32,
    /// The place of that match among the records in the order of the schedule, from 0.
    pub record: u32,
    /// The first case.
    pub case: SeatFault,
}

pub(super) fn fault_rows(results: &Results, standings: &[Standing]) -> Vec<FaultRow> {
    // By entrant and by kind in the order in which the kinds first happened.
    let mut rows: BTreeMap<u32, Vec<FaultRow>> = BTreeMap::new();
    let played = results.matches.iter().filter(|result| result.played().is_some());
    for (record, result) in played.enumerate() {
        let (job, Some(summary)) = (&result.job, result.played()) else { continue };
        let (mut seen, seated) = (Vec::new(), results.seated(job));
        for case in &summary.faults {
            let entrant = seated[case.seat.index()];
            let kind = case.fault.kind;
            let own = rows.entry(entrant).or_default();
            let found = own.iter().position(|row| row.kind == kind);
            let at = found.unwrap_or_else(|| {
                own.push(FaultRow {
                    entrant,
                    name: results.entrants[entrant as usize].name().to_string(),
                    kind,
                    times: 0,
                    matches: 0,
                    first: job.number,
                    record: record as u32,
                    case: case.clone(),
                });
                own.len() - 1
            });
            own[at].times += 1;
            if !seen.contains(&(entrant, kind)) {
                seen.push((entrant, kind));
                own[at].matches += 1;
            }
        }
    }
    let mut all: Vec<FaultRow> =
        standings.iter().filter_map(|standing| rows.remove(&standing.entrant)).flatten().collect();
    // Yardsticks have no place and come last.
    all.extend(rows.into_values().flatten());
    all
}

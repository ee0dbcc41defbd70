//! Faults of bots, each kind once with its first occurrence.

use serde::Serialize;
use std::collections::BTreeMap;

use super::figure::count;
use super::sheet::{Cell, Columns, Sheet, text_value};
use super::standing::Standing;
use juez_core::{FaultKind, SeatFault};
use juez_tournament::Results;

/// Maximum number of failed matches shown.
const MAX_FAILED: usize = 10;

/// A kind of fault of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FaultRow {
    /// The entrant's number.
    pub entrant: u32,
    pub name: String,
    pub kind: FaultKind,
    /// Number of occurrences.
    pub times: u32,
    /// Number of matches with this fault.
    pub matches: u32,
    /// The number of the match with the first occurrence.
    pub first: u32,
    /// The index of that match among the records, in schedule order, from 0.
    pub record: u32,
    /// The first occurrence.
    pub case: SeatFault,
}

pub(super) fn fault_rows(results: &Results, standings: &[Standing]) -> Vec<FaultRow> {
    // By entrant, and by kind in order of first occurrence.
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
    // Yardsticks are not ranked and come last.
    all.extend(rows.into_values().flatten());
    all
}

/// Returns the faults, and the matches that could not be played.
pub(super) fn for_people(faults: &[FaultRow], failures: &[(u32, String)]) -> Vec<Sheet> {
    let failed = (!failures.is_empty()).then(|| failed(failures, MAX_FAILED));
    std::iter::once(list(faults)).chain(failed).collect()
}

/// Returns the first matches that could not be played.
pub(super) fn failed(failed: &[(u32, String)], most: usize) -> Sheet {
    let mut sheet = Columns::<(u32, String)>::new()
        .right("match", &[], 0, |(number, _)| Cell::whole(*number))
        .left("why", &[], 0, |(_, why)| Cell::shown(why))
        .down_to(20)
        .sheet("Matches that could not be played", failed.iter().take(most), "");
    if failed.len() > most {
        let more = count((failed.len() - most) as u64, "other", "others");
        sheet.notes.push(format!("And {more}."));
    }
    sheet.notes.push("No bot is at fault; these matches do not count.".to_string());
    sheet
}

pub(super) fn list(faults: &[FaultRow]) -> Sheet {
    let again = faults.first().map(|row| {
        format!(
            "To look again: juez report FILE --records all.jsonl, then juez debug all.jsonl \
             --record-number {} --ply {} --seat {} for the first.",
            row.record, row.case.ply, row.case.seat
        )
    });
    let sheet = Columns::<FaultRow>::new()
        .left("name", &["name"], 0, |row| Cell::text(&row.name))
        .down_to(10)
        .left("kind", &["kind"], 0, |row| Cell::text(row.kind.to_string()))
        .right("times", &["times"], 0, |row| Cell::whole(row.times))
        .only("matches", |row| row.matches.to_string())
        .right("first in", &["first_match"], 2, |row| Cell::whole(row.first))
        .right("ply", &["ply"], 3, |row| Cell::whole(row.case.ply))
        .left("where", &["where"], 1, |row| {
            Cell::text(row.case.fault.location().unwrap_or_default())
        })
        .down_to(12)
        .left("why", &["why"], 0, |row| Cell::text(&row.case.fault.why))
        .down_to(16)
        .only("hook", |row| row.case.fault.hook.to_string())
        .only("seat", |row| row.case.seat.to_string())
        .only("text", |row| text_value(&row.case.fault.text))
        .only("record", |row| row.record.to_string())
        .sheet("Faults", faults, "none");
    Sheet { notes: again.into_iter().collect(), ..sheet }
}

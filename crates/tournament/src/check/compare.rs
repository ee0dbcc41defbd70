//! Compares two records and finds the first difference.

use serde::Serialize;

use juez_core::Record;

/// The first difference between two records of one match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// Number of moves made before it.
    pub ply: u32,
    /// The part that differs: `move`, `log`, `marks`, `plots`, `fuel`, `by`, `end` or `logs`.
    pub what: &'static str,
    /// That part of the first record, as text.
    pub first: String,
    /// That part of the second record, as text.
    pub second: String,
}

/// Returns the first difference between two records, or `None` if they are equal byte for byte.
pub fn difference(first: &Record, second: &Record) -> Option<Difference> {
    if first.to_line() == second.to_line() {
        return None;
    }
    let plies = first.moves.len().max(second.moves.len());
    let at_ply = |ply: usize| {
        let mut parts = parts(first, ply).into_iter().zip(parts(second, ply));
        let ((what, first), (_, second)) = parts.find(|(first, second)| first != second)?;
        Some(Difference { ply: ply as u32, what, first, second })
    };
    Some((0..plies).find_map(at_ply).unwrap_or_else(|| {
        // All plies are equal, so the difference lies outside them.
        let (what, text): (_, fn(&Record) -> String) = if first.end == second.end {
            ("logs", |record| json(&record.logs))
        } else {
            ("end", |record| json(&record.end))
        };
        Difference { ply: plies as u32, what, first: text(first), second: text(second) }
    }))
}

/// Returns the parts of a record at a ply, in the order of comparison.
fn parts(record: &Record, ply: usize) -> Vec<(&'static str, String)> {
    let none = || "none".to_string();
    let mut parts = vec![("move", record.moves.get(ply).cloned().unwrap_or_else(none))];
    if let Some(ply) = record.plies.get(ply) {
        parts.extend([
            ("log", ply.log.as_deref().unwrap_or_default().join(" / ")),
            ("marks", json(&ply.marks)),
            ("plots", json(&ply.plots)),
            ("fuel", ply.fuel.map_or_else(none, |fuel| fuel.to_string())),
            ("by", json(&ply.by)),
        ]);
    }
    parts
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_core::{By, Ply};

    fn record(moves: &[&str], logs: &[&str]) -> Record {
        let ply = |log: &&str| Ply { log: Some(vec![log.to_string()]), ..Ply::unasked(By::Bot) };
        Record {
            moves: moves.iter().map(|mv| mv.to_string()).collect(),
            plies: logs.iter().map(ply).collect(),
            ..Record::new("quoridor")
        }
    }

    #[test]
    fn the_first_move_that_differs_is_named() {
        let found = difference(&record(&["e2", "e8"], &[]), &record(&["e2", "d8", "e3"], &[]));
        let expected = Difference { ply: 1, what: "move", first: "e8".into(), second: "d8".into() };
        assert_eq!(found, Some(expected));
        let found = difference(&record(&["e2"], &[]), &record(&["e2", "e8"], &[])).expect("one");
        assert_eq!((found.ply, &found.first[..], &found.second[..]), (1, "none", "e8"));
    }

    #[test]
    fn a_log_may_be_all_that_differs() {
        let found = difference(&record(&["e2"], &["a"]), &record(&["e2"], &["b"])).expect("one");
        assert_eq!((found.ply, found.what), (0, "log"));
        assert_eq!(difference(&record(&["e2"], &["a"]), &record(&["e2"], &["a"])), None);
    }
}

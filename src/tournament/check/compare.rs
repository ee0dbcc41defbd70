//! Compares two records and finds the first difference.

use serde::Serialize;

use crate::core::Record;

/// Where two records of one match part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// Moves made before.
    pub ply: u32,
    /// The part that differs: `move`, `fuel`, `log`, `marks`, `plots`, `end` and so on.
    pub what: &'static str,
    /// The entry of the first record there.
    pub first: String,
    /// The entry of the second record there.
    pub second: String,
}

/// The first place at which two records part; `None` if they are equal to the byte.
pub fn difference(first: &Record, second: &Record) -> Option<Difference> {
    if first.to_line() == second.to_line() {
        return None;
    }
    let plies = first.moves.len().max(second.moves.len());
    Some((0..plies).find_map(|ply| at_ply(first, second, ply)).unwrap_or_else(|| {
        // Every move is the same, so it lies outside of them.
        let (what, text): (_, fn(&Record) -> String) = if first.end == second.end {
            ("logs", |record| json(&record.logs))
        } else {
            ("end", |record| json(&record.end))
        };
        Difference { ply: plies as u32, what, first: text(first), second: text(second) }
    }))
}

fn at_ply(first: &Record, second: &Record, ply: usize) -> Option<Difference> {
    let differ = |what, first: String, second: String| {
        (first != second).then_some(Difference { ply: ply as u32, what, first, second })
    };
    let mv = |record: &Record| record.moves.get(ply).cloned().unwrap_or_else(|| "none".into());
    if let Some(difference) = differ("move", mv(first), mv(second)) {
        return Some(difference);
    }
    let (a, b) = (first.plies.get(ply)?, second.plies.get(ply)?);
    let fuel = |fuel: Option<u64>| fuel.map_or_else(|| "none".into(), |fuel| fuel.to_string());
    let log = |log: &Option<Vec<String>>| log.clone().unwrap_or_default().join(" / ");
    differ("log", log(&a.log), log(&b.log))
        .or_else(|| differ("marks", json(&a.marks), json(&b.marks)))
        .or_else(|| differ("plots", json(&a.plots), json(&b.plots)))
        .or_else(|| differ("fuel", fuel(a.fuel), fuel(b.fuel)))
        .or_else(|| differ("by", json(&a.by), json(&b.by)))
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{By, Ply};

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

//! The scores of the watched versions, shown in the final table.

use anstyle::Style;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::time_of_day;
use crate::cli::text::DIM;

/// Limit on the versions in the table.
const MAX_VERSIONS: usize = 20;

/// Scores by contestant and version, then by row, each version with the time of its first score.
#[derive(Default)]
pub(super) struct History(BTreeMap<(usize, u32), (String, BTreeMap<usize, String>)>);

impl History {
    pub fn add(&mut self, contestant: usize, version: u32, row: usize, score: String) {
        let entry = self.0.entry((contestant, version));
        entry.or_insert_with(|| (time_of_day(), BTreeMap::new())).1.insert(row, score);
    }

    /// True if a version has a score in a row.
    pub fn has(&self, contestant: usize, version: u32, row: usize) -> bool {
        self.0.get(&(contestant, version)).is_some_and(|(_, scores)| scores.contains_key(&row))
    }

    /// Formats the last versions as a table with the contestants' `names` and each row's
    /// `opponents`.
    pub fn table(&self, names: &[&str], opponents: &[String]) -> String {
        let mut lines = vec![vec!["bot".into(), "version".into(), "at".into()]];
        let is_first = |(n, label): &(usize, &String)| !opponents[..*n].contains(label);
        let labels: Vec<_> =
            opponents.iter().enumerate().filter(is_first).map(|(_, l)| l).collect();
        lines[0].extend(labels.iter().map(|label| format!("against {label}")));
        let skipped = self.0.len().saturating_sub(MAX_VERSIONS);
        for (&(contestant, version), (at, scores)) in self.0.iter().skip(skipped) {
            let mut line: Vec<String> =
                vec![names[contestant].to_string(), version.to_string(), at.clone()];
            line.extend(labels.iter().map(|label| {
                let of = |(row, score): (&usize, &String)| {
                    (opponents[*row] == **label).then(|| score.clone())
                };
                scores.iter().find_map(of).unwrap_or_default()
            }));
            lines.push(line);
        }
        let widths: Vec<usize> = (0..lines[0].len())
            .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = String::new();
        for (n, line) in lines.iter().enumerate() {
            let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
            let line = cells.collect::<Vec<_>>().join("  ");
            let style = if n == 0 { DIM } else { Style::new() };
            let _ = writeln!(text, "{style}{}{style:#}", line.trim_end());
        }
        text
    }
}

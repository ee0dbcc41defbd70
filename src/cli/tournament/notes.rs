//! Notes on the database of a tournament and on its seed.

use std::path::Path;

use crate::cli::options::short_seed;
use juez_core::Seed;
use juez_grading::report;
use juez_tournament::Earlier;

/// Formats a note on the contents of the database file. `renewed` says that this revision drew a
/// new seed.
pub(super) fn contents(
    path: &Path,
    earlier: &Earlier,
    changes: &[String],
    renewed: bool,
) -> String {
    let (path, revision) = (path.display(), earlier.revision);
    if changes.is_empty() {
        return format!(
            "{path} already holds this tournament: stored matches are not played again"
        );
    }
    let again = if renewed {
        "New bots may know the deals played so far, so it draws a new seed and plays all its \
         matches; with --keep-seed it plays only the new ones"
    } else {
        "Unchanged matches are not played again"
    };
    let changes = listed(changes);
    format!(
        "{path} holds revision {revision}; this is revision {}, because these differ: {changes}. {again}",
        revision + 1
    )
}

/// Returns warnings if a seed reveals deals: because it is short, or because bots may know its
/// deals already. `given` says whether it came from `--seed`.
pub(super) fn gives_away(seed: Seed, given: bool, known_by: &[String]) -> Vec<String> {
    let short = short_seed(seed, given);
    let known = (!known_by.is_empty()).then(|| {
        format!(
            "note: {} may know the deals: matches with this seed were played before; without --seed \
             and --keep-seed 256 bits are drawn",
            listed(known_by)
        )
    });
    short.into_iter().chain(known).collect()
}

/// Lists the first few items and counts the rest.
fn listed<T: AsRef<str>>(items: &[T]) -> String {
    const MAX_ITEMS: usize = 8;
    let shown: Vec<&str> = items.iter().take(MAX_ITEMS).map(AsRef::as_ref).collect();
    let more = items.len() - shown.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", report::listed(&shown))
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_tournament::{Format, Plan};
    use serde_json::Map;

    #[test]
    fn the_contents_of_a_database_and_the_differences_are_named() {
        let earlier = Earlier {
            revision: 2,
            may_play_otherwise: false,
            plan: Plan::new("quoridor", Map::new(), Format::RoundRobin, Seed::from(1)),
            entrants: Vec::new(),
            dealt: Vec::new(),
        };
        let note = |changes: &[String]| contents(Path::new("class.db"), &earlier, changes, false);
        assert!(note(&[]).starts_with("class.db already holds this tournament"), "{}", note(&[]));
        assert!(note(&["format".to_string(), "cy is gone".to_string()]).starts_with(
            "class.db holds revision 2; this is revision 3, because these differ: format, cy is gone"
        ));
    }

    #[test]
    fn secrets_that_a_seed_gives_away_are_named() {
        assert_eq!(gives_away(Seed::from_bytes([7; 32]), true, &[]), [""; 0]);
        let both = gives_away(Seed::from(7), true, &["ana", "bo"].map(str::to_string));
        assert!(both[0].starts_with("note: a bot can try all seeds of up to 3 bits"), "{both:?}");
        assert!(both[1].starts_with("note: ana, bo may know the deals"), "{both:?}");
        let kept = gives_away(Seed::from(7), false, &[]);
        assert!(
            kept[0].ends_with("in a file of its own, with --db, 256 bits are drawn"),
            "{kept:?}"
        );
    }
}

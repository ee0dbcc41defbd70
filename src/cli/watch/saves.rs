//! Saves that were not reported yet: the time of each comes with the first move.

use std::time::Instant;

use crate::registry::Version;
use crate::script::LintMessage;

/// The newest save of each entrant that was not reported.
#[derive(Default)]
pub(super) struct Saves(Vec<Save>);

struct Save {
    entrant: usize,
    number: u32,
    saved: Instant,
    lint: Vec<LintMessage>,
}

/// A save to tell of.
pub(super) struct ToldSave {
    /// The number of the version.
    pub number: u32,
    /// Milliseconds from the save to the first move, if there was one.
    pub ms: Option<f64>,
    /// The lint of the version.
    pub lint: Vec<LintMessage>,
}

impl Saves {
    /// Puts the save of a version in the place of an earlier one.
    pub fn put(&mut self, entrant: usize, version: &Version) {
        self.0.retain(|save| save.entrant != entrant);
        let Version { number, saved, lint, .. } = version.clone();
        self.0.push(Save { entrant, number, saved, lint });
    }

    /// Moves the entrants from `newcomer` on up by one.
    pub fn make_room(&mut self, newcomer: usize) {
        let moved = self.0.iter_mut().filter(|save| save.entrant >= newcomer);
        moved.for_each(|save| save.entrant += 1);
    }

    /// Takes the save of an entrant, whose first move was made `at` this moment.
    pub fn take(&mut self, entrant: usize, at: Option<Instant>) -> Option<ToldSave> {
        let save = self.0.iter().position(|save| save.entrant == entrant)?;
        let Save { number, saved, lint, .. } = self.0.remove(save);
        // The first version was there before the watch began.
        let at = at.filter(|_| number > 1);
        let ms = at.map(|at| at.saturating_duration_since(saved).as_secs_f64() * 1e3);
        Some(ToldSave { number, ms, lint })
    }
}

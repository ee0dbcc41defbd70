//! Progress bars on long work.

use indicatif::{ProgressBar, ProgressStyle};

/// Matches from which a progress bar is worth its line.
const MIN_BAR_MATCHES: u32 = 20;

/// A bar for so many matches, if they are enough and stderr is a terminal.
pub(super) fn bar(games: u32) -> ProgressBar {
    if games < MIN_BAR_MATCHES {
        return ProgressBar::hidden();
    }
    bar_like(games.into(), "{bar:40} {pos}/{len} matches, {per_sec}, {eta} left")
}

/// A bar of this style on stderr. It draws nothing where that is no terminal.
pub(super) fn bar_like(total: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(total);
    bar.with_style(ProgressStyle::with_template(template).expect("a template of ours"))
}

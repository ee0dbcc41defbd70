//! Progress bars for long work.

use indicatif::{ProgressBar, ProgressStyle};

/// Minimum number of matches with a progress bar.
const MIN_BAR_MATCHES: u32 = 20;

/// Returns a bar for `games` matches; hidden if they are few or stderr is not a terminal.
pub(super) fn bar(games: u32) -> ProgressBar {
    if games < MIN_BAR_MATCHES {
        return ProgressBar::hidden();
    }
    bar_like(games.into(), "{bar:40} {pos}/{len} matches, {per_sec}, {eta} left")
}

/// Returns a bar on stderr in this style; hidden if stderr is not a terminal.
pub(super) fn bar_like(total: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(total);
    bar.with_style(ProgressStyle::with_template(template).expect("a template of ours"))
}

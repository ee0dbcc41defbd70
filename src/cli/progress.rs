//! Progress bars on long work.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Matches from which a progress bar is worth its line.
const MIN_BAR_MATCHES: u32 = 20;

/// A bar for so many matches, if they are enough and stderr is a terminal.
pub(super) fn bar(games: u32) -> ProgressBar {
    if games < MIN_BAR_MATCHES {
        return ProgressBar::hidden();
    }
    // Draws nothing where stderr is no terminal.
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(games.into()), target);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} matches, {per_sec}, {eta} left");
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}

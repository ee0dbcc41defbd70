//! Scores in hundredths of the unit of the game, from the point of view of the side to move.

/// Score of a position that is already won; the highest score. All scores fit an `i16`.
pub const WIN: i32 = 32_000;
/// Scores above this value are proven wins; below its negation, proven losses.
pub const PROVEN: i32 = 30_000;

/// Plies to the end above which [`won_in`] and [`lost_in`] count no further, so that their scores
/// stay proven even after [`node_to_root`].
const MAX_COUNTED_PLIES: u32 = 1000;
/// Beyond every score: the bounds of a full window are its negation and itself.
pub(crate) const INFINITE: i32 = WIN + 1;

/// Returns the score of a position that the side to move wins in `plies` plies.
pub const fn won_in(plies: u32) -> i32 {
    WIN - if plies < MAX_COUNTED_PLIES { plies as i32 } else { MAX_COUNTED_PLIES as i32 }
}

/// Returns the score of a position that the side to move loses in `plies` plies; 0 if it has lost.
pub const fn lost_in(plies: u32) -> i32 {
    -won_in(plies)
}

/// Returns true if the score is a proven win or loss.
pub const fn is_proven(score: i32) -> bool {
    score > PROVEN || score < -PROVEN
}

/// Converts a win or loss score at a node `ply` plies from the root from node-relative to
/// root-relative.
pub(crate) const fn node_to_root(score: i32, ply: usize) -> i32 {
    if score > PROVEN {
        score - ply as i32
    } else if score < -PROVEN {
        score + ply as i32
    } else {
        score
    }
}

/// Converts a win or loss score at a node `ply` plies from the root from root-relative to
/// node-relative, for the transposition table.
pub(crate) const fn root_to_node(score: i32, ply: usize) -> i32 {
    if score > PROVEN {
        score + ply as i32
    } else if score < -PROVEN {
        score - ply as i32
    } else {
        score
    }
}

/// Score at which three of four matches are expected to be won, in hundredths of a step of Quoridor.
pub const LIKELY: i32 = 250;

/// Returns the expected share of wins at a score, in parts of `whole`: half at 0, three quarters at
/// the score `likely`, all of it at a proven win. `whole` is an even number up to 65 536; `likely`
/// is positive.
pub const fn expected_score(score: i32, likely: i32, whole: i32) -> i32 {
    if is_proven(score) {
        return if score > 0 { whole } else { 0 };
    }
    whole / 2 + whole / 2 * score / (score.abs() + likely)
}

/// Returns the score at an expected share of wins, not proven: the inverse of [`expected_score`].
pub(crate) const fn score_at(share: i32, likely: i32, whole: i32) -> i32 {
    let lead = 2 * share as i64 - whole as i64;
    let rest = whole as i64 - lead.abs();
    let score = likely as i64 * lead / if rest > 0 { rest } else { 1 };
    if score > PROVEN as i64 {
        PROVEN
    } else if score < -PROVEN as i64 {
        -PROVEN
    } else {
        score as i32
    }
}

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

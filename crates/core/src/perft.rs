//! Perft: counts the leaves of the tree of moves, the strictest test of rules.

use crate::{Next, State};

/// Returns the number of sequences of exactly `depth` legal moves from `state`.
///
/// A finished match or a pending deal ends a sequence; shorter sequences do not count. The last
/// move of each sequence is counted and not played.
///
/// ```
/// use juez_core::Game;
/// use juez_games::quoridor::{Options, Quoridor};
/// use juez_core::perft::perft;
///
/// let start = Quoridor::start(&Options::default())?;
/// assert_eq!(perft(&start, 1), 3 + 128);
/// assert_eq!(perft(&start, 2), 16_677);
/// # Ok::<(), juez_core::OptionsError>(())
/// ```
pub fn perft<S: State>(state: &S, depth: u32) -> u64 {
    let mut lists: Vec<Vec<S::Move>> = vec![Vec::new(); depth.saturating_sub(1) as usize];
    count(state, &mut lists, depth)
}

/// Returns, for each legal move of `state`, ascending, the number of sequences of `depth` moves
/// that begin with it.
///
/// Returns nothing without legal moves, or at depth 0.
pub fn divide<S: State>(state: &S, depth: u32) -> Vec<(S::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let part = |mv| {
        let mut after = state.clone();
        after.play_unchecked(mv);
        (mv, perft(&after, depth - 1))
    };
    state.legal_moves().into_iter().map(part).collect()
}

/// Counts sequences; `lists` holds a scratch list for each move that is played.
fn count<S: State>(state: &S, lists: &mut [Vec<S::Move>], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if !matches!(state.next(), Next::Move(_)) {
        return 0;
    }
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return state.legal_count() as u64;
    };
    moves.clear();
    state.legal_moves_into(moves);
    let mut total = 0;
    for &mv in moves.iter() {
        let mut after = state.clone();
        after.play_unchecked(mv);
        total += count(&after, deeper, depth - 1);
    }
    total
}

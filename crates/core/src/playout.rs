//! Random play to the end.

use super::{Next, Rng, State};

/// Plays uniformly random legal moves until the match is over, a deal is due or `max_plies` are
/// played. Returns the number of plies played.
pub fn playout<S: State>(
    state: &mut S,
    rng: &mut Rng,
    max_plies: u32,
    scratch: &mut Vec<S::Move>,
) -> u32 {
    let mut plies = 0;
    while plies < max_plies && matches!(state.next(), Next::Move(_)) {
        let mv = state.random_move(rng, scratch);
        state.play_unchecked(mv);
        plies += 1;
    }
    plies
}

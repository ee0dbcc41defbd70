//! Sentences in the log of the master. A value called `hint` is itself one of them, so that pages
//! translate it.

use juez_core::sentences;

sentences! {
    /// Explanations of a move, and the name of its plot.
    SENTENCES:
    expected_another(expected, played) = "I expected {expected}, not {played}";
    paths(mine, yours, my_walls, your_walls) = "my path {mine}, yours {yours}; walls left {my_walls} and {your_walls}";
    your_best_wall(wall, steps) = "your best wall {wall} costs me {steps}";
    my_best_wall(wall, steps) = "my best wall {wall} costs you {steps}";
    searched(best, hint, depth, nodes) = "{best}: {hint}, {depth} plies ahead, {nodes} positions";
    wins(plies) = "I win in {plies} plies";
    loses(plies) = "I lose in {plies} plies";
    leads(steps) = "I lead by {steps} steps";
    trails(steps) = "I am {steps} steps behind";
    expects(moves) = "I expect {moves}";
    after(mv, mine, yours) = "after {mv}: own path {mine}, the other's {yours}";
    after_and_wall(mv, mine, yours, wall, steps) = "after {mv}: own path {mine}, the other's {yours}, whose best wall {wall} costs {steps}";
    expected_score() = "expected score";
}

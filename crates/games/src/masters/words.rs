//! Sentences in the logs of masters that sample worlds.

use juez_core::sentences;

sentences! {
    /// Explanations of a move, and the name of its plot.
    SENTENCES:
    best_in(best, agree, worlds, share) = "{best}: best in {agree} of {worlds} worlds; I win {share} of such matches";
    would_cost(second, cost, error) = "{second} would cost {cost}, give or take {error}";
    lacks(seat, value, share) = "seat {seat} has no {value}: {share}";
    expected_score() = "expected score";
}

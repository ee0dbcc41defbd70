//! Sentences in the log of the master.

use juez_core::sentences;

sentences! {
    /// Explanations of a move by a plan for the hand.
    SENTENCES:
    goes_high() = "I go for the most points";
    goes_low() = "I go for the fewest points";
}

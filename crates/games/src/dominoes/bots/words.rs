//! Sentences in the log of the master.

use juez_core::sentences;

sentences! {
    /// Explanations of signals and openings.
    SENTENCES:
    signals(best) = "{best}: the truth";
    opens(best, doubles) = "{best}: I have {doubles} doubles";
}

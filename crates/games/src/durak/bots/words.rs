//! Sentences in the log of the master.

use juez_core::sentences;

sentences! {
    /// Explanations of a move by the cards.
    SENTENCES:
    tried_in(best, tried, worlds, share) = "{best}: tried in {tried} of {worlds} worlds; I get out in {share} of such games";
    wins(best, nodes) = "{best} wins against any play: I looked at {nodes} positions";
    loses(losing, moves) = "{losing} of {moves} moves lose against the best play";
    holds(seat, card, share) = "seat {seat} holds {card}: {share}";
    trumpless(seat, share) = "seat {seat} has no trump: {share}";
}

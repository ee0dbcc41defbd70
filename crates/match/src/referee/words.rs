//! The sentences of the referee.

use juez_core::sentences;

sentences! {
    /// Reasons why a native bot fails, and why a record is not a match.
    SENTENCES:
    not_legal(text) = "{text} is not legal";
    panicked(text) = "the bot panicked: {text}";
    broke(text) = "juez itself failed while it called a bot: {text}";
    other_game(found, ours) = "a record of {found}, not of {ours}";
    other_rules(found, game, ours) = "version {found} of the rules of {game}; this juez plays version {ours}";
    players_for_seats(players, seats) = "{players} players at a table of {seats} seats";
    in_deal(deal, why) = "deal {deal}: {why}";
    illegal(text, why) = "illegal move {text}: {why}";
    after_end(text) = "move {text} comes after the end of the match";
    no_seat_to_move() = "no seat is to move in this position";
    before_deal(text) = "move {text} comes before the deal that is due";
}

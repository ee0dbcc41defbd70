//! The sentences that are said of games and players.

use crate::core::sentences;

sentences! {
    /// Reasons why a game, a player or a seat is not there, or a bot does not load.
    SENTENCES:
    no_game_but(name, meant) = "no game called {name}; did you mean {meant}?";
    no_game(name, known) = "no game called {name}; juez knows {known}";
    cannot_play(name, why) = "{name} cannot play: {why}";
    no_ply(ply, moves) = "there is no ply {ply}: the record has {moves} moves";
    over_there(ply) = "the match is over at ply {ply}";
    no_seat(seat, last) = "there is no seat {seat}: this match has the seats 0 to {last}";
}

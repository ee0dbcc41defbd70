//! The sentences about games and players.

use juez_core::sentences;

sentences! {
    /// Reasons why a game, a player or a seat does not exist, or a bot does not load.
    SENTENCES:
    no_game_but(name, meant) = "no game called {name}; did you mean {meant}?";
    no_game(name, known) = "no game called {name}; juez knows {known}";
    cannot_play(name, why) = "{name} cannot play: {why}";
    no_weights(name) = "the weights {name} are not here";
    bad_weights(name, why) = "{name} holds no weights of this bot: {why}";
    empty_weights() = "the file is empty";
    no_learning(game) = "no bot of {game} learns";
    no_reviewer(game) = "no bot of {game} reviews such matches";
    no_end() = "the match has no end yet: only finished matches can be reviewed";
    no_ply(ply, moves) = "no ply {ply}: the record has {moves} moves";
    over_there(ply) = "the match is over at ply {ply}";
    no_seat(seat, last) = "no seat {seat}: this match has seats 0 to {last}";
}

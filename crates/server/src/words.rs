//! Sentences of the server.

use juez_core::sentences;

sentences! {
    /// Sentences of the server.
    SENTENCES:
    not_open_to_you(name) = "{name} is not open to you";
    too_many_matches() = "too many matches in a minute; wait a little";
    log_in_first() = "log in first";
    too_many_attempts() = "too many attempts in a minute; wait a little";
    draft_changed(name) = "{name} has changed this draft in the meantime";
    roster_not_read(why) = "this is not a class list that juez can read: {why}";
    too_many_checks() = "you have asked for too much at once; wait for the answers";
    one_download() = "your other download is still running";
    too_many_comparisons() = "another comparison of yours is being played: wait for it, or stop it";
    no_ladder_yet() = "no bot for this game is on the ladder yet";
    not_on_the_ladder() = "no such bot on the ladder";
    no_built_in_bot(name) = "{name} is no built-in bot of this game";
    too_few_bots(able, needed) = "a table needs {needed} bots, and {able} can play: wait for more versions, or add built-in bots";
    tournament_name(most) = "the name of a tournament is one line of at most {most} characters";
    tournament_size() = "a tournament has at most 100000 rounds or matches of a pairing, a day of time, and 32 house rules, built-in bots and criteria";
    too_large_a_tournament(matches) = "that would be {matches} matches: choose fewer rounds or matches, or the format Swiss";
    another_tournament_plays(name) = "{name} is being played: pause it first";
    tournament_is_over() = "this tournament has ended";
    pause_it_first() = "pause or stop the tournament first";
    other_exercise() = "this bot is not for that exercise";
    opponent_cannot_play() = "the opponent cannot play";
    no_version_yet() = "no version yet: run the bot once";
    too_slow_to_compare(seconds) = "too slow to be compared here: no match ends within {seconds} seconds";
    other_game(game) = "this match is of another game: {game}";
    no_decision_there() = "there is nothing to decide at this position, or no bot reviews such decisions";
    no_text() = "a file of records is text, and this is not";
    event_logs_too_long() = "the event logs of this file would be too long: keep fewer records in it";
    no_record_in_file() = "no record in this file";
    request_too_long() = "the request is too long";
    request_too_slow() = "the request took too long";
    too_many_uploads() = "too many files arrive at once: try again in a moment";
    server_error() = "internal server error";
    must_be_json() = "the body must be application/json";
    request_not_read(why) = "cannot read the request: {why}";
    no_such_page() = "no such page";
    no_page_here() = "this program was built without the page";
    what_an_observer_is() = "an observer is public, open or the number of a seat";
    no_random_bits() = "the system has no random bits";
    one_host() = "a request needs exactly one Host";
    other_name() = "this server does not answer under this name; --allow-host NAME allows it";
    other_site() = "requests from other sites are refused";
    no_record(why) = "not a record: {why}";
    too_many_moves(moves, most) = "{moves} moves; {most} can be shown";
    at_ply(ply, why) = "ply {ply}: {why}";
}

//! The sentences of the lobby: refusals, and reasons why a match was stopped.

use juez_core::sentences;

sentences! {
    /// Sentences of the lobby.
    SENTENCES:
    too_many_seats(most) = "no game has more than {most} seats";
    clock_range(most) = "a clock has 1 to {most} seconds";
    cannot_be_read(file) = "{file} cannot be read";
    being_judged() = "another move is being made at this moment";
    was_decided() = "this move has already been decided";
    not_judged() = "the move is not judged yet; send it again";
    was_made(number) = "move {number} has already been made";
    was_played_instead(mv) = "{mv} was played instead";
    not_asked(seat, number) = "seat {seat} is not asked for move {number}";
    too_long() = "that is too long for a move";
    is_over() = "the match is over";
    is_not_over() = "the match is not over";
    server_ends() = "the server is shutting down; the match continues after a restart";
    server_about_to_end() = "the server is shutting down";
    only_players_rematch() = "only the players of a match can start its rematch";
    no_seat(seat) = "this table has no seat {seat}";
    is_taken(name, seat) = "{name} sits in seat {seat}";
    is_out(seat) = "seat {seat} is out of the match";
    only_owner_takes_over(seat) = "a bot plays in seat {seat}, and only the owner of the match can take it over";
    has_seen(seat) = "you have seen what another seat sees: seat {seat} is for another person";
    not_your_seat(seat) = "you do not sit in seat {seat}";
    only_owner_stops() = "only the owner of a match can stop it";
    only_owner_clears() = "only the owner of a match can take it off the list";
    unused(minutes) = "stopped: no person made a move, and it had no viewer for {minutes} minutes";
    no_bot_there(seat) = "no bot played in seat {seat} there: choose another player";
    no_origin() = "a match continues another match or a record: name one of them";
    has_options_of_origin() = "a match that continues another has the same house rules";
    only_owner_sets_pace() = "only the owner of a match can change its pace";
    no_match_may_be_stopped(number) = "the server is full ({number} matches); stop one, or try again later";
    waits_for_your_memory(used, most) = "waits for memory: your matches use {used} of {most} MB";
    waits_for_owners_memory(used, most) = "waits for memory: the matches of its owner use {used} of {most} MB";
    waits_for_memory(used, most) = "waits for memory: all matches use {used} of {most} MB";
    made_room(minutes) = "stopped to make room for another match: it had no viewer for {minutes} minutes";
    made_room_for_fewer() = "stopped to make room for a person with fewer matches: its owner had the most";
    does_not_load(name) = "{name} does not load, and only its team and the teacher see why: choose another player";
    too_many_of_yours(most) = "you have {most} running matches, the most for one person; stop one, or wait for one to end";
    no_such_match() = "no such match";
    no_record_yet() = "the record is available once the match is over";
    players_for_seats(players, seats) = "{players} players at a table of {seats} seats";
    in_line(line, why) = "line {line} of the file: {why}";
    no_bot(game, name, known) = "{game} has no bot {name}; it has {known}";
    no_source(name) = "the source of {name} is missing";
    has_changed(name) = "{name} changed while it played";
    is_program(name) = "{name} is an external program, which plays only where it was started";
    no_seed_drawn(why) = "cannot draw a seed: {why}";
    no_id_drawn(why) = "cannot draw an id: {why}";
    no_thread(why) = "no thread: {why}";
    no_thread_for_match(why) = "no thread for a match: {why}";
    platform_failed() = "the platform failed";
    not_again(number, what) = "move {number} cannot be reproduced: {what}";
    no_answer_stored() = "no answer is stored for it";
    other_seat_moves() = "another seat is to move";
    not_stored(why) = "it is not stored: {why}";
    disk_is_full() = "the server cannot store it: its disk is full";
    cannot_store(why) = "the server cannot store it: {why}";
    no_archive() = "the server cannot reach its archive";
    unreadable(what, why) = "{what} cannot be read: {why}";
    the_match(id) = "the match {id}";
    the_source(id) = "the source {id}";
    it_is_not_there() = "it is missing";
    names_no_game(comment, known) = "it does not name its game: write {comment} in its first line (games: {known})";
    no_utf8() = "it is not UTF-8 text";
    source_too_large() = "its source is too large for a bot";
    name_no_utf8() = "its name is not UTF-8 text";
    link_not_followed() = "a link to a folder is not followed";
    too_deep(levels) = "scripts are found in {levels} levels of folders, and this one is deeper";
    too_many_scripts(most) = "more scripts than {most}: this one and those after it are left out";
    no_language(id) = "no language {id}";
}

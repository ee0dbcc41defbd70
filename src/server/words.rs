//! Sentences of the server: refusals, and reasons why a match has stopped.

use crate::core::{FAULTS, Game, MoveOf, Notation, UNREADABLE, built_in, sentences};
use crate::games::{Visitor, each};
use crate::{class, core, external, pool, referee, registry, script};

sentences! {
    /// Sentences of the server.
    WORDS:
    too_many_seats(most) = "no game has more than {most} seats";
    clock_range(most) = "a clock has 1 to {most} seconds";
    cannot_be_read(file) = "{file} cannot be read";
    being_judged() = "another move is being made at this moment";
    was_decided() = "this move was decided already";
    not_judged() = "the move is not judged yet; send it again";
    was_made(number) = "move {number} was made already";
    was_played_instead(mv) = "{mv} was played instead";
    not_asked(seat, number) = "seat {seat} is not asked for move {number}";
    too_long() = "that is too long for a move";
    is_over() = "the match is over";
    is_not_over() = "the match is not over";
    server_ends() = "the server ends; the match goes on after that";
    server_about_to_end() = "the server is about to end";
    only_players_rematch() = "a rematch is for those who played";
    no_seat(seat) = "there is no seat {seat} at this table";
    is_taken(name, seat) = "{name} sits in seat {seat}";
    is_out(seat) = "seat {seat} is out of the match";
    only_owner_takes_over(seat) = "a bot plays in seat {seat}, and only the owner of the match may take it over";
    has_seen(seat) = "you have seen what another seat sees: seat {seat} is for another person";
    not_your_seat(seat) = "you do not sit in seat {seat}";
    only_owner_stops() = "only the owner of a match may stop it";
    only_owner_clears() = "only the owner of a match may take it off the list";
    unused(minutes) = "stopped: no person made a move, and it had no viewer for {minutes} minutes";
    no_bot_there(seat) = "no bot played in seat {seat} there: choose another player";
    no_origin() = "a match goes on from another match or from a record: name one of them";
    has_options_of_origin() = "a match that goes on from another has the same house rules";
    only_owner_sets_pace() = "only the owner of a match may change its pace";
    no_match_may_be_stopped(number) = "{number} matches are being played, as many as may be at once; stop one, or wait for an end";
    waits_for_your_memory(used, most) = "waits for memory: your matches use {used} of {most} MB";
    waits_for_owners_memory(used, most) = "waits for memory: the matches of its owner use {used} of {most} MB";
    waits_for_memory(used, most) = "waits for memory: all matches use {used} of {most} MB";
    made_room(minutes) = "stopped to make room for another match: it had no viewer for {minutes} minutes";
    made_room_for_fewer() = "stopped to make room for a person with fewer matches: its owner had the most";
    not_open_to_you(name) = "{name} is not open to you";
    does_not_load(name) = "{name} does not load, and only its team and the teacher see why: choose another player";
    too_many_matches() = "that many matches in a minute are too many; wait a little";
    too_many_of_yours(most) = "{most} of your matches are being played, as many as one person may have; stop one, or wait for an end";
    log_in_first() = "log in first";
    too_many_attempts() = "that many attempts in a minute are too many; wait a little";
    draft_changed(name) = "{name} has changed this draft meanwhile";
    roster_not_read(why) = "this is no class list that juez can read: {why}";
    too_many_checks() = "you have asked for too much at once; wait for the answers";
    one_download() = "your other download is still on its way";
    too_many_comparisons() = "another comparison of yours is being played: wait for it, or stop it";
    other_exercise() = "this bot is not to solve that exercise";
    opponent_cannot_play() = "the opponent cannot play";
    no_version_yet() = "there is no version yet: run the bot once";
    too_slow_to_compare(seconds) = "too slow to be compared here: no match ends within {seconds} seconds";
    other_game(game) = "this match is of another game: {game}";
    no_such_match() = "there is no such match";
    no_record_yet() = "the record is there when the match is over";
    players_for_seats(players, seats) = "{players} players at a table of {seats} seats";
    no_text() = "a file of records is text, and this is none";
    event_logs_too_long() = "the event logs of this file would be too long: keep fewer records in it";
    in_line(line, why) = "line {line} of the file: {why}";
    no_record_in_file() = "there is no record in this file";
    request_too_long() = "the request is too long";
    request_too_slow() = "the request took too long";
    too_many_uploads() = "too many files arrive at once: try again in a moment";
    server_error() = "the server has an error here";
    must_be_json() = "the body must be application/json";
    request_not_read(why) = "cannot read the request: {why}";
    no_such_page() = "there is no such page";
    no_page_here() = "the page is not in this program";
    what_an_observer_is() = "an observer is public, open or the number of a seat";
    no_random_bits() = "the system has no random bits";
    one_host() = "a request needs one Host";
    other_name() = "this server does not answer under this name; --allow-host NAME lets it";
    other_site() = "requests from other sites are refused";
    no_record(why) = "not a record: {why}";
    too_many_moves(moves, most) = "{moves} moves; {most} can be shown";
    at_ply(ply, why) = "ply {ply}: {why}";
    no_bot(game, name, known) = "{game} has no bot {name}; it has {known}";
    no_source(name) = "the source of {name} is not there";
    has_changed(name) = "{name} has changed while it played";
    is_program(name) = "{name} is a program from outside, which plays where it was started";
    no_seed_drawn(why) = "cannot draw a seed: {why}";
    no_id_drawn(why) = "cannot draw an id: {why}";
    no_thread(why) = "no thread: {why}";
    no_thread_for_match(why) = "no thread for a match: {why}";
    platform_failed() = "the platform failed";
    not_again(number, what) = "move {number} does not come out again: {what}";
    no_answer_stored() = "no answer is stored for it";
    other_seat_moves() = "another seat is to move";
    not_stored(why) = "it is not stored: {why}";
    disk_is_full() = "the server cannot store it: its disk is full";
    cannot_store(why) = "the server cannot store it: {why}";
    no_archive() = "the server cannot reach its archive";
    unreadable(what, why) = "{what} cannot be read: {why}";
    the_match(id) = "the match {id}";
    the_source(id) = "the source {id}";
    it_is_not_there() = "it is not there";
    names_no_game(comment, known) = "it does not say its game: write {comment} in its first line (there are {known})";
    no_utf8() = "it is no UTF-8 text";
    source_too_large() = "it has too much source for a bot";
    name_no_utf8() = "its name is no UTF-8 text";
    link_not_followed() = "a link to a folder is not followed";
    too_deep(levels) = "scripts are found in {levels} levels of folders, and this one lies deeper";
    too_many_scripts(most) = "more scripts than {most}: this one and those after it are left out";
    no_language(id) = "no language {id}";
}

/// Every sentence that pages translate, each once, with values as `{name}`. The texts of games, bots and
/// their options are among them.
pub fn sentences() -> Vec<&'static str> {
    struct OfGames(Vec<&'static str>);
    impl Visitor for OfGames {
        fn visit<G: Game>(&mut self) {
            self.0.extend([MoveOf::<G>::EXPECTED, G::INFO.summary]);
            G::SENTENCES.iter().for_each(|list| self.0.extend(*list));
            let bots = built_in::<G>();
            self.0.extend(bots.iter().map(|bot| bot.info.summary));
            for option in G::INFO.options.iter().chain(bots.iter().flat_map(|bot| bot.info.options))
            {
                self.0.push(option.doc);
                let is_value = option.allowed.admits(&option.allowed.parse(option.default));
                self.0.extend((!is_value).then_some(option.default));
            }
        }
    }
    let mut all = OfGames([UNREADABLE, FAULTS].concat());
    let (core, referee) = (core::SENTENCES, referee::SENTENCES);
    let (pool, registry) = (pool::SENTENCES, registry::SENTENCES);
    for list in [core, referee, external::SENTENCES, pool, registry, class::SENTENCES, WORDS] {
        all.0.extend(list);
    }
    all.0.extend(script::sentences());
    each(&mut all);
    all.0.sort_unstable();
    all.0.dedup();
    all.0
}

//! The sentences in which the server says no, or why a match has stopped.

use crate::core::{FAULTS, Game, MoveOf, Notation, UNREADABLE, sentences};
use crate::games::{Visitor, each};
use crate::{pool, referee, registry, script};

sentences! {
    /// What a page gets to show of what the server refuses.
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
    only_owner_takes_over(seat) = "a bot plays in seat {seat}, and only who started the match may take it over";
    has_seen(seat) = "you have seen what another seat sees: seat {seat} is for somebody else";
    not_your_seat(seat) = "you do not sit in seat {seat}";
    only_owner_stops() = "only who started a match may stop it";
    only_owner_sets_pace() = "only who started a match may change its pace";
    all_places_taken(number) = "{number} matches are being played, as many as may be at once; stop one, or wait for an end";
    made_room(minutes) = "stopped to make room for another match: nobody had looked on for {minutes} minutes";
    too_many_matches() = "that many matches in a minute are too many; wait a little";
    no_such_match() = "there is no such match";
    no_record_yet() = "the record is to be had when the match is over";
    players_for_seats(players, seats) = "{players} players at a table of {seats} seats";
    no_text() = "a file of records is text, and this is none";
    films_too_long() = "the films of this file would be too long: keep fewer records in it";
    in_line(line, why) = "line {line} of the file: {why}";
    no_record_in_file() = "there is no record in this file";
    request_too_long() = "the request is too long";
    request_too_slow() = "the request took too long";
    server_error() = "the server has an error here";
}

/// Every sentence that pages have in other languages, as the code has it: values stand in it as
/// `{name}`. Each comes once.
pub fn sentences() -> Vec<&'static str> {
    struct OfGames(Vec<&'static str>);
    impl Visitor for OfGames {
        fn visit<G: Game>(&mut self) {
            self.0.push(MoveOf::<G>::EXPECTED);
            G::SENTENCES.iter().for_each(|list| self.0.extend(*list));
        }
    }
    let mut all = OfGames([UNREADABLE, FAULTS].concat());
    for list in [referee::SENTENCES, pool::SENTENCES, registry::SENTENCES, WORDS] {
        all.0.extend(list);
    }
    all.0.extend(script::sentences());
    each(&mut all);
    all.0.sort_unstable();
    all.0.dedup();
    all.0
}

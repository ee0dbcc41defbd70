//! Sentences of the server, and the list of the sentences of all crates.

use juez_class as class;
use juez_core as core;
use juez_core::{FAULTS, Game, MoveOf, Notation, UNREADABLE, built_in, sentences};
use juez_games::{Visitor, each};
use juez_match::{external, referee, registry};
use juez_pool as pool;
use juez_script as script;

sentences! {
    /// Sentences of the server.
    WORDS:
    not_open_to_you(name) = "{name} is not open to you";
    too_many_matches() = "too many matches in a minute; wait a little";
    log_in_first() = "log in first";
    too_many_attempts() = "too many attempts in a minute; wait a little";
    draft_changed(name) = "{name} has changed this draft in the meantime";
    roster_not_read(why) = "this is not a class list that juez can read: {why}";
    too_many_checks() = "you have asked for too much at once; wait for the answers";
    one_download() = "your other download is still running";
    too_many_comparisons() = "another comparison of yours is being played: wait for it, or stop it";
    other_exercise() = "this bot is not for that exercise";
    opponent_cannot_play() = "the opponent cannot play";
    no_version_yet() = "no version yet: run the bot once";
    too_slow_to_compare(seconds) = "too slow to be compared here: no match ends within {seconds} seconds";
    other_game(game) = "this match is of another game: {game}";
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

/// Returns every sentence that pages translate, once each, with values as `{name}`. Includes the
/// texts of games, bots and their options.
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
    for list in [
        core::SENTENCES,
        referee::SENTENCES,
        external::SENTENCES,
        pool::SENTENCES,
        registry::SENTENCES,
        class::SENTENCES,
        juez_lobby::SENTENCES,
        WORDS,
    ] {
        all.0.extend(list);
    }
    all.0.extend(script::sentences());
    each(&mut all);
    all.0.sort_unstable();
    all.0.dedup();
    all.0
}

//! Sentences that refuse options, seeds, records, deals and moves.

use super::sentences;

sentences! {
    /// Reasons why an option, a seed, a record, a deal or a move cannot be used.
    SENTENCES:
    like_it(why, moves) = "{why}; legal and like it: {moves}";
    no_form(text) = "cannot read {text}: expected name=value, as in minimax:depth=3";
    no_option_but(owner, name, meant, known) = "{owner} has no option {name}; did you mean {meant}?; its options are {known}";
    no_option(owner, name, known) = "{owner} has no option {name}; its options are {known}";
    no_options(owner, name) = "{owner} has no option {name}; it has none";
    not_from_to(owner, name, value, least, most) = "{owner} option {name} cannot be {value}; allowed: {least} to {most}";
    not_one_of(owner, name, value, allowed) = "{owner} option {name} cannot be {value}; allowed: {allowed}";
    no_seed(text) = "cannot read seed {text}: expected a whole number or 64 hex digits";
    no_record(why) = "not a record: {why}";
    many_values(found, most) = "a record with {found} values in its options and deals; no match has more than {most}";
    many_players(players, most) = "a record with {players} players; no game has more than {most} seats";
    uneven_end(players, ranks, points) = "a record with {players} players, {ranks} ranks and {points} points; each seat has one of them";
    beyond_table(seat, seats) = "a record of a table of {seats} seats that names seat {seat}";
    other_format(found, ours) = "cannot read format {found}; this juez reads {ours}";
    no_time_control(text) = "{text} is not a time: expected a time per move such as 100ms, or per match such as 60s+0.5s";
    impossible_deal(why) = "impossible deal: {why}";
}

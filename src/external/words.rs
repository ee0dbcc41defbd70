//! The sentences that are said of programs from outside.

use crate::core::sentences;

sentences! {
    /// Faults of programs from outside.
    SENTENCES:
    two_players_only() = "the protocol of qtp: players has two players";
    not_started(program, why) = "cannot start {program}: {why}";
    late(ms) = "no answer in {ms} ms";
    flag(time) = "the clock of {time} ran out";
    ended(code) = "the program ended with exit code {code}";
    gone() = "the program closed its standard output";
    too_long(most) = "an answer of more than {most} bytes";
    unasked(line) = "a line that was not asked for: {line}; standard output is for answers, standard error for the log";
    over() = "the program was ended after an earlier fault";
    no_answer(line, expected) = "the answer is {line}; expected {expected}";
    said(why) = "the program says: {why}";
}

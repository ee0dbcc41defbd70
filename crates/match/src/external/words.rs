//! The sentences about external programs.

use juez_core::sentences;

sentences! {
    /// Faults of external programs.
    SENTENCES:
    two_players_only() = "the protocol of qtp: players has two players";
    not_started(program, why) = "cannot start {program}: {why}";
    late(ms) = "no answer in {ms} ms";
    late_with_margin(total, time, margin) = "no answer in {total} ms ({time} ms and a margin of {margin} ms)";
    flag(time) = "the clock of {time} ran out";
    unfinished(late, line) = "{late}: it wrote {line} and no end of line";
    skipped(late, line) = "{late}: it wrote {line}, and an answer begins with = or ?";
    neither_protocol(late, line) = "{late}: it wrote {line}, and an engine greets with ok (juez) or uciok (UCI)";
    late_but_said(late, line) = "{late}: the program says: {line}";
    only_default_walls(walls) = "the engine has no option walls, and this match has {walls}";
    not_json(why) = "the answer is not JSON: {why}";
    no_json_number(word, column) = "the answer is not JSON: it has no {word} (column {column}); write null";
    ended(code) = "the program ended with exit code {code}";
    gone() = "the program closed its standard output";
    too_long(most) = "an answer of more than {most} bytes";
    unasked(line) = "an unexpected line: {line}; standard output is for answers, standard error for the log";
    over() = "the program was ended after an earlier fault";
    no_answer(line, expected) = "the answer is {line}; expected {expected}";
    said(why) = "the program says: {why}";
}

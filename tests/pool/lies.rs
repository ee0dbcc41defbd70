//! A hijacked process gives an answer that no bot gives: its bot is blamed, and the process ended.

use juez::core::{FaultKind, Hook, Journal, Limits, OnFault, Reason, Record, Seat};
use serde_json::json;

use crate::forge::MOVE;
use crate::tables::setup;
use crate::workers::{Drill, Workers};

/// Returns the `why` of the only fault, which must be a crash of seat 1 in this hook.
#[track_caller]
fn lie(workers: &Workers, harm: &'static str, hook: Hook) -> String {
    let (game, mut setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 1);
    setup.terms.limits = Limits { on_fault: OnFault::Substitute, ..Limits::default() };
    workers.arm(Drill::every(harm, hook));
    let record = workers.play(game, &setup);
    game.verify(&record).unwrap();
    let end = record.end.as_ref().unwrap();
    let [fault] = &end.faults[..] else { panic!("{harm} in {hook}: {:?}", end.faults) };
    let found = (fault.seat, fault.fault.hook, fault.fault.kind);
    assert_eq!(found, (Seat::new(1), hook, FaultKind::Crashed), "{harm}: {fault:?}");
    if hook != Hook::Finish {
        assert_eq!((end.reason, end.ranks[Seat::new(1)]), (Reason::Forfeit, 2));
    }
    #[cfg(target_os = "linux")]
    assert_eq!(workers.living(), Vec::<u32>::new(), "it is not kept");
    fault.fault.why.clone()
}

const LIED: &str = "the process that ran it sent an invalid answer: ";

pub fn a_fault_that_only_the_referee_can_find_is_not_believed() {
    let workers = Workers::new();
    for (harm, kind) in
        [("resign", "resigned"), ("illegal", "illegal move"), ("unreadable", "unreadable move")]
    {
        for hook in crate::blame::HOOKS {
            assert_eq!(lie(&workers, harm, hook), format!("{LIED}{kind}"), "in {hook}");
        }
    }
}

pub fn texts_of_a_worker_that_would_disturb_a_terminal_are_made_plain() {
    let workers = Workers::new();
    let (game, setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 1);
    for harm in ["escapes", "fault_escapes", "refuse_escapes"] {
        workers.arm(Drill::every(harm, Hook::NextMove));
        let record = workers.play(game, &setup);
        let faults = &record.end.as_ref().expect("it ends").faults;
        let [fault] = &faults[..] else { panic!("{harm}: {faults:?}") };
        let why = &fault.fault.why;
        assert!(
            why.contains("\u{fffd}]0;x\u{fffd}\u{fffd}[2J")
                && why.contains("forged")
                && !why.contains('\n'),
            "{why:?}"
        );
        let line = record.to_line();
        let log = record.log_of(fault);
        assert_eq!(log.len(), if harm == "escapes" { 2 } else { 0 }, "{harm}: a log has its lines");
        let disturbs = |c: char| c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c);
        assert!(
            !line.contains(disturbs) && !line.contains("\\u00") && !line.contains("\\r"),
            "{line}"
        );
    }
}

pub fn an_answer_to_something_else_is_a_lie_and_ends_the_process() {
    let workers = Workers::new();
    for hook in crate::blame::HOOKS {
        assert_eq!(lie(&workers, "refuse", hook), format!("{LIED}I do not know that"), "{hook}");
    }
    // `start` and `finish` are done and have no other result.
    for hook in [Hook::Load, Hook::NextMove] {
        let why = lie(&workers, "answer_to_else", hook);
        assert_eq!(why, format!("{LIED}an unexpected answer"), "{hook}");
    }
}

pub fn what_a_lying_worker_writes_is_cut_as_that_of_any_bot() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["tests/pool/every_hook.lua", "greedy"], 1);
    setup.terms.options.insert("max_plies".into(), json!(2));
    workers.arm(Drill { moves: 0, ..Drill::every("flood", Hook::NextMove) });
    let record = workers.play(game, &setup);
    game.verify(&record).unwrap();
    assert_eq!(record.moves[0], MOVE);
    assert!(record.end.as_ref().unwrap().faults.is_empty());
    let ply = &record.plies[0];
    let log = ply.log.as_ref().unwrap();
    let bytes: usize = log.iter().map(|line| Journal::bytes_of(line)).sum();
    assert!(bytes <= setup.terms.limits.output as usize + 100, "{bytes} bytes of log");
    let marks = ply.marks.as_ref().unwrap().len();
    assert!((1..=Journal::MARKS).contains(&marks), "{marks} marks");
    assert!(
        (1..=8).contains(&ply.plots.len()) && ply.plots.iter().all(|plot| plot.value().is_finite())
    );
    let fuel = ply.fuel.unwrap();
    assert!(fuel < u64::MAX / 1_000_000, "sums of it are still numbers: {fuel}");
    assert_eq!(Record::from_line(&record.to_line()).unwrap(), record);
}

pub fn a_worker_that_answers_too_much_in_one_match_is_ended() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["random", "tests/pool/every_hook.lua"], 1);
    // Each answer is short enough, and its move is legal at most once.
    setup.terms.limits =
        Limits { on_fault: OnFault::Substitute, strikes: 1_000, ..Limits::default() };
    workers.arm(Drill { moves: 0, ..Drill::every("flood_all", Hook::NextMove) });
    let record = workers.play(game, &setup);
    game.verify(&record).unwrap();
    let faults = &record.end.as_ref().unwrap().faults;
    let crashed = faults.iter().filter(|fault| fault.fault.kind == FaultKind::Crashed);
    let why = crashed.map(|fault| &*fault.fault.why).next();
    assert_eq!(why, Some(&*format!("{LIED}more than 33554432 bytes in one match")));
}

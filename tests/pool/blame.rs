//! A lost process is blamed on its bot, at the call in progress.

use juez::core::{By, FaultKind, Hook, Limits, OnFault, Outcome, Reason, Record, Seat};
use juez::registry::{Asked, Choice, Mind, Person, PlayerSpec};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::tables::{on_a_thread, setup, short};
use crate::workers::{Drill, Workers};

pub const HOOKS: [Hook; 4] = [Hook::Load, Hook::Start, Hook::NextMove, Hook::Finish];

/// Returns the ways to lose a process, with the expected fault and message of each.
pub fn ways() -> Vec<(&'static str, FaultKind, String)> {
    let late = "the call took far longer than its fuel allows for, inside one native function";
    let gone = |cause: &str| format!("the process that ran it is gone: {cause}");
    let lied = |what: &str| format!("the process that ran it sent an invalid answer: {what}");
    let mut ways = vec![
        ("abort", FaultKind::Crashed, gone("it aborted")),
        ("overflow", FaultKind::Crashed, gone("its native stack overflowed")),
        ("allocate", FaultKind::Crashed, gone("the system gave it no more memory")),
        ("segfault", FaultKind::Crashed, gone("it accessed invalid memory")),
        ("exit", FaultKind::Crashed, gone("it ended with exit code 3")),
        ("hang", FaultKind::OutOfTime, late.to_string()),
        ("mute", FaultKind::Crashed, gone("it has closed its end of the pipe")),
        (
            "garbage",
            FaultKind::Crashed,
            lied("cannot understand the other side: Hit the end of buffer, expected more data"),
        ),
        (
            "too_long",
            FaultKind::Crashed,
            lied("a frame of 4294967295 bytes; the longest has 1048576"),
        ),
        ("second", FaultKind::Crashed, lied("an unexpected answer")),
    ];
    #[cfg(target_os = "linux")]
    ways.push(("sleep", FaultKind::OutOfTime, "its process sleeps and does not answer".into()));
    #[cfg(target_os = "linux")]
    if crate::sandbox::has_seccomp() {
        let forbidden = |call: i64| gone(&format!("it made the forbidden system call {call}"));
        ways.extend([
            ("forbidden", FaultKind::Crashed, forbidden(libc::SYS_getppid)),
            ("kill", FaultKind::Crashed, forbidden(libc::SYS_kill)),
            ("kill_thread", FaultKind::Crashed, forbidden(libc::SYS_tgkill)),
        ]);
    }
    ways
}

/// Returns limits under which a process lost in this way is soon noticed, and no other is.
pub fn limits(harm: &str) -> Limits {
    match harm {
        "hang" | "sleep" => short(),
        // A stack of half a gigabyte takes some time to fill.
        _ => Limits { move_ms: 1_000, ..Limits::default() },
    }
}

/// Plays a match in which each process of a seat is lost at a call, and checks the blame.
#[track_caller]
fn blamed(workers: &Workers, seat: usize, drill: Drill, (kind, why): (FaultKind, &str)) -> Record {
    let mut players = ["greedy"; 2];
    players[seat] = ["tests/pool/every_hook.lua", "tests/pool/every_hook.rhai"][seat];
    let (game, mut setup) = setup("quoridor", &players, 1);
    setup.terms.limits = limits(drill.harm);
    workers.arm(drill);
    let record = workers.play(game, &setup);
    game.verify(&record).unwrap();
    let end = record.end.as_ref().unwrap();
    let [fault] = &end.faults[..] else { panic!("{drill:?}: {:?}", end.faults) };
    let ply = match drill.hook {
        Hook::Load | Hook::Start => 0,
        Hook::NextMove => 2 * drill.moves + seat as u32,
        Hook::Finish => record.moves.len() as u32,
    };
    let seat = Seat::new(seat as u8);
    let found = (fault.seat, fault.ply, fault.fault.hook, fault.fault.kind, &*fault.fault.why);
    assert_eq!(found, (seat, ply, drill.hook, kind, why), "{drill:?}");
    if drill.hook == Hook::Finish {
        assert_eq!(end.reason, Reason::Finished, "a fault in finish changes nothing");
    } else {
        assert_eq!((end.reason, end.ranks[seat]), (Reason::Forfeit, 2));
        assert_eq!(record.moves.len(), ply as usize);
    }
    record
}

pub fn every_way_to_lose_a_process_in_every_hook_is_blamed_on_that_call_in_the_same_words() {
    let workers = Workers::new();
    for (turn, (harm, kind, why)) in ways().iter().enumerate() {
        for (at, hook) in HOOKS.into_iter().enumerate() {
            let (seat, drill) = ((turn + at) % 2, Drill::every(harm, hook));
            let record = blamed(&workers, seat, drill, (*kind, why));
            let again = blamed(&workers, seat, drill, (*kind, why));
            assert_eq!(record.to_line(), again.to_line(), "{drill:?}");
        }
    }
}

pub fn the_others_play_on_when_one_of_three_loses_its_process() {
    let workers = Workers::new();
    let (game, setup) = setup("durak", &["random", "greedy", "bots/durak/random.rhai"], 9);
    let undisturbed = on_a_thread(game, &setup);
    let made = game.moves(&undisturbed).unwrap();
    let asked = made.iter().zip(&undisturbed.plies).enumerate();
    let mut asked = asked.filter(|(_, (mv, ply))| mv.seat == Seat::new(2) && ply.by == By::Bot);
    let ply = asked.nth(1).expect("it is asked twice").0;
    workers.arm(Drill { moves: 1, ..Drill::every("abort", Hook::NextMove) });
    let record = workers.play(game, &setup);
    game.verify(&record).unwrap();
    let end = record.end.as_ref().unwrap();
    assert_eq!(end.reason, Reason::Finished);
    assert_eq!(end.ranks[Seat::new(2)], 3, "the offender ranks last");
    assert_eq!((end.faults.len(), end.faults[0].ply), (1, ply as u32));
    assert_eq!(record.moves[..ply], undisturbed.moves[..ply]);
    assert_eq!(record.deals[0], undisturbed.deals[0]);
}

pub fn a_bot_whose_process_is_gone_is_not_asked_again_under_substitute() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 1);
    setup.terms.limits = Limits { on_fault: OnFault::Substitute, strikes: 3, ..limits("abort") };
    workers.arm(Drill::every("abort", Hook::NextMove));
    let record = workers.play(game, &setup);
    assert_eq!(record.end.as_ref().unwrap().reason, Reason::Forfeit);
    assert_eq!(record.moves.len(), 5);
}

/// A person who plays the first legal move, and counts the requests for one.
#[derive(Default)]
struct First {
    asked: AtomicU32,
    sat: AtomicU32,
    got_up: AtomicU32,
}

impl Person for First {
    fn sits_down(&self, _: Seat, _: &[String]) {
        self.sat.fetch_add(1, Ordering::Relaxed);
    }

    fn choose(&self, asked: &Asked<'_>) -> Choice {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Choice::Move(asked.legal[0].clone())
    }

    fn gets_up(&self, _: Seat, _: &Outcome) {
        self.got_up.fetch_add(1, Ordering::Relaxed);
    }
}

pub fn a_person_is_asked_once_for_each_move_whatever_becomes_of_the_others() {
    let workers = Workers::new();
    for (harm, lost) in [("hang", 1), ("abort", 2), ("abort", 1)] {
        let person = Arc::new(First::default());
        let (game, mut setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 1);
        setup.terms.limits = Limits { on_fault: OnFault::Substitute, ..limits(harm) };
        setup.players[0] = PlayerSpec { name: "ana".into(), mind: Mind::Human(person.clone()) };
        workers.arm(Drill::every(harm, Hook::NextMove).to_the_next(lost));
        let record = workers.play(game, &setup);
        let faults: Vec<u32> =
            record.end.as_ref().unwrap().faults.iter().map(|fault| fault.ply).collect();
        assert_eq!(faults, if (harm, lost) == ("abort", 1) { vec![] } else { vec![5] });
        let own = record.plies.iter().filter(|ply| ply.by == By::Human).count();
        assert!(own > 2, "{harm}: it went on");
        let count = |number: &AtomicU32| number.load(Ordering::Relaxed);
        assert_eq!(count(&person.asked), own as u32);
        assert_eq!((count(&person.sat), count(&person.got_up)), (1, 1));
    }
}

//! A worker that hangs or dies is blamed on the bot that was being called, and on nobody else.

use crate::{pool, setup, short};
use juez::core::{By, FaultKind, Hook, Limits, OnFault, Outcome, Reason, Record, Seat};
use juez::pool::{Drill, Harm, Pool};
use juez::registry::{Asked, Choice, Mind, Person, PlayerSpec};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

const DEADLY: [Harm; 6] =
    [Harm::Abort, Harm::Overflow, Harm::Allocate, Harm::Segfault, Harm::Exit, Harm::Hang];

/// Plays a match in which `harm` happens at a call, and checks the blame.
#[track_caller]
fn blamed(pool: &Pool, seat: u8, hook: Hook, ply: u32, harm: Harm) -> Record {
    let players = ["bots/quoridor/runner.lua", "bots/quoridor/runner.rhai"];
    let (game, mut setup) = setup("quoridor", &players, 1);
    // Half a gigabyte of stack or memory takes longer to fill than the short limits allow.
    setup.limits = match harm {
        Harm::Hang | Harm::Sleep => short(),
        _ => Limits { move_ms: 1_000, ..Limits::default() },
    };
    let record = pool.play_drill(game, &setup, Drill { seat, hook, ply, harm }).unwrap();
    game.verify(&record).unwrap();
    let end = record.end.as_ref().unwrap();
    let [fault] = &end.faults[..] else { panic!("{harm:?} in {hook}: {:?}", end.faults) };
    let kind = match harm {
        Harm::Hang | Harm::Sleep => FaultKind::OutOfTime,
        _ => FaultKind::Crashed,
    };
    assert_eq!(
        (fault.seat, fault.ply, fault.fault.hook, fault.fault.kind),
        (Seat::new(seat), ply, hook, kind),
        "{harm:?}"
    );
    if hook == Hook::Finish {
        assert_eq!(end.reason, Reason::Finished, "a fault in finish changes nothing");
    } else {
        assert_eq!(end.reason, Reason::Forfeit);
        assert_eq!(end.ranks[Seat::new(seat)], 2);
    }
    record
}

#[test]
fn every_way_to_lose_a_process_is_blamed_on_the_bot_that_was_called() {
    let pool = pool();
    for (i, harm) in DEADLY.into_iter().enumerate() {
        blamed(&pool, i as u8 % 2, Hook::NextMove, 4 + i as u32 % 2, harm);
    }
}

#[test]
fn a_process_lost_in_any_hook_is_blamed_on_that_hook() {
    let pool = pool();
    for harm in [Harm::Abort, Harm::Hang] {
        for seat in 0..2 {
            blamed(&pool, seat, Hook::Load, 0, harm);
            blamed(&pool, seat, Hook::Start, 0, harm);
        }
    }
    let last = blamed(&pool, 0, Hook::NextMove, 0, Harm::Exit);
    assert_eq!(last.moves.len(), 0);
    let (game, mut whole) =
        setup("quoridor", &["bots/quoridor/runner.lua", "bots/quoridor/runner.rhai"], 1);
    whole.limits = short();
    let plies = pool.play(game, &whole, &mut (), false).unwrap().moves.len() as u32;
    blamed(&pool, 1, Hook::Finish, plies, Harm::Abort);
    blamed(&pool, 0, Hook::Finish, plies, Harm::Hang);
}

#[test]
fn a_native_wait_that_takes_no_cpu_time_ends_by_the_wall_clock() {
    blamed(&pool(), 1, Hook::NextMove, 3, Harm::Sleep);
}

#[test]
fn why_a_process_was_lost_is_told_in_words_that_do_not_change() {
    let pool = pool();
    for (harm, cause) in [
        (Harm::Abort, "it aborted"),
        (Harm::Overflow, "its native stack overflowed"),
        (Harm::Allocate, "the system gave it no more memory"),
        (Harm::Segfault, "it touched memory that is not there"),
        (Harm::Exit, "it ended with exit code 0"),
    ] {
        let record = blamed(&pool, 0, Hook::NextMove, 2, harm);
        let fault = &record.end.as_ref().unwrap().faults[0].fault;
        assert_eq!(fault.why, format!("the process that ran it is gone: {cause}"));
        assert_eq!(blamed(&pool, 0, Hook::NextMove, 2, harm), record);
    }
}

#[test]
fn the_others_play_on_when_one_of_three_takes_the_process_with_it() {
    let pool = pool();
    let players = ["bots/durak/random.lua", "greedy", "bots/durak/random.rhai"];
    let (game, setup) = setup("durak", &players, 9);
    let undisturbed = pool.play(game, &setup, &mut (), false).unwrap();
    let asked = |seat: u8| {
        let made = game.moves(&undisturbed).unwrap();
        let bots = made.iter().zip(&undisturbed.plies);
        let mut plies = bots
            .enumerate()
            .filter(|(_, (mv, ply))| mv.seat == Seat::new(seat) && ply.by == juez::core::By::Bot);
        plies.nth(1).expect("it is asked twice").0 as u32
    };
    let ply = asked(2);
    let drill = Drill { seat: 2, hook: Hook::NextMove, ply, harm: Harm::Abort };
    let record = pool.play_drill(game, &setup, drill).unwrap();
    game.verify(&record).unwrap();
    let end = record.end.as_ref().unwrap();
    assert_eq!(end.reason, Reason::Finished);
    assert_eq!(end.ranks[Seat::new(2)], 3, "the offender ranks last");
    assert_eq!(end.faults.len(), 1);
    assert_eq!(record.moves[..ply as usize], undisturbed.moves[..ply as usize]);
    assert_eq!(record.deals[0], undisturbed.deals[0]);
}

#[test]
fn a_bot_that_is_gone_is_not_asked_again_under_substitute() {
    let (game, mut setup) = setup("quoridor", &["random", "random"], 1);
    setup.limits = Limits { on_fault: OnFault::Substitute, strikes: 3, ..short() };
    let drill = |harm| Drill { seat: 1, hook: Hook::NextMove, ply: 5, harm };
    let record = pool().play_drill(game, &setup, drill(Harm::Abort)).unwrap();
    assert_eq!(record.end.as_ref().unwrap().reason, Reason::Forfeit);
    assert_eq!(record.moves.len(), 5);
    // One that was only too slow may go on.
    let record = pool().play_drill(game, &setup, drill(Harm::Hang)).unwrap();
    assert_eq!(record.end.as_ref().unwrap().reason, Reason::Finished);
    assert_eq!(record.plies[5].by, juez::core::By::Substitute);
}

/// Somebody who plays the first legal move, and counts how often that was asked for.
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

#[test]
fn a_match_that_is_played_again_asks_nobody_twice() {
    let pool = pool();
    let person = Arc::new(First::default());
    let (game, mut setup) =
        setup("quoridor", &["bots/quoridor/runner.lua", "bots/quoridor/runner.lua"], 1);
    setup.limits = Limits { on_fault: OnFault::Substitute, ..short() };
    setup.players[0] = PlayerSpec { name: "ana".into(), mind: Mind::Human(person.clone()) };
    let drill = Drill { seat: 1, hook: Hook::NextMove, ply: 5, harm: Harm::Hang };
    let record = pool.play_drill(game, &setup, drill).unwrap();
    let faults = &record.end.as_ref().unwrap().faults;
    assert_eq!((faults.len(), faults[0].seat, faults[0].ply), (1, Seat::new(1), 5));
    let own = record.plies.iter().filter(|ply| ply.by == By::Human).count();
    assert!(own > 3, "it went on after the fault");
    assert_eq!(person.asked.load(Ordering::Relaxed), own as u32);
    assert_eq!(person.sat.load(Ordering::Relaxed), 1);

    let whole = pool.play(game, &setup, &mut (), false).unwrap();
    assert!(whole.end.is_some());
    assert_eq!(person.got_up.load(Ordering::Relaxed), 1);
}

#[test]
fn a_move_that_a_person_did_not_choose_is_not_believed() {
    let pool = pool();
    let person = Arc::new(First::default());
    let (game, mut setup) =
        setup("quoridor", &["bots/quoridor/runner.lua", "bots/quoridor/runner.lua"], 1);
    setup.players[0] = PlayerSpec { name: "ana".into(), mind: Mind::Human(person.clone()) };
    let drill = Drill { seat: 0, hook: Hook::NextMove, ply: 0, harm: Harm::ForgeChoice };
    let before = pool.idle();
    let record = pool.play_drill(game, &setup, drill).unwrap();
    assert_eq!(record.moves[0], "a1h", "the person's own move, after the worker that lied");
    assert_ne!(pool.idle(), before, "that one is gone");
    let own = record.plies.iter().filter(|ply| ply.by == By::Human).count();
    assert!(person.asked.load(Ordering::Relaxed) >= own as u32);
}

//! A lost process is replaced once in a match, and leaves no trace.

use juez::core::{FaultKind, Hook, Limits, Seat};
use juez::pool::{LeaveOut, PoolOptions};
use juez::referee::Call;
use juez::registry::Onlooker;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::blame::{HOOKS, limits, ways};
use crate::tables::{on_a_thread, setup};
use crate::workers::{Drill, Workers, kill};

pub fn a_process_that_is_lost_once_leaves_no_trace() {
    let workers = Workers::new();
    for (turn, (harm, ..)) in ways().into_iter().enumerate() {
        // A late process is not replaced.
        if ["hang", "sleep"].contains(&harm) {
            continue;
        }
        for (at, hook) in HOOKS.into_iter().enumerate() {
            let bots = ["bots/durak/simple.lua", "bots/durak/random.rhai"];
            let players = [bots[(turn + at) % 2], "greedy"];
            let (game, mut setup) = setup("durak", &players, turn as u64);
            setup.terms.limits = limits(harm);
            let expected = on_a_thread(game, &setup).to_line();
            workers.arm(Drill::every(harm, hook).to_the_next(1));
            assert_eq!(workers.play(game, &setup).to_line(), expected, "{harm} in {hook}");
        }
    }
}

/// Kills the process of a seat before some of its calls.
struct Killer<'a> {
    workers: &'a Workers,
    seat: Seat,
    plies: Vec<u32>,
}

impl Onlooker for Killer<'_> {
    fn calling(&mut self, call: Call) {
        if (call.seat, call.hook) == (self.seat, Hook::NextMove) && self.plies.contains(&call.ply) {
            let [process] = self.workers.living()[..] else { panic!("one bot, one process") };
            kill(process);
        }
    }
}

pub fn a_kill_from_outside_once_leaves_no_trace_and_twice_is_no_match_at_all() {
    let workers = Workers::new();
    let (game, setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.rhai"], 3);
    let expected = on_a_thread(game, &setup).to_line();
    let play = |plies: &[u32]| {
        let plies = plies.to_vec();
        let mut killer = Killer { workers: &workers, seat: Seat::new(1), plies };
        workers.isolation.show(game, &setup, &mut killer).map(|record| record.to_line())
    };
    for ply in [1, 5] {
        assert_eq!(play(&[ply]).unwrap(), expected);
    }
    let error = play(&[1, 5]).unwrap_err().to_string();
    assert_eq!(error, "no process could play the bot: it was killed from outside, twice");
    // The next match is not affected.
    assert_eq!(play(&[]).unwrap(), expected);
}

pub fn a_process_that_kills_itself_is_blamed_where_the_sandbox_sees_it() {
    // With seccomp it is one of the ways to lose a process. Without seccomp, such a kill cannot be
    // distinguished from one from outside.
    let leave_out = LeaveOut { seccomp: true, ..LeaveOut::default() };
    let workers = Workers::with(PoolOptions { leave_out, ..PoolOptions::default() });
    let (game, setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 3);
    let expected = on_a_thread(game, &setup).to_line();
    for hook in HOOKS {
        let drill = Drill::every("kill", hook);
        workers.arm(drill.to_the_next(1));
        assert_eq!(workers.play(game, &setup).to_line(), expected, "{hook}");
        workers.arm(drill);
        let error = workers.try_play(game, &setup).unwrap_err().to_string();
        let twice = "no process could play the bot: it was killed from outside, twice";
        assert_eq!(error, twice, "{hook}");
    }
}

/// Returns a worker that has used a fifth of a second of CPU time, which the matches here never
/// take.
fn thinking(workers: &Workers, but: Option<u32>) -> u32 {
    let thinks = |id: &u32| {
        let line = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let ticks = line.split(' ').nth(13).and_then(|ticks| ticks.parse::<u32>().ok());
        ticks.is_some_and(|ticks| ticks >= 20)
    };
    loop {
        let mut living = workers.living().into_iter().filter(|id| Some(*id) != but);
        match living.find(thinks) {
            Some(id) => return id,
            None => std::thread::yield_now(),
        }
    }
}

pub fn a_kill_in_the_middle_of_a_call_is_one_from_outside() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 3);
    setup.terms.limits.move_ms = 10_000;
    let expected = on_a_thread(game, &setup).to_line();
    for times in [1, 2] {
        workers.arm(Drill::every("hang", Hook::NextMove).to_the_next(times));
        let played = std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut killed = None;
                for _ in 0..times {
                    let id = thinking(&workers, killed);
                    let process = rustix::process::Pid::from_raw(id as i32).expect("an id");
                    let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
                    killed = Some(id);
                }
            });
            workers.try_play(game, &setup)
        });
        if times == 1 {
            assert_eq!(played.unwrap().to_line(), expected);
        } else {
            let error = played.unwrap_err().to_string();
            assert_eq!(error, "no process could play the bot: it was killed from outside, twice");
        }
    }
}

/// Limits every worker to one second of CPU time from now on, by the limit of the system.
fn limit(workers: &Workers) {
    for process in workers.living() {
        let limit = Rlimit { current: Some(1), maximum: Some(CPU_SECONDS + 5) };
        // A worker that has just ended cannot be limited.
        let _ = prlimit(Pid::from_raw(process as i32), Resource::Cpu, limit);
    }
}

/// The limit that the sandbox sets.
const CPU_SECONDS: u64 = 3600;

pub fn a_process_that_uses_up_its_cpu_time_is_not_taken_for_one_killed_from_outside() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 1);
    setup.terms.limits = Limits { move_ms: 1_000, ..Limits::default() };
    workers.arm(Drill::every("hang", Hook::NextMove));
    let over = AtomicBool::new(false);
    let record = std::thread::scope(|scope| {
        // The process that replaces the first one is limited too.
        scope.spawn(|| {
            while !over.load(Ordering::SeqCst) {
                limit(&workers);
                std::thread::yield_now();
            }
        });
        let record = workers.try_play(game, &setup);
        over.store(true, Ordering::SeqCst);
        record
    });
    let end = record.expect("it is played").end.expect("it ends");
    assert_eq!(end.faults[0].fault.kind, FaultKind::Crashed);
    let why = "the process that ran it is gone: it used up the CPU time of a process";
    assert_eq!(end.faults[0].fault.why, why);
}

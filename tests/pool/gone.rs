//! Processes that die when nobody expects it.

#![cfg(target_os = "linux")] // looks into /proc

use crate::{in_a_worker, on_a_thread, pool, setup};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn kill(process: u32) {
    let process = Pid::from_raw(process as i32).unwrap();
    kill_process(process, Signal::KILL).unwrap();
}

fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<_>>())
        .collect()
}

/// Waits for something that must come.
#[track_caller]
fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_worker_that_was_killed_while_it_idled_is_replaced() {
    let pool = pool();
    let (game, setup) = setup("quoridor", &["bots/quoridor/runner.lua", "random"], 1);
    let expected = on_a_thread(game, &setup).to_line();
    for _ in 0..3 {
        pool.idle().into_iter().for_each(kill);
        assert_eq!(in_a_worker(&pool, game, &setup).to_line(), expected);
    }
}

#[test]
fn workers_end_when_the_process_that_started_them_is_killed() {
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/minimax.lua");
    let mut parent = Command::new(env!("CARGO_BIN_EXE_juez"))
        .args(["play", "quoridor", bot, bot, "--games", "10000", "--isolation", "process"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut workers = Vec::new();
    eventually("a worker starts", || {
        workers = children(parent.id());
        !workers.is_empty()
    });
    kill(parent.id());
    parent.wait().unwrap();
    eventually("its workers are gone", || {
        workers.iter().all(|worker| {
            // Gone, or dead and waiting for its new parent to notice.
            let state = fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        })
    });
}

#[test]
fn a_kill_from_outside_in_the_middle_of_a_call_is_a_crash_of_that_call() {
    use juez::core::{FaultKind, Hook, Seat};
    use juez::pool::{Drill, Harm};
    let pool = pool();
    let (game, setup) = setup("quoridor", &["random", "random"], 1);
    // Stands still in its call, with an hour to do so.
    let setup = juez::registry::MatchSetup {
        limits: juez::core::Limits { move_ms: 3_600_000, ..setup.limits.clone() },
        ..setup
    };
    let worker = pool.idle()[0];
    let drill = Drill { seat: 1, hook: Hook::NextMove, ply: 7, harm: Harm::Sleep };
    let record = std::thread::scope(|scope| {
        let playing = scope.spawn(|| pool.play_drill(game, &setup, drill).unwrap());
        eventually("the match begins", || pool.idle().is_empty());
        std::thread::sleep(Duration::from_millis(500));
        kill(worker);
        playing.join().unwrap()
    });
    let fault = &record.end.as_ref().unwrap().faults[0];
    assert_eq!((fault.seat, fault.ply, fault.fault.kind), (Seat::new(1), 7, FaultKind::Crashed));
    assert_eq!(fault.fault.why, "the process that ran it is gone: it was killed");
}

#[test]
fn the_card_of_a_crash_shows_what_the_bot_saw() {
    let folder = tempfile::tempdir().unwrap();
    // Thinks for a second or more.
    let source = "return { next_move = function(view)
        for i = 1, 1e9 do local text = tostring(i) .. 'x' end
    end }";
    fs::write(folder.path().join("slow.lua"), source).unwrap();
    let playing = Command::new(env!("CARGO_BIN_EXE_juez"))
        .args(["play", "quoridor", "slow.lua", "random", "--isolation", "process"])
        .args(["--budget", "long", "--seed", "1"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut workers = Vec::new();
    eventually("a worker starts", || {
        workers = children(playing.id());
        !workers.is_empty()
    });
    std::thread::sleep(Duration::from_millis(600));
    kill(workers[0]);
    let told = playing.wait_with_output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    for row in [
        "  what   crashed in next_move (Lua)\n",
        "  why    the process that ran it is gone: it was killed\n",
        "  view   pawns e1 e9 · walls_left 10 10\n",
        "  moves  a1h a1v ",
        "  again  juez play quoridor slow.lua random ",
    ] {
        assert!(told.contains(row), "{row:?} in:\n{told}");
    }
}

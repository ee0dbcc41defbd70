//! A platform that fails: no match is lost, none is counted twice, and no bot is blamed.

use juez::pool::{Isolation, Pool, PoolOptions};
use juez::tournament::{Ended, Event, Format, Status};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::tournament::runs::{Runs, entrants, plan, short_quoridor};

/// Returns a pool whose program starts workers only while the file `working` exists.
fn moody(runs: &Runs) -> Pool {
    let (program, flag, link) = (runs.path("worker.sh"), runs.path("working"), runs.path("juez"));
    symlink(env!("CARGO_BIN_EXE_juez"), &link).unwrap();
    let (exists, start) = (flag.display(), link.display());
    let text = format!("#!/bin/sh\n[ -e '{exists}' ] || exit 1\nexec '{start}' \"$@\"\n");
    fs::write(&program, text).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(&flag, "").unwrap();
    Pool::new(&PoolOptions { program: Some(program), ..PoolOptions::default() }).unwrap()
}

/// Ends the workers of `pool` and their starter, so that no worker can start.
fn end_all(runs: &Runs, pool: &Pool) {
    fs::remove_file(runs.path("working")).unwrap();
    let begins = [runs.path("juez").as_os_str().as_encoded_bytes(), b"\0"].concat();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let of_pool = ids.filter(|id: &u32| {
        fs::read(format!("/proc/{id}/cmdline")).is_ok_and(|line| line.starts_with(&begins))
    });
    for id in of_pool.chain(pool.idle()) {
        let id = rustix::process::Pid::from_raw(id as i32).unwrap();
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
}

#[test]
fn matches_whose_bots_no_worker_can_play_are_tried_again_and_rated_against_nobody() {
    let runs = Runs::new();
    let pool = moody(&runs);
    end_all(&runs, &pool);
    let isolation = Isolation::Process(pool);
    let plan = plan("quoridor", Format::Swiss, short_quoridor());
    let bots = ["random.lua", "random.rhai", "waller.lua", "runner.lua"];
    let bots = bots.map(|bot| format!("{}=bots/quoridor/{bot}", bot.replace('.', "-")));
    let parts = entrants("quoridor", &bots.each_ref().map(String::as_str));
    let (ended, heard) = runs.play_at(&isolation, &plan, &parts, 2, u32::MAX);
    // One round of two pairings: the second round must not be drawn from missing matches.
    assert_eq!(ended, Ended::Failed { matches: 4 });
    let retried = heard.events.iter().filter(|e| matches!(e, Event::MatchRetried { .. })).count();
    assert_eq!(retried, 8, "each match is tried three times");
    let results = runs.results();
    assert!(!results.complete && results.benchings.is_empty() && results.rounds.len() == 1);
    assert!(results.matches.iter().all(|m| matches!(m.status, Status::Failed { .. })));

    fs::write(runs.path("working"), "").unwrap();
    let (ended, heard) = runs.play_at(&isolation, &plan, &parts, 2, u32::MAX);
    assert_eq!((ended, heard.fresh()), (Ended::Finished, 8));

    let undisturbed = Runs::new();
    undisturbed.play(&plan, &parts, 1);
    assert!(runs.picture() == undisturbed.picture());
}

#[test]
fn matches_of_built_in_bots_need_no_worker() {
    let runs = Runs::new();
    let pool = moody(&runs);
    end_all(&runs, &pool);
    let plan = plan("quoridor", Format::RoundRobin, short_quoridor());
    let parts = entrants("quoridor", &["random", "greedy", "b=random"]);
    let (ended, _) = runs.play_at(&Isolation::Process(pool), &plan, &parts, 2, u32::MAX);
    assert_eq!(ended, Ended::Finished);
    let undisturbed = Runs::new();
    undisturbed.play(&plan, &parts, 1);
    assert!(runs.picture() == undisturbed.picture());
}

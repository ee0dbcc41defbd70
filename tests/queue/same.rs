//! The outcome is the same as on one machine.

use crate::nats::Nats;
use crate::processes::{Process, WHAT, assert_same, count, folder, juez, long};

/// Plays a tournament with two workers, and checks that it is the same as on one machine.
fn same(what: &[&str], config: &str) {
    let Some(nats) = Nats::with(config) else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let _bo = Process::worker(folder, &url, "bo", &["--concurrency", "2"]);
    let queue = [what, &["--db", "queue.db"]].concat();
    let events = Process::coordinator(folder, &url, &queue).finish();
    assert_eq!(count(&events, "finished"), 1);
    assert_same(folder, what, "queue.db");
}

#[test]
fn a_round_robin_played_by_workers_is_that_of_one_machine() {
    same(&WHAT, "");
}

#[test]
fn so_is_a_swiss_tournament_whose_rounds_follow_from_results() {
    same(&[&WHAT[..], &["--format", "swiss"]].concat(), "");
}

#[test]
fn so_are_matches_with_deals_and_hidden_names() {
    let what = [
        "tournament",
        "scopone",
        "random",
        "a=greedy",
        "b=greedy",
        "c=greedy",
        "--rounds",
        "2",
        "--seed",
        "3",
        "--hide-names",
        "--recheck",
        "50%",
    ];
    let alone: Vec<&str> = what[..what.len() - 2].to_vec();
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let _ana = Process::worker(folder, &url, "ana", &[]);
    Process::coordinator(folder, &url, &[&what[..], &["--db", "queue.db"]].concat()).finish();
    assert_same(folder, &alone, "queue.db");
}

#[test]
fn results_and_sources_that_are_longer_than_a_message_come_in_parts() {
    // A part is then 4 kB, and batches of jobs become shorter.
    same(&WHAT, "max_payload: 8192");
}

#[test]
fn workers_join_and_leave_at_any_time() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let what = [&long()[..], &["--db", "queue.db", "--batch", "2"]].concat();
    // The first worker waits for a tournament, and the coordinator for a second worker.
    let mut ana = Process::worker(folder, &url, "ana", &[]);
    ana.wait_for(|line| line.contains("no tournament yet"));
    let mut coordinator = Process::coordinator(folder, &url, &what);
    coordinator.wait_for_matches(5);
    ana.terminate();
    let (status, said) = ana.end();
    assert!(status.success(), "{status}");
    assert!(said.last().is_some_and(|line| line.ends_with("matches played")), "{said:?}");
    let _bo = Process::worker(folder, &url, "bo", &[]);
    let events = coordinator.finish();
    let names: Vec<String> = events.iter().map(|event| event["text"].to_string()).collect();
    assert!(names.iter().any(|text| text.contains("worker bo joins")), "{names:?}");
    assert!(names.iter().any(|text| text.contains("worker ana leaves")), "{names:?}");
    assert_same(folder, &long(), "queue.db");
}

#[test]
fn nothing_of_a_tournament_that_is_over_stays_on_the_server() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let _ana = Process::worker(folder, &url, "ana", &[]);
    Process::coordinator(folder, &url, &WHAT).finish();
    let status =
        crate::processes::done(&mut juez(folder, &["queue", "status", "--queue", &url, "--json"]));
    let status: serde_json::Value = serde_json::from_slice(&status.stdout).expect("JSON");
    assert_eq!((&status["batches"], &status["results"]), (&0.into(), &0.into()), "{status}");
    crate::processes::done(&mut juez(folder, &["queue", "drain", "--queue", &url]));
    crate::processes::done(&mut juez(folder, &["queue", "purge", "--queue", &url]));
}

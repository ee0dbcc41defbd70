//! Servers, workers and coordinators killed: no match is lost, none counts twice, and the outcome
//! is the same as on one machine.

use serde_json::Value;
use std::path::Path;

use crate::client::Client;
use crate::nats::Nats;
use crate::processes::{Process, assert_same, count, folder, long};
use juez::core::Seed;

/// Returns the matches of a test, in batches so small that some are always in progress.
fn what() -> Vec<&'static str> {
    [&long()[..], &["--db", "queue.db", "--batch", "3"]].concat()
}

/// Checks that every match ended once in these events, and that everything is as on one machine.
fn assert_whole(folder: &Path, events: &[Value]) {
    assert_eq!(count(events, "finished"), 1);
    assert_eq!(count(events, "match_failed"), 0);
    assert_eq!(count(events, "worker_refused"), 0);
    let over = events.iter().filter(|event| event["event"] == "match_finished");
    let mut numbers: Vec<u64> = over.map(|event| event["number"].as_u64().expect("one")).collect();
    numbers.sort_unstable();
    let all: Vec<u64> = (0..numbers.len() as u64).collect();
    assert_eq!(numbers, all, "each match once");
    assert_same(folder, &long(), "queue.db");
}

#[test]
fn the_batch_of_a_worker_that_is_killed_goes_to_another() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let ana = Process::worker(folder, &url, "ana", &[]);
    let mut coordinator = Process::coordinator(folder, &url, &what());
    coordinator.wait_for_matches(4);
    ana.kill();
    // Its batches are out until their lease is over.
    let _bo = Process::worker(folder, &url, "bo", &[]);
    assert_whole(folder, &coordinator.finish());
}

#[test]
fn a_server_that_is_killed_and_started_again_goes_on() {
    let Some(mut nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let mut coordinator = Process::coordinator(folder, &url, &what());
    coordinator.wait_for_matches(4);
    nats.kill();
    coordinator.wait_for(|line| line.contains("lost the connection to"));
    nats.restart();
    assert_whole(folder, &coordinator.finish());
}

#[test]
fn a_server_that_has_forgotten_everything_is_given_the_rest_again() {
    let Some(mut nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let mut coordinator = Process::coordinator(folder, &url, &what());
    coordinator.wait_for_matches(4);
    nats.kill();
    coordinator.wait_for(|line| line.contains("lost the connection to"));
    nats.forget();
    nats.restart();
    assert_whole(folder, &coordinator.finish());
}

#[test]
fn a_server_that_has_forgotten_all_there_was_to_send_is_given_it_again() {
    let Some(mut nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let mut coordinator = Process::coordinator(folder, &url, &what());
    // Without a worker no more batches are sent.
    Client::connect(&url, "eve").wait_for_batches(6);
    nats.kill();
    coordinator.wait_for(|line| line.contains("lost the connection to"));
    nats.forget();
    nats.restart();
    let _ana = Process::worker(folder, &url, "ana", &[]);
    assert_whole(folder, &coordinator.finish());
}

#[test]
fn a_coordinator_that_is_killed_goes_on_and_what_is_done_is_not_played_again() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let client = Client::connect(&url, "eve");
    // It plays one batch, and reports it while no coordinator runs.
    let coordinator = Process::coordinator(folder, &url, &what());
    let batch = client.take();
    coordinator.kill();
    let played = client.played(&batch);
    client.report(&batch, played.clone(), "late");
    let ana = Process::worker(folder, &url, "ana", &[]);
    let mut events = Process::coordinator(folder, &url, &["tournament", "--resume", "queue.db"]);
    events.wait_for_matches(10);
    events.kill();
    let resume = ["tournament", "--resume", "queue.db"];
    let events = Process::coordinator(folder, &url, &resume).finish();
    let stored = events.iter().filter(|event| event["stored"] == true).count();
    assert!(stored >= 10, "{stored} were stored");
    assert_whole(folder, &events);
    let store = juez::tournament::Store::read(&folder.join("queue.db")).expect("a store");
    for result in played {
        let worker = store.worker(&juez::tournament::JobKey(result.key)).expect("it can be read");
        assert_eq!(worker.as_deref(), Some("eve"), "it was not played again");
    }
    ana.terminate();
    ana.end();
}

#[test]
fn a_cluster_loses_each_of_its_servers_in_turn() {
    let Some(mut servers) = Nats::cluster() else { return };
    let folder = folder();
    let folder = folder.path();
    let url = servers.iter().map(Nats::url).collect::<Vec<_>>().join(",");
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let replicas = ["--replicas", "3", "--patience", "100s"];
    let mut coordinator = Process::coordinator(folder, &url, &[&what()[..], &replicas].concat());
    for server in &mut servers {
        coordinator.wait_for_matches(40);
        server.kill();
        // The other two have to choose a leader if it was the leader.
        coordinator.wait_for_matches(40);
        server.restart();
    }
    assert_whole(folder, &coordinator.finish());
}

#[test]
fn all_three_killed_in_turn_again_and_again_change_nothing() {
    let Some(mut nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let mut rng = Seed::from(5).rng();
    let mut worker = Process::worker(folder, &url, "w0", &[]);
    let fresh = what();
    let mut coordinator = Process::coordinator(folder, &url, &fresh);
    for kill in 0..9 {
        coordinator.wait_for_matches(1 + rng.below(5) as usize);
        match kill % 3 {
            0 => {
                worker.kill();
                worker = Process::worker(folder, &url, &format!("w{kill}"), &[]);
            }
            1 => {
                nats.kill();
                nats.restart();
            }
            _ => {
                coordinator.kill();
                coordinator = Process::coordinator(folder, &url, &fresh);
            }
        }
    }
    assert_whole(folder, &coordinator.finish());
}

//! Batches given back in good order, leases that are over, and batches that ask for too much.

use juez::core::Limits;
use juez::queue::{Batch, Message, SentJob};
use juez::tournament::{JobKey, Store};

use crate::client::Client;
use crate::nats::Nats;
use crate::processes::{Process, WHAT, assert_same, count, folder};

/// Two matches, each a batch.
const TWO: [&str; 6] = ["tournament", "quoridor", "a=greedy", "b=greedy", "--seed", "7"];

#[test]
fn a_batch_that_is_given_back_in_good_order_is_no_lost_batch() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let queue = [&TWO[..], &["--db", "queue.db", "--batch", "1"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    // Each of the two three times: six deliveries on the server, each of a new batch.
    for _ in 0..6 {
        let delivered = eve.delivered();
        assert_eq!(delivered.info().expect("its place").delivered, 1, "it counts from one");
        eve.give_back(&delivered, "\u{1b}[2Jno disk");
    }
    let notice = coordinator.wait_for(|line| line.contains("returned a batch"));
    assert!(notice.contains("worker eve returned a batch: "), "{notice}");
    assert!(notice.contains("no disk") && !notice.contains("u001b"), "{notice}");
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let events = coordinator.finish();
    assert_eq!((count(&events, "match_failed"), count(&events, "match_retried")), (0, 0));
    assert_same(folder, &TWO, "queue.db");
}

#[test]
fn the_coordinator_plays_what_workers_give_back_again_and_again() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let queue = [&TWO[..], &["--db", "queue.db", "--batch", "1"]].concat();
    let coordinator = Process::coordinator(folder, &url, &queue);
    let mut keys: Vec<JobKey> = Vec::new();
    for _ in 0..8 {
        let delivered = eve.delivered();
        let batch = Batch::from_bytes(&delivered.payload).expect("a batch");
        keys.extend(batch.jobs.iter().map(|job| job.key.parse::<JobKey>().expect("a key")));
        eve.give_back(&delivered, "no");
    }
    let events = coordinator.finish();
    assert_eq!(count(&events, "match_failed"), 0);
    assert_same(folder, &TWO, "queue.db");
    let store = Store::read(&folder.join("queue.db")).expect("a store");
    for key in keys {
        assert_eq!(store.worker(&key).expect("it can be read"), None, "played by the coordinator");
    }
}

#[test]
fn a_worker_reports_what_it_has_played_before_it_gives_the_rest_back() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let queue = [&TWO[..], &["--db", "queue.db", "--batch", "2"]].concat();
    let coordinator = Process::coordinator(folder, &url, &queue);
    let mut batch = eve.take();
    batch.jobs.push(SentJob { terms: 99, ..batch.jobs[0].clone() });
    let mut heard = eve.hear("juez.results.>");
    let _ana = Process::worker(folder, &url, "ana", &[]);
    eve.send_batch(&batch);
    let first = eve.next_results(&mut heard);
    assert!(matches!(&first, Message::Results(results) if results.len() == 2), "{first:?}");
    let second = eve.next_results(&mut heard);
    let Message::Returned { why, lacks_source, .. } = &second else { panic!("{second:?}") };
    assert_eq!((&**why, *lacks_source), ("the terms are missing", false));
    coordinator.finish();
    assert_same(folder, &TWO, "queue.db");
}

#[test]
fn a_worker_that_wakes_after_its_lease_says_nothing_of_a_batch_that_another_has() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    // One batch of twenty matches.
    let what = ["tournament", "quoridor", "a=minimax:depth=2", "b=minimax:depth=2", "--rounds"];
    let what = [&what[..], &["10", "--seed", "7"]].concat();
    let queue = [&what[..], &["--db", "queue.db", "--batch", "20"]].concat();
    let coordinator = Process::coordinator(folder, &url, &queue);
    let mut ana = Process::worker(folder, &url, "ana", &[]);
    eve.wait_until_out(1);
    ana.stop();
    // Its lease runs out while it sleeps.
    let second = eve.delivered();
    let info = second.info().expect("its place");
    assert_eq!(info.delivered, 2);
    let mut heard = eve.hear_workers();
    ana.go_on();
    ana.wait_for(|line| line.contains("the lease of a batch expired"));
    let said = eve.heard_of_first(&mut heard, info.stream_sequence);
    assert!(said.is_empty(), "it keeps or hands out the batch of another: {said:?}");
    coordinator.finish();
    assert_same(folder, &what, "queue.db");
}

#[test]
fn a_batch_that_asks_for_too_much_is_given_back_by_its_worker() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let queue = [&WHAT[..], &["--db", "queue.db", "--batch", "4"]].concat();
    let coordinator = Process::coordinator(folder, &url, &queue);
    let batch = eve.take();
    let most = Limits::default().memory_mb;
    let mut dear = batch.clone();
    dear.terms[0].limits.memory_mb = most + 1;
    let mut old = batch.clone();
    old.terms[0].limits.languages = 1;
    let mut many = batch.clone();
    many.jobs = vec![batch.jobs[0].clone(); 501];
    let mut long = batch.clone();
    for player in &mut long.players {
        // Another checksum, so that the worker requests it.
        player.files = player.files.take().map(|_| ("07".repeat(32), u32::MAX));
    }
    let mut ana = Process::worker(folder, &url, "ana", &["--concurrency", "5"]);
    for (asked, why) in [
        (dear, format!("its limits have memory_mb {}", most + 1)),
        (old, "the coordinator has version 1 of the languages".to_string()),
        (many, "it has 501 matches".to_string()),
        (long, "it has more than".to_string()),
    ] {
        eve.send_batch(&asked);
        let said = ana.wait_for(|line| line.contains("returned a batch"));
        assert!(said.contains(&why), "{said}");
    }
    coordinator.finish();
    assert_same(folder, &WHAT, "queue.db");
}

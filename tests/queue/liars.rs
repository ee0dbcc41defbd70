//! Results that are wrong, late, doubled, or never come.

use juez::queue::{Batch, NotPlayed, SentJob, SentResult};
use juez::registry::{MatchSetup, PlayerSpec, game};
use juez::tournament::{JobKey, Store};

use crate::client::Client;
use crate::nats::Nats;
use crate::processes::{Process, WHAT, assert_same, count, folder, long};

/// Returns a match of other bots under the same names: legal, but with another course.
fn others(setup: &MatchSetup) -> MatchSetup {
    let quoridor = game("quoridor").expect("a game");
    let random = |player: &PlayerSpec| PlayerSpec {
        name: player.name.clone(),
        ..PlayerSpec::built_in("random", quoridor).expect("a bot")
    };
    let players = setup.players.iter().map(random).collect();
    MatchSetup { players, ..setup.clone() }
}

/// Built-in bots only, whose false results are as legal as the true ones.
const BUILT_IN: [&str; 9] =
    ["tournament", "quoridor", "a=greedy", "b=greedy", "--rounds", "12", "--seed", "7", "--quiet"];

fn built_in() -> Vec<&'static str> {
    BUILT_IN[..8].to_vec()
}

#[test]
fn a_legal_lie_is_found_by_playing_it_again_and_all_of_that_worker_goes() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let what = built_in();
    let queue = [&what[..], &["--db", "queue.db", "--batch", "4", "--recheck", "100%"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    // A correct batch, so that the worker is trusted.
    let first = eve.delivered();
    let batch = Batch::from_bytes(&first.payload).expect("a batch");
    eve.report(&batch, eve.played(&batch), "truth");
    eve.acknowledge(&first);
    coordinator.wait_for_matches(4);
    let second = eve.delivered();
    let lied = Batch::from_bytes(&second.payload).expect("a batch");
    eve.report(&lied, eve.results(&lied, others), "lie");
    eve.acknowledge(&second);
    let refused = coordinator.wait_for(|line| line.contains("worker_refused"));
    assert!(refused.contains(r#""worker":"eve""#), "{refused}");
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let events = coordinator.finish();
    assert_eq!(count(&events, "finished"), 1);
    assert_same(folder, &what, "queue.db");
    let store = Store::read(&folder.join("queue.db")).expect("a store");
    assert_eq!(store.refused_workers().expect("they can be read"), ["eve"]);
    for job in batch.jobs.iter().chain(&lied.jobs) {
        let key: JobKey = job.key.parse().expect("a key");
        let worker = store.worker(&key).expect("it can be read");
        assert_eq!(worker.as_deref(), Some("ana"), "nothing of eve stays");
    }
}

#[test]
fn an_illegal_record_is_refused_with_its_worker_without_playing_it_again() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let what = built_in();
    let queue = [&what[..], &["--db", "queue.db", "--batch", "4", "--recheck", "0"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    let delivered = eve.delivered();
    let batch = Batch::from_bytes(&delivered.payload).expect("a batch");
    let other_seed = |setup: &MatchSetup| MatchSetup {
        moves: Vec::new(),
        seed: Some(juez::core::Seed::from(99)),
        ..setup.clone()
    };
    eve.report(&batch, eve.results(&batch, other_seed), "lie");
    eve.acknowledge(&delivered);
    let refused = coordinator.wait_for(|line| line.contains("worker_refused"));
    assert!(refused.contains("eve"), "{refused}");
    let _ana = Process::worker(folder, &url, "ana", &[]);
    coordinator.finish();
    assert_same(folder, &what, "queue.db");
}

#[test]
fn rounds_that_follow_from_a_lie_are_drawn_again() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let what = [
        "tournament",
        "quoridor",
        "a=greedy",
        "b=greedy",
        "c=random",
        "d=random",
        "--format",
        "knockout",
        "--seed",
        "7",
    ];
    let queue = [&what[..], &["--db", "queue.db", "--batch", "1", "--recheck", "0"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    // All results of the first round are false, and no check shows it.
    let rounds = loop {
        let delivered = eve.delivered();
        let batch = Batch::from_bytes(&delivered.payload).expect("a batch");
        eve.report(&batch, eve.results(&batch, others), "lie");
        eve.acknowledge(&delivered);
        coordinator.wait_for_matches(batch.jobs.len());
        let store = Store::read(&folder.join("queue.db")).expect("a store");
        let rounds = store.rounds(1).expect("rounds").len();
        if rounds > 1 {
            break rounds;
        }
    };
    assert!(rounds > 1);
    coordinator.kill();
    let mut store = Store::open(&folder.join("queue.db")).expect("a store");
    assert!(store.distrust("eve").expect("it is written") > 0);
    assert_eq!(store.rounds(1).expect("rounds").len(), 1, "the first, which follows from nothing");
    drop(store);
    let _ana = Process::worker(folder, &url, "ana", &[]);
    Process::coordinator(folder, &url, &["tournament", "--resume", "queue.db"]).finish();
    assert_same(folder, &what, "queue.db");
}

#[test]
fn doubled_reordered_and_late_results_count_once() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let queue = [&WHAT[..], &["--db", "queue.db", "--batch", "4"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    let (first, second) = (eve.delivered(), eve.delivered());
    let batches = [&first, &second].map(|m| Batch::from_bytes(&m.payload).expect("a batch"));
    let results = batches.each_ref().map(|batch| eve.played(batch));
    // The second batch before the first, each result in a separate message, and everything twice.
    for copy in ["a", "b"] {
        for (batch, results) in batches.iter().zip(&results).rev() {
            for (number, result) in results.iter().enumerate().rev() {
                eve.report(batch, vec![result.clone()], &format!("{copy}{number}"));
            }
        }
    }
    coordinator.wait_for_matches(8);
    // Neither batch was acknowledged, so a worker plays both again.
    let ana = Process::worker(folder, &url, "ana", &[]);
    coordinator.wait_for_matches(20);
    eve.report(&batches[0], results[0].clone(), "late");
    let events = coordinator.finish();
    assert_eq!(count(&events, "match_finished"), 72);
    assert_same(folder, &WHAT, "queue.db");
    ana.terminate();
    ana.end();
}

#[test]
fn a_worker_that_comes_back_after_its_work_was_counted_elsewhere_changes_nothing() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let queue = [&long()[..], &["--db", "queue.db", "--batch", "4"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    let batch = eve.take();
    let results = eve.played(&batch);
    let _ana = Process::worker(folder, &url, "ana", &[]);
    // Its matches are among these: they were counted after its lease was over.
    coordinator.wait_for_matches(60);
    eve.report(&batch, results, "partitioned");
    let events = coordinator.finish();
    assert_eq!(count(&events, "worker_refused"), 0);
    assert_eq!(count(&events, "match_finished"), 720);
    assert_same(folder, &long(), "queue.db");
}

#[test]
fn the_word_of_one_worker_voids_no_match_and_it_is_named() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let what = ["tournament", "quoridor", "a=greedy", "b=greedy", "--seed", "7"];
    let queue = [&what[..], &["--db", "queue.db", "--batch", "2"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    let delivered = eve.delivered();
    let batch = Batch::from_bytes(&delivered.payload).expect("a batch");
    let poison = |job: &SentJob| {
        let key: JobKey = job.key.parse().expect("a key");
        SentResult { key: key.0, played: Err(NotPlayed::Poison(9)) }
    };
    eve.report(&batch, batch.jobs.iter().map(poison).collect(), "lie");
    eve.acknowledge(&delivered);
    let retried = coordinator.wait_for(|line| line.contains("match_retried"));
    assert!(retried.contains("eve reports that 9 workers took it"), "{retried}");
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let events = coordinator.finish();
    assert_eq!(count(&events, "match_failed"), 0);
    assert_same(folder, &what, "queue.db");
}

/// Takes a batch of one match and reports it as unplayable, in a number of messages.
fn call_unplayable(eve: &Client, messages: u32) {
    let delivered = eve.delivered();
    let batch = Batch::from_bytes(&delivered.payload).expect("a batch");
    let key: JobKey = batch.jobs[0].key.parse().expect("a key");
    for n in 0..messages {
        let result = SentResult { key: key.0, played: Err(NotPlayed::Poison(9)) };
        eve.report(&batch, vec![result], &format!("lie {n}"));
    }
    eve.acknowledge(&delivered);
}

#[test]
fn the_coordinator_plays_what_a_worker_calls_unplayable_again_and_again() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let what = ["tournament", "quoridor", "a=greedy", "b=greedy", "--seed", "7"];
    let queue = [&what[..], &["--db", "queue.db", "--batch", "1"]].concat();
    let coordinator = Process::coordinator(folder, &url, &queue);
    // Two matches, each reported as unplayable twice; there is no other worker.
    for _ in 0..4 {
        call_unplayable(&eve, 1);
    }
    let events = coordinator.finish();
    assert_eq!((count(&events, "match_failed"), count(&events, "match_retried")), (0, 4));
    assert_same(folder, &what, "queue.db");
}

#[test]
fn what_a_worker_says_of_a_match_that_the_coordinator_plays_counts_no_more() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let what = ["tournament", "quoridor", "a=minimax", "b=minimax", "--seed", "7"];
    let queue = [&what[..], &["--db", "queue.db", "--batch", "1"]].concat();
    let coordinator = Process::coordinator(folder, &url, &queue);
    for _ in 0..2 {
        call_unplayable(&eve, 6);
    }
    let events = coordinator.finish();
    assert_eq!(count(&events, "match_failed"), 0);
    assert_same(folder, &what, "queue.db");
}

#[test]
fn a_match_that_nobody_reports_is_tried_by_others() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let what = ["tournament", "quoridor", "a=greedy", "b=greedy", "--seed", "7"];
    let queue = [&what[..], &["--db", "queue.db", "--batch", "1"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    // The first of two matches is taken five times without a result.
    let first = eve.take();
    let mut times = 1;
    while times < 5 {
        let delivered = eve.delivered();
        let batch = Batch::from_bytes(&delivered.payload).expect("a batch");
        if batch.jobs == first.jobs {
            times += 1;
        } else {
            eve.report(&batch, eve.played(&batch), "other");
            eve.acknowledge(&delivered);
        }
    }
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let retried = coordinator.wait_for(|line| line.contains("match_retried"));
    assert!(retried.contains("ana reports that 5 workers took it"), "{retried}");
    coordinator.finish();
    assert_same(folder, &what, "queue.db");
}

#[test]
fn bytes_that_are_no_results_are_named_and_done_with() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let eve = Client::connect(&url, "eve");
    let queue = [&WHAT[..], &["--db", "queue.db", "--batch", "4"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    let batch = eve.take();
    eve.send(&batch, b"\x01\xff\xff\xff".to_vec(), "nonsense");
    let notice = coordinator.wait_for(|line| line.contains("are not results"));
    assert!(notice.contains("4 bytes from worker eve"), "{notice}");
    let _ana = Process::worker(folder, &url, "ana", &[]);
    coordinator.finish();
    assert_same(folder, &WHAT, "queue.db");
}

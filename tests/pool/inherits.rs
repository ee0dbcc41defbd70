//! The resources of a worker: its three pipes, its own memory, and little else.

use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::tables::setup;
use crate::workers::Workers;

/// Starts workers from a process with an open file that a started program would inherit.
fn beside_an_open_file() -> (Workers, rustix::fd::OwnedFd) {
    let file = open("/etc/passwd", OFlags::RDONLY, Mode::empty()).expect("a file");
    (Workers::new(), file)
}

fn descriptors(process: u32) -> Vec<String> {
    let all = fs::read_dir(format!("/proc/{process}/fd")).expect("a process of ours");
    let mut all: Vec<String> =
        all.map(|fd| fd.expect("a name").file_name().to_string_lossy().into_owned()).collect();
    all.sort();
    all
}

pub fn a_worker_has_no_descriptor_but_its_three() {
    let (workers, file) = beside_an_open_file();
    let idle = workers.pool.idle()[0];
    assert_eq!(descriptors(idle), ["0", "1", "2"]);
    // It must also hold with a bot, and after a match.
    let (game, setup) = setup("quoridor", &["bots/quoridor/runner.lua", "greedy"], 1);
    workers.play(game, &setup);
    assert_eq!(descriptors(idle), ["0", "1", "2"]);
    let probes = workers.pool.probe().unwrap();
    let inherited = probes.iter().find(|probe| probe.tried == "use a descriptor of the parent");
    assert!(inherited.unwrap().refused);
    drop(file);
}

pub fn a_worker_shares_no_memory_that_can_be_written() {
    let (workers, _file) = beside_an_open_file();
    let (game, setup) = setup("tute", &["bots/tute/random.rhai", "novato", "novato"], 1);
    workers.play(game, &setup);
    for process in workers.living() {
        let maps = fs::read_to_string(format!("/proc/{process}/maps")).expect("a process of ours");
        assert!(maps.contains(" rw-p "), "they can be read");
        let shared: Vec<&str> = maps
            .lines()
            .filter(|line| {
                let access = line.split(' ').nth(1).unwrap_or_default();
                access.contains('w') && access.contains('s')
            })
            .collect();
        assert_eq!(shared, Vec::<&str>::new());
    }
}

pub fn a_worker_has_limits_of_the_system_too() {
    let workers = Workers::new();
    let process = workers.pool.idle()[0];
    let table = fs::read_to_string(format!("/proc/{process}/limits")).expect("a process of ours");
    // The name takes 26 columns, and each limit 21.
    let limits: BTreeMap<&str, [&str; 2]> = table
        .lines()
        .map(|line| {
            (line[..26].trim(), [line[26..47].trim(), line[47..].split(' ').next().unwrap()])
        })
        .collect();
    for (name, most) in [
        ("Max core file size", "0"),
        ("Max file size", "0"),
        ("Max processes", "0"),
        ("Max open files", "16"),
    ] {
        assert_eq!(limits[name], [most; 2], "{name}");
    }
    assert_eq!(limits["Max cpu time"], ["3600", "3605"], "the signal comes before the kill");
    let [soft, hard] = limits["Max address space"];
    assert_eq!(soft, hard);
    assert!(soft.parse::<u64>().is_ok_and(|bytes| bytes < 2 << 30), "{soft}");
}

fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().map(|id| id.parse().unwrap()).collect::<Vec<_>>())
        .collect()
}

/// Waits for something that must happen.
#[track_caller]
fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub fn workers_end_when_the_process_that_started_them_is_killed() {
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/minimax.lua");
    let mut parent = Command::new(env!("CARGO_BIN_EXE_juez"))
        .args(["play", "quoridor", bot, bot, "--games", "10000", "--isolation", "process"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut workers = Vec::new();
    eventually("a worker for each seat starts", || {
        workers = children(parent.id());
        workers.len() >= 2
    });
    kill_process(Pid::from_child(&parent), Signal::KILL).unwrap();
    parent.wait().unwrap();
    eventually("its workers are gone", || {
        workers.iter().all(|worker| {
            // It is gone, or dead until its new parent notices.
            let state = fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        })
    });
}

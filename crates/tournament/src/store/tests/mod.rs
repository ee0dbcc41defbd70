//! Tests the store against everything that can happen to a file.

mod disk;
mod keeping;
pub mod killed;
mod migrating;
mod opening;
mod scribbled;
mod sharing;
mod workers;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

use super::*;
use crate::format::Format;
use crate::job::{Job, JobKey, Spent, Status, Summary};
use crate::plan::Entrant;
use crate::plan::Plan;
use crate::round::Round;
use juez_core::{
    Fault, FaultKind, Hook, PerSeat, PlayedBy, Player, Reason, Record, Seat, SeatFault, Seed,
};
use juez_script::Bundle;

/// Returns a folder with the path of a tournament that does not exist yet.
fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("class.db");
    (folder, path)
}

fn plan() -> Plan {
    let options = [("seats".to_string(), 2.into())].into_iter().collect();
    let mut plan = Plan {
        name: "Año nuevo".to_string(),
        deals: 2,
        bench_after: 3,
        ..Plan::new("quoridor", options, Format::RoundRobin, Seed::from(7))
    };
    plan.terms.without = vec!["moves".to_string()];
    plan
}

/// Returns a bot with this source as a script or, without one, a built-in bot.
fn entrant(name: &str, source: Option<&str>) -> (Entrant, Option<Arc<Bundle>>) {
    let bundle = source.map(|source| Arc::new(Bundle::from_source("bot.lua", source)));
    let (bot, source) = match &bundle {
        Some(bundle) => (PlayedBy::Lua, bundle.hash.clone()),
        None => (PlayedBy::Builtin, name.to_string()),
    };
    let player = Player { name: name.to_string(), bot, source: Some(source) };
    let path = format!("bots/{name}.lua");
    (Entrant { player, path, student: Some("Ángela Ó".to_string()), error: None }, bundle)
}

fn entrants() -> Vec<(Entrant, Option<Arc<Bundle>>)> {
    vec![entrant("ana", Some("return 1")), entrant("бот 🤖", None)]
}

fn key(n: u32) -> JobKey {
    JobKey(blake3::hash(&n.to_le_bytes()).into())
}

/// Returns a round of `matches` matches; match n of the schedule has key n.
fn round(number: u32, matches: u32) -> (Round, Vec<(Job, JobKey)>) {
    let title = format!("round {}", number + 1);
    let round = Round {
        number,
        title,
        first_block: number * matches,
        blocks: matches,
        pairings: vec![vec![0, 1]],
        byes: Vec::new(),
        against: None,
        continues: None,
    };
    let job = |i| Job {
        number: number * matches + i,
        round: number,
        pairing: 0,
        block: number * matches + i,
        seating: 0,
        order: vec![i % 2, 1 - i % 2],
    };
    let jobs = (0..matches).map(|i| (job(i), key(number * matches + i))).collect();
    (round, jobs)
}

/// Returns a record of about 3 kB when packed.
fn record(n: u32) -> Record {
    let mut record = Record::new("quoridor");
    record.players = entrants().into_iter().map(|(entrant, _)| entrant.player).collect();
    record.seed = Some(Seed::from(u64::from(n)));
    let mut noise = blake3::Hasher::new().update(&n.to_le_bytes()).finalize_xof();
    let mut bytes = [0; 2000];
    noise.fill(&mut bytes);
    record.moves =
        bytes.chunks(2).map(|b| format!("{:x}", u16::from_le_bytes([b[0], b[1]]))).collect();
    record
}

fn summary(n: u32) -> Summary {
    let fault = Fault::new(FaultKind::Script, Hook::NextMove, "nil", "attempt to call nil");
    let fault = SeatFault { seat: Seat::new(1), ply: n, fault: fault.at("bot.lua", 3) };
    Summary {
        reason: Reason::Finished,
        ranks: PerSeat::from_fn(2, |seat| seat.index() as u8 + 1),
        points: PerSeat::from_fn(2, |seat| -(seat.index() as i32)),
        faults: if n.is_multiple_of(5) { vec![fault] } else { Vec::new() },
        plies: n,
        spent: PerSeat::from_fn(2, |_| Spent { fuel: u64::MAX, ..Spent::default() }),
        wall_us: u64::MAX,
        fingerprint: None,
        hands: None,
    }
}

fn put(store: &mut Store, n: u32) -> Result<(), StoreError> {
    store.put(&key(n), &summary(n), &Packed::of(&record(n)))
}

/// Makes a tournament with one round of `matches` matches, the first `played` of them played.
fn made(path: &Path, matches: u32, played: u32) -> Store {
    let mut store = Store::create_or_open(path).unwrap();
    let revision = store.begin(&plan(), &entrants()).unwrap();
    let (round, jobs) = round(0, matches);
    store.add_round(revision, &round, &jobs).unwrap();
    (0..played).for_each(|n| put(&mut store, n).unwrap());
    store.commit().unwrap();
    store
}

/// Returns the first `matches` matches that are stored; checks their summaries and records.
fn stored(store: &Store, matches: u32) -> Vec<u32> {
    stored_of(store, 0..matches)
}

/// Returns the summary of match n, if it was played.
fn stored_summary(store: &Store, n: u32) -> Result<Option<Summary>, StoreError> {
    let (_, shape) = plan().table().expect("a game that juez has");
    store.summary(&key(n), &shape, 2)
}

fn stored_of(store: &Store, matches: Range<u32>) -> Vec<u32> {
    let is_stored = |n: &u32| {
        let found = stored_summary(store, *n).unwrap();
        let unpacked = store.record(&key(*n)).unwrap();
        assert_eq!(found.is_some(), unpacked.is_some(), "match {n} is whole");
        assert!(found.is_none_or(|found| found == summary(*n)), "match {n}");
        unpacked.is_some_and(|unpacked| unpacked == record(*n))
    };
    matches.filter(is_stored).collect()
}

/// Returns the names of the files in the folder of `path`, ascending.
fn beside(path: &Path) -> Vec<String> {
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The variable with the path that a child process works on.
const CHILD: &str = "JUEZ_STORE_CHILD";

/// Returns a command that runs the test `name` of `module` on `path` in another process.
fn child(module: &str, name: &str, path: &Path) -> Command {
    let module = module.split_once("::").unwrap().1;
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([&format!("{module}::{name}"), "--exact", "--nocapture", "--test-threads=1"]);
    command.env(CHILD, path);
    command
}

/// Returns the path to work on, if this process is such a child.
fn as_child() -> Option<PathBuf> {
    std::env::var_os(CHILD).map(PathBuf::from)
}

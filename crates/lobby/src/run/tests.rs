//! Tests of the memory used by a match.

use flate2::read::GzDecoder;
use serde_json::json;
use std::io::Read;
use std::path::Path;

use super::*;
use juez_core::{HookLog, Limits};

use crate::BotFolder;
use crate::VisitorId;
use crate::archive::Archive;
use crate::log::Cursor;
use crate::match_list::MatchList;
use crate::memory::MatchMemory;
use crate::start::{BotSources, MatchStart, SeatedMatch};
use juez_match::registry::{AnyTable, Onlooker, Step};
use juez_pool::{IsolationKind, PoolOptions};
use juez_script::live_bytes;
use juez_storage::gzip;

/// Maximum bytes that a running match may use.
const MOST: isize = 8 << 20;

/// The recorder of a match, and the maximum bytes that this thread held while it worked.
struct Measured {
    recorder: Recorder,
    table: Arc<MatchTable>,
    /// All observers read the log after every this many moves.
    read_every: u32,
    before: isize,
    most: isize,
}

impl Measured {
    fn measure(&mut self) {
        self.most = self.most.max(live_bytes() - self.before);
    }
}

impl Onlooker for Measured {
    fn begins(&mut self, table: &dyn AnyTable) {
        self.recorder.begins(table);
    }

    fn dealt(&mut self, table: &dyn AnyTable) {
        self.recorder.dealt(table);
    }

    fn moved(&mut self, step: &Step<'_>) {
        self.recorder.moved(step);
        if step.ply.is_multiple_of(self.read_every) {
            let seats = self.table.seats().map(Observer::Seat);
            for observer in [Observer::Public].into_iter().chain(seats) {
                let view = self.table.log_view(&VisitorId::of("ana"), observer);
                assert!(view.packed().expect("the archive can be read").len() > 1000);
            }
        }
        self.measure();
    }

    fn takes(&mut self, how: Ply) -> Option<Ply> {
        self.recorder.takes(how)
    }

    fn wrote(&mut self, log: &HookLog) {
        self.recorder.wrote(log);
    }

    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        self.recorder.fault(fault, log);
    }

    fn over(&mut self, outcome: &Outcome, table: &dyn AnyTable) {
        self.recorder.over(outcome, table);
    }

    fn stop(&mut self) -> bool {
        self.recorder.stop()
    }
}

/// Reads the whole log of a match before and after each of its events.
struct LogReader {
    recorder: Recorder,
    table: Arc<MatchTable>,
}

impl LogReader {
    fn read(&self) {
        let view = self.table.log_view(&VisitorId::of("ana"), Observer::Public);
        let packed = view.packed().expect("the archive can be read");
        let mut text = String::new();
        GzDecoder::new(&*packed).read_to_string(&mut text).expect("it is gzip");
        let log: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let at: Cursor = log["at"].as_str().and_then(|at| at.parse().ok()).expect("a cursor");
        assert_eq!(log["items"].as_array().map(Vec::len), Some(at.next), "read up to the cursor");
        assert_eq!(at.next, view.len());
    }
}

impl Onlooker for LogReader {
    fn begins(&mut self, table: &dyn AnyTable) {
        self.read();
        self.recorder.begins(table);
        self.read();
    }

    fn dealt(&mut self, table: &dyn AnyTable) {
        self.recorder.dealt(table);
        self.read();
    }

    fn moved(&mut self, step: &Step<'_>) {
        self.recorder.moved(step);
        self.read();
    }

    fn stop(&mut self) -> bool {
        self.recorder.stop()
    }
}

/// Creates the stores for a match in a folder.
fn stores(folder: &Path) -> Stores {
    let archive = Archive::open(Some(&folder.join("matches.db")), true).expect("an archive");
    let list = Arc::new(MatchList::new(Vec::new()));
    let policy = Arc::new(BotFolder::new(None, IsolationKind::Thread));
    let memory = Arc::new(MatchMemory::new(1024, false));
    Stores { archive: Arc::new(archive), list, policy, memory, drawn: |_| false }
}

/// Creates a stored match of random bots that has not begun.
fn seated(stores: &Stores, game: &str, seats: usize, options: serde_json::Value) -> SeatedMatch {
    let new = json!({
        "game": game, "players": vec!["random"; seats], "options": options, "seed": "7", "pace_ms": 0,
    });
    let new = serde_json::from_value(new).expect("a match");
    let Stores { archive, policy, .. } = stores;
    let sources =
        BotSources { policy: &**policy, archive, limits: &Limits::default(), named: None };
    let start = MatchStart::of_request(&new, None, &VisitorId::of("ana"), &sources);
    let seated = start.and_then(|start| start.seat(stores)).expect("it can be played");
    archive.begin(&seated).expect("it is stored");
    seated
}

/// Plays a match of random bots; returns the number of its moves, the maximum bytes it held, and
/// the bytes it holds after its end.
fn measured(
    game: &str,
    seats: usize,
    options: serde_json::Value,
    read_every: u32,
) -> (u32, isize, isize) {
    let folder = tempfile::tempdir().expect("a folder");
    let stores = stores(folder.path());
    let isolation =
        Isolation::new(IsolationKind::Thread, &PoolOptions::default()).expect("threads");
    // The buffers for compression stay allocated for the next match.
    gzip::pack(b"");
    let before = live_bytes();
    let seated = seated(&stores, game, seats, options);
    let (run, setup) = (&seated.run, seated.run.setup());
    let recorder = Recorder::new(run.table.clone(), &run.bots, 0, Vec::new());
    let table = run.table.clone();
    let mut measured = Measured { recorder, table, read_every, before, most: 0 };
    let played = isolation.show(run.table.game, &setup, &mut measured);
    let played = played.expect("random bots play by the rules");
    assert!(played.plies.is_empty(), "notes of bots are in the archive");
    let most = measured.most;
    drop(measured);
    assert!(run.conclude(&setup, Ok(played)).is_none(), "its end is stored");
    let record = run.table.record().expect("a record");
    assert_eq!(record.plies.len(), record.moves.len(), "with the plies of the archive");
    let ply = record.moves.len() as u32;
    drop((record, setup));
    run.table.drop_logs();
    (ply, most, live_bytes() - before)
}

#[test]
fn a_log_is_followed_from_where_it_was_read_at_any_time() {
    for (game, seats) in [("quoridor", 2), ("tute", 3)] {
        let folder = tempfile::tempdir().expect("a folder");
        let seated = seated(&stores(folder.path()), game, seats, json!({}));
        let (run, setup) = (&seated.run, seated.run.setup());
        let recorder = Recorder::new(run.table.clone(), &run.bots, 0, Vec::new());
        let isolation =
            Isolation::new(IsolationKind::Thread, &PoolOptions::default()).expect("threads");
        let mut read = LogReader { recorder, table: run.table.clone() };
        isolation.show(run.table.game, &setup, &mut read).expect("random bots play by the rules");
    }
}

#[test]
fn a_match_of_thousands_of_moves_costs_little_while_it_runs_and_less_once_it_is_over() {
    let options = json!({"limit": 99, "seats": 6});
    let (ply, most, after) = measured("tute", 6, options.clone(), u32::MAX);
    println!("tute of six, {ply} moves: {most} bytes at most, {after} after its end");
    assert!(ply > 12_000 && most < MOST && after < 64 << 10, "{ply} {most} {after}");
    let (_, most, after) = measured("tute", 6, options, 3000);
    println!("read by all its observers: {most} bytes at most, {after} after its end");
    assert!(most < MOST && after < 64 << 10, "{most} {after}");
}

#[test]
fn the_longest_matches_of_each_game_cost_little() {
    let matches = [
        ("quoridor", 2, json!({"max_plies": 100_000})),
        ("durak", 2, json!({"games": 99})),
        ("dominoes", 4, json!({"target": 9999})),
        ("scopone", 4, json!({})),
    ];
    for (game, seats, options) in matches {
        let (ply, most, after) = measured(game, seats, options, u32::MAX);
        println!("{game}, {ply} moves: {most} bytes at most, {after} after its end");
        assert!(most < MOST && after < 64 << 10, "{game}: {ply} {most} {after}");
    }
}

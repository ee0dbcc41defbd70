//! Processes killed while they write.

use rusqlite::Connection;
use rustix::process::{Signal, getpid, kill_process};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};

use super::*;

const GROUP: u32 = 7;
const GROUPS: u32 = 4;

/// The variable with the number of SQLite steps after which a child kills itself.
const KILL_AT: &str = "JUEZ_STORE_KILL_AT";

/// Makes this process kill itself at the step in [`KILL_AT`], if it is set.
pub fn armed(mut db: Connection) -> Connection {
    let Ok(step) = std::env::var(KILL_AT) else { return db };
    let mut left: u32 = step.parse().expect("a number of steps");
    let count = move || {
        if left == 0 {
            kill_process(getpid(), Signal::KILL).expect("a process may kill itself");
        }
        left -= 1;
        false
    };
    db.progress_handler(1, Some(count)).expect("the connection is open");
    db
}

/// Writes until killed, and prints what is safely stored.
fn write_for_ever(path: &Path) {
    let mut store = Store::create_or_open(path).unwrap();
    let revision = store.begin(&plan(), &entrants()).unwrap();
    println!("revision {revision}");
    let drawn = store.rounds(revision).unwrap().len() as u32;
    for number in drawn.saturating_sub(1).. {
        let (round, jobs) = round(number, GROUP * GROUPS);
        store.add_round(revision, &round, &jobs).unwrap();
        println!("round {number}");
        let due = store.matches(revision).unwrap();
        let due = due.iter().filter(|(_, result)| result.played().is_none());
        let due: Vec<u32> = due.map(|(_, result)| result.job.number).collect();
        for group in due.chunks(GROUP as usize) {
            group.iter().for_each(|&n| put(&mut store, n).unwrap());
            store.commit().unwrap();
            println!("stored {}", group.last().unwrap());
        }
    }
}

/// A writing process, and its output so far.
struct Writer {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
    rounds: u32,
    matches: u32,
}

impl Writer {
    fn start(name: &str, path: &Path) -> Writer {
        Writer::spawn(&mut child(module_path!(), name, path))
    }

    fn spawn(command: &mut Command) -> Writer {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Writer { child, lines, rounds: 0, matches: 0 }
    }

    /// Reads one line; false at the end of the output.
    fn hear(&mut self) -> bool {
        let Some(line) = self.lines.next() else { return false };
        let line = line.unwrap();
        let count = |n: &str| n.parse::<u32>().unwrap() + 1;
        match line.rsplit_once(' ') {
            Some(("round", n)) => self.rounds = self.rounds.max(count(n)),
            Some(("stored", n)) => self.matches = self.matches.max(count(n)),
            _ => {}
        }
        true
    }

    /// Kills the process without warning and reads the rest of its output.
    fn kill(mut self) -> (u32, u32) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        while self.hear() {}
        (self.rounds, self.matches)
    }
}

/// Checks that everything acknowledged is stored and everything stored is complete; skips matches
/// before `known`. Returns the number of matches.
#[track_caller]
fn is_sound(store: &Store, known: u32, (rounds, matches): (u32, u32)) -> u32 {
    let sound: String = store.db.query_row("PRAGMA integrity_check", [], |r| r.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let drawn = store.rounds(1).unwrap().len() as u32;
    assert!(drawn >= rounds, "{rounds} rounds were acknowledged, {drawn} are there");
    let jobs = store.matches(1).unwrap();
    assert_eq!(jobs.len() as u32, drawn * GROUP * GROUPS);
    let played = jobs.iter().filter(|(_, one)| one.played().is_some()).count() as u32;
    assert!(played >= matches, "{matches} were acknowledged, {played} are there");
    assert_eq!(played % GROUP, 0, "a group is stored as a whole");
    assert!(jobs[..played as usize].iter().all(|(_, one)| one.played().is_some()));
    assert_eq!(stored_of(store, known..played).len() as u32, played - known);
    played
}

#[test]
fn nothing_that_was_acknowledged_is_lost_by_killing_the_writer() {
    if let Some(path) = as_child() {
        return write_for_ever(&path);
    }
    let name = "nothing_that_was_acknowledged_is_lost_by_killing_the_writer";
    let (_folder, path) = place();
    let (mut known, mut most) = (0, (0, 0));
    for kill in 0..20_u32 {
        let mut writer = Writer::start(name, &path);
        // The varying number of lines makes kills come early and late.
        for _ in 0..6 + kill * 7 % 13 {
            assert!(writer.hear(), "it continues");
        }
        let (rounds, matches) = writer.kill();
        most = (rounds.max(most.0), matches.max(most.1));
        // Alternately, a reader or the next writer comes first.
        let store = if kill % 2 == 0 { Store::read(&path) } else { Store::open(&path) };
        known = is_sound(&store.unwrap(), known, most);
    }
    assert!(known >= 20 * GROUP, "{known} matches were stored meanwhile");
    assert_eq!(stored(&Store::read(&path).unwrap(), known).len() as u32, known);
}

#[test]
fn while_another_process_writes_it_is_read_and_not_written() {
    if let Some(path) = as_child() {
        return write_for_ever(&path);
    }
    let name = "while_another_process_writes_it_is_read_and_not_written";
    let (_folder, path) = place();
    let mut writer = Writer::start(name, &path);
    while writer.matches < 3 * GROUP {
        assert!(writer.hear(), "it continues");
    }
    match Store::open(&path) {
        Err(StoreError::Locked { process, .. }) => assert_eq!(process, Some(writer.child.id())),
        other => panic!("there are two writers: {:?}", other.err()),
    }
    let reader = Store::read(&path).unwrap();
    assert_eq!(stored(&reader, writer.matches).len() as u32, writer.matches);
    let all = writer.kill();
    // The reader sees its first moment, even after the writer is gone.
    let then = reader.matches(1).unwrap();
    assert!(then.len() as u32 <= all.0 * GROUP * GROUPS + GROUP * GROUPS);
    drop(reader);
    is_sound(&Store::open(&path).unwrap(), 0, all);
}

#[test]
fn a_file_whose_making_was_interrupted_is_made_again() {
    if let Some(path) = as_child() {
        return write_for_ever(&path);
    }
    let name = "a_file_whose_making_was_interrupted_is_made_again";
    let mut begun = 0;
    // The first kills hit the creation of tables, the last the storing of matches.
    for step in 0..24_u32 {
        let (_folder, path) = place();
        let mut child = child(module_path!(), name, &path);
        let mut writer = Writer::spawn(child.env(KILL_AT, (step * step * step).to_string()));
        while writer.hear() {}
        let heard = (writer.rounds, writer.matches);
        assert_eq!(writer.child.wait().unwrap().signal(), Some(Signal::KILL.as_raw()));
        let mut store = Store::create_or_open(&path).unwrap();
        begun += store.revisions().unwrap();
        assert_eq!(store.begin(&plan(), &entrants()).unwrap(), 1);
        is_sound(&store, 0, heard);
    }
    assert!((6..=18).contains(&begun), "{begun} of 24 kills came after the file was made");
}

#[test]
fn a_store_that_is_dropped_loses_only_what_was_not_committed() {
    let (_folder, path) = place();
    let mut store = made(&path, 9, 4);
    for n in 4..9 {
        put(&mut store, n).unwrap();
    }
    assert_eq!(stored(&store, 9).len(), 9, "the process that writes sees it at once");
    drop(store);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(stored(&store, 9), [0, 1, 2, 3]);
    store.commit().unwrap();
    (4..9).for_each(|n| put(&mut store, n).unwrap());
    store.commit().unwrap();
    drop(store);
    assert_eq!(stored(&Store::open(&path).unwrap(), 9).len(), 9);
}

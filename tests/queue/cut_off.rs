//! Machines cut off from the server, coordinators that read too slowly, a full disk: no match is
//! lost, none counts twice, and the outcome is the same as on one machine.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::client::Client;
use crate::nats::Nats;
use crate::processes::{Process, assert_same, count, folder, juez, long};

/// A connection from a worker to a server. It breaks after this many batches: the worker's messages
/// then arrive when it is repaired.
#[derive(Clone)]
struct Wire(Arc<(Mutex<WireState>, Condvar)>);

enum WireState {
    /// It breaks after this many more batches.
    Whole(usize),
    Broken,
    Mended,
}

impl Wire {
    fn breaks_after(batches: usize) -> Wire {
        Wire(Arc::new((Mutex::new(WireState::Whole(batches)), Condvar::new())))
    }

    /// Returns the address at which the server answers through it.
    fn to(&self, url: &str) -> String {
        let server = url.strip_prefix("nats://").expect("an address").to_string();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let wire = self.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(&server) else { continue };
                let [up, down] = [&near, &far].map(|end| end.try_clone().expect("a stream"));
                let [first, second] = [wire.clone(), wire.clone()];
                thread::spawn(move || copy(up, far, |_| first.wait()));
                thread::spawn(move || copy(down, near, |bytes| second.count(bytes)));
            }
        });
        format!("nats://127.0.0.1:{port}")
    }

    /// Holds back the worker's messages while the connection is broken.
    fn wait(&self) {
        let (state, mended) = &*self.0;
        let state = state.lock().expect("a lock");
        drop(mended.wait_while(state, |state| matches!(state, WireState::Broken)).expect("a lock"));
    }

    /// Breaks if these bytes begin the last batch.
    fn count(&self, bytes: &[u8]) {
        let batches = String::from_utf8_lossy(bytes).matches("$JS.ACK.JUEZ_JOBS.").count();
        let mut state = self.0.0.lock().expect("a lock");
        if let WireState::Whole(left) = &mut *state {
            *left = left.saturating_sub(batches);
            if *left == 0 {
                *state = WireState::Broken;
            }
        }
    }

    fn mend(&self) {
        *self.0.0.lock().expect("a lock") = WireState::Mended;
        self.0.1.notify_all();
    }
}

fn copy(mut from: TcpStream, mut to: TcpStream, before: impl Fn(&[u8])) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        before(&bytes[..count]);
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

#[test]
fn a_worker_that_was_cut_off_reports_what_another_has_played_and_it_counts_once() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let wire = Wire::breaks_after(3);
    let mut ana = Process::worker(folder, &wire.to(&url), "ana", &[]);
    let queue = [&long()[..], &["--db", "queue.db", "--batch", "4"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    coordinator.wait_for_matches(8);
    // The worker has a batch, plays it, and cannot report it.
    ana.wait_for(|line| line.contains("results were not accepted"));
    let _bo = Process::worker(folder, &url, "bo", &[]);
    coordinator.wait_for_matches(60);
    wire.mend();
    let events = coordinator.finish();
    assert_eq!(count(&events, "worker_refused"), 0);
    assert_eq!(count(&events, "match_finished"), 720);
    assert_same(folder, &long(), "queue.db");
}

#[test]
fn a_coordinator_that_is_cut_off_for_reading_too_slowly_goes_on() {
    // The server gives up on a client that leaves more than this unread.
    let limits = "max_payload: 16KB\nmax_pending: 32KB\nwrite_deadline: \"100ms\"";
    let Some(nats) = Nats::with(limits) else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let queue = [&long()[..], &["--db", "queue.db", "--batch", "12"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    let workers = ["ana", "bo"].map(|name| Process::worker(folder, &url, name, &[]));
    coordinator.wait_for_matches(12);
    let flood = Client::connect(&url, "flood");
    coordinator.stop();
    while !nats.log().contains("Slow Consumer") {
        flood.heartbeats(100);
    }
    coordinator.go_on();
    let events = coordinator.finish();
    assert_eq!(count(&events, "match_finished"), 720);
    assert_same(folder, &long(), "queue.db");
    drop(workers);
}

/// A disk of one megabyte, which grows after it was full.
const SMALL_DISK: &str = r#"
mkdir disk && mount -t tmpfs -o size=1m none disk || exit 77
"$@" --db disk/queue.db 2>full
echo "exit status $?" >>full
mount -o remount,size=64m disk
"$1" tournament --resume disk/queue.db --quiet --queue "$QUEUE" && cp disk/queue.db .
"#;

#[test]
fn a_coordinator_whose_disk_is_full_says_so_and_goes_on_when_there_is_space() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let _ana = Process::worker(folder, &url, "ana", &[]);
    let coordinator = juez(folder, &[&long()[..], &["--quiet", "--queue", &url]].concat());
    let mut disk = Command::new("unshare");
    disk.args(["-rm", "sh", "-c", SMALL_DISK, "sh"]).arg(coordinator.get_program());
    disk.args(coordinator.get_args()).current_dir(folder).env("QUEUE", &url);
    let output = disk.output().expect("unshare runs");
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(77) || said.contains("unshare: ") {
        eprintln!("skipped: no disk of our own can be mounted here: {said}");
        return;
    }
    assert!(output.status.success(), "{}: {said}", output.status);
    let full = std::fs::read_to_string(folder.join("full")).expect("its words");
    assert!(full.contains("the disk is full; nothing stored is lost"), "{full}");
    assert!(full.ends_with("exit status 2\n"), "{full}");
    assert_same(folder, &long(), "queue.db");
}

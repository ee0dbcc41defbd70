//! Machines cut off from the server, coordinators that read too slowly, a full disk: nothing is lost, nothing
//! counts twice, and what comes out is that of one machine.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use crate::nats::Nats;
use crate::processes::{Process, assert_same, count, folder, juez, long};

/// A wire to a server that can be cut: what is sent then arrives when it is mended.
#[derive(Clone, Default)]
struct Wire(Arc<(Mutex<bool>, Condvar)>);

impl Wire {
    /// The address at which the server answers through it.
    fn to(&self, url: &str) -> String {
        let server = url.strip_prefix("nats://").expect("an address").to_string();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let wire = self.clone();
        thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let Ok(far) = TcpStream::connect(&server) else { continue };
                let back =
                    (far.try_clone().expect("a stream"), near.try_clone().expect("a stream"));
                for (from, to) in [(near, far), back] {
                    let wire = wire.clone();
                    thread::spawn(move || wire.carry(from, to));
                }
            }
        });
        format!("nats://127.0.0.1:{port}")
    }

    fn carry(&self, mut from: TcpStream, mut to: TcpStream) {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            let (is_cut, mended) = &*self.0;
            let is_cut = is_cut.lock().expect("a lock");
            drop(mended.wait_while(is_cut, |is_cut| *is_cut).expect("a lock"));
            if to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    }

    fn set(&self, cut: bool) {
        let (is_cut, mended) = &*self.0;
        *is_cut.lock().expect("a lock") = cut;
        mended.notify_all();
    }
}

#[test]
fn a_worker_that_was_cut_off_reports_what_another_has_played_and_it_counts_once() {
    let Some(nats) = Nats::start() else { return };
    let folder = folder();
    let (folder, url) = (folder.path(), nats.url());
    let wire = Wire::default();
    let mut ana = Process::worker(folder, &wire.to(&url), "ana", &[]);
    let queue = [&long()[..], &["--db", "queue.db", "--batch", "4"]].concat();
    let mut coordinator = Process::coordinator(folder, &url, &queue);
    coordinator.wait_for_matches(4);
    wire.set(true);
    // It has a batch, plays it, and cannot report it.
    ana.wait_for(|line| line.contains("results are not taken"));
    let _bo = Process::worker(folder, &url, "bo", &[]);
    coordinator.wait_for_matches(60);
    wire.set(false);
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
    coordinator.stop();
    nats.wait_for("Slow Consumer");
    coordinator.go_on();
    let events = coordinator.finish();
    assert_eq!(count(&events, "match_finished"), 720);
    assert_same(folder, &long(), "queue.db");
    drop(workers);
}

/// A disk of a megabyte, which becomes larger when it was full.
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

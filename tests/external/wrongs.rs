use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use juez::core::FaultKind;

use super::{puppet, record};
use crate::cli::folder::{Folder, juez, started};

/// The time in which a process must end.
const SOON: Duration = Duration::from_secs(20);

#[test]
fn what_a_program_does_wrong_is_a_fault_as_of_a_script() {
    let wrongs = [
        ("late", FaultKind::OutOfTime, "no answer in 350 ms (300 ms and a margin of 50 ms)"),
        (
            "cut",
            FaultKind::OutOfTime,
            "no answer in 350 ms (300 ms and a margin of 50 ms): it wrote {\"mo",
        ),
        ("deaf", FaultKind::OutOfTime, "no answer in 350 ms (300 ms and a margin of 50 ms)"),
        ("dead", FaultKind::Crashed, "the program ended with exit code 3"),
        ("crash", FaultKind::Crashed, "the program ended with exit code 1"),
        ("signal", FaultKind::Crashed, "the program ended with exit code 139"),
        ("flood", FaultKind::Crashed, "an answer of more than 1048576 bytes"),
        (
            "garbage",
            FaultKind::Unreadable,
            r#"the answer is "hello"; expected a JSON object on one line"#,
        ),
        (
            "no_move",
            FaultKind::Unreadable,
            r#"the answer is {"muve": "e2"}; expected {"move": "..."}"#,
        ),
        (
            "no_text",
            FaultKind::Unreadable,
            r#"the answer is {"move": 7}; expected {"move": "..."}"#,
        ),
        (
            "nan",
            FaultKind::Unreadable,
            "the answer is not JSON: it has no NaN (column 25); write null",
        ),
        ("illegal", FaultKind::IllegalMove, "e5 is too far from e1"),
        ("refuse", FaultKind::Script, "the program says: I give up"),
    ];
    for (mode, kind, why) in wrongs {
        let record = record(&Folder::new(), &[&puppet(mode), "random"], &["--movetime", "300ms"]);
        let [fault] = record.faults() else { panic!("{mode}: one fault: {:?}", record.end) };
        assert_eq!((fault.seat.index(), fault.ply), (0, 4), "{mode}");
        assert_eq!(fault.fault.kind, kind, "{mode}: {}", fault.fault.why);
        assert!(fault.fault.why.starts_with(why), "{mode}: {}", fault.fault.why);
        assert_eq!(record.end.expect("an end").ranks.as_slice(), [2, 1], "{mode}");
    }
}

#[test]
fn a_program_fails_in_each_of_its_calls() {
    for call in ["start", "finish"] {
        let record = record(&Folder::new(), &["random", &puppet(call)], &[]);
        let [fault] = record.faults() else { panic!("{call}: one fault: {:?}", record.end) };
        assert_eq!(fault.fault.hook.name(), call);
        assert_eq!(fault.fault.why, "the program ended with exit code 1");
        let log = record.log_of(fault).join("\n");
        assert!(log.contains("ValueError: not today"), "{call}: {log}");
    }
    let load = puppet("load");
    let run = Folder::new().juez_with("play quoridor", &[&load, "random"]).exits(2);
    run.warns_of("puppet cannot play: the program ended with exit code 1")
        .warns_of("ValueError: not today");
}

#[test]
fn lines_without_end_are_no_answer() {
    for protocol in ["engine", "qtp"] {
        let flood = format!("{protocol}:yes info");
        let run = Folder::new().juez_with("play quoridor", &[&flood, "random"]).exits(2);
        run.warns_of("yes cannot play: an answer of more than 1048576 bytes");
    }
}

#[test]
fn a_line_that_was_not_asked_for_is_a_fault_at_the_next_question() {
    let record = record(&Folder::new(), &[&puppet("twice"), "random"], &[]);
    let [fault] = record.faults() else { panic!("one fault: {:?}", record.end) };
    assert_eq!((fault.ply, fault.fault.kind), (6, FaultKind::Unreadable));
    let why = "standard output is for answers, standard error for the log";
    assert!(fault.fault.why.ends_with(why), "{}", fault.fault.why);
}

#[test]
fn an_answer_too_many_is_a_fault_of_an_engine_too() {
    let twice = r#"
import sys
ANSWERS = {"juez": "ok\n", "newgame": "ok\n", "position": "", "quit": "", "go": 2 * "bestmove e2\n", "genmove": 2 * "= E8\n\n"}
for line in sys.stdin:
    sys.stdout.write(ANSWERS.get(line.split()[0], "=\n\n"))
    sys.stdout.flush()
"#;
    let folder = Folder::new().with("twice.py", twice);
    for (protocol, line) in [("engine", "bestmove e2"), ("qtp", "= E8")] {
        let record = record(&folder, &[&format!("{protocol}:python3 twice.py"), "random"], &[]);
        let [fault] = record.faults() else { panic!("one fault: {:?}", record.end) };
        assert_eq!((fault.ply, fault.fault.kind), (2, FaultKind::Unreadable), "{protocol}");
        let why = format!("an unexpected line: {line}");
        assert!(fault.fault.why.starts_with(&why), "{}", fault.fault.why);
    }
}

#[test]
fn a_program_that_was_late_is_lost_also_where_faults_cost_a_strike() {
    let options = ["--movetime", "300ms", "--on-fault", "substitute", "--strikes", "3"];
    let record = record(&Folder::new(), &[&puppet("late"), "random"], &options);
    let whys: Vec<&str> = record.faults().iter().map(|fault| &fault.fault.why[..]).collect();
    let over = "the program was ended after an earlier fault";
    assert_eq!(whys, ["no answer in 350 ms (300 ms and a margin of 50 ms)", over]);
}

#[test]
fn a_log_without_end_is_cut_and_harms_nothing() {
    let record = record(&Folder::new(), &[&puppet("chatter"), "random"], &["--movetime", "30s"]);
    assert_eq!(record.faults(), []);
    let bytes = |log: &Vec<String>| log.iter().map(String::len).sum::<usize>();
    let longest = record.plies.iter().filter_map(|ply| ply.log.as_ref()).map(bytes).max();
    assert!(longest.is_some_and(|bytes| (4000..9000).contains(&bytes)), "{longest:?}");
}

/// Returns the processes that the puppet has written down.
fn pids(folder: &Folder) -> Vec<u32> {
    folder.read("pids").lines().map(|line| line.parse().expect("a number")).collect()
}

/// Returns true if a process runs; false once it has ended, even if no parent has waited for it.
fn runs(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
    state.is_some_and(|state| state != 'Z')
}

#[track_caller]
fn are_gone_soon(pids: &[u32]) {
    assert!(Path::new("/proc/self/stat").exists(), "only Linux tells who runs");
    let begun = Instant::now();
    while pids.iter().any(|pid| runs(*pid)) {
        assert!(begun.elapsed() < SOON, "still there: {pids:?}");
        thread::yield_now();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_program_started_ends_with_the_match() {
    let folder = Folder::new();
    let family = record(&folder, &[&puppet("family"), "random"], &[]);
    assert_eq!(family.faults(), []);
    let pids = pids(&folder);
    assert_eq!(pids.len(), 3, "the program, a child, and one that has left both");
    are_gone_soon(&pids);
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_stops_its_guard_ends_too() {
    let folder = Folder::new();
    let stopped = record(&folder, &[&puppet("stopped"), "random"], &["--movetime", "300ms"]);
    assert_eq!(stopped.faults()[0].fault.kind, FaultKind::OutOfTime);
    are_gone_soon(&pids(&folder));
}

#[test]
#[cfg(target_os = "linux")]
fn nothing_stays_behind_when_juez_is_killed() {
    let folder = Folder::new();
    let waits = puppet("waits");
    let arguments = ["play", "quoridor", &waits, "random", "--movetime", "600s"];
    let mut child = started(juez().args(arguments), &folder.path(""));
    let begun = Instant::now();
    while !folder.path("waits").exists() {
        assert!(begun.elapsed() < SOON, "the program does not come to its third move");
        thread::yield_now();
    }
    let pids = pids(&folder);
    assert!(pids.len() == 3 && pids.iter().all(|pid| runs(*pid)), "{pids:?}");
    child.kill().expect("it is killed as with kill -9");
    child.wait().expect("it ends");
    are_gone_soon(&pids);
}

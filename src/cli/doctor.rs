//! `juez doctor`: what this machine supports, and what that means for matches.

#![allow(unsafe_code)] // asks the system through its C calls

use anstyle::{AnsiColor, Style};
use std::io::Write;

use super::Verdict;
use crate::registry::games;
use crate::script::LANGUAGES;

/// Arguments of `juez doctor`.
#[derive(clap::Args)]
pub(super) struct DoctorArgs {
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// One thing looked at.
struct Finding {
    name: &'static str,
    good: bool,
    found: String,
}

const GOOD: Style = AnsiColor::Green.on_default().bold();
const WEAK: Style = AnsiColor::Yellow.on_default().bold();

pub(super) fn run(args: &DoctorArgs) -> anyhow::Result<Verdict> {
    let findings = look();
    let mut out = anstream::stdout().lock();
    if args.json {
        let fields = findings.iter().map(|finding| {
            let value = serde_json::json!({"ok": finding.good, "found": finding.found});
            (finding.name.to_string(), value)
        });
        writeln!(out, "{}", serde_json::Value::Object(fields.collect()))?;
        return Ok(Verdict::Done);
    }
    for Finding { name, good, found } in findings {
        let (style, word) = if good { (GOOD, "ok") } else { (WEAK, "weaker") };
        writeln!(out, "{style}{word:<7}{style:#} {name:<12} {found}")?;
    }
    Ok(Verdict::Done)
}

fn look() -> Vec<Finding> {
    let good = |name, found: String| Finding { name, good: true, found };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let languages: Vec<String> = LANGUAGES
        .iter()
        .map(|l| format!("{}, {} fuel per reference ms", l.title, l.fuel_per_ms))
        .collect();
    let games: Vec<&str> = games().iter().map(|game| game.info().id).collect();
    vec![
        good("juez", format!("{}, {} build", env!("CARGO_PKG_VERSION"), build())),
        good(
            "system",
            format!("{} on {}, {cores} cores", std::env::consts::OS, std::env::consts::ARCH),
        ),
        good("games", games.join(", ")),
        good("languages", languages.join("; ")),
        Finding {
            name: "memory",
            good: cfg!(feature = "counting-allocator"),
            found: if cfg!(feature = "counting-allocator") {
                "heap of every script is counted and limited".to_string()
            } else {
                "built without counting-allocator: the heap of Rhai bots is not limited".to_string()
            },
        },
        cpu_clock(),
        landlock(),
        seccomp(),
        limits(),
        terminal(),
    ]
}

fn build() -> &'static str {
    if cfg!(debug_assertions) { "debug" } else { "release" }
}

fn cpu_clock() -> Finding {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the struct it is given.
    let result = unsafe { libc::clock_getres(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    Finding {
        name: "cpu clock",
        good: result == 0,
        found: match result {
            0 => format!(
                "thread CPU time in steps of {} ns guards against slow natives",
                time.tv_nsec
            ),
            _ => "no thread CPU clock: only wall time guards against slow natives".to_string(),
        },
    }
}

#[cfg(target_os = "linux")]
fn landlock() -> Finding {
    const VERSION: libc::c_long = 1;
    let nothing = std::ptr::null::<libc::c_void>();
    // SAFETY: asked for its version the call reads nothing and changes nothing.
    let abi = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0usize, VERSION) };
    Finding {
        name: "landlock",
        good: abi > 0,
        found: match abi {
            1.. => format!("ABI {abi}: a match process can be cut off from files and network"),
            _ => "not in this kernel: a match process could reach files".to_string(),
        },
    }
}

#[cfg(target_os = "linux")]
fn seccomp() -> Finding {
    let actions = std::fs::read_to_string("/proc/sys/kernel/seccomp/actions_avail");
    // SAFETY: asks for the mode of this thread and changes nothing.
    let mode = unsafe { libc::prctl(libc::PR_GET_SECCOMP) };
    let good = actions.as_ref().is_ok_and(|actions| actions.contains("errno")) || mode >= 0;
    Finding {
        name: "seccomp",
        good,
        found: if good {
            "system calls of a match process can be filtered".to_string()
        } else {
            "not in this kernel: system calls of a match process cannot be filtered".to_string()
        },
    }
}

#[cfg(not(target_os = "linux"))]
fn landlock() -> Finding {
    let found = "only on Linux: a match process could reach files".to_string();
    Finding { name: "landlock", good: false, found }
}

#[cfg(not(target_os = "linux"))]
fn seccomp() -> Finding {
    let found = "only on Linux: system calls of a match process cannot be filtered".to_string();
    Finding { name: "seccomp", good: false, found }
}

#[cfg(unix)]
fn limits() -> Finding {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call only writes the struct it is given.
    let result = unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) };
    let free = limit.rlim_cur == libc::RLIM_INFINITY;
    Finding {
        name: "rlimits",
        good: result == 0,
        found: match (result, free) {
            (0, true) => "address space of a match process can be limited".to_string(),
            (0, false) => {
                format!("address space is already limited to {} MiB", limit.rlim_cur >> 20)
            }
            _ => "not to be had".to_string(),
        },
    }
}

#[cfg(not(unix))]
fn limits() -> Finding {
    Finding { name: "rlimits", good: false, found: "not on this system".to_string() }
}

fn terminal() -> Finding {
    use std::io::IsTerminal;
    let utf8 = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .is_some_and(|value| value.to_lowercase().contains("utf"));
    let screen = if std::io::stdout().is_terminal() { "a terminal" } else { "not a terminal" };
    let colour = if std::env::var_os("NO_COLOR").is_some() { ", colour switched off" } else { "" };
    let found = match utf8 {
        true => format!("{screen}{colour}, UTF-8"),
        false => format!("{screen}{colour}; the locale does not say UTF-8, boards may look wrong"),
    };
    Finding { name: "screen", good: utf8, found }
}

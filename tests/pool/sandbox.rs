//! The rights that a worker gives up.

#![allow(unsafe_code)] // asks the kernel what it has

use juez::pool::{LeaveOut, Pool, PoolOptions};

use crate::tables::{on_a_thread, setup};
use crate::workers::Workers;

fn possible(pool: &Pool) -> Vec<String> {
    let probes = pool.probe().unwrap();
    assert!(probes.len() >= 10);
    probes.into_iter().filter(|probe| !probe.refused).map(|probe| probe.tried).collect()
}

/// Returns true if this kernel filters system calls, which alone can deny a worker everything. Asks
/// the kernel, because a worker that wrongly runs without the filter would report that there is
/// none.
pub fn has_seccomp() -> bool {
    // SAFETY: the call only asks.
    unsafe { libc::prctl(libc::PR_GET_SECCOMP) >= 0 }
}

/// Returns true if this kernel restricts files.
fn has_landlock() -> bool {
    const ONLY_THE_VERSION: libc::c_ulong = 1;
    let nothing: *const libc::c_void = std::ptr::null();
    // SAFETY: the call only asks.
    unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0usize, ONLY_THE_VERSION) > 0
    }
}

pub fn a_worker_can_reach_nothing() {
    let Workers { pool, folder: _folder, .. } = Workers::new();
    assert_eq!(pool.report().is_complete(), has_seccomp() && has_landlock(), "{}", pool.report());
    if has_seccomp() {
        assert_eq!(possible(&pool), Vec::<String>::new());
    }
}

pub fn each_layer_alone_keeps_files_and_programs_away() {
    for (landlock, seccomp) in [(true, false), (false, true)] {
        // A feature that this kernel lacks cannot be tried alone.
        if !(if landlock { has_seccomp() } else { has_landlock() }) {
            continue;
        }
        let leave_out = LeaveOut { landlock, seccomp };
        let workers = Workers::with(PoolOptions { leave_out, ..PoolOptions::default() });
        let possible = possible(&workers.pool);
        for never in ["read a file", "list a folder", "write a file", "run a program"] {
            assert!(!possible.iter().any(|tried| tried == never), "{possible:?}");
        }
    }
}

pub fn a_system_with_neither_still_has_workers_with_bounded_memory_and_says_what_is_weaker() {
    let leave_out = LeaveOut { landlock: true, seccomp: true };
    let weak = PoolOptions { leave_out, ..PoolOptions::default() };
    let workers = Workers::with(weak.clone());
    let line = workers.pool.report().to_string();
    assert!(line.starts_with("weaker sandbox, a bot that escapes its VM could "), "{line}");
    assert!(line.contains("read files") && !line.contains('\n'), "{line}");
    let possible = possible(&workers.pool);
    assert!(possible.iter().any(|tried| tried == "read a file"), "the probes are real");
    assert!(!possible.iter().any(|tried| tried == "write a file"), "no file may have a size");
    assert!(!possible.iter().any(|tried| tried == "allocate 64 GiB"), "{possible:?}");
    let (game, setup) = setup("quoridor", &["bots/quoridor/runner.lua", "random"], 1);
    let record = workers.play(game, &setup);
    assert_eq!(record.to_line(), on_a_thread(game, &setup).to_line());
    let program = Some(env!("CARGO_BIN_EXE_juez").into());
    let refused = Pool::new(&PoolOptions { require_sandbox: true, program, ..weak });
    let error = refused.err().expect("it is required").to_string();
    assert!(error.ends_with("; --require-sandbox refuses that"), "{error}");
}

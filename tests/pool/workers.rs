//! Workers that run this program and misbehave when a test wants it.

use juez::core::{Hook, Record};
use juez::pool::{Isolation, Pool, PoolError, PoolOptions, worker_main_as, worker_main_with};
use juez::registry::{AnyGame, MatchSetup};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tempfile::TempDir;

use crate::harms::harm;
use crate::tap;

/// The name of the fork server's process, as the system lists it.
#[cfg(target_os = "linux")]
const FORK_SERVER: &str = "fork-server\n";
/// The link that workers are started by.
const PROGRAM: &str = "worker";
/// The file that says how they misbehave, in the folder of the link.
const DRILL: &str = "drill";
/// A file next to it for each worker that misbehaves, if not all do: the worker that can remove one
/// does.
const TURNS: [&str; 2] = ["turn-1", "turn-2"];

/// A way in which workers misbehave.
#[derive(Clone, Copy, Debug)]
pub struct Drill {
    /// The name of the harm; see `harms`.
    pub harm: &'static str,
    /// Before a call of this hook.
    pub hook: Hook,
    /// After this many calls of `next_move` in the match.
    pub moves: u32,
    /// The number of workers, beginning with the next to start; `None` for all.
    pub workers: Option<usize>,
}

impl Drill {
    /// Affects every worker, for a move at the third one.
    pub fn every(harm: &'static str, hook: Hook) -> Drill {
        let moves = if hook == Hook::NextMove { 2 } else { 0 };
        Drill { harm, hook, moves, workers: None }
    }

    /// Affects only the next one or two workers.
    pub fn to_the_next(self, workers: usize) -> Drill {
        Drill { workers: Some(workers), ..self }
    }
}

/// A pool of such workers, in a separate folder.
pub struct Workers {
    pub isolation: Isolation,
    pub pool: Pool,
    pub folder: TempDir,
}

impl Workers {
    /// Makes workers that behave well.
    pub fn new() -> Workers {
        Workers::with(PoolOptions::default())
    }

    pub fn with(options: PoolOptions) -> Workers {
        Workers::linked(PROGRAM, options)
    }

    /// Makes workers whose input is written down.
    pub fn tapped() -> Workers {
        Workers::linked(tap::PROGRAM, PoolOptions::default())
    }

    fn linked(name: &str, options: PoolOptions) -> Workers {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join(name);
        symlink(std::env::current_exe().expect("this program"), &program).expect("a link");
        let pool = Pool::new(&PoolOptions { program: Some(program), ..options });
        let pool = pool.expect("a worker starts");
        Workers { isolation: Isolation::Process(pool.clone()), pool, folder }
    }

    /// Makes the workers that start from now on misbehave, and ends the running ones.
    pub fn arm(&self, drill: Drill) {
        let Drill { harm, hook, moves, workers } = drill;
        let file = |name: &str| self.folder.path().join(name);
        let text = format!("{harm} {hook} {moves} {}", workers.is_none());
        fs::write(file(DRILL), text).expect("a file");
        for (n, turn) in TURNS.into_iter().enumerate() {
            match workers {
                Some(workers) if n < workers => fs::write(file(turn), "").expect("a file"),
                _ => drop(fs::remove_file(file(turn))),
            }
        }
        self.pool.idle().into_iter().for_each(kill);
    }

    /// Returns the record of a match with its bots in these workers.
    pub fn play(&self, game: &'static dyn AnyGame, setup: &MatchSetup) -> Record {
        self.try_play(game, setup).expect("it is played")
    }

    pub fn try_play(
        &self,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
    ) -> Result<Record, PoolError> {
        self.isolation.play(game, setup)
    }

    /// Returns the living processes, busy or not.
    #[cfg(target_os = "linux")]
    pub fn living(&self) -> Vec<u32> {
        self.processes(|name| name != FORK_SERVER)
    }

    /// Returns the process that the others are forked from.
    #[cfg(target_os = "linux")]
    pub fn fork_server(&self) -> u32 {
        let [server] = self.processes(|name| name == FORK_SERVER)[..] else {
            panic!("not one fork server");
        };
        server
    }

    #[cfg(target_os = "linux")]
    fn processes(&self, wanted: impl Fn(&str) -> bool) -> Vec<u32> {
        let own = [self.folder.path().join(PROGRAM).as_os_str().as_encoded_bytes(), b"\0"].concat();
        let all = fs::read_dir("/proc").expect("there is /proc").flatten();
        let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter(|id| {
            let is_own = fs::read(format!("/proc/{id}/cmdline"));
            let name = fs::read_to_string(format!("/proc/{id}/comm"));
            is_own.is_ok_and(|line| line.starts_with(&own)) && name.is_ok_and(|name| wanted(&name))
        })
        .collect()
    }
}

/// Kills a child and waits until it is dead, so that only its parent has yet to notice.
pub fn kill(process: u32) {
    let process = Pid::from_raw(process as i32).expect("the id of a process");
    kill_process(process, Signal::KILL).expect("a child can be killed");
    let dead = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(process), dead).expect("a child can be waited for");
}

/// Runs the worker that was started under this name.
pub fn work(program: &Path, args: &[String]) -> ExitCode {
    worker_main_as(args, |orders| start(program, orders))
}

fn start(program: &Path, orders: &[String]) -> ExitCode {
    if program.file_name().is_some_and(|name| name == tap::PROGRAM) {
        return tap::work(program, orders);
    }
    let Some((happens, hook, moves)) = armed(program.with_file_name(DRILL)) else {
        return juez::pool::worker_main(orders);
    };
    worker_main_with(orders, move |called, before| {
        if (called.name(), before) == (&hook, moves) {
            happens();
        }
    })
}

/// Returns the harm that this worker does, and the call before it.
fn armed(file: PathBuf) -> Option<(fn(), String, u32)> {
    let text = fs::read_to_string(&file).ok()?;
    let [name, hook, moves, all] = text.split(' ').collect::<Vec<_>>()[..] else {
        panic!("no drill: {text:?}");
    };
    let own_turn = || TURNS.iter().any(|turn| fs::remove_file(file.with_file_name(turn)).is_ok());
    let armed = all == "true" || own_turn();
    armed.then(|| (harm(name), hook.to_string(), moves.parse().expect("a number")))
}

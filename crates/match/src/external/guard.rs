//! The parent process of a program, which kills it with all its descendants.
//!
//! juez starts itself again as a guard, and the guard starts the program. Requests pass through the
//! guard, answers do not. When the input of the guard ends, because the match is over or juez is
//! gone, it kills the process group of the program and, on Linux, the processes that have left the
//! group: they become children of the guard once their parent is dead.

use std::io::{Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc;
use std::{io, thread};

/// The command that makes a process a guard. Only juez itself uses it.
pub const COMMAND: &str = "program-guard";
/// Exit code if the program could not be started, as in a shell.
pub(super) const NOT_STARTED: i32 = 127;
/// Buffer size in bytes for passing requests on.
const PIECE: usize = 64 << 10;

/// Runs a guard with the command of a program.
pub fn main(command: &[String]) -> ExitCode {
    let [program, args @ ..] = command else {
        eprintln!("{COMMAND} is how juez starts a program; try `juez play`");
        return ExitCode::from(2);
    };
    family::adopt_orphans();
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped());
    family::in_own_group(&mut command);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(NOT_STARTED as u8);
        }
    };
    let mut input = child.stdin.take().expect("its input is a pipe");
    // Requests are read even while the program does not read: otherwise their end would go
    // unnoticed.
    let (pass, requests) = mpsc::channel::<Vec<u8>>();
    thread::spawn(move || {
        let passed = |request: &Vec<u8>| input.write_all(request).is_ok();
        requests.iter().take_while(passed).for_each(drop)
    });
    let id = child.id();
    thread::spawn(move || {
        let mut piece = vec![0; PIECE];
        let mut stdin = io::stdin().lock();
        while let Ok(count @ 1..) = stdin.read(&mut piece) {
            let _ = pass.send(piece[..count].to_vec());
        }
        family::kill(id);
    });
    let status = family::end(&mut child);
    family::kill_orphans();
    ExitCode::from(status.map_or(1, family::exit_code))
}

#[cfg(unix)]
mod family {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::io;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    pub fn in_own_group(command: &mut Command) {
        command.process_group(0);
    }

    fn pid(id: u32) -> Option<Pid> {
        Pid::from_raw(id as i32)
    }

    /// Waits until a program has ended, and kills its group.
    pub fn end(program: &mut Child) -> io::Result<ExitStatus> {
        if let Some(pid) = pid(program.id()) {
            // The program stays a zombie until its group is dead, so that its number is not reused.
            let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while let Err(rustix::io::Errno::INTR) = waitid(WaitId::Pid(pid), ended) {}
        }
        kill(program.id());
        program.wait()
    }

    pub fn kill(id: u32) {
        if let Some(pid) = pid(id) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Returns the exit code as in a shell: 128 plus the signal.
    pub fn exit_code(status: ExitStatus) -> u8 {
        status.code().or_else(|| Some(128 + status.signal()?)).unwrap_or(1) as u8
    }

    #[cfg(target_os = "linux")]
    pub fn adopt_orphans() {
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    #[cfg(target_os = "linux")]
    pub fn kill_orphans() {
        use rustix::process::{WaitOptions, getpid, kill_process, waitpid};

        let children = |task: std::fs::DirEntry| {
            let list = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            list.split_whitespace().filter_map(|id| pid(id.parse().ok()?)).collect::<Vec<_>>()
        };
        let tasks = || std::fs::read_dir(format!("/proc/{}/task", getpid().as_raw_nonzero()));
        // Children of killed processes become orphans in the next round.
        while let Ok(tasks) = tasks() {
            let orphans: Vec<Pid> = tasks.flatten().flat_map(children).collect();
            if orphans.is_empty() {
                return;
            }
            for orphan in orphans {
                let _ = kill_process(orphan, Signal::KILL);
                let _ = waitpid(Some(orphan), WaitOptions::empty());
            }
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn adopt_orphans() {}

    #[cfg(not(target_os = "linux"))]
    pub fn kill_orphans() {}
}

#[cfg(windows)]
mod family {
    use std::io;
    use std::process::{Child, Command, ExitStatus, Stdio};

    pub fn in_own_group(_command: &mut Command) {}

    /// Waits until a program has ended.
    pub fn end(program: &mut Child) -> io::Result<ExitStatus> {
        program.wait()
    }

    /// Kills a program and its descendants.
    pub fn kill(id: u32) {
        let mut command = Command::new("taskkill");
        command.args(["/T", "/F", "/PID", &id.to_string()]);
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }

    pub fn exit_code(status: ExitStatus) -> u8 {
        status.code().map_or(1, |code| code as u8)
    }

    pub fn adopt_orphans() {}

    pub fn kill_orphans() {}
}

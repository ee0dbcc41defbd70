//! `juez worker`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::options::{IsolationArgs, cores};
use super::queue_args::{LoginArgs, notices};
use super::text::{counted, tell};
use super::verdict::Verdict;
use juez_pool::IsolationKind;
use juez_queue::{WorkerOptions, run_worker};

/// Arguments of `juez worker`: a server and how to play.
#[derive(clap::Args)]
#[command(after_help = "\
Workers can join and leave at any time; one stopped by Ctrl-C or SIGTERM finishes its batches \
first. docs/scale.md shows how to start many.

Exit code: 0 left, 2 a server that cannot be used.")]
pub(super) struct WorkerArgs {
    /// Address of the NATS server, as in nats://host; several of a cluster separated by commas
    #[arg(long, value_name = "URL")]
    queue: String,
    #[command(flatten)]
    login: LoginArgs,
    /// Name of this worker in results [default: the user, or the name of the host]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Matches to play at once [default: number of CPUs]
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,
    /// Leave after this long without work, such as 10m [default: wait forever]
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    idle: Option<Duration>,
    /// Where scripts run: process (a sandboxed one for each bot) or thread (this process)
    #[arg(long, default_value = "process")]
    isolation: IsolationKind,
    /// Fail if the sandbox is incomplete
    #[arg(long)]
    require_sandbox: bool,
}

pub(super) fn run(args: &WorkerArgs) -> anyhow::Result<Verdict> {
    let server = args.login.server(&args.queue, args.name.as_deref())?;
    let isolation =
        IsolationArgs { kind: args.isolation, require_sandbox: args.require_sandbox }.open()?;
    let stop = leaving()?;
    let concurrency = args.concurrency.unwrap_or_else(cores);
    let options = WorkerOptions { concurrency, stop, idle: args.idle };
    let done = run_worker(&server, &isolation, &options, notices())?;
    tell(format_args!("{} played", counted(done.matches as usize, "match", "matches")));
    Ok(Verdict::Done)
}

/// Returns a flag that the first Ctrl-C or SIGTERM sets. The second one ends the program; its jobs
/// go to other workers.
fn leaving() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut signals = runtime.block_on(async { Signals::new() })?;
    let listen = move || {
        runtime.block_on(async {
            signals.next().await;
            flag.store(true, Ordering::Relaxed);
            tell("\nfinishing the current batches; press again to stop at once");
            signals.next().await;
            std::process::exit(Verdict::Interrupted as i32);
        });
    };
    std::thread::Builder::new().name("signals".into()).spawn(listen)?;
    Ok(stop)
}

#[cfg(unix)]
struct Signals(tokio::signal::unix::Signal, tokio::signal::unix::Signal);

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals(signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?))
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
        }
    }
}

#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn new() -> std::io::Result<Signals> {
        tokio::signal::windows::ctrl_c().map(Signals)
    }

    async fn next(&mut self) {
        self.0.recv().await;
    }
}

//! `juez queue`.

use clap::Subcommand;
use std::io::Write;
use std::time::Duration;

use super::queue_args::LoginArgs;
use super::text::{counted, json_line, tell};
use super::verdict::Verdict;
use juez_queue::{Status, drain, purge, status};

/// Arguments of `juez queue`, whose subcommands have their own.
#[derive(clap::Args)]
#[command(
    after_help = "Exit code: 0 done, 1 drain ran out of time, 2 a server that cannot be used."
)]
pub(super) struct QueueArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show what a server holds
    Status {
        #[command(flatten)]
        server: Server,
        /// Print one JSON object in place of text
        #[arg(long)]
        json: bool,
    },
    /// Wait until workers have played what a server holds
    Drain {
        #[command(flatten)]
        server: Server,
        /// Longest time to wait for them
        #[arg(long, value_name = "DURATION", default_value = "1h", value_parser = humantime::parse_duration)]
        time: Duration,
    },
    /// Remove what a server holds: jobs, results that were not fetched, sources of bots
    Purge {
        #[command(flatten)]
        server: Server,
        /// Only this tournament, by the name that `status` shows
        #[arg(long, value_name = "ID")]
        tournament: Option<String>,
    },
}

#[derive(clap::Args)]
struct Server {
    /// Address of the NATS server, as in nats://host; several of a cluster separated by commas
    #[arg(long, value_name = "URL")]
    queue: String,
    #[command(flatten)]
    login: LoginArgs,
}

pub(super) fn run(args: &QueueArgs) -> anyhow::Result<Verdict> {
    let mut out = anstream::stdout().lock();
    match &args.command {
        Command::Status { server, json } => {
            let found = server.login.with_connection(&server.queue, |connection| async move {
                status(&connection).await
            })?;
            if *json {
                json_line(&mut out, &found)?;
            } else {
                write!(out, "{}", text(&found))?;
            }
        }
        Command::Drain { server, time } => {
            let time = *time;
            let mut before = None;
            let emptied = server.login.with_connection(&server.queue, |connection| async move {
                let progress = |now: &Status| {
                    if before.replace(now.batches) != Some(now.batches) {
                        tell(format_args!("{} left", batches(now.batches)));
                    }
                };
                drain(&connection, time, progress).await
            })?;
            if !emptied {
                tell("they are not played yet: are there workers of the same version?");
                return Ok(Verdict::Failed);
            }
        }
        Command::Purge { server, tournament } => {
            let id = tournament.clone();
            let removed = server.login.with_connection(&server.queue, |connection| async move {
                purge(&connection, id.as_deref()).await
            })?;
            writeln!(out, "{} removed", counted(removed as usize, "message", "messages"))?;
        }
    }
    Ok(Verdict::Done)
}

fn text(status: &Status) -> String {
    let Status { server, batches: all, out, results, bytes, tournaments } = status;
    let results = counted(*results as usize, "message", "messages");
    let mut text = format!(
        "NATS {server}: {} of jobs, {out} of them with workers; {results} of results not stored yet; {} kB\n",
        batches(*all),
        bytes / 1000
    );
    for (id, one) in tournaments {
        let results = counted(one.results as usize, "message", "messages");
        text += &format!("tournament {id}: {}, {results} of results\n", batches(one.batches));
    }
    text
}

fn batches(count: u64) -> String {
    counted(count as usize, "batch", "batches")
}

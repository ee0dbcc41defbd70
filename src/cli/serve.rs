//! `juez serve`.

use anyhow::{Context, bail};
use std::net::SocketAddr;
use std::path::PathBuf;

use super::Verdict;
use super::options::Place;
use super::text::tell;
use super::web::{self, Shown};
use crate::core::{Budget, Limits, OnFault};
use crate::pool::IsolationKind;
use crate::server::{Hall, HallOptions};

/// The store that is in memory alone.
const MEMORY: &str = ":memory:";

/// Arguments of `juez serve`.
#[derive(clap::Args)]
#[command(after_help = "\
The address is printed; open it in a browser. Matches are kept in the store, those that run when the \
server ends go on when it is started again.

At 127.0.0.1 only this machine can reach the server. With --bind 0.0.0.0:7878 everybody in the \
network can, without a password, play and look on; nothing is encrypted.

Exit code: 0 ended by Ctrl-C, 2 wrong input or a port that is taken.")]
pub(super) struct ServeArgs {
    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "IP:PORT", default_value_t = web::DEFAULT, value_parser = web::read_address)]
    bind: SocketAddr,
    /// The file in which matches are kept; `:memory:` forgets them at the end
    #[arg(long, value_name = "FILE", default_value = "juez-matches.db")]
    store: PathBuf,
    /// A folder of scripts that can be given a seat
    #[arg(long, value_name = "DIR")]
    bots: Option<PathBuf>,
    /// How many matches may run at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1000))]
    most: u16,
    /// Start a browser
    #[arg(long)]
    browser: bool,
    /// What a bot may spend on a move: quick (20 ms), normal (100 ms) or long (1 s)
    #[arg(long, default_value = "normal")]
    budget: Budget,
    /// What a fault costs: forfeit or substitute
    #[arg(long, default_value = "forfeit")]
    on_fault: OnFault,
    /// Where scripts run: process (in sandboxed ones that can be lost) or thread (in this process)
    #[arg(long, default_value = "process")]
    isolation: IsolationKind,
    /// Refuse to serve where the sandbox of --isolation process is weaker than it should be
    #[arg(long)]
    require_sandbox: bool,
}

pub(super) fn run(args: &ServeArgs) -> anyhow::Result<Verdict> {
    // Before anything is read or written: a port that is taken is the commonest mistake.
    let site = web::bind(args.bind)?;
    if let Some(folder) = args.bots.as_ref().filter(|folder| !folder.is_dir()) {
        bail!("{} is no folder: --bots is where scripts are", folder.display());
    }
    let kept = args.store.as_os_str() != MEMORY;
    let place = Place { isolation: args.isolation, require_sandbox: args.require_sandbox };
    let hall = Hall::open(HallOptions {
        store: kept.then(|| args.store.clone()),
        bots: args.bots.clone(),
        isolation: place.isolation,
        pool: place.pool()?,
        limits: Limits { on_fault: args.on_fault, ..Limits::of(args.budget) },
        most: usize::from(args.most),
        ..HallOptions::default()
    })
    .with_context(|| match kept {
        true => format!("cannot open {}", args.store.display()),
        false => "cannot open the server".to_string(),
    })?;
    if let Some(report) = hall.sandbox().filter(|report| !report.is_complete()) {
        tell(format_args!("note: {report}"));
    }
    match kept {
        true => tell(format_args!("matches are kept in {}; Ctrl-C ends", args.store.display())),
        false => tell("matches are forgotten at the end; Ctrl-C ends"),
    }
    Shown { url: site.url(), browser: args.browser }.page("/")?;
    web::serve(site, &hall, web::interrupted())?;
    Ok(Verdict::Done)
}

//! `juez serve`.

use anyhow::{Context, bail};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::thread;

use super::options::IsolationArgs;
use super::text::tell;
use super::web::{self, PageLinks};
use crate::core::{Budget, Limits, OnFault, plain};
use crate::pool::IsolationKind;
use crate::server::{Lobby, LobbyOptions, UnusableBot};

/// The store that is in memory alone.
const IN_MEMORY: &str = ":memory:";

/// Arguments of `juez serve`.
#[derive(clap::Args)]
#[command(after_help = "\
The address is printed; open it in a browser. Matches are kept in the store, those that run when the \
server ends go on when it is started again.

At 127.0.0.1 only this machine can reach the server. With --bind 0.0.0.0:7878 everybody in the \
network can, without a password, play and look on; nothing is encrypted.

Exit code: 0 ended by Ctrl-C, 2 wrong input or a port that is taken.")]
pub(super) struct ServeArgs {
    /// Address to listen on; port 0 is any free one
    #[arg(long, value_name = "IP:PORT", default_value_t = web::DEFAULT_ADDRESS, value_parser = web::read_address)]
    bind: SocketAddr,
    /// Answer under this host name too, at any port: that of a tunnel or a port map
    #[arg(long, value_name = "NAME", value_parser = web::read_host)]
    allow_host: Vec<String>,
    /// File that keeps the matches; `:memory:` keeps none
    #[arg(long, value_name = "FILE", default_value = "juez-matches.db")]
    store: PathBuf,
    /// Folder of scripts to offer as players
    #[arg(long, value_name = "DIR")]
    bots: Option<PathBuf>,
    /// Matches that may run at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1000))]
    most: u16,
    /// Open a browser
    #[arg(long)]
    browser: bool,
    /// Budget of a move: quick (20 ms), normal (100 ms) or long (1 s)
    #[arg(long, default_value = "normal")]
    budget: Budget,
    /// Result of a fault: forfeit or substitute (a random move)
    #[arg(long, default_value = "forfeit")]
    on_fault: OnFault,
    /// Where scripts run: process (a sandboxed one for each bot) or thread (this process)
    #[arg(long, default_value = "process")]
    isolation: IsolationKind,
    /// Fail if the sandbox of --isolation process is incomplete
    #[arg(long)]
    require_sandbox: bool,
}

pub(super) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    // Before anything is read or written: a port that is taken is the commonest mistake.
    let site = web::bind(args.bind, &args.allow_host)?;
    if let Some(folder) = args.bots.as_ref().filter(|folder| !folder.is_dir()) {
        bail!("{} is no folder: --bots is where scripts are", folder.display());
    }
    let kept = args.store.as_os_str() != IN_MEMORY;
    let (opened, said) = if kept {
        let store = args.store.display().to_string();
        let said = format!("matches are kept in {store}; Ctrl-C ends");
        (store, said)
    } else {
        ("the server".to_string(), "matches are forgotten at the end; Ctrl-C ends".to_string())
    };
    let isolation = IsolationArgs { kind: args.isolation, require_sandbox: args.require_sandbox };
    let lobby = Lobby::open(LobbyOptions {
        store: kept.then(|| args.store.clone()),
        bots: args.bots.clone(),
        isolation: isolation.kind,
        pool: isolation.pool()?,
        limits: Limits { on_fault: args.on_fault, ..Limits::of(args.budget) },
        most: usize::from(args.most),
        ..LobbyOptions::default()
    })
    .with_context(|| format!("cannot open {opened}"))?;
    if let Some(report) = lobby.sandbox().filter(|report| !report.is_complete()) {
        tell(format_args!("note: {report}"));
    }
    tell(said);
    PageLinks { url: site.url(), browser: args.browser, key: None }.page("/")?;
    let checked = lobby.clone();
    thread::Builder::new().name("bots".into()).spawn(move || {
        for bot in checked.unusable_bots() {
            let UnusableBot { file, why } = bot;
            tell(format_args!("{} cannot play: {}", plain(&file), plain(&why)));
        }
    })?;
    web::serve(site, &lobby, web::interrupted())?;
    Ok(())
}

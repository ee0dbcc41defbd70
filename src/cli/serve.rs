//! `juez serve`.

use anyhow::bail;
use juez_server::need_drawings_of;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::thread;

use super::text::tell;
use super::web::{self, PageLinks, ServerArgs};
use juez_core::{Limits, OnFault, plain};
use juez_lobby::{LobbyOptions, UnusableBot};
use juez_pool::IsolationKind;

/// Name of the store that is kept only in memory.
const IN_MEMORY: &str = ":memory:";

/// Arguments of `juez serve`.
#[derive(clap::Args)]
#[command(after_help = "\
The address is printed; open it in a browser. Matches are kept in the store; those that run when the \
server ends continue when it is started again.

At 127.0.0.1 only this machine can reach the server. With --bind 0.0.0.0:7878 everyone on the \
network can play and watch without a password; nothing is encrypted.

Exit code: 0 ended by Ctrl-C, 2 wrong input or a port that is taken.")]
pub(super) struct ServeArgs {
    /// Address to listen on; port 0 is any free one
    #[arg(long, value_name = "IP:PORT", default_value_t = web::DEFAULT_ADDRESS, value_parser = web::read_address)]
    bind: SocketAddr,
    /// File that keeps the matches; `:memory:` keeps none
    #[arg(long, value_name = "FILE", default_value = "juez-matches.db")]
    store: PathBuf,
    /// Folder of scripts to offer as players
    #[arg(long, value_name = "DIR")]
    bots: Option<PathBuf>,
    /// Result of a fault: forfeit or substitute (a random move)
    #[arg(long, default_value = "forfeit")]
    on_fault: OnFault,
    /// Where scripts run: process (a sandboxed one for each bot) or thread (this process)
    #[arg(long, default_value = "process")]
    isolation: IsolationKind,
    #[command(flatten)]
    server: ServerArgs,
}

pub(super) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    // Bound before anything is written: a port in use is the most common mistake.
    let site = args.server.bind(args.bind)?;
    web::warn_if_open(&site);
    if let Some(folder) = args.bots.as_ref().filter(|folder| !folder.is_dir()) {
        bail!("{} is not a folder: --bots takes a folder of scripts", folder.display());
    }
    let kept = args.store.as_os_str() != IN_MEMORY;
    let (opened, said) = if kept {
        let store = args.store.display().to_string();
        let said = format!("matches are kept in {store}; Ctrl-C ends");
        (store, said)
    } else {
        ("the server".to_string(), "matches are forgotten at the end; Ctrl-C ends".to_string())
    };
    let options = LobbyOptions {
        store: kept.then(|| args.store.clone()),
        bots: args.bots.clone(),
        isolation: args.isolation,
        limits: Limits { on_fault: args.on_fault, ..Limits::default() },
        drawn: need_drawings_of,
        ..LobbyOptions::default()
    };
    let lobby = args.server.lobby(options, &opened)?;
    tell(said);
    PageLinks { url: site.url(), browser: args.server.browser, key: None }.page("/")?;
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

//! Matches in the browser: shared by `serve` and every `--web`.
//!
//! | file | contents |
//! |---|---|
//! | `series` | `play --web`: matches one after the other |
//! | `record` | `replay --web`: a record |

pub(super) mod record;
pub(super) mod series;

use anyhow::Context;
use std::future::Future;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::process::{Command, Stdio};
use std::sync::Arc;

use super::options::IsolationArgs;
use super::text::tell;
use super::verdict::Verdict;
use juez_core::{Budget, Limits, Seed};
use juez_lobby::{Lobby, LobbyOptions, MatchStatus, MatchTable, VisitorId};
use juez_server::{WebServer, missing_pages, need_drawings_of};

pub(super) const DEFAULT_ADDRESS: SocketAddr =
    SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 7878));

/// Default address of commands with `--web`: any free port of this machine.
const FREE_PORT: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

/// Arguments of commands that can show a match in the browser.
#[derive(clap::Args, Clone)]
pub(super) struct Web {
    /// Show it in the browser until Ctrl-C; prints the address
    #[arg(long)]
    pub web: bool,
    /// Address to listen on, with --web [default: a free local port]
    #[arg(long, value_name = "IP:PORT", requires = "web", value_parser = read_address)]
    bind: Option<SocketAddr>,
    /// Also answer under this host name, such as that of a tunnel or a port map; with --web
    #[arg(long, value_name = "NAME", requires = "web", value_parser = read_host)]
    allow_host: Vec<String>,
    /// Open a browser, with --web
    #[arg(long, requires = "web")]
    browser: bool,
}

impl Web {
    /// Starts a server for one command. It stores no matches; they belong to the first browser that
    /// opens the printed address.
    pub fn open(&self, isolation: Option<&IsolationArgs>) -> anyhow::Result<CommandServer> {
        let key = Seed::fresh().context("cannot tell pages apart")?.to_string();
        let owner = VisitorId::of(&key);
        let site = bind(self.bind.unwrap_or(FREE_PORT), &self.allow_host)?.with_key(key.clone());
        warn_if_open(&site);
        let mut options = LobbyOptions {
            limits: Limits::default(),
            drawn: need_drawings_of,
            ..LobbyOptions::default()
        };
        if let Some(isolation) = isolation {
            (options.isolation, options.pool) = (isolation.kind, isolation.pool()?);
        }
        let lobby = Lobby::open(options)?;
        let url = site.url();
        Ok(CommandServer {
            site,
            lobby,
            links: PageLinks { url, browser: self.browser, key: Some(key) },
            owner,
        })
    }
}

/// Arguments of commands that serve until they are ended.
#[derive(clap::Args)]
pub(super) struct ServerArgs {
    /// Also answer under this host name, at any port, such as that of a tunnel or a port map
    #[arg(long, value_name = "NAME", value_parser = read_host)]
    allow_host: Vec<String>,
    /// Matches that may run at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1000))]
    most: u16,
    /// Memory of all bots together in MB; matches that need more wait [default: half of the machine's]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(256..=1 << 20))]
    memory: Option<u64>,
    /// Open a browser
    #[arg(long)]
    pub browser: bool,
    /// Budget of a move: quick (20 ms), normal (100 ms) or long (1 s)
    #[arg(long, default_value = "normal")]
    budget: Budget,
    /// Fail if the sandbox of bots in processes is incomplete
    #[arg(long)]
    require_sandbox: bool,
}

impl ServerArgs {
    pub fn bind(&self, address: SocketAddr) -> anyhow::Result<WebServer> {
        bind(address, &self.allow_host)
    }

    /// Opens the lobby with these and the other `options`; errors call it `name`.
    pub fn lobby(&self, options: LobbyOptions, name: &str) -> anyhow::Result<Arc<Lobby>> {
        let kind = options.isolation;
        let isolation = IsolationArgs { kind, require_sandbox: self.require_sandbox };
        let limits = Limits { on_fault: options.limits.on_fault, ..Limits::of(self.budget) };
        let (pool, most) = (isolation.pool()?, usize::from(self.most));
        let memory_mb = self.memory;
        let lobby = Lobby::open(LobbyOptions { pool, limits, most, memory_mb, ..options })
            .with_context(|| format!("cannot open {name}"))?;
        if let Some(report) = lobby.sandbox().filter(|report| !report.is_complete()) {
            tell(format_args!("note: {report}"));
        }
        Ok(lobby)
    }
}

pub(super) struct CommandServer {
    pub site: WebServer,
    pub lobby: Arc<Lobby>,
    pub links: PageLinks,
    pub owner: VisitorId,
}

/// The printer of links to pages.
pub(super) struct PageLinks {
    pub url: String,
    /// True until a browser was started.
    pub browser: bool,
    /// Key for the first page; it identifies the browser afterwards.
    pub key: Option<String>,
}

impl PageLinks {
    /// Prints the address of a page.
    pub fn page(&mut self, path: &str) -> anyhow::Result<()> {
        let (page, position) = path.find('#').map_or((path, ""), |at| path.split_at(at));
        let key = self.key.take().map(|key| format!("?key={key}")).unwrap_or_default();
        let url = format!("{}{}{key}{position}", self.url, page.trim_end_matches('/'));
        let mut out = anstream::stdout();
        writeln!(out, "{url}").and_then(|()| out.flush())?;
        if std::mem::take(&mut self.browser) && !open(&url) {
            tell("no browser could be started; open the address above");
        }
        Ok(())
    }
}

pub(super) fn wait_until_over(table: &MatchTable, by: &VisitorId) -> anyhow::Result<MatchStatus> {
    let mut changes = table.changes();
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(async {
        loop {
            changes.borrow_and_update();
            let status = table.state(by).status;
            if status != MatchStatus::Running || changes.changed().await.is_err() {
                return Ok(status);
            }
        }
    })
}

/// Parses the value of `--bind`.
pub(super) fn read_address(text: &str) -> Result<SocketAddr, String> {
    let wrong =
        || format!("expected IP:PORT, as in {DEFAULT_ADDRESS}, or 0.0.0.0:7878 for everyone");
    text.parse().map_err(|_| wrong())
}

/// Parses the value of `--allow-host`.
fn read_host(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    match !text.is_empty() && text.chars().all(fits) {
        true => Ok(text.to_string()),
        false => Err("expected a host name without port, as in my-tunnel.example.org".to_string()),
    }
}

/// Binds the address. Warns if this program was built without web pages.
fn bind(address: SocketAddr, allowed: &[String]) -> anyhow::Result<WebServer> {
    let site = WebServer::bind(address)?.allow_hosts(allowed);
    if missing_pages().is_some() {
        tell(
            "warning: this program was built without its web pages; the page says what to install",
        );
    }
    Ok(site)
}

/// Warns if a server without accounts can be reached by others.
pub(super) fn warn_if_open(site: &WebServer) {
    if site.is_open() {
        tell("warning: everyone who can reach this machine can play and watch");
    }
}

pub(super) fn serve(
    site: WebServer,
    lobby: &Arc<Lobby>,
    end: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    raise_limit_of_files();
    site.run(lobby, end).context("the server has ended")
}

/// Waits for Ctrl-C or the system's signal to terminate. A second one exits at once.
pub(super) async fn interrupted() {
    asked_to_end().await;
    tokio::spawn(async {
        asked_to_end().await;
        std::process::exit(Verdict::Interrupted as i32);
    });
}

async fn asked_to_end() {
    let pressed = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = pressed => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut reported) => drop(reported.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// Starts a browser; returns false on failure.
fn open(url: &str) -> bool {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(first).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

/// Raises the limit on open files: every page needs one, and the default is often low.
#[cfg(unix)]
fn raise_limit_of_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // On failure the limit stays as it is.
    let _ = setrlimit(Resource::Nofile, limit);
}

#[cfg(not(unix))]
fn raise_limit_of_files() {}

//! What `serve` and every `--web` have in common: the address, what is said of it, and the end.

use anyhow::Context;
use std::future::Future;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::process::{Command, Stdio};
use std::sync::Arc;

use super::text::tell;
use crate::server::{Hall, Site, missing_pages};

/// Where `serve` listens unless told otherwise.
pub(super) const DEFAULT: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 7878));

/// The exit code of a program that was interrupted twice.
const INTERRUPTED: i32 = 130;

/// The page to be opened.
pub(super) struct Address<'a> {
    /// Its path.
    pub path: &'a str,
    /// Whether a browser is to be started.
    pub open: bool,
}

/// Reads what `--bind` is given.
pub(super) fn read_address(text: &str) -> Result<SocketAddr, String> {
    let wrong = || format!("expected IP:PORT, as in {DEFAULT}, or 0.0.0.0:7878 for everybody");
    text.parse().map_err(|_| wrong())
}

/// Takes the address, and tells what there is to know of it.
pub(super) fn bind(address: SocketAddr) -> anyhow::Result<Site> {
    let site = Site::bind(address)?;
    if site.is_open() {
        tell("warning: everybody who can reach this machine can play and look on");
    }
    if missing_pages().is_some() {
        tell(
            "warning: this program was built without its web pages; the page says what to install",
        );
    }
    Ok(site)
}

/// Prints the address of the page and serves until `end`.
pub(super) fn serve(
    site: Site,
    hall: &Arc<Hall>,
    page: &Address<'_>,
    end: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    raise_limit_of_files();
    let url = match page.path {
        "/" => site.url(),
        path => format!("{}{path}", site.url()),
    };
    let mut out = anstream::stdout();
    writeln!(out, "{url}").and_then(|()| out.flush())?;
    if page.open && !open(&url) {
        tell("no browser could be started; open the address above");
    }
    site.run(hall, end).context("the server has ended")
}

/// Waits for Ctrl-C, or for the system to end us. A second one ends at once.
pub(super) async fn interrupted() {
    asked_to_end().await;
    tokio::spawn(async {
        asked_to_end().await;
        std::process::exit(INTERRUPTED);
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
        Ok(mut told) => drop(told.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// Starts a browser; whether one could be started.
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

/// Every page takes an open file, and many systems begin with few.
#[cfg(unix)]
fn raise_limit_of_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Then it stays as it is.
    let _ = setrlimit(Resource::Nofile, limit);
}

#[cfg(not(unix))]
fn raise_limit_of_files() {}

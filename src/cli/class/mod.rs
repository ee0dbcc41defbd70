//! `juez class`.
//!
//! | file | what it is |
//! |---|---|
//! | `addresses` | the addresses of this machine, and the picture of one |
//! | `backup` | the class as one archive |

mod addresses;
mod backup;

use anyhow::{Context, bail};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::options::IsolationArgs;
use super::text::{BOLD, DIM, tell};
use super::web::{self, PageLinks};
use crate::class::Class;
use crate::core::{Budget, Limits};
use crate::pool::IsolationKind;
use crate::server::{ClassPolicy, ClassSite, Lobby, LobbyOptions};

/// The file of the matches in the folder of a class.
const MATCHES: &str = "matches.db";
const PORT: u16 = 7878;
/// Time after which it is said that no other device has come.
const UNREACHED: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
#[command(after_help = "\
Prints the addresses of the page, the join code and, the first time, the teacher key. Students open an \
address in a browser, type the code and a name, and write bots there. All is kept in DIR.

Everybody in the network can reach the page; nothing is encrypted. With --local only this machine can.

Exit code: 0 ended by Ctrl-C, 2 wrong input or a port that is taken.")]
pub(super) struct ClassArgs {
    /// Folder of the class; made if there is none
    dir: PathBuf,
    /// Address to listen on; port 0 is any free one
    #[arg(long, value_name = "IP:PORT", default_value_t = SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT)), value_parser = web::read_address)]
    bind: SocketAddr,
    /// Listen on this machine alone
    #[arg(long, conflicts_with = "bind")]
    local: bool,
    /// Answer under this host name too, at any port: that of a tunnel or a port map
    #[arg(long, value_name = "NAME", value_parser = web::read_host)]
    allow_host: Vec<String>,
    /// Write a copy of the class to FILE and end, also while it is open
    #[arg(long, value_name = "FILE", group = "once")]
    backup: Option<PathBuf>,
    /// Make DIR from such a copy and end
    #[arg(long, value_name = "FILE", group = "once")]
    restore: Option<PathBuf>,
    /// Make a new teacher key, which ends the sessions of the teacher
    #[arg(long, conflicts_with = "once")]
    new_teacher_key: bool,
    /// Matches that may run at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=1000))]
    most: u16,
    /// Open the page in a browser
    #[arg(long)]
    browser: bool,
    /// Budget of a move: quick (20 ms), normal (100 ms) or long (1 s)
    #[arg(long, default_value = "normal")]
    budget: Budget,
    /// Fail if the sandbox of bots is incomplete
    #[arg(long)]
    require_sandbox: bool,
}

pub(super) fn run(args: &ClassArgs) -> anyhow::Result<()> {
    if let Some(file) = &args.backup {
        return backup::write(&args.dir, file);
    }
    if let Some(file) = &args.restore {
        return backup::restore(&args.dir, file);
    }
    let local = SocketAddr::from((Ipv4Addr::LOCALHOST, args.bind.port()));
    let bind = if args.local { local } else { args.bind };
    // Before anything is written: a port that is taken is the commonest mistake.
    let server = web::bind_quietly(bind, &args.allow_host)?;
    let (class, mut key) = Class::open(&args.dir)?;
    if args.new_teacher_key && key.is_none() {
        key = Some(class.renew_teacher_key()?);
    }
    let class = Arc::new(class);
    let isolation =
        IsolationArgs { kind: IsolationKind::Process, require_sandbox: args.require_sandbox };
    let lobby = Lobby::open(LobbyOptions {
        store: Some(args.dir.join(MATCHES)),
        others_may_read: true,
        policy: Some(Arc::new(ClassPolicy::new(class.clone()))),
        isolation: isolation.kind,
        pool: isolation.pool()?,
        limits: Limits::of(args.budget),
        most: usize::from(args.most),
        ..LobbyOptions::default()
    })
    .with_context(|| format!("cannot open the matches in {}", args.dir.display()))?;
    if let Some(report) = lobby.sandbox().filter(|report| !report.is_complete()) {
        tell(format_args!("note: {report}"));
    }
    let addresses = addresses::of_pages(server.address());
    let Some(first) = addresses.first() else { bail!("this machine has no address") };
    if server.is_open() {
        anstream::print!("{}", addresses::picture(first));
    }
    anstream::println!("{DIM}students{DIM:#}     {BOLD}{}{BOLD:#}", addresses.join("   "));
    anstream::println!("{DIM}join code{DIM:#}    {BOLD}{}{BOLD:#}", class.join_code()?);
    if let Some(key) = key {
        let line = format!("{first}/class/teach");
        anstream::println!("{DIM}teacher{DIM:#}      {BOLD}{line}{BOLD:#}");
        anstream::println!(
            "{DIM}teacher key{DIM:#}  {BOLD}{key}{BOLD:#}   (shown only now: keep it)"
        );
    }
    anstream::println!("{DIM}kept in{DIM:#}      {}   (Ctrl-C ends)", args.dir.display());
    let site = Arc::new(ClassSite::new(class, addresses.clone(), addresses::own()));
    if server.is_open() {
        let (site, first) = (site.clone(), first.clone());
        thread::Builder::new().name("reached".into()).spawn(move || {
            thread::sleep(UNREACHED);
            if !site.was_reached() {
                tell(format_args!(
                    "no other device has reached this page yet: try {first} on a phone in the same network; \
                     a firewall may be in the way"
                ));
            }
        })?;
    }
    if args.browser {
        PageLinks { url: first.clone(), browser: true, key: None }.page("/class")?;
    }
    web::serve(server.with_class(site), &lobby, web::interrupted())?;
    Ok(())
}

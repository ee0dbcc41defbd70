//! `juez class`.
//!
//! | file | contents |
//! |---|---|
//! | `addresses` | network addresses of this machine, as text and QR code |
//! | `backup` | the class as one archive |

mod addresses;
mod backup;

use anyhow::bail;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::text::{BOLD, DIM, tell};
use super::web::{self, PageLinks, ServerArgs};
use juez_class::Class;
use juez_core::Weights;
use juez_lobby::LobbyOptions;
use juez_match::registry::{games, read_weights};
use juez_pool::IsolationKind;
use juez_server::{ClassPolicy, ClassSite, MATCHES_FILE, need_drawings_of};

const PORT: u16 = 7878;
/// Time without a visit from another device before a hint is printed.
const UNREACHED: Duration = Duration::from_secs(60);

#[derive(clap::Args)]
#[command(after_help = "\
Prints the addresses of the page, the join code and, the first time, the teacher key. Students \
open an address in a browser, type the code and a name, and write bots there. Everything is kept \
in DIR.

Everyone on the network can reach the page; nothing is encrypted. With --local only this machine \
can.

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
    /// Write a copy of the class to FILE and end, also while it is open
    #[arg(long, value_name = "FILE", group = "once")]
    backup: Option<PathBuf>,
    /// Make DIR from such a copy and end
    #[arg(long, value_name = "FILE", group = "once")]
    restore: Option<PathBuf>,
    /// Make a new teacher key, which ends the sessions of the teacher
    #[arg(long, conflicts_with = "once")]
    new_teacher_key: bool,
    #[command(flatten)]
    server: ServerArgs,
}

/// Reads the class's own weights, `quoridor.weights` in its folder.
fn own_weights(folder: &Path) -> anyhow::Result<BTreeMap<&'static str, Weights>> {
    let mut own = BTreeMap::new();
    for game in games() {
        let id = game.info().id;
        let file = folder.join(id).with_extension(Weights::EXTENSION);
        if file.exists() {
            let weights =
                read_weights(&file.to_string_lossy(), game).map_err(anyhow::Error::msg)?;
            tell(format_args!("master plays {id} with {}, {}", file.display(), weights.hash()));
            own.insert(id, weights);
        }
    }
    Ok(own)
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
    // Bound before anything is written: a port in use is the most common mistake.
    let server = args.server.bind(bind)?;
    let (class, mut key) = Class::open(&args.dir)?;
    if args.new_teacher_key && key.is_none() {
        key = Some(class.renew_teacher_key()?);
    }
    let class = Arc::new(class);
    let options = LobbyOptions {
        store: Some(args.dir.join(MATCHES_FILE)),
        others_may_read: true,
        policy: Some(Arc::new(ClassPolicy::new(class.clone(), own_weights(&args.dir)?))),
        isolation: IsolationKind::Process,
        drawn: need_drawings_of,
        ..LobbyOptions::default()
    };
    let name = format!("the matches in {}", args.dir.display());
    let lobby = args.server.lobby(options, &name)?;
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
    let site = ClassSite::new(class, addresses.clone(), addresses::own())?.with_ladder();
    let site = Arc::new(site);
    if server.is_open() {
        let (site, first) = (site.clone(), first.clone());
        thread::Builder::new().name("reached".into()).spawn(move || {
            thread::sleep(UNREACHED);
            if !site.was_reached() {
                tell(format_args!(
                    "no other device has reached this page yet: try {first} on a phone in the same \
                     network; a firewall may block it"
                ));
            }
        })?;
    }
    if args.server.browser {
        PageLinks { url: first.clone(), browser: true, key: None }.page("/class")?;
    }
    web::serve(server.with_class(site), &lobby, web::interrupted())?;
    Ok(())
}

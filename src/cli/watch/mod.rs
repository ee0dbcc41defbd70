//! `juez watch`.
//!
//! | file | contents |
//! |---|---|
//! | `args` | the command line |
//! | `events` | events of a watch |
//! | `entrants` | the players and their tables |
//! | `contest` | the series of every contestant at every table, replayed when a bot is saved |
//! | `history` | the scores of all versions |
//! | `round` | one series on its own threads, which can be abandoned at any moment |
//! | `faults` | faults of a series, each reported once |
//! | `reviews` | the worst decisions of a version, and the moves of the next one there |
//! | `line_up` | players and versions of one watched match |
//! | `live` | one match at human pace, in which saved bots take over |
//! | `page` | such a match in the browser |
//! | `screen` | output of a live match |
//! | `note` | messages, as text and JSON |

mod args;
mod contest;
mod entrants;
mod events;
mod faults;
mod history;
mod line_up;
mod live;
mod note;
mod page;
mod reviews;
mod round;
mod screen;

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::channel;

pub(super) use self::args::WatchArgs;
use self::contest::Contest;
use self::entrants::Entrants;
use self::events::{Event, Session};
use self::note::Note;
use super::columns::printed;
use super::interrupt::on_ctrl_c;
use super::options::seed_or_fresh;
use super::text::{BOLD, DIM, counted, tell};
use super::verdict::Verdict;
use juez_core::{Seed, Terms};
use juez_match::registry::{Broken, Check, MatchSetup, Mind, PlayerSpec, Reload, SetupError, game};
use juez_pool::{IsolationKind, PoolError};

pub(super) fn run(args: WatchArgs) -> anyhow::Result<Verdict> {
    let session = session(args)?;
    let args = &session.args;
    let entrants = Entrants::read(session.game, &args.bot, &args.opponents)?;
    if let Some(Note::ToCome { bot, .. }) = entrants.to_come().next().filter(|_| args.once) {
        anyhow::bail!("{bot}: with --once there are no later versions to wait for");
    }
    if let Some(flag) = args.one_match() {
        if entrants.folder.is_some() {
            anyhow::bail!("{flag} is for one bot, and folder {} has several", args.bot);
        }
        if args.isolation.kind == IsolationKind::Process {
            anyhow::bail!("{flag} plays on a thread: omit --isolation process");
        }
    }
    // Reports invalid options and --without before the watch begins.
    let tables = entrants.tables(0, &session)?;
    let events = session.events.clone();
    // Fails only while juez exits.
    on_ctrl_c(move || drop(events.send(Event::Interrupt)), || {})?;
    let check = check(&session, tables.first().map_or(2, Vec::len));
    let to_main = session.events.clone();
    let reload = Reload::start(&entrants.wanted(), check, move |notice| {
        // Fails only while juez exits.
        let _ = to_main.send(Event::Saved(notice));
    })?;
    if let Some(note) = reload.note() {
        tell(format_args!("note: {note}"));
    }
    if args.web.web {
        return page::watch(&session, &entrants);
    }
    if args.live {
        return live::watch(&session, &entrants);
    }
    series(&session, entrants)
}

fn session(args: WatchArgs) -> anyhow::Result<Session> {
    let game = game(&args.game)?;
    let limits = match args.one_match() {
        Some(_) => live::limits(args.limits.budget),
        None => args.limits.limits(),
    };
    let terms = Terms { limits, ..args.limits.terms(&args.rules, game)? };
    let base = MatchSetup { terms, ..MatchSetup::new(Vec::new()) };
    let isolation = Arc::new(args.isolation.open()?);
    let seed = seed_or_fresh(args.seed)?;
    let (events, happens) = channel();
    Ok(Session { args, game, base, seed, isolation, events, happens })
}

/// Returns a check that loads a bot once at a table of `players` and lints it, in a worker or this
/// process.
fn check(session: &Session, players: usize) -> Check {
    let Session { game, base, isolation, .. } = session;
    let (game, base, isolation) = (*game, base.clone(), isolation.clone());
    Box::new(move |spec| {
        let mind = Mind::Script(spec.clone());
        let player = PlayerSpec { name: spec.name.clone(), mind };
        let setup = MatchSetup { players: vec![player.clone(); players], ..base.clone() };
        let checked = isolation.check_player(game, &base, &player);
        // A bot can play even if its lint fails.
        checked.map(|()| isolation.lint(game, &setup).unwrap_or_default()).map_err(|error| {
            match &error {
                PoolError::Setup(SetupError::Bot { source, .. }) => Broken::from(source),
                other => Broken { text: other.to_string(), file: None, line: None },
            }
        })
    })
}

fn series(session: &Session, entrants: Entrants) -> anyhow::Result<Verdict> {
    let mut out = anstream::stdout();
    if !session.args.json {
        writeln!(out, "{}", printed(&title(&entrants, session)))?;
    }
    entrants.to_come().try_for_each(|note| session.print(&note))?;
    let mut contest = Contest::new(session, entrants)?;
    for event in &session.happens {
        if matches!(event, Event::Interrupt) {
            let history = contest.end();
            if !session.args.json {
                write!(out, "\n{history}")?;
            }
            return Ok(Verdict::Interrupted);
        }
        contest.take(event)?;
        if let Some(verdict) = contest.verdict().filter(|_| session.args.once) {
            return Ok(verdict);
        }
    }
    Ok(Verdict::Done)
}

/// Formats a line or two about the watched bots.
fn title(entrants: &Entrants, session: &Session) -> String {
    let args = &session.args;
    let matches = counted(args.games, "match", "matches");
    let fresh = match args.seed {
        Some(_) => String::new(),
        None => format!("\n{DIM}seed {}{DIM:#}", session.seed),
    };
    let against = args.opponents.join(", ");
    let of = if entrants.folder.is_some() { "the bots of " } else { "" };
    format!(
        "{DIM}watching{DIM:#} {BOLD}{of}{}{BOLD:#} {DIM}against{DIM:#} {against}{DIM}: {matches} \
         each, Ctrl-C ends{DIM:#}{fresh}",
        args.bot
    )
}

/// Formats the local time, as in `14:03:22`.
fn time_of_day() -> String {
    jiff::Zoned::now().strftime("%H:%M:%S").to_string()
}

/// Formats a seed, as a number if it is small enough.
fn in_short(seed: Seed) -> String {
    let hex = seed.to_string();
    let number = hex.strip_prefix(&"0".repeat(48)).map(|end| u64::from_str_radix(end, 16));
    number.and_then(Result::ok).map_or(hex, |number| number.to_string())
}

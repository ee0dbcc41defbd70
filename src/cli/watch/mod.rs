//! `juez watch`.
//!
//! | file | what it is |
//! |---|---|
//! | `entrants` | the players and their tables |
//! | `contest` | the series of every contestant, played again when a bot is saved |
//! | `rows` | the tables of the contestants, and which is played next |
//! | `saves` | saves that were not told of yet |
//! | `history` | the scores of all versions |
//! | `round` | one series on threads of its own, which can be left at any moment |
//! | `faults` | faults of a series, each told once |
//! | `line_up` | who sits down to one match that is watched, in which versions |
//! | `live` | one match at human pace, in which saved bots take over |
//! | `page` | such a match in the browser |
//! | `screen` | what a live match looks like |
//! | `note` | what is said, for people and for programs |
//! | `interrupt` | Ctrl-C |
//! | `bench` | how long a save takes to its first new move |

pub(super) mod bench;
mod contest;
mod entrants;
mod faults;
mod history;
mod interrupt;
mod line_up;
mod live;
mod note;
mod page;
mod round;
mod rows;
mod saves;
mod screen;

use clap::ArgGroup;
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use self::contest::{Contest, Plan};
use self::entrants::Entrants;
use self::faults::ToldFault;
use self::note::Note;
use self::round::Outcome;
use super::Verdict;
use super::again::Common;
use super::columns::prose;
use super::options::{HouseRules, Place, seed_or_fresh};
use super::text::{BOLD, DIM};
use super::web::Web;
use crate::core::{Budget, HookLog, Limits, OnFault, Seed};
use crate::pool::{Isolation, IsolationKind, PoolError};
use crate::registry::{
    AnyGame, Broken, Check, MatchSetup, Mind, Notice, PlayerSpec, Reload, SetupError, game,
};

/// Arguments of `juez watch`.
#[derive(clap::Args)]
#[command(group(ArgGroup::new("one_match").args(["live", "web"]).multiple(true)))]
#[command(after_help = "\
Whenever the bot is saved, the series is played again from the same seeds and seats, and what \
changed against the version before is shown. The files of the opponents are watched too. A version \
that does not load is shown with its line, and the last good one plays on. Ctrl-C ends.

An opponent `mine@2` is version 2 of the bot `mine` since the watch began, kept as it was then: what you \
wrote an hour ago. Until there is one its matches wait.

BOT is a script (mine.lua), a folder with main.lua or main.rhai, all of whose scripts are watched, or \
a folder without one: then every script in it is a bot of its own that plays the opponents, and a \
save plays the matches of that bot alone. `ana=mine.lua` gives a bot a name.

Where two players can play, the bot meets each opponent in turn. Where more are needed, all of them \
sit at one table and take as many seats as it has: `juez watch tute mine.lua medio` is a table of \
three with two medios.

Exit code: 130 when Ctrl-C ended it, 2 wrong input; with --once 0 done, 1 a bot that cannot play.")]
pub(super) struct WatchArgs {
    /// The game
    game: String,
    /// Your bot: a script, a folder with a main file, or a folder of bots
    bot: String,
    /// Its opponents
    #[arg(required = true)]
    opponents: Vec<String>,
    /// One match at human pace, shown move by move; a saved bot takes over at its next turn
    #[arg(long)]
    live: bool,
    #[command(flatten)]
    web: Web,
    /// With --live or --web: seconds from one move to the next
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = read_pace, requires = "one_match")]
    pace: f64,
    /// How many matches against each opponent
    #[arg(short = 'n', long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with = "one_match")]
    games: u32,
    /// Where chance comes from: a number or 64 hex digits; fresh bits without it
    #[arg(long)]
    seed: Option<Seed>,
    #[command(flatten)]
    rules: HouseRules,
    /// List each match that goes otherwise than before, with the ply
    #[arg(long, short, conflicts_with = "one_match")]
    verbose: bool,
    /// Play the series once and end
    #[arg(long, conflicts_with = "one_match")]
    once: bool,
    /// Print what happens as JSON lines
    #[arg(long)]
    json: bool,
    /// What a bot may spend on a move: quick (20 ms), normal (100 ms) or long (1 s)
    #[arg(long, default_value = "normal")]
    budget: Budget,
    /// What a fault costs: forfeit or substitute; one match that is watched always goes on
    #[arg(long, default_value = "forfeit", conflicts_with = "one_match")]
    on_fault: OnFault,
    /// With --on-fault substitute: the strike that forfeits
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "one_match")]
    strikes: u32,
    /// Script methods to switch off, such as path,distance
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    without: Vec<String>,
    #[command(flatten)]
    place: Place,
}

impl WatchArgs {
    /// The flag that asks for one match and not for a series, if one does.
    fn one_match(&self) -> Option<&'static str> {
        match (self.web.web, self.live) {
            (true, _) => Some("--web"),
            (false, true) => Some("--live"),
            (false, false) => None,
        }
    }
}

/// Longest pause between two moves of a live match.
const SLOWEST: f64 = 3600.0;

pub(super) fn read_pace(text: &str) -> Result<f64, String> {
    let pace: f64 = text.parse().map_err(|_| "a pace is a number of seconds".to_string())?;
    match (0.0..=SLOWEST).contains(&pace) {
        true => Ok(pace),
        false => Err(format!("a pace is 0 to {SLOWEST} seconds")),
    }
}

/// Something happens while juez watches.
pub(in crate::cli) enum Event {
    /// To a bot on disk.
    Saved(Notice),
    /// A player of a series has made its first move.
    FirstMove { round: u64, player: usize, at: Instant },
    /// A match of a series is over: the score of its player 0.
    Match { round: u64, score: f64 },
    /// The bot of a series wrote something outside of its moves.
    Wrote { round: u64, bot: String, logs: Vec<HookLog> },
    /// A bot has offended in a way that was not told before.
    Fault { round: u64, told: Box<ToldFault> },
    /// A series is over.
    Over { round: u64, outcome: Outcome },
    /// Something in a live match.
    Live(live::Moment),
    /// A match in the browser is over.
    TableOver,
    /// Ctrl-C.
    Interrupt,
}

/// Everything that does not change while juez watches.
pub(in crate::cli) struct Frame {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// House rules, limits and the rest; without players.
    pub base: MatchSetup,
    /// Where chance comes from.
    pub seed: Seed,
    /// Where matches are played.
    pub place: Arc<Isolation>,
    /// Which place that is.
    pub kind: IsolationKind,
    /// Where events are sent.
    pub events: Sender<Event>,
}

pub(super) fn run(args: WatchArgs) -> anyhow::Result<Verdict> {
    let (events, happens) = channel();
    let frame = frame(&args, events)?;
    let entrants = Entrants::read(frame.game, &args.bot, &args.opponents)?;
    let folder_of_bots = entrants.folder.is_some();
    if let Some(Note::ToCome { name, .. }) = entrants.to_come().next().filter(|_| args.once) {
        anyhow::bail!("{name}: with --once there are no later versions to wait for");
    }
    if let Some(flag) = args.one_match() {
        if folder_of_bots {
            anyhow::bail!("{flag} is for one bot, and {} is a folder of several", args.bot);
        }
        if frame.kind == IsolationKind::Process {
            anyhow::bail!("{flag} plays on a thread: leave --isolation process away");
        }
    }
    // Whatever is wrong with the house rules or --without is said before anything is watched.
    entrants.tables(0, frame.game, &frame.base)?;
    interrupt::listen(frame.events.clone())?;
    let wanted = entrants.wanted();
    let check = check(&frame, &entrants)?;
    let to_main = frame.events.clone();
    let _reload = Reload::start(&wanted, check, move |notice| {
        // The receiver is gone when juez is about to end.
        let _ = to_main.send(Event::Saved(notice));
    })?;
    if args.web.web {
        return page::watch(&frame, &entrants, &args, &happens);
    }
    if args.live {
        return live::watch(&frame, &entrants, &args, &happens);
    }
    series(frame, entrants, &args, &happens)
}

fn frame(args: &WatchArgs, events: Sender<Event>) -> anyhow::Result<Frame> {
    let game = game(&args.game)?;
    let mut base = MatchSetup::new(Vec::new());
    base.options = args.rules.json(game)?;
    base.without = args.without.clone();
    base.limits = match args.one_match().is_some() {
        true => live::limits(args.budget),
        false => {
            Limits { on_fault: args.on_fault, strikes: args.strikes, ..Limits::of(args.budget) }
        }
    };
    let place = Arc::new(args.place.open()?);
    let seed = seed_or_fresh(args.seed)?;
    Ok(Frame { game, base, seed, place, kind: args.place.isolation, events })
}

/// Loads a bot once and lints it, both where scripts may run.
pub(in crate::cli) fn check(frame: &Frame, entrants: &Entrants) -> anyhow::Result<Check> {
    let Frame { game, base, place, .. } = frame;
    let (game, base, place) = (*game, base.clone(), place.clone());
    let seats = entrants.tables(0, game, &base)?.first().map_or(2, Vec::len);
    Ok(Box::new(move |spec| {
        let mind = Mind::Script(spec.clone());
        let player = PlayerSpec { name: spec.name.clone(), mind };
        let setup = MatchSetup { players: vec![player.clone(); seats], ..base.clone() };
        let checked = place.check_player(game, &base, &player);
        // The bot plays also where its lint fails.
        checked.map(|()| place.lint(game, &setup).unwrap_or_default()).map_err(|error| match &error
        {
            PoolError::Setup(SetupError::Bot { source, .. }) => Broken::from(source),
            other => Broken { text: other.to_string(), file: None, line: None },
        })
    }))
}

/// The series, until Ctrl-C.
fn series(
    frame: Frame,
    entrants: Entrants,
    args: &WatchArgs,
    happens: &Receiver<Event>,
) -> anyhow::Result<Verdict> {
    let json = args.json;
    let title = title(&entrants, args, frame.seed);
    let common = common(args, frame.seed);
    let plan = Plan { games: args.games, verbose: args.verbose, common };
    let mut contest = Contest::new(frame, entrants, plan)?;
    let mut out = anstream::stdout();
    if !json {
        writeln!(out, "{}", prose(&title, 0).join("\n"))?;
    }
    for note in contest.to_come() {
        writeln!(out, "{}", if json { note.json().to_string() } else { note.text() })?;
    }
    for event in happens {
        if matches!(event, Event::Interrupt) {
            contest.leave();
            if !json {
                write!(out, "\n{}", contest.history())?;
            }
            return Ok(Verdict::Interrupted);
        }
        contest.take(event, &mut |note: Note<'_>, bar| {
            let text = if json { note.json().to_string() } else { note.text() };
            bar.suspend(|| writeln!(out, "{text}").and_then(|()| out.flush()))
        })?;
        if args.once && contest.is_done() {
            let done = contest.everybody_plays();
            return Ok(if done { Verdict::Done } else { Verdict::Failed });
        }
    }
    Ok(Verdict::Done)
}

/// What is watched, in a line or two.
fn title(entrants: &Entrants, args: &WatchArgs, seed: Seed) -> String {
    let games = args.games;
    let plural = if games == 1 { "match" } else { "matches" };
    let fresh = match args.seed {
        Some(_) => String::new(),
        None => format!("\n{DIM}seed {seed}{DIM:#}"),
    };
    let against = args.opponents.join(", ");
    let bots = match &entrants.folder {
        Some(_) => format!("the bots of {}", args.bot),
        None => args.bot.clone(),
    };
    format!(
        "{DIM}watching{DIM:#} {BOLD}{bots}{BOLD:#} {DIM}against{DIM:#} {against}{DIM}: {games} \
         {plural} each, Ctrl-C ends{DIM:#}{fresh}"
    )
}

/// What the matches have in common on a command line.
fn common(args: &WatchArgs, seed: Seed) -> Common {
    Common {
        seed: in_short(seed),
        options: args.rules.options.clone(),
        budget: args.budget,
        on_fault: args.on_fault,
        strikes: args.strikes,
        without: args.without.clone(),
    }
}

/// A seed as a person gave it: a number where it is one.
fn in_short(seed: Seed) -> String {
    let (head, tail) = seed.bytes().split_at(24);
    match <[u8; 8]>::try_from(tail) {
        Ok(tail) if head.iter().all(|&byte| byte == 0) => u64::from_be_bytes(tail).to_string(),
        _ => seed.to_string(),
    }
}

//! `juez replay`.
//!
//! | file | contents |
//! |---|---|
//! | `record_walk` | a record and the stops of a walk through it |
//! | `keys` | the keys, in one table |
//! | `app` | the state, which keys change |
//! | `extent` | the size of the tables and the space left |
//! | `screen` | the state, drawn |
//! | `panel` | the moves and the log |
//! | `timeline` | all plies on one line |
//! | `curve` | a bot's plots over all plies |
//! | `jumps` | keys that search for something |
//! | `text` | drawings for the screen |

mod app;
mod curve;
mod extent;
mod jumps;
mod keys;
mod panel;
mod record_walk;
mod screen;
#[cfg(test)]
mod tests;
mod text;
mod timeline;

use anyhow::{Context, anyhow, bail, ensure};
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::{DefaultTerminal, Terminal};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use self::app::{App, Companions, Records, SPEEDS};
use super::colours::coloured;
use super::match_text::{ShowEachMove, noted, summary};
use super::options::read_seat;
use super::reader;
use super::review::ReviewFile;
use super::text::tell;
use super::timings::Timings;
use super::verdict::Verdict;
use super::web::{Web, record};
use juez_core::{Observer, Record, Seat};
use juez_match::registry::{AnyGame, MadeMove, Moment};

/// Arguments of `juez replay`.
#[derive(clap::Args)]
#[command(after_help = "\
On a terminal: a viewer; press ? for its keys. Elsewhere: the match as text, as `play --show` prints \
it; with --ply the position there.

At ply N you see the table after N moves, the drawings and log of the seat to move, and its move.
A finished match is shown with all cards face up, any other as the public sees it.

Exit code: 0 done, 2 wrong input.")]
pub(super) struct ReplayArgs {
    /// A file of records, compressed or not; - for standard input
    record: String,
    /// Record to read, counted from 0
    #[arg(long, value_name = "I", default_value_t = 0)]
    record_number: usize,
    /// Show the view of seat S
    #[arg(long, value_name = "S", value_parser = read_seat, conflicts_with = "open")]
    seat: Option<Seat>,
    /// Show all cards, of a finished match
    #[arg(long)]
    open: bool,
    /// Show the public view
    #[arg(long, conflicts_with_all = ["open", "seat"])]
    public: bool,
    /// Start after N moves; without a terminal: print only this position
    #[arg(long, value_name = "N")]
    ply: Option<u32>,
    /// Decision times from `play --timings`
    #[arg(long, value_name = "FILE")]
    timings: Option<PathBuf>,
    /// Playback speed in plies a second: 0.25 to 8
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = read_speed)]
    speed: f32,
    #[command(flatten)]
    web: Web,
}

pub(super) fn run(args: &ReplayArgs) -> anyhow::Result<Verdict> {
    if args.web.web {
        if args.open || args.public || args.seat.is_some() || args.timings.is_some() {
            bail!(
                "--open, --public, --seat and --timings cannot be used with --web: the page has them"
            );
        }
        let (record, game) = reader::nth(&args.record, args.record_number)?;
        return record::show(&args.web, game, &record, args.ply);
    }
    let companions = Companions {
        timings: args.timings.as_deref().map(Timings::read).transpose()?.unwrap_or_default(),
        reviews: ReviewFile::open(Path::new(&args.record))?.into_reviews(),
    };
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if io::stdout().is_terminal() && !dumb { view(args, companions) } else { print(args) }
}

/// Parses a speed and rounds it to one of the viewer's.
fn read_speed(text: &str) -> Result<f32, String> {
    let speed = text.parse().ok().filter(|speed| SPEEDS.contains(speed));
    let speed = speed.map(|speed: f32| 2f32.powi(speed.log2().round() as i32));
    speed.ok_or_else(|| "a speed is a number from 0.25 to 8".to_string())
}

/// Returns the observer that the arguments ask for.
fn observer(args: &ReplayArgs, game: &dyn AnyGame, record: &Record) -> anyhow::Result<Observer> {
    match (args.seat, args.open) {
        (Some(seat), _) => Ok(Observer::Seat(seat)),
        _ if !game.info().hidden => Ok(Observer::Public),
        (_, true) if record.end.is_none() => bail!(
            "this match is not over, so its hands stay hidden: --seat S shows the view of a seat"
        ),
        _ if args.public || record.end.is_none() => Ok(Observer::Public),
        _ => Ok(Observer::Open),
    }
}

fn print(args: &ReplayArgs) -> anyhow::Result<Verdict> {
    let (record, game) = reader::nth(&args.record, args.record_number)?;
    let observer = observer(args, game, &record)?;
    let mut out = BufWriter::new(anstream::stdout().lock());
    match args.ply {
        Some(ply) => print_position(&mut out, game, &record, ply, observer)?,
        None => print_match(&mut out, game, &record, observer)?,
    }
    out.flush()?;
    Ok(Verdict::Done)
}

/// Prints a match move by move, and its result.
fn print_match(
    out: &mut impl Write,
    game: &'static dyn AnyGame,
    record: &Record,
    observer: Observer,
) -> anyhow::Result<()> {
    let names = record.players.iter().map(|player| player.name.clone()).collect();
    let mut shown = ShowEachMove::new(out, names, observer);
    let reported = game.retell(record, observer, &mut shown);
    shown.put_table(None);
    out.flush()?;
    reported?;
    Ok(writeln!(out, "{}", summary(game, record, true, observer)?.trim_end())?)
}

/// Prints a record in each form, and draws it on a test screen. Ignores errors in the record.
pub(super) fn print_all(
    out: &mut impl Write,
    game: &'static dyn AnyGame,
    record: &Record,
    observer: Observer,
) {
    let last = record.moves.len() as u32;
    let _ = print_match(out, game, record, observer);
    for ply in [0, last / 2, last] {
        let _ = print_position(out, game, record, ply, observer);
    }
    let Ok(mut app) = App::new("FILE", vec![(0, record.clone(), game)], 0, Companions::default())
    else {
        return;
    };
    let Ok(mut screen) = Terminal::new(TestBackend::new(100, 40));
    app.set_observer(observer);
    for ply in [0, last / 2, last] {
        app.go_to(ply);
        let Ok(_) = screen.draw(|frame| app.draw(frame));
    }
}

/// Prints the table after `ply` moves, with the bot's drawing and log.
fn print_position(
    out: &mut impl Write,
    game: &'static dyn AnyGame,
    record: &Record,
    ply: u32,
    observer: Observer,
) -> anyhow::Result<()> {
    let plies = record.moves.len();
    if ply as usize > plies {
        bail!("no ply {ply}: the record has {plies} moves, so choose ply 0 to {plies}");
    }
    let drawn = game.drawn(record, Moment::at(ply), observer)?;
    let how = record.plies.get(ply as usize);
    let may_see = |seat| observer.sees_notes_of(seat, game.info().hidden);
    let how = how.filter(|_| drawn.to_move.is_some_and(may_see));
    write!(out, "{}", coloured(&noted(&drawn.drawing, how)))?;
    if ply as usize == plies {
        return Ok(());
    }
    // Moves after this one can be illegal.
    let moves = record.moves[..=ply as usize].to_vec();
    let made = game.moves_for(&Record { moves, ..record.clone() }, observer);
    if let Some(MadeMove { seat, text: mv, .. }) = made?.pop() {
        let name = record.players.get(seat.index()).map(|player| player.name.clone());
        let name = name.unwrap_or_else(|| format!("seat {seat}"));
        writeln!(out, "\nply {ply}  {name} {mv}")?;
        for line in how.and_then(|how| how.log.as_ref()).into_iter().flatten() {
            writeln!(out, "        {line}")?;
        }
    }
    Ok(())
}

fn view(args: &ReplayArgs, companions: Companions) -> anyhow::Result<Verdict> {
    let records = read_all(&args.record)?;
    let number = args.record_number;
    let at = records.iter().position(|(n, ..)| *n == number).with_context(|| {
        let all = records.len();
        format!("{} has no record {number} that can be read; {all} can", args.record)
    })?;
    let observer = observer(args, records[at].2, &records[at].1)?;
    let name = if args.record == "-" { "standard input" } else { &args.record };
    let name = name.rsplit('/').next().unwrap_or(name);
    let mut app = App::new(name, records, at, companions)?;
    if args.seat.is_some() {
        app.walk.drawn(Moment::at(0), observer).map_err(|fault| anyhow!(fault.error))?;
    }
    if args.timings.is_some() && app.walk.timings.is_none() {
        app.message = "the file of timings has none of this match".to_string();
    }
    app.speed = args.speed;
    app.set_observer(observer);
    if let Some(ply) = args.ply {
        let plies = app.walk.plies();
        if ply > plies {
            bail!("no ply {ply}: the record has {plies} moves, so choose 0 to {plies}");
        }
        app.go_to(ply);
    }
    // Reads keys from the terminal even if standard input is the record.
    let terminal = ratatui::try_init().inspect_err(|_| ratatui::restore());
    let terminal = terminal
        .context("the viewer needs a terminal for its keys; as text: juez replay FILE | less")?;
    let shown = run_viewer(terminal, &mut app);
    ratatui::restore();
    shown.context("the terminal does not answer")?;
    Ok(Verdict::Done)
}

/// Limit on the bytes of records that are opened at once.
const MAX_BYTES: usize = 256 << 20;

/// Reads all valid records; reports the others.
fn read_all(path: &str) -> anyhow::Result<Records> {
    let (mut records, mut bytes) = (Records::new(), 0);
    for line in reader::lines(path)? {
        let line = line?;
        bytes += line.bytes;
        if bytes > MAX_BYTES {
            tell(format_args!(
                "note: only the first {} records are shown, {} MiB; --record-number N shows a later one",
                line.number,
                MAX_BYTES >> 20
            ));
            break;
        }
        match line.record {
            Ok((record, game)) => records.push((line.number, record, game)),
            Err(error) => tell(format_args!("{path}:{}: {error}", line.line)),
        }
    }
    ensure!(!records.is_empty(), "{path} holds no record");
    Ok(records)
}

/// Handles keys and playback until the viewer exits.
fn run_viewer(mut terminal: DefaultTerminal, app: &mut App) -> io::Result<()> {
    let mut since = Instant::now();
    while !app.over {
        terminal.draw(|frame| app.draw(frame))?;
        let ready = match app.pause() {
            None => true,
            Some(pause) => event::poll(pause.saturating_sub(since.elapsed()))?,
        };
        if !ready {
            app.tick();
            since = Instant::now();
            continue;
        }
        let played = app.playing;
        if let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            app.press(key);
        }
        if app.playing && !played {
            since = Instant::now();
        }
    }
    Ok(())
}

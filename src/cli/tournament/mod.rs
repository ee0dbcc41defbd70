//! `juez tournament`.
//!
//! | file | contents |
//! |---|---|
//! | `args` | options of the command line |
//! | `file` | the same as a TOML file |
//! | `example` | a commented file |
//! | `resolve` | defaults and conflicts |
//! | `openings` | files of opening positions |
//! | `students` | students of a class |
//! | `class_bots` | bots of a class held with `juez class` |
//! | `notes` | notes on the database and the seed |
//! | `announcement` | the text before the first match |
//! | `messages` | events as lines |
//! | `progress` | bar or lines |
//! | `json_events` | events as JSON |
//! | `venue` | threads or remote workers |
//! | `play` | plans, plays and resumes |

mod announcement;
mod args;
mod class_bots;
mod example;
mod file;
mod json_events;
mod messages;
mod notes;
mod openings;
mod play;
mod progress;
mod resolve;
mod students;
mod venue;

use anyhow::{bail, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};

use self::args::Settings;
use self::venue::VenueArgs;
use super::verdict::Verdict;
use juez_match::registry::{AnyGame, game};

/// Arguments of `juez tournament`.
#[derive(clap::Args)]
#[command(
    override_usage = "juez tournament GAME BOT... [OPTIONS]\n       \
                      juez tournament FILE.toml [OPTIONS]\n       \
                      juez tournament --resume [FILE.db] [OPTIONS]\n       \
                      juez tournament --example",
    after_help = "\
A BOT is a script, a folder with main.lua or main.rhai, a folder full of bots, or a built-in bot with \
options (minimax:depth=3); `ana=bots/ana.lua` gives it a name. Everything that happens is kept in one \
database at once: an interrupted tournament continues with --resume, and one that is played again \
plays only the matches of bots that have changed. `juez report FILE.db` shows the tables again.

Exit code: 0 done, 1 some matches could not be played, through no fault of a bot, 2 wrong input, \
130 interrupted."
)]
pub(super) struct TournamentArgs {
    /// A game and its bots, or a tournament file
    #[arg(value_name = "GAME BOT... | FILE.toml")]
    what: Vec<String>,
    /// Resume the interrupted tournament of a database [default: that of the file or game, or the
    /// only one here]
    #[arg(long, value_name = "FILE.db", num_args = 0..=1)]
    resume: Option<Option<PathBuf>>,
    /// Print a commented tournament file
    #[arg(long, conflicts_with = "resume")]
    example: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    venue: VenueArgs,
}

/// Settings of the command line and the file, merged.
struct Request {
    game: &'static dyn AnyGame,
    /// Bots other than the students'.
    bots: Vec<String>,
    settings: Settings,
    name: String,
    db: PathBuf,
}

pub(super) fn run(args: TournamentArgs) -> anyhow::Result<Verdict> {
    if args.example {
        anstream::stdout().lock().write_all(example::EXAMPLE.as_bytes())?;
        return Ok(Verdict::Done);
    }
    let Some(file) = args.resume else {
        return play::begin(&read(&args.what, args.settings)?, &args.venue);
    };
    ensure!(
        args.settings == args.settings.of_the_run(),
        "--resume continues the stored plan, so the only other options are --concurrency, \
         --isolation, --require-sandbox, --json-events, --quiet and --db; without it a changed plan \
         becomes another revision, in which nothing is played twice"
    );
    match (file, &args.what[..]) {
        (Some(path), []) => play::resume(&path, &args.settings, &args.venue),
        (Some(path), _) => bail!("{} lists the players: nothing else can be named", path.display()),
        (None, []) => {
            let db = args.settings.db.clone().map_or_else(play::only_one_here, Ok)?;
            play::resume(&db, &args.settings, &args.venue)
        }
        (None, what) => {
            let request = read(what, args.settings)?;
            play::resume(&request.db, &request.settings.of_the_run(), &args.venue)
        }
    }
}

/// Reads the positional arguments: a game and bots, or a file.
fn read(what: &[String], settings: Settings) -> anyhow::Result<Request> {
    let is_file = |text: &String| Path::new(text).extension().is_some_and(|end| end == "toml");
    let (game, bots, settings, path) = match what {
        [] => bail!(
            "name a game and its bots, as in juez tournament quoridor bots/ minimax, or a file \
             (--example prints one)"
        ),
        [path] if is_file(path) => {
            let file = file::read(Path::new(path))?;
            (file.game, file.bots, settings.over(file.settings), Path::new(path))
        }
        [path, rest, ..] if is_file(path) => bail!(
            "{path} lists the players, so {rest} cannot be given too: write it under bots in the file"
        ),
        [id, bots @ ..] => {
            let game = game(id)?;
            (game, bots.to_vec(), settings, Path::new(game.info().id))
        }
    };
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let db = settings.db.clone().unwrap_or_else(|| path.with_extension("db"));
    Ok(Request { game, bots, settings, name, db })
}

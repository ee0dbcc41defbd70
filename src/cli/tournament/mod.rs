//! `juez tournament`.
//!
//! | file | what it is |
//! |---|---|
//! | `args` | everything that may be said of a tournament |
//! | `file` | the same as a TOML file |
//! | `example` | a file to begin with |
//! | `decide` | defaults, and what does not go together |
//! | `openings` | files of positions to begin from |
//! | `entrants` | who takes part, and who cannot and why |
//! | `people` | the students of a class |
//! | `passing` | what it takes to pass |
//! | `editions` | what a database holds already |
//! | `estimate` | how long it will take |
//! | `size` | how much that is |
//! | `said` | what is said before it begins |
//! | `news` | what of it is worth a line |
//! | `progress` | how far it is |
//! | `json_events` | what happens, for programs |
//! | `interrupt` | Ctrl-C |
//! | `go` | all of it together |

mod args;
mod decide;
mod editions;
mod entrants;
mod estimate;
mod example;
mod file;
mod go;
mod interrupt;
mod json_events;
mod news;
mod openings;
mod passing;
mod people;
mod progress;
mod said;
mod size;

use anyhow::bail;
use std::io::Write;
use std::path::{Path, PathBuf};

use self::args::Settings;
use super::Verdict;
use crate::registry::{AnyGame, game};

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
database at once: a tournament that was interrupted goes on with --resume, and one that is played again \
plays only the matches of bots that have changed. `juez report FILE.db` shows the tables again.

Exit code: 0 done, 1 matches that could not be played, for no fault of a bot, 2 wrong input, 130 \
interrupted."
)]
pub(super) struct TournamentArgs {
    /// The game and its bots, or a file that says all
    #[arg(value_name = "GAME BOT... | FILE.toml")]
    what: Vec<String>,
    /// Go on with the tournament of a database where it was interrupted; without FILE.db the one of
    /// the file or game that is named, or the only one here
    #[arg(long, value_name = "FILE.db", num_args = 0..=1)]
    resume: Option<Option<PathBuf>>,
    /// Print a commented file to begin with
    #[arg(long, conflicts_with = "resume")]
    example: bool,
    #[command(flatten)]
    settings: Settings,
}

/// What was asked for, wherever it was said.
struct Asked {
    /// The game.
    game: &'static dyn AnyGame,
    /// Who takes part, beside the students of a class.
    bots: Vec<String>,
    /// Everything else.
    said: Settings,
    /// What it is called where nothing is said.
    name: String,
    /// Where it is kept.
    db: PathBuf,
}

pub(super) fn run(args: TournamentArgs) -> anyhow::Result<Verdict> {
    if args.example {
        anstream::stdout().lock().write_all(example::EXAMPLE.as_bytes())?;
        return Ok(Verdict::Done);
    }
    let Some(file) = args.resume else {
        return go::begin(&read(&args.what, args.settings)?);
    };
    if args.settings != args.settings.of_the_run() {
        bail!(
            "--resume goes on with what was planned, so beside it there may be --concurrency, \
             --isolation, --require-sandbox, --json-events, --quiet and --db; without it a changed plan \
             becomes another edition, in which nothing is played twice"
        );
    }
    match (file, &args.what[..]) {
        (Some(path), []) => go::resume(&path, &args.settings),
        (Some(path), _) => bail!("{} says who plays: nothing else can be named", path.display()),
        (None, []) => {
            let db = args.settings.db.clone();
            go::resume(&db.map_or_else(go::only_one_here, Ok)?, &args.settings)
        }
        (None, what) => {
            let asked = read(what, args.settings)?;
            go::resume(&asked.db, &asked.said.of_the_run())
        }
    }
}

/// Reads what is named: a game and bots, or a file.
fn read(what: &[String], settings: Settings) -> anyhow::Result<Asked> {
    let is_file = |text: &String| Path::new(text).extension().is_some_and(|end| end == "toml");
    match what {
        [] => bail!(
            "name a game and its bots, as in juez tournament quoridor bots/ minimax, or a file \
             (--example prints one)"
        ),
        [path] if is_file(path) => {
            let path = Path::new(path);
            let file = file::read(path)?;
            let said = settings.over(file.settings);
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let db = said.db.clone().unwrap_or_else(|| path.with_extension("db"));
            Ok(Asked { game: file.game, bots: file.bots, said, name, db })
        }
        [path, rest, ..] if is_file(path) => bail!(
            "{path} says who plays, so {rest} cannot stand beside it: write it under bots in the file"
        ),
        [id, bots @ ..] => {
            let game = game(id)?;
            let name = game.info().id.to_string();
            let db = settings.db.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.db")));
            Ok(Asked { game, bots: bots.to_vec(), said: settings, name, db })
        }
    }
}

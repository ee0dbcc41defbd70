//! `juez engine`: a bot that answers an engine protocol on standard input and output.
//!
//! | file | contents |
//! |---|---|
//! | `thinker` | a bot and its current position |
//! | `lines` | the line protocol, for every game |
//! | `qtp` | the Quoridor Text Protocol |
//! | `diagram` | a position as that protocol shows it |

mod diagram;
mod lines;
mod qtp;
mod thinker;

use anyhow::ensure;
use std::ffi::OsString;
use std::io::{BufRead, Write};

use self::lines::Lines;
use self::qtp::Qtp;
use self::thinker::Thinker;
use super::options::{HouseRules, IsolationArgs};
use super::verdict::Verdict;
use juez_core::{Budget, Limits, Seed};
use juez_match::registry::game;

/// Maximum length of a line in bytes: the record of the longest match.
const MAX_LINE: u64 = 16 << 20;

/// Arguments of `juez engine`.
#[derive(clap::Args)]
#[command(after_help = "\
Reads commands and writes answers, a line each, for programs that play with engines:

  juez                        id lines, then ok
  newgame [OPTIONS AS JSON]   ok
  position start [moves ...]  nothing
  position record RECORD      nothing
  go movetime MS | clock LEFT_MS MORE_MS | nodes N | fuel N
                              info lines, then bestmove MOVE
  stop, quit                  nothing

A command that fails is answered by: error WHY. docs/any-language.md has examples.")]
pub(super) struct EngineArgs {
    /// The game
    game: String,
    /// The bot: a script, a folder with a main file, or a built-in bot [default: the strongest]
    bot: Option<String>,
    /// Speak the Quoridor Text Protocol
    #[arg(long)]
    qtp: bool,
    /// Budget of a move if `go` names none: quick (20 ms), normal (100 ms) or long (1 s)
    #[arg(long, default_value = "normal")]
    budget: Budget,
    /// Random seed: a number or 64 hex digits
    #[arg(long, default_value = "0")]
    seed: Seed,
    #[command(flatten)]
    rules: HouseRules,
    #[command(flatten)]
    isolation: IsolationArgs,
}

/// Rewrites `-seed N`, which referees of the Quoridor Text Protocol pass to an engine, as our own
/// option.
pub(super) fn with_seed(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|command| command == "engine") {
        args.iter_mut().filter(|arg| *arg == "-seed").for_each(|arg| *arg = "--seed".into());
    }
    args
}

/// The engine's side of a protocol.
trait Answers {
    fn answer(&mut self, line: &str) -> Reply;
}

struct Reply {
    /// The reply with its line endings.
    text: String,
    /// True if the engine exits after this reply.
    ends: bool,
}

pub(super) fn run(args: &EngineArgs) -> anyhow::Result<Verdict> {
    let game = game(&args.game)?;
    ensure!(
        !args.qtp || game.info().id == "quoridor",
        "the Quoridor Text Protocol is for quoridor, not for {}",
        game.info().id
    );
    let strongest = || game.levels().last().copied().unwrap_or_default().to_string();
    let bot = args.bot.clone().unwrap_or_else(strongest);
    let player = args.isolation.reading(None).player(&bot, game)?;
    let player = args.isolation.open()?.player(&player);
    let thinker =
        Thinker::new(game, player, args.seed, Limits::of(args.budget), args.rules.json(game)?)?;
    let mut protocol: Box<dyn Answers> =
        if args.qtp { Box::new(Qtp::new(thinker)) } else { Box::new(Lines::new(thinker)) };
    converse(&mut std::io::stdin().lock(), &mut std::io::stdout().lock(), &mut *protocol)?;
    Ok(Verdict::Done)
}

fn converse(
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    protocol: &mut dyn Answers,
) -> anyhow::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = std::io::Read::take(&mut *input, MAX_LINE).read_until(b'\n', &mut line)?;
        ensure!((read as u64) < MAX_LINE, "a command of more than {MAX_LINE} bytes");
        if read == 0 {
            return Ok(());
        }
        let Reply { text, ends } = protocol.answer(String::from_utf8_lossy(&line).trim());
        output.write_all(text.as_bytes())?;
        output.flush()?;
        if ends {
            return Ok(());
        }
    }
}

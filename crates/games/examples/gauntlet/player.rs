//! Players: searches, built-in bots and external engines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use juez_core::{Bot, History, Journal, Seed, Turn, read_options};
use juez_games::Quoridor;
use juez_games::quoridor::Move;
use juez_games::quoridor::master::learning::Line;
use juez_games::quoridor::master::move_of;
use juez_search::Budget;

use crate::searcher::Searcher;
use crate::setup::Setup;

/// Limit of one move.
#[derive(Clone, Copy)]
pub enum Limit {
    Ms(u64),
    Nodes(u64),
    /// Plies; only for searches.
    Depth(i32),
}

/// Work of a player, summed over its moves.
#[derive(Default)]
pub struct Work {
    pub nodes: u64,
    pub depth: u64,
    pub times: Vec<Duration>,
}

/// A player and its work so far.
pub struct Player {
    kind: Kind,
    pub work: Work,
}

enum Kind {
    Master { setup: Setup, searcher: Box<Searcher> },
    BuiltIn { name: String, bot: Box<dyn Bot<Quoridor>> },
    Engine { program: Child, to: ChildStdin, from: BufReader<ChildStdout> },
}

impl Player {
    /// Reads a player from its text, and starts its program.
    ///
    /// # Errors
    /// If the text names no player, or the program does not start.
    pub fn read(text: &str) -> Result<Player, String> {
        let kind = if let Some(command) = text.strip_prefix("engine:") {
            let mut words = command.split_whitespace();
            let mut program = Command::new(words.next().ok_or("engine: needs a command")?)
                .args(words)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .map_err(|error| format!("{command}: {error}"))?;
            let (to, from) = (program.stdin.take(), program.stdout.take());
            let (Some(to), Some(from)) = (to, from) else { return Err("no pipe".to_string()) };
            Kind::Engine { program, to, from: BufReader::new(from) }
        } else if (text == "master" || text.starts_with("master:")) && !text.contains("level=") {
            let setup = Setup::read(text.strip_prefix("master:").unwrap_or(""))?;
            Kind::Master { searcher: Box::new(Searcher::new(&setup)), setup }
        } else {
            Kind::BuiltIn { name: text.to_string(), bot: built_in(text)? }
        };
        Ok(Player { kind, work: Work::default() })
    }

    /// Prepares for a new match.
    pub fn begin(&mut self) -> Result<(), String> {
        match &mut self.kind {
            Kind::Master { searcher, .. } => searcher.clear(),
            Kind::BuiltIn { name, bot } => *bot = built_in(name)?,
            Kind::Engine { to, from, .. } => {
                ask(to, from, "newgame", "ok")?;
            }
        }
        Ok(())
    }

    /// Returns the move of the player.
    pub fn decide(&mut self, line: &Line, limit: Limit) -> Result<Move, String> {
        let begin = Instant::now();
        let board = *line.position.board();
        let (mut nodes, mut depth) = (0, 0);
        let mv = match &mut self.kind {
            Kind::Master { setup, searcher } => {
                if setup.clears_tables {
                    searcher.clear();
                }
                let mut late;
                let mut budget = match limit {
                    Limit::Nodes(nodes) => Budget::nodes(nodes * setup.share / 100),
                    Limit::Depth(plies) => Budget::depth(plies),
                    Limit::Ms(ms) => {
                        let end =
                            Duration::from_micros(ms.saturating_sub(1) * 1000 * setup.share / 100);
                        late = move || begin.elapsed() >= end;
                        Budget::until(&mut late)
                    }
                };
                let report = searcher.run(line, &mut budget);
                (nodes, depth) = (report.nodes, report.depth as u64);
                move_of(report.best)
            }
            Kind::BuiltIn { bot, .. } => {
                use juez_core::State;
                let legal = line.position.legal_moves();
                let journal = Journal::new(0);
                let turn = Turn {
                    seat: board.to_move(),
                    seats: board.seats(),
                    ply: line.position.ply(),
                    deal: 0,
                    view: &line.position,
                    legal: &legal,
                    history: History::shown(&line.moves),
                    seed: Seed::from(line.moves.len() as u64),
                    journal: &journal,
                };
                bot.next_move(&turn).map_err(|fault| fault.to_string())?
            }
            Kind::Engine { to, from, .. } => {
                let moves: String = line.moves.iter().map(|(_, mv)| format!(" {mv}")).collect();
                writeln!(to, "position start moves{moves}").map_err(|error| error.to_string())?;
                let go = match limit {
                    Limit::Ms(ms) => format!("go movetime {ms}"),
                    Limit::Nodes(nodes) => format!("go nodes {nodes}"),
                    Limit::Depth(_) => return Err("an engine takes no --depth".to_string()),
                };
                let (info, answer) = ask(to, from, &go, "bestmove ")?;
                let number = |name: &str| {
                    let mut words = info.split_whitespace().skip_while(|word| *word != name);
                    words.nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
                };
                (nodes, depth) = (number("nodes"), number("depth"));
                answer.trim().parse().map_err(|error| format!("{answer}: {error}"))?
            }
        };
        self.work.times.push(begin.elapsed());
        self.work.nodes += nodes;
        self.work.depth += depth;
        Ok(mv)
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Kind::Engine { program, to, .. } = &mut self.kind {
            let _ = writeln!(to, "quit");
            let _ = program.wait();
        }
    }
}

/// Writes a line and reads up to a line that begins with `end`. Returns the lines before it and the
/// rest of it.
fn ask(
    to: &mut ChildStdin,
    from: &mut BufReader<ChildStdout>,
    line: &str,
    end: &str,
) -> Result<(String, String), String> {
    writeln!(to, "{line}").and_then(|()| to.flush()).map_err(|error| error.to_string())?;
    let mut before = String::new();
    loop {
        let mut read = String::new();
        if from.read_line(&mut read).map_err(|error| error.to_string())? == 0 {
            return Err("the engine exited".to_string());
        }
        if let Some(rest) = read.strip_prefix(end) {
            return Ok((before, rest.to_string()));
        }
        before.push_str(&read);
    }
}

fn built_in(text: &str) -> Result<Box<dyn Bot<Quoridor>>, String> {
    let (name, given) = text.split_once(':').unwrap_or((text, ""));
    let bots = juez_core::built_in::<Quoridor>();
    let bot =
        bots.iter().find(|bot| bot.info.name == name).ok_or_else(|| format!("no bot {name}"))?;
    let options =
        read_options(bot.info.name, bot.info.options, given).map_err(|error| error.to_string())?;
    Ok((bot.build)(&options))
}

//! The line protocol.

use serde_json::{Map, Value};
use std::time::{Duration, Instant};

use super::thinker::Thinker;
use super::{Answers, Reply};
use juez_core::{Limits, Record};

/// Moves that a seat is assumed to have left in the match.
const MOVES_LEFT: u32 = 30;

/// The engine's side of the line protocol.
pub(super) struct Lines {
    thinker: Thinker,
    is_lost: bool,
}

impl Lines {
    pub fn new(thinker: Thinker) -> Lines {
        Lines { thinker, is_lost: false }
    }

    fn position(&mut self, what: &str) -> Result<String, String> {
        let (kind, rest) = split(what);
        match kind {
            "start" => {
                let (word, moves) = split(rest);
                if !["moves", ""].contains(&word) {
                    return Err(format!("position start {word}: expected moves"));
                }
                self.thinker.set_moves(moves.split_whitespace().map(str::to_string).collect())?;
            }
            "record" => {
                let record = Record::from_line(rest).map_err(|error| error.to_string())?;
                self.thinker.set_record(record)?;
            }
            _ => return Err("position is followed by start or record".to_string()),
        }
        Ok(String::new())
    }

    /// Returns the limits of a script, and the time of a search in milliseconds, if it has one.
    fn limits(&self, what: &str) -> Result<(Limits, Option<u64>), String> {
        let mut words = what.split_whitespace();
        let kind = words.next();
        let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
        let thinker = &self.thinker;
        let timed = |ms: u64| (thinker.for_move(ms.min(u32::MAX.into()) as u32), Some(ms));
        match (kind, numbers.as_deref()) {
            (None, _) => Ok((thinker.usual.clone(), None)),
            (Some("movetime"), Some([time])) => Ok(timed(*time)),
            (Some("clock"), Some([left, more])) => {
                Ok(timed((left / u64::from(MOVES_LEFT) + more / 2).min(*left)))
            }
            (Some("fuel"), Some([fuel])) => Ok((thinker.for_fuel(*fuel)?, None)),
            (Some("nodes"), Some([nodes])) => Ok((thinker.for_nodes(*nodes), None)),
            _ => Err("go is followed by movetime MS, clock LEFT_MS MORE_MS, nodes N or fuel N"
                .to_string()),
        }
    }

    fn go(&mut self, what: &str) -> Result<String, String> {
        if self.is_lost {
            return Err("no position: the last one was refused".to_string());
        }
        let begun = Instant::now();
        let (limits, time) = self.limits(what)?;
        let until = time.and_then(|ms| begun.checked_add(Duration::from_millis(ms)));
        let thought = self.thinker.think(&limits, until)?;
        let mut answer: String =
            thought.log.iter().map(|line| format!("info string {line}\n")).collect();
        let fuel = thought.fuel.map(|fuel| format!(" fuel {fuel}")).unwrap_or_default();
        answer.push_str(&format!("info time {}{fuel}\n", begun.elapsed().as_millis()));
        let mv = thought.answer.ok_or("the bot gave no move")?;
        answer.push_str(&format!("bestmove {mv}\n"));
        Ok(answer)
    }
}

impl Answers for Lines {
    fn answer(&mut self, line: &str) -> Reply {
        let (command, rest) = split(line);
        let answer = match command {
            "juez" => {
                let (name, game) = (&self.thinker.player.name, self.thinker.game.info().id);
                let version = env!("CARGO_PKG_VERSION");
                Ok(format!("id name juez {version} {name}\nid game {game}\nok\n"))
            }
            "newgame" => {
                let options = match rest {
                    "" => Ok(Map::new()),
                    rest => serde_json::from_str::<Map<String, Value>>(rest),
                };
                let options =
                    options.map_err(|error| format!("options are a JSON object: {error}"));
                let begun = options.and_then(|options| self.thinker.new_game(options));
                self.is_lost = begun.is_err();
                begun.map(|()| "ok\n".to_string())
            }
            "position" => {
                let answer = self.position(rest);
                self.is_lost = answer.is_err();
                answer
            }
            "go" => self.go(rest),
            // A running search is not interrupted: it ends within its budget.
            "stop" | "" => Ok(String::new()),
            "quit" => return Reply { text: String::new(), ends: true },
            other => Err(format!(
                "unknown command {other}; expected juez, newgame, position, go, stop or quit"
            )),
        };
        let text = answer.unwrap_or_else(|why| format!("error {}\n", why.replace('\n', " ")));
        Reply { text, ends: false }
    }
}

/// Splits off the first word.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

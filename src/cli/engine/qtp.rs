//! The Quoridor Text Protocol from the engine's side.

use serde_json::{Map, Value, json};

use super::diagram::diagram;
use super::thinker::Thinker;
use super::{Answers, Reply};
use juez_core::{Observer, Outcome, Seat};
use juez_match::external::{from_qtp, to_qtp};

const COMMANDS: [&str; 14] = [
    "boardsize",
    "clear_board",
    "genmove",
    "known_command",
    "list_commands",
    "name",
    "playmove",
    "playwall",
    "quit",
    "showboard",
    "undo",
    "version",
    "walls",
    "winner",
];
/// Colours of the players in turn order.
const COLOURS: [&str; 2] = ["black", "white"];

/// The engine's side of the protocol. The engine keeps the position.
pub(super) struct Qtp {
    thinker: Thinker,
}

impl Qtp {
    pub fn new(thinker: Thinker) -> Qtp {
        Qtp { thinker }
    }

    /// Splits off the colour of a command, if that colour is to move. The protocol lets a colour
    /// move twice; juez does not, and refuses it as an illegal move.
    fn turn<'t>(&self, arguments: &'t str) -> Result<&'t str, String> {
        let (colour, rest) = arguments.split_once(char::is_whitespace).unwrap_or((arguments, ""));
        let colour = colour.to_ascii_lowercase();
        let named = COLOURS.iter().position(|known| *known == colour || known[..1] == colour);
        let to_move = self.thinker.moves().len() % 2;
        match named.ok_or("syntax error")? {
            seat if seat == to_move => Ok(rest.trim()),
            _ => Err("illegal move".to_string()),
        }
    }

    fn make(&mut self, mv: String) -> Result<String, String> {
        let moves = [self.thinker.moves(), &[mv]].concat();
        // The detailed reason names squares in juez notation, which the client does not know.
        let made = self.thinker.set_moves(moves);
        made.map(|()| String::new()).map_err(|_| "illegal move".to_string())
    }

    fn play(&mut self, arguments: &str, is_wall: bool) -> Result<String, String> {
        let mv = from_qtp(self.turn(arguments)?).ok_or("syntax error")?;
        if (mv.len() == 3) != is_wall {
            return Err("syntax error".to_string());
        }
        self.make(mv)
    }

    fn generate(&mut self, arguments: &str) -> Result<String, String> {
        self.turn(arguments)?;
        let limits = self.thinker.usual.clone();
        let thought = self.thinker.think(&limits, None)?;
        let mv = thought.answer.ok_or("the bot gave no move")?;
        let answer = to_qtp(&mv);
        self.make(mv)?;
        Ok(answer)
    }

    fn undo(&mut self, arguments: &str) -> Result<String, String> {
        let times = match arguments {
            "" => 1,
            times => times.parse().map_err(|_| "syntax error".to_string())?,
        };
        let moves = self.thinker.moves();
        let left = moves.len().checked_sub(times).filter(|_| times > 0);
        let moves = moves[..left.ok_or("cannot undo")?].to_vec();
        self.thinker.set_moves(moves).map(|()| String::new())
    }

    fn clear(&mut self, walls: Option<u64>) -> Result<String, String> {
        let options = walls.map(|walls| ("walls".to_string(), json!(walls)));
        self.thinker.new_game(Map::from_iter(options)).map(|()| String::new())
    }

    fn winner(&mut self) -> Result<String, String> {
        let outcome = self.thinker.table()?.outcome();
        let won = |outcome: &Outcome| {
            Seat::all(2).zip(COLOURS).find(|(seat, _)| outcome.ranks[*seat] == 1)
        };
        let drawn = |outcome: &Outcome| outcome.ranks.as_slice().iter().all(|rank| *rank == 1);
        Ok(match outcome.as_ref().filter(|outcome| !drawn(outcome)).and_then(won) {
            Some((_, colour)) => format!("true {colour}"),
            None => "false".to_string(),
        })
    }

    /// Draws the position as a diagram.
    fn show(&mut self) -> Result<String, String> {
        let view = self.thinker.table()?.snapshot(Observer::Public).view;
        let view: Value = serde_json::from_str(view.as_str()).expect("a view is JSON");
        let list = |name: &str| view[name].as_array().cloned().unwrap_or_default();
        let texts = |name: &str| -> Vec<String> {
            list(name).iter().filter_map(Value::as_str).map(str::to_string).collect()
        };
        let left: Vec<u64> = list("walls_left").iter().filter_map(Value::as_u64).collect();
        Ok(diagram(&texts("pawns"), &texts("walls"), &left))
    }
}

impl Answers for Qtp {
    fn answer(&mut self, line: &str) -> Reply {
        let line = line.split('#').next().unwrap_or_default().trim();
        let (command, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let arguments = arguments.trim();
        let answer = match command {
            "" | "quit" => Ok(String::new()),
            "name" => Ok(format!("juez {}", self.thinker.player.name)),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_string()),
            "known_command" => Ok(COMMANDS.contains(&arguments).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "boardsize" if arguments == "9" => self.clear(None),
            "boardsize" => Err("unacceptable size".to_string()),
            "clear_board" => self.clear(None),
            "walls" => match arguments.parse() {
                Ok(walls) => self.clear(Some(walls)),
                Err(_) => Err("syntax error".to_string()),
            },
            "playmove" => self.play(arguments, false),
            "playwall" => self.play(arguments, true),
            "genmove" => self.generate(arguments),
            "undo" => self.undo(arguments),
            "winner" => self.winner(),
            "showboard" => self.show(),
            _ => Err("unknown command".to_string()),
        };
        let text = match (command, answer) {
            ("", _) => String::new(),
            (_, Ok(answer)) => format!("= {answer}").trim_end().to_string() + "\n\n",
            (_, Err(why)) => format!("? {}\n\n", why.replace('\n', " ")),
        };
        Reply { text, ends: command == "quit" }
    }
}

//! `exec:`: JSON lines, for every game.

use serde_json::{Map, Value, json};
use std::time::Instant;

use super::process::Process;
use super::protocol::{Lost, Protocol, Question, shown};
use super::words;
use juez_core::{GameInfo, Journal, Outcome, Seat, TimeControl, TimeLimit};

const VERSION: u32 = 1;

/// A program that speaks JSON lines.
pub(super) struct JsonLines {
    process: Process,
    /// Number of moves it has been sent.
    known: usize,
}

impl JsonLines {
    pub fn new(process: Process) -> JsonLines {
        JsonLines { process, known: 0 }
    }

    fn ask(&mut self, request: &Value, until: Instant) -> Result<Answer, Lost> {
        self.process.ask(&request.to_string(), |_| true)?;
        let line = self.process.hear(until)?;
        match serde_json::from_str::<Map<String, Value>>(&line) {
            Ok(fields) => match fields.get("error") {
                None => Ok(Answer { line, fields }),
                Some(Value::String(why)) => Err(Lost::Failed(shown(why))),
                Some(why) => Err(Lost::Failed(shown(&why.to_string()))),
            },
            Err(error) => match not_json(&line, &error) {
                Some(why) => Err(Lost::NoAnswer { line: shown(&line), why }),
                None => Err(Lost::no_answer(&line, "a JSON object on one line")),
            },
        }
    }
}

/// Returns the error for a line that begins like a JSON object; `None` for any other line.
fn not_json(line: &str, error: &serde_json::Error) -> Option<String> {
    // The column counts bytes.
    let at = line.get(error.column().checked_sub(1)?..).unwrap_or_default();
    // Python's `json` writes these two, which are not JSON.
    let number = ["NaN", "Infinity"].into_iter().find(|word| at.starts_with(word));
    match number {
        _ if !line.trim_start().starts_with('{') => None,
        Some(word) => Some(words::no_json_number(word, error.column())),
        None => Some(words::not_json(error)),
    }
}

struct Answer {
    line: String,
    fields: Map<String, Value>,
}

impl Protocol for JsonLines {
    fn load(&mut self, game: &GameInfo, seat: Seat, seats: u8, until: Instant) -> Result<(), Lost> {
        let request = json!({
            "call": "load", "protocol": VERSION, "game": game.id, "seat": seat, "seats": seats,
        });
        self.ask(&request, until).map(drop)
    }

    fn start(&mut self, info: &Value, time: TimeControl, until: Instant) -> Result<(), Lost> {
        let mut request = json!({ "call": "start" });
        let fields = request.as_object_mut().expect("it is an object");
        fields.extend(info.as_object().cloned().unwrap_or_default());
        match time.limit {
            TimeLimit::None => None,
            TimeLimit::PerMove(ms) => fields.insert("move_ms".into(), ms.into()),
            TimeLimit::Clock { initial, increment } => {
                fields.insert("left_ms".into(), initial.into());
                fields.insert("increment_ms".into(), increment.into())
            }
        };
        self.ask(&request, until).map(drop)
    }

    fn next_move(&mut self, question: &Question<'_>) -> Result<String, Lost> {
        let view = question.view;
        let moves = view.moves().to_vec();
        let (mut history, mut seats) = (view.past_moves().to_vec(), view.past_seats());
        history.drain(..self.known.min(history.len()));
        seats.drain(..self.known.min(seats.len()));
        self.known = view.past_count();
        let request = json!({
            "call": "move",
            "seat": view.seat(),
            "ply": view.ply(),
            "deal": view.deal(),
            "view": view.data(),
            "moves": moves,
            "history": history,
            "history_seats": seats,
            "left_ms": question.left.map(|left| left.as_millis() as u64),
        });
        let Answer { line, fields } = self.ask(&request, question.until)?;
        match fields.get("move") {
            Some(Value::String(mv)) => Ok(mv.clone()),
            _ => Err(Lost::no_answer(&line, r#"{"move": "..."}"#)),
        }
    }

    fn finish(&mut self, seat: Seat, outcome: &Outcome, until: Instant) -> Result<(), Lost> {
        let mut request = json!({ "call": "finish", "seat": seat });
        let fields = request.as_object_mut().expect("it is an object");
        let outcome = serde_json::to_value(outcome).expect("an outcome is plain data");
        fields.extend(outcome.as_object().cloned().unwrap_or_default());
        self.ask(&request, until).map(drop)
    }

    fn drain_log(&self, journal: &Journal) {
        self.process.drain_log(journal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_json_does_not_have_is_named_also_behind_other_letters() {
        let line = r#"{"n":"é","x":NaN}"#;
        let error = serde_json::from_str::<Map<String, Value>>(line).expect_err("no JSON");
        let why = "the answer is not JSON: it has no NaN (column 15); write null";
        assert_eq!(not_json(line, &error).as_deref(), Some(why));
    }
}

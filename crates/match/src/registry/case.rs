//! A case: a position, a question to a bot, and the required answer.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt::Display;

use super::agree::Strictness;
use crate::referee::{InspectError, Inspection, RecordFault};
use juez_core::{FORMAT, ReadRecordError, Record, Seat, UnknownName, plain_map};

/// A position with a question about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Case {
    /// The position: the record after all its moves.
    pub record: Record,
    /// The name of the case.
    pub name: Option<String>,
    /// The seat that is asked, if given; it must be the seat to move.
    pub seat: Option<Seat>,
    /// True to ask the bot at each of its earlier decisions too.
    pub relive: bool,
    /// The question and the expected answer.
    pub expected: Expected,
    /// A hint for the author of a bot that fails.
    pub hint: Option<String>,
}

/// The question of a case, with the required answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Expected {
    /// The bot's move.
    Move {
        /// The accepted moves; any move if empty.
        allowed: Vec<String>,
        /// The rejected moves.
        forbidden: Vec<String>,
    },
    /// The result of a function of the bot.
    Call {
        /// The name of the function.
        function: String,
        /// The arguments after the view.
        args: Vec<Value>,
        /// The required result.
        returns: Value,
        /// The strictness of the comparison.
        strictness: Strictness,
    },
}

/// The result of a bot in a case.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CaseResult {
    /// True if the answer is right.
    pub passed: bool,
    /// The requested call, or the first earlier one that failed.
    #[serde(flatten)]
    pub inspection: Inspection,
}

/// The reason why a case cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// It is not a record with a well-formed case, or a move is impossible.
    #[error("{0}")]
    Form(String),
    /// The record has another format.
    #[error(transparent)]
    Format(#[from] ReadRecordError),
    /// The record is of an unknown game.
    #[error(transparent)]
    Game(#[from] super::UnknownGame),
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] RecordFault),
    /// No bot can be asked there.
    #[error(transparent)]
    Inspect(InspectError),
}

impl CaseError {
    fn no_record(why: impl Display) -> CaseError {
        CaseError::Form(format!("not a record: {why}"))
    }

    fn no_kind(key: &str, expected: &str) -> CaseError {
        CaseError::Form(format!("\"{key}\" must be {expected}"))
    }
}

impl From<InspectError> for CaseError {
    fn from(error: InspectError) -> CaseError {
        match error {
            InspectError::Replay(error) => CaseError::Position(error),
            other => CaseError::Inspect(other),
        }
    }
}

/// The message for a record without a case.
const NO_CASE: &str = r#"the record has no "case": add "case":{"name":"..","allowed":[".."]}"#;
const RECORD_KEYS: &str = "format, game, rules, options, seed, branch, players, limits, \
    without, hide_names, given_deals, deals, moves, plies, logs, end, case";
const CASE_KEYS: &str =
    "name, seat, allowed, forbidden, call, args, returns, unordered, tolerance, relive, hint";

impl Case {
    /// Parses a record with its `case`.
    ///
    /// # Errors
    /// If it is not a record, or the case is not well formed. Whether the position is reachable is
    /// left to `check_case`.
    pub fn from_json(value: Value) -> Result<Case, CaseError> {
        let Value::Object(mut map) = value else {
            return Err(CaseError::no_record("expected a JSON object"));
        };
        plain_map(&mut map);
        match map.get("format") {
            Some(Value::String(format)) if format == FORMAT => {}
            Some(Value::String(format)) => {
                return Err(ReadRecordError::Format(format.clone()).into());
            }
            _ => {
                let why = format!("it must begin with \"format\":{FORMAT:?}");
                return Err(CaseError::no_record(why));
            }
        }
        known_keys("the record", &map, RECORD_KEYS)?;
        let case = match map.remove("case") {
            Some(Value::Object(case)) => case,
            Some(_) => return Err(CaseError::no_kind("case", "a JSON object")),
            None => return Err(CaseError::Form(NO_CASE.to_string())),
        };
        let mut record: Record =
            serde_json::from_value(Value::Object(map)).map_err(CaseError::no_record)?;
        record.make_plain();
        super::game(&record.game)?;
        known_keys("the case", &case, CASE_KEYS)?;
        Ok(Case {
            record,
            name: text(&case, "name")?,
            seat: read_key(&case, "seat", "a seat number from 0")?,
            relive: flag(&case, "relive")?,
            expected: Expected::read(&case)?,
            hint: text(&case, "hint")?,
        })
    }

    /// Formats the case as one line of a file of cases, without the newline.
    pub fn to_line(&self) -> String {
        let Case { record, name, seat, relive, expected, hint } = self;
        let mut case = json!({"name": name, "seat": seat, "hint": hint});
        let of_question = match expected {
            Expected::Move { allowed, forbidden } => {
                json!({"allowed": allowed, "forbidden": forbidden})
            }
            Expected::Call { function, args, returns, strictness } => json!({
                "call": function, "args": args, "returns": returns,
                "unordered": strictness.unordered, "tolerance": strictness.tolerance,
            }),
        };
        if let (Value::Object(case), Value::Object(more)) = (&mut case, of_question) {
            case.extend(more);
            case.extend(relive.then(|| ("relive".to_string(), Value::Bool(true))));
            case.retain(|key, value| {
                let is_absent = value.is_null() && key != "returns";
                // In a file a list of moves has at least one.
                let is_moves = matches!(key.as_str(), "allowed" | "forbidden");
                let is_empty = is_moves && value.as_array().is_some_and(Vec::is_empty);
                !is_absent && !is_empty
            });
        }
        let mut line = serde_json::to_value(record).expect("a record is plain data");
        line["case"] = case;
        line.to_string()
    }
}

impl Expected {
    fn read(case: &Map<String, Value>) -> Result<Expected, CaseError> {
        let refuse = |why: &str| Err(CaseError::Form(why.to_string()));
        let has = |key: &str| case.contains_key(key);
        let of_moves = has("allowed") || has("forbidden");
        let of_calls = ["args", "returns", "unordered", "tolerance"].into_iter().any(has);
        match text(case, "call")? {
            Some(_) if of_moves => refuse(
                "a case asks for a move (\"allowed\", \"forbidden\") or calls a function (\"call\"), \
                 not both",
            ),
            Some(function) => {
                let Some(returns) = case.get("returns").cloned() else {
                    return refuse(
                        "\"call\" needs \"returns\": the value that the function must return",
                    );
                };
                let args = read_key(case, "args", "a list")?.unwrap_or_default();
                let unordered = flag(case, "unordered")?;
                if unordered && !returns.is_array() {
                    return refuse("\"unordered\" goes with a list to return");
                }
                let (key, expected) = ("tolerance", "a number, 0 or more");
                let tolerance: f64 = read_key(case, key, expected)?.unwrap_or_default();
                if tolerance < 0.0 {
                    return Err(CaseError::no_kind(key, expected));
                }
                let strictness = Strictness { unordered, tolerance };
                Ok(Expected::Call { function, args, returns, strictness })
            }
            None if of_calls => refuse(
                "\"args\", \"returns\", \"unordered\" and \"tolerance\" go with \"call\", the name \
                 of a function",
            ),
            None if !of_moves => refuse(
                "the case expects nothing: it needs \"allowed\" or \"forbidden\" moves, or a \
                 function to \"call\"",
            ),
            None => {
                let (allowed, forbidden) = (moves(case, "allowed")?, moves(case, "forbidden")?);
                Ok(Expected::Move { allowed, forbidden })
            }
        }
    }

    /// Iterates over the moves it names, each with its key.
    pub(super) fn moves(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let (allowed, forbidden): (&[String], &[String]) = match self {
            Expected::Move { allowed, forbidden } => (allowed, forbidden),
            Expected::Call { .. } => (&[], &[]),
        };
        let allowed = allowed.iter().map(|mv| ("allowed", mv));
        allowed.chain(forbidden.iter().map(|mv| ("forbidden", mv)))
    }
}

fn known_keys(
    object: &str,
    map: &Map<String, Value>,
    known: &'static str,
) -> Result<(), CaseError> {
    let known = known.split(", ");
    let Some(key) = map.keys().find(|key| !known.clone().any(|known| known == *key)) else {
        return Ok(());
    };
    let UnknownName { name, meant, known } = UnknownName::of(key, known);
    let hint = match meant {
        Some(meant) => format!("did you mean {meant:?}?"),
        None => format!("it may have {known}"),
    };
    Err(CaseError::Form(format!("{object} has no key {name:?}; {hint}")))
}

/// Reads the value of an optional key; `expected` describes its type.
fn read_key<T: DeserializeOwned>(
    case: &Map<String, Value>,
    key: &str,
    expected: &str,
) -> Result<Option<T>, CaseError> {
    let read = case.get(key).cloned().map(serde_json::from_value);
    read.transpose().map_err(|_| CaseError::no_kind(key, expected))
}

fn text(case: &Map<String, Value>, key: &str) -> Result<Option<String>, CaseError> {
    read_key(case, key, "text")
}

fn flag(case: &Map<String, Value>, key: &str) -> Result<bool, CaseError> {
    Ok(read_key(case, key, "true or false")?.unwrap_or_default())
}

fn moves(case: &Map<String, Value>, key: &str) -> Result<Vec<String>, CaseError> {
    let expected = "a list of moves as text, at least one";
    match read_key::<Vec<String>>(case, key, expected)? {
        Some(moves) if moves.is_empty() => Err(CaseError::no_kind(key, expected)),
        moves => Ok(moves.unwrap_or_default()),
    }
}

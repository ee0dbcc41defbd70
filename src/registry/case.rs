//! A case: a position, a question to a bot, and what the answer must be.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::RecordFault;
use super::agree::Strictness;
use crate::core::{FORMAT, ReadRecordError, Record, Seat, UnknownName};
use crate::referee::{InspectError, Inspection};

/// A position with a question about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Case {
    /// The position: the record after all its moves.
    pub record: Record,
    /// Its name.
    pub name: Option<String>,
    /// The seat that is asked, if the case says so; it must be the seat to move.
    pub seat: Option<Seat>,
    /// True to ask the bot at each of its earlier decisions too.
    pub relive: bool,
    /// The question and the expected answer.
    pub expected: Expected,
    /// A hint for the author of a bot that fails.
    pub hint: Option<String>,
}

/// The question of a case, with the answer that is wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Expected {
    /// The bot's move.
    Move {
        /// It must be one of these, if there are any.
        allowed: Vec<String>,
        /// It must be none of these.
        forbidden: Vec<String>,
    },
    /// The value of a function of the bot.
    Call {
        /// Its name.
        function: String,
        /// The arguments behind the view.
        args: Vec<Value>,
        /// The value that it must return.
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
    /// The call that was asked for, or the first on the way to it that failed.
    #[serde(flatten)]
    pub inspection: Inspection,
}

/// A case that cannot be asked.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// Not a record of ours.
    #[error("not a record: {0}")]
    Record(String),
    /// A record of another format.
    #[error(transparent)]
    Format(#[from] ReadRecordError),
    /// A record of no known game.
    #[error(transparent)]
    Game(#[from] super::UnknownGame),
    /// A key that means nothing.
    #[error("{object} has no key {:?}{}", .unknown.name, .unknown.meant.map(|m| format!("; did you mean {m:?}?")).unwrap_or_else(|| format!("; it may have {}", .unknown.known)))]
    UnknownKey {
        /// The object.
        object: &'static str,
        /// The key.
        unknown: UnknownName,
    },
    /// No question.
    #[error("the record has no \"case\": add \"case\":{{\"name\":\"..\",\"allowed\":[\"..\"]}}")]
    NoCase,
    /// A value of the wrong kind.
    #[error("\"{key}\" must be {expected}")]
    Kind {
        /// The key.
        key: &'static str,
        /// The kind that it must be.
        expected: &'static str,
    },
    /// A question without an answer, or two questions.
    #[error("{0}")]
    Question(&'static str),
    /// A move of the case that cannot be made there.
    #[error("the {key} move {mv:?} cannot be made there: {why}")]
    Move {
        /// `allowed` or `forbidden`.
        key: &'static str,
        /// The move.
        mv: String,
        /// The reason.
        why: String,
    },
    /// The position is wrong.
    #[error("ply {}: {}", .0.ply, .0.error)]
    Position(RecordFault),
    /// No bot can be asked there.
    #[error(transparent)]
    Inspect(InspectError),
}

impl From<InspectError> for CaseError {
    fn from(error: InspectError) -> CaseError {
        match error {
            InspectError::Replay(error) => CaseError::Position(error.into()),
            other => CaseError::Inspect(other),
        }
    }
}

/// The keys of a record.
const RECORD_KEYS: &str = "format, game, rules, options, seed, branch, players, limits, \
    without, hide_names, given_deals, deals, moves, plies, logs, end, case";
/// The keys of a case.
const CASE_KEYS: &str =
    "name, seat, allowed, forbidden, call, args, returns, unordered, tolerance, relive, hint";

impl Case {
    /// The same question with no word of what the answer must be: for places where a bot might
    /// look.
    pub fn without_answer(&self) -> Case {
        let expected = match &self.expected {
            Expected::Move { .. } => Expected::Move { allowed: Vec::new(), forbidden: Vec::new() },
            Expected::Call { function, args, strictness, .. } => Expected::Call {
                function: function.clone(),
                args: args.clone(),
                returns: Value::Null,
                strictness: *strictness,
            },
        };
        Case { expected, hint: None, name: None, ..self.clone() }
    }

    /// Reads a record with its `case`.
    ///
    /// # Errors
    /// If it is no record, or the case is not well formed. Whether the position can be reached is
    /// `check_case`'s to say.
    pub fn from_json(value: Value) -> Result<Case, CaseError> {
        let Value::Object(mut map) = value else {
            return Err(CaseError::Record("expected a JSON object".to_string()));
        };
        match map.get("format") {
            Some(Value::String(format)) if format == FORMAT => {}
            Some(Value::String(format)) => {
                return Err(ReadRecordError::Format(format.clone()).into());
            }
            _ => {
                return Err(CaseError::Record(format!("it must begin with \"format\":{FORMAT:?}")));
            }
        }
        known_keys("the record", &map, RECORD_KEYS)?;
        let case = match map.remove("case").ok_or(CaseError::NoCase)? {
            Value::Object(case) => case,
            _ => return Err(CaseError::Kind { key: "case", expected: "a JSON object" }),
        };
        let record: Record = serde_json::from_value(Value::Object(map))
            .map_err(|error| CaseError::Record(error.to_string()))?;
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
}

impl Expected {
    fn read(case: &Map<String, Value>) -> Result<Expected, CaseError> {
        let has = |key: &str| case.contains_key(key);
        let of_moves = has("allowed") || has("forbidden");
        let of_calls = ["args", "returns", "unordered", "tolerance"].into_iter().any(has);
        match text(case, "call")? {
            Some(_) if of_moves => Err(CaseError::Question(
                "a case asks for a move (\"allowed\", \"forbidden\") or calls a function (\"call\"), \
                 not both",
            )),
            Some(function) => {
                let returns = case.get("returns").cloned().ok_or(CaseError::Question(
                    "\"call\" needs \"returns\": what the function must return",
                ))?;
                let args = read_key(case, "args", "a list")?.unwrap_or_default();
                let unordered = flag(case, "unordered")?;
                if unordered && !returns.is_array() {
                    return Err(CaseError::Question("\"unordered\" goes with a list to return"));
                }
                let (key, expected) = ("tolerance", "a number, 0 or more");
                let tolerance: f64 = read_key(case, key, expected)?.unwrap_or_default();
                if tolerance < 0.0 {
                    return Err(CaseError::Kind { key, expected });
                }
                let strictness = Strictness { unordered, tolerance };
                Ok(Expected::Call { function, args, returns, strictness })
            }
            None if of_calls => Err(CaseError::Question(
                "\"args\", \"returns\", \"unordered\" and \"tolerance\" go with \"call\", the name \
                 of a function",
            )),
            None if !of_moves => Err(CaseError::Question(
                "the case expects nothing: it needs \"allowed\" or \"forbidden\" moves, or a \
                 function to \"call\"",
            )),
            None => {
                let (allowed, forbidden) = (moves(case, "allowed")?, moves(case, "forbidden")?);
                Ok(Expected::Move { allowed, forbidden })
            }
        }
    }

    /// The moves it names, each with its key.
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
    object: &'static str,
    map: &Map<String, Value>,
    known: &'static str,
) -> Result<(), CaseError> {
    let known = known.split(", ");
    match map.keys().find(|key| !known.clone().any(|known| known == *key)) {
        None => Ok(()),
        Some(key) => Err(CaseError::UnknownKey { object, unknown: UnknownName::of(key, known) }),
    }
}

/// The value of a key, if the case has it; `expected` says what it must be.
fn read_key<T: DeserializeOwned>(
    case: &Map<String, Value>,
    key: &'static str,
    expected: &'static str,
) -> Result<Option<T>, CaseError> {
    let read = case.get(key).cloned().map(serde_json::from_value);
    read.transpose().map_err(|_| CaseError::Kind { key, expected })
}

fn text(case: &Map<String, Value>, key: &'static str) -> Result<Option<String>, CaseError> {
    read_key(case, key, "text")
}

fn flag(case: &Map<String, Value>, key: &'static str) -> Result<bool, CaseError> {
    Ok(read_key(case, key, "true or false")?.unwrap_or_default())
}

fn moves(case: &Map<String, Value>, key: &'static str) -> Result<Vec<String>, CaseError> {
    let expected = "a list of moves as text, at least one";
    match read_key::<Vec<String>>(case, key, expected)? {
        Some(moves) if moves.is_empty() => Err(CaseError::Kind { key, expected }),
        moves => Ok(moves.unwrap_or_default()),
    }
}

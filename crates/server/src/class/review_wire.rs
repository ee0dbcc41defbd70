//! JSON about reviews between the server of a class and its pages.

use serde::{Deserialize, Serialize};

use super::wire::Problem;
use juez_class::{Answer, BotId, ListedAnswer, PersonId, QuestionId};
use juez_lobby::EventLog;
use juez_match::referee::{Inspection, Verdict};
use juez_match::registry::Reviewed;

/// The answer of a draft at a position of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct DraftAnswer {
    #[serde(flatten)]
    pub inspection: Inspection,
    /// `None` without a review of the match, or without a move.
    pub review: Option<AnswerReview>,
}

/// The answer of a draft at a decision of a reviewed match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AnswerReview {
    /// The decision of the match.
    pub then: Reviewed,
    /// The same decision with the answer.
    pub now: Reviewed,
    /// The answer compared with the move played.
    pub verdict: Verdict,
}

impl AnswerReview {
    pub(super) fn new([then, now]: [Reviewed; 2]) -> AnswerReview {
        let verdict = then.verdict_on(&now);
        AnswerReview { then, now, verdict }
    }
}

/// The reviews of the matches of a class, for the teacher.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassReviews {
    /// The costs of each person in each game with reviewed matches, by name.
    pub people: Vec<PersonCosts>,
    /// The positions in which the most people erred, most first.
    pub positions: Vec<CommonPosition>,
    /// Number of matches that wait for their review, the one in progress included.
    pub waiting: usize,
}

/// The costs of a person's decisions in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PersonCosts {
    /// The person.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// Id of the game.
    pub game: &'static str,
    /// The reviewed matches, oldest first.
    pub matches: Vec<MatchCost>,
}

/// The costs of a person's decisions in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchCost {
    /// Id of the match.
    pub id: String,
    /// Start, in seconds since 1970.
    pub begun: u64,
    /// Number of decisions.
    pub decisions: u32,
    /// Their cost together, in parts of 10 000.
    pub cost: i32,
}

/// A position that several people have met.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CommonPosition {
    /// Id of a match that has it.
    #[serde(rename = "match")]
    pub of: String,
    /// Moves made before it there.
    pub ply: u32,
    /// The position as the seat to move sees it.
    pub log: EventLog,
    /// The best move.
    pub best: String,
    /// The pattern of the most mistakes there, if they have one.
    pub pattern: Option<String>,
    /// Number of people who met it.
    pub met: usize,
    /// Number of them whose last decision there was at least an inaccuracy.
    pub erred: usize,
    /// Mean cost of their last decisions there, in parts of 10 000.
    pub mean_cost: i32,
}

/// A position of a match to put to all.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuestionRequest {
    /// The id of the match.
    #[serde(rename = "match")]
    pub of: String,
    /// Moves made before.
    pub ply: u32,
}

/// A position put to all, as a person sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QuestionPage {
    /// The number.
    pub id: QuestionId,
    /// The position as the seat to move sees it.
    pub log: EventLog,
    /// The legal moves, in ascending order.
    pub legal: Vec<String>,
    /// The best move; `None` for a person who has not found it.
    pub best: Option<String>,
    /// The answers by name: all for the teacher, else the visitor's own.
    pub answers: Vec<ListedAnswer>,
}

/// An answer to a position put to all: by a draft, or a move.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum AnswerRequest {
    /// The draft of this bot answers.
    Bot(BotId),
    /// The visitor chooses this move.
    Move(String),
}

/// The result of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Answered {
    /// The answer; `None` if the draft failed.
    pub answer: Option<Answer>,
    /// The fault of the draft.
    pub fault: Option<Problem>,
    /// Lines printed by the draft.
    pub log: Vec<String>,
}

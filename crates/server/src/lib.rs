//! The web server: matches in the browser, live, replayed, and with people at any seat.
//!
//! | module | |
//! |---|---|
//! | `words` | sentences of refusals |
//! | `error` | refused requests |
//! | `blocking` | runs blocking work |
//! | `minute_limit` | limit on a client's actions per minute |
//! | `connections` | limit on open connections |
//! | `guard` | checks and headers of every request |
//! | `cookie` | the cookie that distinguishes visitors |
//! | `assets` | files of the pages |
//! | `turns` | limit on a visitor's concurrent work |
//! | `open_streams` | the open streams |
//! | `stream` | server-sent events |
//! | `texts` | embedded documentation and exercises |
//! | `docs` | the documentation |
//! | `body` | bodies of requests |
//! | `upload` | event logs of an uploaded file |
//! | `api` | the routes below `/api` |
//! | `class` | the routes of a class, and the rights of its people |
//! | `web_server` | the server: its address, its routes, its start and its end |

#![allow(missing_docs, reason = "only juez uses this crate, and most names and messages say it")]

mod api;
mod assets;
mod blocking;
mod body;
mod class;
mod connections;
mod cookie;
mod docs;
mod error;
mod guard;
mod minute_limit;
mod open_streams;
mod stream;
mod texts;
mod turns;
#[cfg(test)]
mod typescript;
mod upload;
mod web_server;
mod words;

pub use assets::{missing as missing_pages, need_drawings_of};
pub use class::{
    AcceptRequest, AnswerRequest, AnswerReview, Answered, AskRequest, BackupError, BotChange,
    BotPage, ClassPolicy, ClassReviews, ClassSite, ClassState, CodeOf, CompareMessage,
    CompareRequest, Compared, DraftRequest, Exercise, JoinInfo, JoinRequest, LadderBoard,
    LadderBotPage, LadderDay, LadderDoing, LadderMeeting, LadderMessage, LadderPast, LadderRow,
    LadderSeat, LadderVersion, ListedPerson, MATCHES_FILE, Me, PeopleChange, PersonChange, Problem,
    QuestionPage, QuestionRequest, RosterAnswer, RunRequest, SettingsRequest, Started, Tick,
    TournamentBoard, TournamentChange, TournamentMessage, TournamentRequest, TournamentRow,
    TournamentSummary, backup, check_backup, restore,
};
pub use web_server::{WebServer, WebServerError};
pub use words::SENTENCES;

//! The web server: matches in the browser, live, replayed, and with people at any seat.
//!
//! | module | |
//! |---|---|
//! | `words` | sentences of refusals |
//! | `visitor_id` | identity of a visitor |
//! | `event_log` | a match as one observer sees it; running matches and records give the same |
//! | `changes` | events as they travel: what differs from the position before |
//! | `wire` | the other JSON between server and pages |
//! | `lobby` | the matches that run and those that are stored, and the people at their tables |
//! | `error` | refused requests |
//! | `blocking` | blocking work for asynchronous code |
//! | `minute_limit` | limit of what one client may do in a minute |
//! | `connections` | limit of open connections |
//! | `guard` | checks and headers of every request |
//! | `cookie` | the cookie that tells visitors apart |
//! | `assets` | files of the pages |
//! | `turns` | bound of the work of one visitor or person at once |
//! | `open_streams` | the streams that are open |
//! | `stream` | server-sent events |
//! | `texts` | documentation and exercises, as they are in the program |
//! | `docs` | the documentation |
//! | `body` | bodies of requests |
//! | `upload` | event logs of an uploaded file |
//! | `api` | the routes below `/api` |
//! | `class` | the routes of a class, and what its people may do |
//! | `web_server` | the server: its address, its routes, its start and its end |

mod api;
mod assets;
mod blocking;
mod body;
mod changes;
mod class;
mod connections;
mod cookie;
mod docs;
mod error;
mod event_log;
mod guard;
mod lobby;
mod minute_limit;
mod open_streams;
mod stream;
mod texts;
mod turns;
mod upload;
mod visitor_id;
mod web_server;
mod wire;
mod words;

pub use assets::missing as missing_pages;
pub use changes::whole_events;
pub use class::{
    AcceptRequest, AskRequest, BackupError, BotChange, BotPage, ClassPolicy, ClassSite, ClassState,
    CodeOf, CompareMessage, CompareRequest, Compared, DraftRequest, Exercise, JoinInfo,
    JoinRequest, MATCHES_FILE, Me, PeopleChange, PersonChange, Problem, RosterAnswer, RunRequest,
    SettingsRequest, Started, Tick, backup, check_backup, restore,
};
use event_log::observer_name;
pub use event_log::{EventLog, MatchEvent, MatchHead, PlayerInfo, SourceError};
pub use lobby::{
    ArchiveError, AuthorId, BotChoice, GameChoice, Lobby, LobbyError, LobbyOptions, LogView,
    MatchTable, OfferedBot, Policy, RefusalKind, SettingInfo, SettingValues, UnusableBot,
    ViewerGuard,
};
pub use visitor_id::VisitorId;
pub use web_server::{WebServer, WebServerError};
pub use wire::{
    BranchRequest, ChosenSeed, Decider, MatchStatus, MatchSummary, MovePrompt, MoveRequest,
    NewMatch, OnClock, PaceRequest, SeatRequest, SeatState, StreamMessage, TableState, Takeover,
};
pub use words::sentences;

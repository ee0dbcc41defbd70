//! The server of a class: the same tables and pages, for people who are logged in.
//!
//! | file | |
//! |---|---|
//! | `wire` | JSON between server and pages |
//! | `review_wire` | the same about reviews |
//! | `backup` | the class as one archive |
//! | `site` | the class and its state in memory |
//! | `identity` | identifies the person who sends a request |
//! | `incidents` | notes refused requests for the teacher |
//! | `policy` | the rights of people in the lobby |
//! | `requests` | state and responses of the routes |
//! | `entry` | joining, coming back, leaving |
//! | `people` | requests of the teacher about people |
//! | `bots` | bots, drafts, versions |
//! | `download` | bots and matches as a zip |
//! | `checks` | limits of work on scripts |
//! | `run` | checks a draft, plays it, asks it |
//! | `exercises` | the exercises, and tests of a draft |
//! | `reviews` | the costs of people's decisions, and positions that many get wrong |
//! | `questions` | positions put to all, and the answers |
//! | `fair_queue` | contests that share slots by time |
//! | `slots` | waiting for a slot, and pausing in a match |
//! | `ladder` | versions of bots play each other all the time |
//! | `tournaments` | tournaments that the teacher holds on the page |
//! | `boards` | boards that all people see alike |
//! | `compare` | streams a comparison of a draft with an opponent |
//! | `contest` | the matches of a comparison, and its result |
//! | `routes` | the routes below `/api/class` |

mod backup;
mod boards;
mod bots;
mod checks;
mod compare;
mod contest;
mod download;
mod entry;
mod exercises;
mod fair_queue;
mod identity;
mod incidents;
mod ladder;
mod people;
mod policy;
mod questions;
mod requests;
mod review_wire;
mod reviews;
mod routes;
mod run;
mod site;
mod slots;
mod tournaments;
mod wire;

pub use backup::{BackupError, MATCHES_FILE, backup, check_backup, restore};
pub(super) use identity::identify;
pub(super) use incidents::note;
pub(super) use ladder::Ladder;
pub use ladder::{
    LadderBoard, LadderBotPage, LadderDay, LadderDoing, LadderMeeting, LadderMessage, LadderPast,
    LadderRow, LadderSeat, LadderVersion,
};
pub use policy::ClassPolicy;
pub(super) use requests::ClassApi;
pub use review_wire::{
    AnswerRequest, AnswerReview, Answered, ClassReviews, QuestionPage, QuestionRequest,
};
pub(super) use routes::routes;
pub use site::ClassSite;
pub(super) use tournaments::Tournaments;
pub use tournaments::{
    TournamentBoard, TournamentChange, TournamentMessage, TournamentRequest, TournamentRow,
    TournamentSummary,
};
pub use wire::{
    AcceptRequest, AskRequest, BotChange, BotPage, ClassState, CodeOf, CompareMessage,
    CompareRequest, Compared, DraftRequest, Exercise, JoinInfo, JoinRequest, ListedPerson, Me,
    PeopleChange, PersonChange, Problem, RosterAnswer, RunRequest, SettingsRequest, Started, Tick,
};

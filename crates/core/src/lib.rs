//! The types and traits that everything else builds on.
//!
//! Does no I/O and knows no particular game. A game is a [`Game`] with its [`State`], a player is a
//! [`Bot`], randomness comes from a [`Seed`], and a match as data is a [`Record`].

mod bot;
mod capacity;
mod colour;
mod drawing;
mod effect;
mod fault;
mod features;
mod forms;
mod game;
mod hand_score;
mod hands;
mod journal;
mod learning;
mod limits;
mod marks;
mod named;
mod nearest;
mod notation;
mod numbered_text;
mod options;
mod outcome;
mod pattern;
pub mod perft;
mod plain;
mod plain_record;
mod plain_signs;
mod player_level;
mod playout;
mod plots;
mod query;
mod record;
mod review;
mod rules_text;
mod seat;
mod seat_set;
mod seed;
mod sentences;
mod state;
mod terms;
mod time_control;
mod turns;
#[cfg(feature = "ts")]
mod typescript;
pub mod values;
mod view_fields;
mod words;
mod world;
mod wrap;

pub use bot::{Bot, BotInfo, BuiltIn, Finish, History, Random, Start, Stop, Turn, built_in};
pub use capacity::Capacity;
pub use colour::Colour;
pub use drawing::{Anchor, Drawing, Span, Tone};
pub use effect::{Effect, zone};
pub use fault::{FAULTS, Fault, FaultKind, Hook};
pub use features::{BitPlane, FeatureName, Observation, Plane, ahead, seats_ahead};
pub use game::{
    Costs, DealOf, Features, Game, GameInfo, MoveOf, ViewOf, check_options, options_from_json,
    options_to_json,
};
pub use hand_score::{HandEnd, HandRow, HandScore};
pub use hands::{HandFigure, HandUnit, Hands};
pub use journal::{CodeLine, Journal, Mark, Notes, ProfileRow};
pub use learning::{Learner, Learning, LostMatch, MakeLearner, Weights};
pub use limits::{Budget, Limits, LimitsError, OnFault, OtherLanguages};
pub use marks::{Label, Legend, plot_lines};
pub use nearest::{UnknownName, listed, nearest, nearest_moves, one_of, with_nearest_moves};
pub use notation::{Notation, ParseMoveError, UNREADABLE, clip, read_move};
pub use numbered_text::{AsText, NumberedText, Texts, Vocabulary};
pub use options::{
    Allowed, BotOptions, OptionInfo, OptionsError, read_options, read_options_with, typed_options,
};
pub use outcome::{Outcome, Reason, ranks_by, shares};
pub use pattern::{Misplay, Pattern, PatternInfo};
pub use plain::{
    misleads, plain, plain_lines, plain_map, plain_sentence, plain_value, shell_quoted,
};
pub use plain_signs::plain_signs;
pub use player_level::{LevelEstimate, LevelResult, Levels};
pub use playout::playout;
pub use plots::json_number;
pub use plots::{Figure, Plot, PlotError};
pub use query::{
    Answer, Arg, Args, Field, Kind, Param, Query, QueryError, Returns, Row, text, texts,
};
pub use record::{
    Branch, By, End, FORMAT, HookLog, PlayedBy, Player, Ply, ReadRecordError, Record, SeatFault,
};
pub use review::{CERTAIN, Reviewer, Severity, Valuation};
pub use rules_text::{Lang, RulesText};
pub use seat::{MAX_SEATS, PerSeat, Seat, Team};
pub use seat_set::SeatSet;
pub use seed::{ParseSeedError, Rng, Seed, Stream};
pub use state::{BadDeal, IllegalMove, Next, Observer, Revealed, State};
pub use terms::Terms;
pub use time_control::{TimeControl, TimeLimit, read_ms};
pub use turns::append;
pub use turns::{Turns, turns};
pub use view_fields::view_fields;
pub use words::SENTENCES;
pub use world::{AnyView, AnyWorld, SeatView, WorldOf};
pub use wrap::{NO_BREAK, columns_of, wrap};

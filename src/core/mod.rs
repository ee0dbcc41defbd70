//! Floor 0: the words and traits everything else is built from.
//!
//! Nothing here does I/O or knows a particular game, and nothing but `clock` reads one. A game is a
//! [`Game`] with its [`State`]; a mind is a [`Bot`]; chance is a [`Seed`]; a match on paper is a
//! [`Record`].

mod bot;
mod clock;
mod colour;
mod drawing;
mod fault;
mod forms;
mod game;
mod hands;
mod in_short;
mod journal;
mod limits;
mod marks;
mod meant;
mod notation;
mod options;
mod outcome;
mod plain;
mod playout;
mod plots;
mod query;
mod record;
mod room;
mod rules_text;
mod seat;
mod seed;
mod sentences;
mod state;
mod turns;
mod values;
mod words;
mod world;

pub use bot::{Bot, Finish, History, Start, Turn};
pub use clock::{
    ProcessClock, add_cpu_time, coarse_time, monotonic_time, thread_cpu_time, time_of_day,
};
pub use colour::Colour;
pub use drawing::{Anchor, Drawing, Span, Tone};
pub use fault::{FAULTS, Fault, FaultKind, Hook};
pub use forms::serde_forms;
pub use game::{Costs, DealOf, Game, GameInfo, MoveOf, OptionsOf, ViewOf};
pub use hands::{HandFigure, HandUnit, Hands};
pub use in_short::in_short;
pub use journal::{Journal, Mark, Notes, ProfileRow};
pub use limits::{Budget, Limits, OnFault};
pub use marks::{Label, Legend, plot_lines};
pub use meant::{nearest, nearest_moves, one_of, with_nearest_moves};
pub use notation::{Notation, ParseMoveError, UNREADABLE};
pub use options::{Allowed, OptionInfo, OptionsError, check_options, options_from_json};
pub use outcome::{Outcome, Reason, ranks_by};
pub use plain::{plain, plain_lines};
pub use playout::playout;
pub use plots::{Figure, Plot, PlotError};
pub use query::{Answer, Arg, Args, Field, Kind, Param, Query, QueryError, Returns, Row, texts};
pub use record::{
    By, End, FORMAT, HookLog, PlayedBy, Player, Ply, ReadRecordError, Record, SeatFault,
};
pub use room::Room;
pub use rules_text::{Lang, RulesText, rules_text};
pub use seat::{MAX_SEATS, PerSeat, Seat, Team};
pub use seed::{ParseSeedError, Rng, Seed, Stream};
pub use sentences::sentences;
pub use state::{BadDeal, IllegalMove, Next, Observer, Revealed, State};
pub use turns::{BadTurn, Turns, TurnsOf};
pub use words::WORDS;
pub use world::{AnyView, AnyWorld, SeatView, TurnView, WorldOf};

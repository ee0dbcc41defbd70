//! Floor 5: matches in series, and what their results are worth.

mod checkup;
pub mod class;
mod compare;
mod interval;
mod plan;
pub mod rating;
pub mod report;
mod results;
mod runner;
mod schedule;
mod series;
mod shape;
mod share;
mod store;

pub use checkup::{
    Against, CallCost, Checkup, CheckupError, CheckupPlan, Difference, FoundFault, Misspelt,
    MoveCosts, Place, Progress, Sameness, SeriesPlayed, Spread, Warning, checkup,
};
pub use compare::{Brief, Change, Comparison, Parting, distinct_blocks, sign_test};
pub use interval::{Interval, Mean, wilson};
pub use plan::{Format, Opening, Openings, Partners, Plan};
pub use results::{Benching, Entrant, MatchResult, Results, Spent, Status, Summary};
pub use runner::{Event, Leader, Reporter};
pub use schedule::{
    Count, Field, Fixture, PlayedRound, Round, buchholz, count, fixtures, knockout_places,
    next_round, points,
};
pub use series::{Block, Played, Series, SeriesError, seating};
pub use shape::Shape;
pub use share::shares;

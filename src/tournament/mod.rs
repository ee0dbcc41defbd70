//! Floor 5: matches in series, and what their results are worth.

mod checkup;
pub mod class;
mod compare;
mod fingerprint;
mod interval;
mod ladder;
mod ledger;
mod matches;
mod observations;
mod opening;
mod plan;
pub mod rating;
pub mod report;
mod results;
mod round_scores;
mod runner;
mod schedule;
mod series;
mod shape;
mod share;
mod sprt;
mod store;

pub use checkup::{
    Against, CallCost, Checkup, CheckupError, CheckupPlan, Difference, FoundFault, Misspelt,
    MoveCosts, Place, Progress, Sameness, SeriesPlayed, Spread, Warning, checkup,
};
pub use compare::{Brief, Change, Comparison, Parting, distinct_blocks, sign_test};
pub use fingerprint::Fingerprint;
pub use interval::{Interval, Mean, Ratio, wilson};
pub use ladder::LadderDay;
pub use matches::Matches;
pub use observations::{Distinct, Observations};
pub use opening::{OpeningError, distinct_openings, has_chance, opening};
pub use plan::{Format, Opening, Openings, Partners, Plan, PlanError};
pub use results::{Benching, Entrant, MatchResult, Results, ResultsError, Spent, Status, Summary};
pub use round_scores::RoundScores;
pub use runner::{Ended, Event, Leader, Reporter, RunError, RunOptions, rehearse, run, run_timed};
pub use schedule::{
    Count, Decided, Field, Fixture, PlannedCriteria, PlannedGames, PlayedRound, Round, Why,
    buchholz, count, criterion_games, criterion_rounds, fixtures, knockout_decided,
    knockout_places, next_round, planned_criteria, sampled_fixtures,
};
pub use series::{Block, Played, Series, SeriesError, seating};
pub use shape::Shape;
pub use share::shares;
pub use sprt::{Decision, Model, Sprt, SprtError};
pub use store::{JobKey, Packed, ParseJobKeyError, Store, StoreError, StoredFixture, UnpackError};

//! Plays matches in series and tournaments, and computes what their results prove.

#![allow(missing_docs, reason = "only juez uses this crate, and most names and messages say it")]

mod check;
mod compare;
mod criterion;
mod format;
mod interval;
mod job;
mod ladder;
mod ledger;
mod live;
mod matches;
mod observations;
mod opening;
mod pairs;
mod plan;
mod planning;
pub mod rating;
mod results;
mod round;
mod runner;
mod schedule;
mod score;
mod series;
mod shape;
mod sprt;
mod store;
mod trial;
mod verdict;

pub use check::{
    Against, CallCost, CheckError, CheckPlan, CheckProgress, CheckReport, Difference, FoundFault,
    Misspelt, MoveCosts, Sameness, SeriesMatch, SeriesPlayed, Spread, Warning, check,
};
pub use compare::{Brief, Change, Comparison, Parting, distinct_blocks, sign_test};
pub use criterion::{Criterion, CriterionError};
pub use format::{Format, FormatName, Opening, Openings, Partners};
pub use interval::{Interval, Mean, Ratio, student_quantile, wilson};
pub use job::{Fingerprint, Job, JobKey, MatchResult, ParseJobKeyError, Spent, Status, Summary};
pub use ladder::LadderDay;
pub use live::{
    BlockKey, Contender, ENOUGH_BLOCKS, JUDGES, LadderGame, LadderHistory, LadderMatch, LadderNext,
    LadderPlayer, LadderRanking, LadderStanding, Met, NEW_BLOCKS, OPENING_PLIES, OPENINGS_A_DAY,
    PlannedMatch, judging_matches, opening_seed, pairing_seed, splits_by_seat,
};
pub use matches::Matches;
pub use observations::{Distinct, Observations};
pub use opening::{OpeningError, distinct_openings, has_chance, opening};
pub use pairs::{PairEnd, PairFigures, PairSeries, PairTally, SidesError, SprtFigures};
pub use plan::{Benching, Entrant, Plan, PlanError};
pub use planning::{
    Candidate, Earlier, EarlierError, Entry, EntryCheck, EntryError, NextRevision, OpponentError,
    SizeError, SizedPlan, Sizing, candidates, is_built_in, named_yardsticks, names_differ,
    opponents_are_there, yardsticks,
};
pub use results::{Results, ResultsError};
pub use round::{PlayedRound, Round, RoundScores, whole_rounds};
pub use runner::{
    Attempt, Due, DueJobs, Ended, Event, Leader, MatchGuess, Report, Reporter, RunError,
    RunOptions, TRIES, Threads, Venue, WorkerRate, play_match, rehearse, run, run_timed, summarise,
};
pub use schedule::{
    Count, Decided, Field, MAX_MATCHES, PlannedCriteria, PlannedGames, RoundBasis, TIE_BREAKS, Why,
    buchholz, count, criterion_games, criterion_rounds, jobs, knockout_decided, knockout_places,
    next_round, planned_criteria, planned_matches, sampled_jobs,
};
pub use score::{Score, ScoreTable};
pub use series::{Block, Halt, Played, Series, SeriesError, in_order};
pub use shape::{Shape, seating};
pub use sprt::{Decision, Model, Sprt, SprtError};
pub use store::{NewName, Packed, Store, StoreError, UnpackError};
pub use trial::{Trial, TrialError, TrialPairing, TrialRow};
pub use verdict::{Passing, Verdict};

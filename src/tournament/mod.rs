//! Floor 5: matches in series, and what their results are worth.

mod checkup;
mod compare;
mod interval;
mod series;
mod share;

pub use checkup::{
    Against, CallCost, Checkup, CheckupError, CheckupPlan, Difference, FoundFault, Misspelt,
    MoveCosts, Place, Progress, Sameness, SeriesPlayed, Spread, Warning, checkup,
};
pub use compare::{Brief, Change, Comparison, Parting, distinct_blocks, sign_test};
pub use interval::{Interval, Mean, wilson};
pub use series::{Block, Played, Series, SeriesError, seating};
pub use share::shares;

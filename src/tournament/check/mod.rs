//! Checks a bot before it plays for anything: a handful of quick matches, and what they show.
//!
//! | file | what it is |
//! |---|---|
//! | `plan` | the bot to check, and the order of the matches |
//! | `run` | the matches, and what is noted of them |
//! | `report` | the report |
//! | `measure` | the cost of each call of the bot |
//! | `compare` | the first difference of two records |
//! | `warning` | warnings beside faults |

mod compare;
mod measure;
mod plan;
mod report;
mod run;
mod warning;

pub use compare::Difference;
pub use measure::{CallCost, Spread};
pub use plan::{CheckError, CheckPlan, CheckProgress, check};
pub use report::{
    Against, CheckReport, FoundFault, Misspelt, MoveCosts, Sameness, SeriesMatch, SeriesPlayed,
};
pub use warning::Warning;

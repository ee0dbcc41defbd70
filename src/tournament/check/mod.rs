//! Checks a bot before it plays for anything: a handful of quick matches, and what they show.
//!
//! | file | what it is |
//! |---|---|
//! | `run` | the bot to check, the matches in their order, and what is noted of them |
//! | `report` | the report, and warnings beside faults |
//! | `measure` | the cost of each call of the bot |
//! | `compare` | the first difference of two records |

mod compare;
mod measure;
mod report;
mod run;

pub use compare::Difference;
pub use measure::{CallCost, Spread};
pub use report::{
    Against, CheckReport, FoundFault, Misspelt, MoveCosts, Sameness, SeriesMatch, SeriesPlayed,
    Warning,
};
pub use run::{CheckError, CheckPlan, CheckProgress, check};

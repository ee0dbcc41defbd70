//! Checks a bot before a contest: plays a few quick matches and reports the findings.
//!
//! | file | contents |
//! |---|---|
//! | `run` | the bot to check, and its matches in order |
//! | `report` | the report, with its faults and warnings |
//! | `measure` | the cost of each call of the bot |
//! | `compare` | the first difference between two records |

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

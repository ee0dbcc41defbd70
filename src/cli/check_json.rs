//! The report of a check as JSON.

use serde::Serialize;
use serde_json::{Value, json};

use super::fault_json::FaultDetails;
use juez_match::registry::{AnyGame, PlayerSpec};
use juez_script::LoadError;
use juez_tournament::{CheckReport, FoundFault, Warning};

#[derive(Serialize)]
struct Fault<'a> {
    #[serde(flatten)]
    found: &'a FoundFault,
    #[serde(flatten)]
    details: FaultDetails,
}

#[derive(Serialize)]
struct Said<'a> {
    #[serde(flatten)]
    warning: &'a Warning,
    message: String,
}

/// Returns the report. `ready` says whether the bot passed, each fault has its details, each
/// warning its text; `again` has the commands that reproduce a fault.
pub(super) fn of(
    game: &dyn AnyGame,
    player: &PlayerSpec,
    check: &CheckReport,
    again: impl Fn(&FoundFault) -> [String; 2],
) -> serde_json::Result<Value> {
    let faults = check.faults.iter().map(|found| {
        let series = &check.series[found.in_match.series];
        let record = &series.records[found.in_match.number as usize];
        let details = FaultDetails::of(game, player, record, &found.fault, again(found));
        Fault { found, details }
    });
    let warnings = check.warnings.iter();
    let warnings = warnings.map(|warning| Said { warning, message: warning.to_string() });
    let mut report = serde_json::to_value(check)?;
    report["ready"] = (check.failures() == 0).into();
    report["faults"] = serde_json::to_value(faults.collect::<Vec<_>>())?;
    report["warnings"] = serde_json::to_value(warnings.collect::<Vec<_>>())?;
    Ok(report)
}

/// Returns the object for a bot that does not load, with the line of the error if it is known.
pub(super) fn does_not_load(bot: &str, error: &LoadError) -> Value {
    let mut value = json!({
        "ready": false,
        "bot": bot,
        "error": error.to_string(),
        "file": null,
        "line": null,
        "column": null,
        "why": null,
        "excerpt": null,
        "log": [],
    });
    match error {
        LoadError::Syntax(syntax) => {
            value["file"] = json!(syntax.file);
            value["line"] = json!(syntax.line);
            value["column"] = json!(syntax.column);
            value["why"] = json!(syntax.message);
            value["excerpt"] = json!(syntax.excerpt);
        }
        LoadError::Load { fault, excerpt, log } => {
            value["file"] = json!(fault.file);
            value["line"] = json!(fault.line);
            value["why"] = json!(fault.why);
            value["excerpt"] = json!(excerpt);
            value["log"] = json!(log);
        }
        LoadError::Deadly(fault) => value["why"] = json!(fault.why),
        LoadError::Read(_) | LoadError::Lost(_) => {}
    }
    value
}

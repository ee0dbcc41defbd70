//! Formats the question of a case and the answers.

use serde_json::Value;

use super::case::{CaseResult, Expected};

impl Expected {
    /// Formats the requested call, such as `neighbours(view, "a1")`; `None` for a move.
    pub fn question(&self) -> Option<String> {
        let Expected::Call { function, args, .. } = self else { return None };
        let args: String = args.iter().map(|arg| format!(", {arg}")).collect();
        Some(format!("{function}(view{args})"))
    }

    /// Returns the required result of a call, or the accepted moves.
    pub fn wanted(&self) -> Vec<String> {
        match self {
            Expected::Move { allowed, .. } => allowed.clone(),
            Expected::Call { returns, .. } => vec![spaced(returns)],
        }
    }
}

impl CaseResult {
    /// Returns the actual result or move; `null` for a call that returned nothing, `None` without
    /// an answer.
    pub fn given(&self) -> Option<String> {
        let returned = self.inspection.returned.as_ref().map(spaced);
        returned.or_else(|| self.inspection.answer.clone())
    }
}

/// Formats a value as JSON with blanks, at which a line can break.
fn spaced(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(spaced).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name:?}: {}", spaced(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

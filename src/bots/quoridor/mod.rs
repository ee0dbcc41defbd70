//! Built-in Quoridor bots.

mod greedy;
mod minimax;

pub use greedy::Greedy;
pub use minimax::{Evaluation, Minimax};

use super::BuiltIn;
use crate::core::{Allowed, OptionInfo};
use crate::games::Quoridor;

/// The Quoridor bots, weakest first.
pub(super) fn entries() -> Vec<BuiltIn<Quoridor>> {
    vec![
        BuiltIn {
            name: "minimax",
            summary: "looks a few plies ahead and weighs the two shortest paths",
            options: &[
                OptionInfo {
                    name: "depth",
                    allowed: Allowed::Range(1, 4),
                    default: "2",
                    doc: "plies it looks ahead",
                },
                OptionInfo {
                    name: "eval",
                    allowed: Allowed::Words(&["fixed", "faithful"]),
                    default: "fixed",
                    doc: "`faithful` keeps the published sign, which rewards a short path of the opponent",
                },
            ],
            build: Box::new(|options| {
                let depth = options.get("depth").and_then(|depth| depth.as_u64()).unwrap_or(2);
                let faithful = options.get("eval").is_some_and(|eval| eval == "faithful");
                let evaluation = if faithful { Evaluation::Faithful } else { Evaluation::Fixed };
                Box::new(Minimax::new(depth as u32, evaluation))
            }),
        },
        BuiltIn {
            name: "greedy",
            summary: "walks its shortest path; builds the wall that costs a leader most when behind",
            options: &[],
            build: Box::new(|_| Box::new(Greedy)),
        },
    ]
}

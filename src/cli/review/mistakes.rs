//! The decisions of a bot that cost points, with the lines of its script that made them.

use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::sync::Arc;

use super::losses::Loss;
use juez_core::{CodeLine, Hook};
use juez_match::registry::{AnyGame, PlayerSpec, Question, Reviewed};
use juez_pool::Isolation;

/// Number of the worst decisions of a series.
const WORST: usize = 3;

/// The decisions of a bot in a match that it has lost.
pub(in crate::cli) type ReviewedLoss = (Arc<Loss>, Vec<Reviewed>);

/// A decision that cost points.
#[derive(Clone, Serialize)]
pub(in crate::cli) struct Mistake {
    #[serde(rename = "match", serialize_with = "number")]
    pub loss: Arc<Loss>,
    #[serde(flatten)]
    pub decision: Reviewed,
    /// The line that returned the move, if the bot is a script.
    pub line: Option<CodeLine>,
}

fn number<S: Serializer>(loss: &Arc<Loss>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(loss.number)
}

impl Mistake {
    pub fn new(loss: &Arc<Loss>, decision: &Reviewed) -> Mistake {
        Mistake { loss: loss.clone(), decision: decision.clone(), line: None }
    }

    /// Formats its match and ply.
    pub fn location(&self) -> String {
        format!("match {}, ply {}", self.loss.number, self.decision.ply)
    }

    /// Returns true if both are decisions at one position.
    pub fn is_at_position_of(&self, other: &Mistake) -> bool {
        let position = |one: &Mistake| {
            let (record, ply) = (&one.loss.record, one.decision.ply as usize);
            (record.deals.clone(), record.moves[..ply].to_vec())
        };
        self.decision.ply == other.decision.ply && position(self) == position(other)
    }

    /// Asks the bot again while its lines are counted, and notes the one that returned the move.
    pub fn find_line(&mut self, isolation: &Isolation, game: &dyn AnyGame, player: &PlayerSpec) {
        if player.mind.script().is_none() {
            return;
        }
        let Reviewed { seat, ply, played, .. } = &self.decision;
        let question =
            Question { seat: *seat, ply: *ply, hook: Hook::NextMove, player, profile: true };
        let asked = isolation.inspect(game, &self.loss.record, &question).ok();
        // A move of the referee for a bot that failed has no line.
        let same = asked.filter(|asked| asked.answer.as_ref() == Some(played));
        self.line = same.and_then(|asked| asked.last);
    }
}

/// Returns the decisions that cost most, at least inaccuracies, the most expensive first and each at
/// another position.
pub(in crate::cli) fn worst_of(reviewed: &[ReviewedLoss]) -> Vec<Mistake> {
    let of = |(loss, decisions): &ReviewedLoss| {
        let mistakes = decisions.iter().filter(|decision| decision.severity.is_some());
        mistakes.map(|decision| Mistake::new(loss, decision)).collect::<Vec<_>>()
    };
    let mut mistakes: Vec<Mistake> = reviewed.iter().flat_map(of).collect();
    mistakes.sort_by_key(|mistake| Reverse(mistake.decision.cost));
    let mut worst: Vec<Mistake> = Vec::new();
    for mistake in mistakes {
        if worst.len() == WORST {
            break;
        }
        if !worst.iter().any(|other| other.is_at_position_of(&mistake)) {
            worst.push(mistake);
        }
    }
    worst
}

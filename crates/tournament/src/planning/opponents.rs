//! Pass criteria: finds their opponents, and refuses criteria that the plan cannot decide.

use super::entries::{Candidate, Entry, EntryError, candidates, is_built_in};
use crate::criterion::Criterion;
use crate::plan::{Entrant, Plan};
use crate::schedule::{Count, MAX_MATCHES, PlannedCriteria, planned_criteria};
use crate::shape::Shape;
use juez_core::nearest;
use juez_match::registry::AnyGame;

/// Why a tournament cannot decide a pass criterion.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpponentError {
    #[error(
        "--yardstick {0}: no --pass asks to beat {0}, so it would play no match: write \
         --pass \"beats {0} in 60 % of 40 games\""
    )]
    Idle(String),
    #[error("--pass: no bot called {opponent:?} takes part; {}", .meant.as_ref().map_or("--yardstick adds a bot only as an opponent".to_string(), |name| format!("did you mean {name}?")))]
    Missing {
        opponent: String,
        /// The entrant or built-in bot with the nearest name.
        meant: Option<String>,
    },
    #[error("--pass: opponent {opponent} cannot play: {error}")]
    Broken { opponent: String, error: String },
    #[error(
        "--pass: that would be {0} matches, and a tournament plays {MAX_MATCHES} at most: ask for \
         fewer games"
    )]
    TooMany(u64),
    /// A criterion whose games cannot decide it, with the figures.
    #[error("--pass {0}")]
    Undecidable(String),
}

/// Reads the bots that only criteria need. A built-in bot keeps its own name, even if a contestant
/// is the same bot under another.
///
/// # Errors
/// If a folder holds no bot, or a name is given to a folder of several.
pub fn yardsticks(game: &dyn AnyGame, bots: &[String]) -> Result<Vec<Candidate>, EntryError> {
    let mut yardsticks = candidates(game, bots)?;
    for yardstick in &mut yardsticks {
        if yardstick.name.is_none() && game.bots().iter().any(|bot| bot.name == yardstick.source) {
            yardstick.name = Some(yardstick.source.clone());
        }
    }
    Ok(yardsticks)
}

/// Returns the built-in bots that criteria name and that are not entered.
pub fn named_yardsticks(
    game: &dyn AnyGame,
    criteria: &[Criterion],
    entries: &[Entry],
) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for Criterion { opponent, .. } in criteria {
        let is_there = entries.iter().any(|entry| entry.entrant.name() == opponent)
            || candidates.iter().any(|candidate| candidate.source == *opponent);
        if !is_there && is_built_in(game, opponent) {
            let (name, source) = (Some(opponent.clone()), opponent.clone());
            candidates.push(Candidate { name, source, ..Candidate::default() });
        }
    }
    candidates
}

/// Checks that the opponents of all criteria are entered, and that each yardstick, given by number,
/// is an opponent.
///
/// # Errors
/// The first missing one, with a suggestion for its name.
pub fn opponents_are_there(
    game: &dyn AnyGame,
    criteria: &[Criterion],
    entries: &[Entry],
    yardsticks: &[u32],
) -> Result<(), OpponentError> {
    for &number in yardsticks {
        let name = entries[number as usize].entrant.name();
        if criteria.iter().all(|criterion| criterion.opponent != name) {
            return Err(OpponentError::Idle(name.to_string()));
        }
    }
    for Criterion { opponent, .. } in criteria {
        let opponent = opponent.clone();
        let Some(entry) = entries.iter().find(|entry| entry.entrant.name() == opponent) else {
            let names = entries.iter().map(|entry| entry.entrant.name());
            let known = names.chain(game.bots().into_iter().map(|bot| bot.name));
            let meant = nearest(&opponent, known).map(str::to_string);
            return Err(OpponentError::Missing { opponent, meant });
        };
        if let Some(error) = entry.entrant.error.clone() {
            return Err(OpponentError::Broken { opponent, error });
        }
    }
    Ok(())
}

/// Returns the matches needed for the criteria, if the plan can decide all of them.
///
/// # Errors
/// The first undecidable criterion, with the figures; or too many matches.
pub(super) fn decidable(
    plan: &Plan,
    shape: &Shape,
    entrants: &[Entrant],
    count: &Count,
) -> Result<PlannedCriteria, OpponentError> {
    let planned = planned_criteria(plan, shape, entrants);
    let all = planned.matches(shape).saturating_add(count.matches);
    if all > MAX_MATCHES {
        return Err(OpponentError::TooMany(all));
    }
    for (criterion, least) in plan.criteria.iter().zip(&planned.least) {
        let Some(least) = least else { continue };
        let entrant = entrants[least.entrant as usize].name();
        criterion.decidable(least, entrant).map_err(OpponentError::Undecidable)?;
    }
    Ok(planned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::EntryCheck;
    use juez_match::registry::{MatchSetup, game};
    use juez_pool::Isolation;

    fn quoridor() -> &'static dyn AnyGame {
        game("quoridor").expect("a game")
    }

    /// Returns a criterion for each of these bots to beat.
    fn criteria(opponents: &[&str]) -> Vec<Criterion> {
        let sentence = |name: &&str| format!("beats {name} in 60 % of 40 games");
        opponents.iter().map(|name| sentence(name).parse().expect("a criterion")).collect()
    }

    fn admit(candidates: &[Candidate]) -> Vec<Entry> {
        let (game, base) = (quoridor(), MatchSetup::new(Vec::new()));
        let entry_check = EntryCheck { game, base: &base, isolation: &Isolation::Thread };
        entry_check.admit(candidates).expect("they play")
    }

    fn candidate(source: &str) -> Candidate {
        Candidate { source: source.to_string(), ..Candidate::default() }
    }

    #[test]
    fn opponents_of_criteria_take_part() {
        let right = criteria(&["greedy"]);
        let entries = admit(&[candidate("random"), candidate("greedy")]);
        let there = |criteria: &[Criterion], yardsticks: &[u32]| {
            opponents_are_there(quoridor(), criteria, &entries, yardsticks)
        };
        let refused =
            |opponent: &str| there(&criteria(&[opponent]), &[]).expect_err("refused").to_string();
        assert_eq!(
            refused("greedi"),
            "--pass: no bot called \"greedi\" takes part; did you mean greedy?"
        );
        assert!(refused("minimx:depth=1").ends_with("--yardstick adds a bot only as an opponent"));
        assert_eq!(there(&right, &[]), Ok(()));
        assert_eq!(there(&right, &[1]), Ok(()));
        let idle = there(&right, &[0]).expect_err("refused").to_string();
        assert!(idle.starts_with("--yardstick random: no --pass asks to beat random"), "{idle}");
    }

    #[test]
    fn a_yardstick_can_be_the_same_bot_as_a_contestant_with_another_name() {
        let greedy = yardsticks(quoridor(), &["greedy".to_string()]).expect("a bot");
        let contestant = Candidate { name: Some("gg".to_string()), ..candidate("greedy") };
        let entries = admit(&[vec![contestant], greedy].concat());
        let names: Vec<&str> = entries.iter().map(|entry| entry.entrant.name()).collect();
        assert_eq!(names, ["gg", "greedy"]);
    }

    #[test]
    fn a_built_in_opponent_is_entered_without_being_named() {
        let criteria = criteria(&["greedy", "minimax:depth=1", "ana", "minimax:depth=1"]);
        let candidates = named_yardsticks(quoridor(), &criteria, &admit(&[candidate("greedy")]));
        let sources: Vec<&str> =
            candidates.iter().map(|candidate| candidate.source.as_str()).collect();
        assert_eq!(
            sources,
            ["minimax:depth=1"],
            "greedy takes part, and ana is not a built-in bot"
        );
        assert!(admit(&candidates)[0].plays());
    }
}

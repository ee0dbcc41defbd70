//! Pass criteria: finds their opponents, and refuses criteria that the plan cannot decide.

use anyhow::{anyhow, bail, ensure};

use super::entrants::{Candidate, Entry, candidates, is_built_in};
use super::resolve::ResolvedPlan;
use juez_core::nearest;
use juez_match::registry::AnyGame;
use juez_tournament::Criterion;
use juez_tournament::{
    Count, Entrant, MAX_MATCHES, Plan, PlannedCriteria, Shape, planned_criteria,
};

/// Reads the bots of `--yardstick`. A built-in bot keeps its own name, even if a contestant is the
/// same bot under another.
pub(super) fn yardsticks(game: &dyn AnyGame, bots: &[String]) -> anyhow::Result<Vec<Candidate>> {
    let mut yardsticks = candidates(game, bots)?;
    for yardstick in &mut yardsticks {
        if yardstick.name.is_none() && game.bots().iter().any(|bot| bot.name == yardstick.source) {
            yardstick.name = Some(yardstick.source.clone());
        }
    }
    Ok(yardsticks)
}

/// Returns the built-in bots that criteria name and that are not entered.
pub(super) fn named_yardsticks(resolved: &ResolvedPlan, entries: &[Entry]) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for Criterion { opponent, .. } in &resolved.plan.criteria {
        let is_there = entries.iter().any(|entry| entry.entrant.name() == opponent)
            || candidates.iter().any(|candidate| candidate.source == *opponent);
        if !is_there && is_built_in(resolved.game, opponent) {
            let (name, source) = (Some(opponent.clone()), opponent.clone());
            candidates.push(Candidate { name, source, ..Candidate::default() });
        }
    }
    candidates
}

/// Checks that the opponents of all criteria are entered, and that each yardstick is an opponent.
///
/// # Errors
/// The first missing one, with a suggestion for its name.
pub(super) fn opponents_are_there(
    resolved: &ResolvedPlan,
    entries: &[Entry],
    yardsticks: &[u32],
) -> anyhow::Result<()> {
    let criteria = &resolved.plan.criteria;
    for &number in yardsticks {
        let name = entries[number as usize].entrant.name();
        ensure!(
            criteria.iter().any(|criterion| criterion.opponent == name),
            "--yardstick {name}: no --pass asks to beat {name}, so it would play no match: write \
             --pass \"beats {name} in 60 % of 40 games\""
        );
    }
    for Criterion { opponent, .. } in criteria {
        let Some(entry) = entries.iter().find(|entry| entry.entrant.name() == opponent) else {
            let names = entries.iter().map(|entry| entry.entrant.name());
            let known = names.chain(resolved.game.bots().into_iter().map(|bot| bot.name));
            let meant = match nearest(opponent, known) {
                Some(name) => format!("did you mean {name}?"),
                None => "--yardstick adds a bot only as an opponent".to_string(),
            };
            bail!("--pass: no bot called {opponent:?} takes part; {meant}");
        };
        if let Some(error) = &entry.entrant.error {
            bail!("--pass: opponent {opponent} cannot play: {error}");
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
) -> anyhow::Result<PlannedCriteria> {
    let planned = planned_criteria(plan, shape, entrants);
    let all = planned.matches(shape).saturating_add(count.matches);
    ensure!(
        all <= MAX_MATCHES,
        "--pass: that would be {all} matches, and a tournament plays {MAX_MATCHES} at most: ask for fewer games"
    );
    for (criterion, least) in plan.criteria.iter().zip(&planned.least) {
        let Some(least) = least else { continue };
        let entrant = entrants[least.entrant as usize].name();
        criterion.decidable(least, entrant).map_err(|why| anyhow!("--pass {why}"))?;
    }
    Ok(planned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::tournament::args::Settings;
    use crate::cli::tournament::entrants::EntryCheck;
    use juez_match::registry::game;
    use juez_pool::Isolation;

    /// Plans a tournament with these bots to beat.
    fn criteria(opponents: &[&str]) -> ResolvedPlan {
        let sentence = |name: &&str| format!("beats {name} in 60 % of 40 games");
        let pass = opponents.iter().map(sentence).collect();
        let settings = Settings { pass, ..Settings::default() };
        ResolvedPlan::new(game("quoridor").expect("a game"), settings, "class").expect("decided")
    }

    fn admit(resolved: &ResolvedPlan, candidates: &[Candidate]) -> Vec<Entry> {
        let ResolvedPlan { game, .. } = *resolved;
        let base = resolved.base();
        let entry_check = EntryCheck { game, base: &base, isolation: &Isolation::Thread };
        entry_check.admit(candidates).expect("they play")
    }

    fn candidate(source: &str) -> Candidate {
        Candidate { source: source.to_string(), ..Candidate::default() }
    }

    #[test]
    fn who_is_to_be_beaten_takes_part() {
        let right = criteria(&["greedy"]);
        let entries = admit(&right, &[candidate("random"), candidate("greedy")]);
        let refused = |opponent: &str| {
            let error = opponents_are_there(&criteria(&[opponent]), &entries, &[]);
            error.expect_err("refused").to_string()
        };
        assert_eq!(
            refused("greedi"),
            "--pass: no bot called \"greedi\" takes part; did you mean greedy?"
        );
        assert!(refused("minimx:depth=1").ends_with("--yardstick adds a bot only as an opponent"));
        assert!(opponents_are_there(&right, &entries, &[]).is_ok());
        assert!(opponents_are_there(&right, &entries, &[1]).is_ok());
        let idle = opponents_are_there(&right, &entries, &[0]).expect_err("refused");
        assert!(idle.to_string().starts_with("--yardstick random: no --pass asks to beat random"));
    }

    #[test]
    fn a_yardstick_may_be_the_bot_that_a_contestant_is_under_another_name() {
        let resolved = criteria(&["greedy"]);
        let greedy = yardsticks(resolved.game, &["greedy".to_string()]).expect("a bot");
        let contestant = Candidate { name: Some("gg".to_string()), ..candidate("greedy") };
        let entries = admit(&resolved, &[vec![contestant], greedy].concat());
        let names: Vec<&str> = entries.iter().map(|entry| entry.entrant.name()).collect();
        assert_eq!(names, ["gg", "greedy"]);
    }

    #[test]
    fn a_built_in_bot_that_is_to_be_beaten_comes_by_itself() {
        let resolved = criteria(&["greedy", "minimax:depth=1", "ana", "minimax:depth=1"]);
        let entries = admit(&resolved, &[candidate("greedy")]);
        let candidates = named_yardsticks(&resolved, &entries);
        let sources: Vec<&str> =
            candidates.iter().map(|candidate| candidate.source.as_str()).collect();
        assert_eq!(
            sources,
            ["minimax:depth=1"],
            "greedy takes part, and ana is not a built-in bot"
        );
        assert!(admit(&resolved, &candidates)[0].plays());
    }
}

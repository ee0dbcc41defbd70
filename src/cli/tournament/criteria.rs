//! Pass criteria: reads them, finds their opponents, refuses what the plan cannot decide.

use anyhow::{Context, anyhow, bail};

use super::args::Settings;
use super::entrants::{Candidate, Entry, is_built_in};
use super::resolve::ResolvedPlan;
use super::size::MAX_MATCHES;
use crate::core::nearest;
use crate::registry::AnyGame;
use crate::tournament::class::Criterion;
use crate::tournament::{Count, Entrant, Plan, PlannedCriteria, planned_criteria};

/// The criteria of a pass, from the command line.
///
/// # Errors
/// A sentence that cannot be read.
pub(super) fn criteria(settings: &Settings) -> anyhow::Result<Vec<Criterion>> {
    let read = |text: &String| text.parse().with_context(|| format!("--pass {text:?}"));
    settings.pass.iter().map(read).collect()
}

/// The built-in bots that criteria name and that are not among the entries.
pub(super) fn named_yardsticks(
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

/// Checks that the opponents of all criteria are there, and that each yardstick is an opponent.
///
/// # Errors
/// The first that is not, with the name that was probably meant.
pub(super) fn opponents_are_there(
    game: &dyn AnyGame,
    criteria: &[Criterion],
    entries: &[Entry],
    yardsticks: &[u32],
) -> anyhow::Result<()> {
    for &number in yardsticks {
        let name = entries[number as usize].entrant.name();
        if !criteria.iter().any(|criterion| criterion.opponent == name) {
            bail!(
                "--yardstick {name}: no --pass asks to beat {name}, so it would play no match: write \
                 --pass \"beats {name} in 60 % of 40 games\""
            );
        }
    }
    for Criterion { opponent, .. } in criteria {
        let Some(entry) = entries.iter().find(|entry| entry.entrant.name() == opponent) else {
            let names = entries.iter().map(|entry| entry.entrant.name());
            let known = names.chain(game.bots().into_iter().map(|bot| bot.name));
            let meant = match nearest(opponent, known) {
                Some(name) => format!("did you mean {name}?"),
                None => "--yardstick names a bot that is only there to be beaten".to_string(),
            };
            bail!("--pass: no bot called {opponent:?} takes part; {meant}");
        };
        if let Some(error) = &entry.entrant.error {
            bail!("--pass: {opponent} is to be beaten and cannot play: {error}");
        }
    }
    Ok(())
}

/// The matches that the criteria need, if the plan can decide all of them.
///
/// # Errors
/// The first that it cannot, with the figures; or too many matches.
pub(super) fn decidable(
    resolved: &ResolvedPlan,
    plan: &Plan,
    entries: &[Entry],
    count: &Count,
) -> anyhow::Result<PlannedCriteria> {
    let entrants: Vec<Entrant> = entries.iter().map(|entry| entry.entrant.clone()).collect();
    let planned = planned_criteria(plan, &resolved.shape, &entrants);
    let all = planned.matches(&resolved.shape).saturating_add(count.matches);
    if all > MAX_MATCHES {
        bail!(
            "--pass: that would be {all} matches, and a tournament plays {MAX_MATCHES} at most: ask of fewer games"
        );
    }
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
    use crate::cli::tournament::entrants::EntryCheck;
    use crate::pool::Isolation;
    use crate::registry::{MatchSetup, game};

    #[test]
    fn who_is_to_be_beaten_takes_part() {
        let sentence = vec!["beats greedi in 60 % of 40 games".to_string()];
        let criteria = criteria(&Settings { pass: sentence, ..Settings::default() }).expect("read");
        let candidate =
            |source: &str| Candidate { source: source.to_string(), ..Candidate::default() };
        let quoridor = game("quoridor").expect("a game");
        let base = MatchSetup::new(Vec::new());
        let entry_check = EntryCheck { game: quoridor, base: &base, isolation: &Isolation::Thread };
        let entries =
            entry_check.admit(&[candidate("random"), candidate("greedy")]).expect("both play");
        let error = opponents_are_there(quoridor, &criteria, &entries, &[])
            .expect_err("refused")
            .to_string();
        assert_eq!(error, "--pass: no bot called \"greedi\" takes part; did you mean greedy?");
        let of = |opponent: &str| {
            let criterion = Criterion { opponent: opponent.to_string(), ..criteria[0].clone() };
            let error = opponents_are_there(quoridor, &[criterion], &entries, &[]);
            error.expect_err("refused").to_string()
        };
        assert!(
            of("minimx:depth=1")
                .ends_with("--yardstick names a bot that is only there to be beaten")
        );
        let right = Criterion { opponent: "greedy".to_string(), ..criteria[0].clone() };
        let right = [right];
        assert!(opponents_are_there(quoridor, &right, &entries, &[]).is_ok());
        assert!(opponents_are_there(quoridor, &right, &entries, &[1]).is_ok());
        let idle = opponents_are_there(quoridor, &right, &entries, &[0]).expect_err("refused");
        assert!(idle.to_string().starts_with("--yardstick random: no --pass asks to beat random"));
    }

    #[test]
    fn a_built_in_bot_that_is_to_be_beaten_comes_by_itself() {
        let quoridor = game("quoridor").expect("a game");
        let base = MatchSetup::new(Vec::new());
        let entry_check = EntryCheck { game: quoridor, base: &base, isolation: &Isolation::Thread };
        let sentence = |name: &str| format!("beats {name} in 60 % of 40 games");
        let names = ["greedy", "minimax:depth=1", "ana", "minimax:depth=1"];
        let pass = names.map(sentence).to_vec();
        let criteria = criteria(&Settings { pass, ..Settings::default() }).expect("read");
        let candidate = Candidate { source: "greedy".into(), ..Candidate::default() };
        let entries = entry_check.admit(&[candidate]).expect("it plays");
        let candidates = named_yardsticks(quoridor, &criteria, &entries);
        let sources: Vec<&str> =
            candidates.iter().map(|candidate| candidate.source.as_str()).collect();
        assert_eq!(sources, ["minimax:depth=1"], "greedy takes part, and ana is no built-in bot");
        assert!(entry_check.admit(&candidates).expect("it plays")[0].plays());
    }
}

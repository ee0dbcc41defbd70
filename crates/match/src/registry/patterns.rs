//! Patterns over many reviewed matches of a player: the decisions that cost points again and again.

use std::cmp::Reverse;

use super::Reviewed;
use juez_core::PatternInfo;

/// Matches in which a pattern occurs, at least.
const LEAST_MATCHES: usize = 3;
/// A pattern occurs in one of this many matches, at least. A strong bot rarely errs twice in one way.
const MATCHES_PART: usize = 2;
/// A pattern costs one of this many points that mistakes cost, at least.
const COST_PART: i32 = 10;
/// Patterns that are named, at most.
const MOST: usize = 3;

/// A pattern of a player in a series of matches.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundPattern<'a> {
    /// Its texts.
    pub info: PatternInfo,
    /// Number of decisions, each at least an inaccuracy.
    pub decisions: u32,
    /// Number of matches with such a decision.
    pub matches: u32,
    /// Number of matches whose first mistake is such a decision.
    pub first: u32,
    /// The cost of these decisions, in parts of [`CERTAIN`](juez_core::CERTAIN).
    pub cost: i32,
    /// The cost of all mistakes of the player, in the same parts.
    pub of: i32,
    /// The most expensive decision, with the index of its match.
    pub example: (usize, &'a Reviewed),
}

impl FoundPattern<'_> {
    /// Returns the mean cost of a decision, in the same parts.
    pub fn mean_cost(&self) -> f64 {
        f64::from(self.cost) / f64::from(self.decisions)
    }

    /// Returns its share of the cost of all mistakes, 0 to 1.
    pub fn share(&self) -> f64 {
        f64::from(self.cost) / f64::from(self.of)
    }
}

/// Returns the patterns in matches, given the decisions of the player in each: at most three, the one
/// that costs most first. A pattern occurs in half of the matches, in three at least, and costs a tenth
/// of the points that mistakes cost.
pub fn patterns_of<'a>(
    known: &[PatternInfo],
    matches: &'a [Vec<Reviewed>],
) -> Vec<FoundPattern<'a>> {
    let mistakes =
        |decisions: &'a [Reviewed]| decisions.iter().filter(|decision| decision.severity.is_some());
    let all =
        || matches.iter().enumerate().flat_map(|(n, one)| mistakes(one).map(move |it| (n, it)));
    let of = all().map(|(_, mistake)| mistake.cost).sum();
    let least = LEAST_MATCHES.max(matches.len().div_ceil(MATCHES_PART)) as u32;
    let found = known.iter().filter_map(|&info| {
        let is_its = |mistake: &Reviewed| mistake.pattern.as_deref() == Some(info.name);
        let its = || all().filter(|(_, mistake)| is_its(mistake));
        let count = |has: &dyn Fn(&'a [Reviewed]) -> bool| {
            matches.iter().filter(|one| has(one)).count() as u32
        };
        Some(FoundPattern {
            info,
            decisions: its().count() as u32,
            matches: count(&|one| mistakes(one).any(is_its)),
            first: count(&|one| mistakes(one).next().is_some_and(is_its)),
            cost: its().map(|(_, mistake)| mistake.cost).sum(),
            of,
            // Of equal ones the first.
            example: its().min_by_key(|(_, mistake)| Reverse(mistake.cost))?,
        })
    });
    let is_frequent =
        |one: &FoundPattern<'_>| one.matches >= least && COST_PART * one.cost >= one.of;
    let mut found: Vec<FoundPattern<'a>> = found.filter(is_frequent).collect();
    found.sort_by_key(|one| Reverse(one.cost));
    found.truncate(MOST);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: PatternInfo = PatternInfo { name: "a wall", advice: "look" };
    const STEP: PatternInfo = PatternInfo { name: "a step", advice: "look" };

    fn mistake(ply: u32, cost: i32, pattern: Option<PatternInfo>) -> Reviewed {
        let pattern = pattern.map(|info| info.name.to_string());
        Reviewed { pattern, ..Reviewed::example(ply, cost) }
    }

    #[test]
    fn decisions_matches_first_mistakes_and_costs_are_counted() {
        let matches = [
            vec![mistake(1, 100, None), mistake(3, 2000, Some(WALL)), mistake(5, 500, Some(STEP))],
            vec![mistake(2, 600, None), mistake(4, 3000, Some(WALL)), mistake(6, 900, Some(WALL))],
            vec![mistake(9, 1000, Some(WALL))],
        ];
        let found = patterns_of(&[STEP, WALL], &matches);
        let [wall] = &found[..] else { panic!("a step occurs only once: {found:?}") };
        assert_eq!((wall.info, wall.decisions, wall.matches, wall.first), (WALL, 4, 3, 2));
        assert_eq!((wall.cost, wall.of), (6900, 8000));
        assert_eq!((wall.mean_cost(), wall.share()), (1725.0, 0.8625));
        assert_eq!((wall.example.0, wall.example.1.ply), (1, 4));
    }

    #[test]
    fn a_decision_of_few_matches_is_no_pattern() {
        let with = |matches: usize| {
            let one = |n| vec![mistake(1, 2000, (n < matches).then_some(WALL))];
            (0..20).map(one).collect::<Vec<_>>()
        };
        assert_eq!(patterns_of(&[WALL], &with(9)), []);
        assert_eq!(patterns_of(&[WALL], &with(10)).len(), 1);
        let few = [vec![mistake(1, 2000, Some(WALL))], vec![mistake(1, 2000, Some(WALL))]];
        assert_eq!(patterns_of(&[WALL], &few), []);
    }

    #[test]
    fn decisions_that_cost_little_of_all_are_no_pattern() {
        let with = |other| {
            let one = vec![mistake(1, 500, Some(WALL)), mistake(3, other, None)];
            [one.clone(), one.clone(), one]
        };
        assert_eq!(patterns_of(&[WALL], &with(4600)), []);
        assert_eq!(patterns_of(&[WALL], &with(4500)).len(), 1);
    }
}

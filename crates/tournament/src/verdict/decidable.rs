//! Checks before the first match whether a plan can decide a criterion.

use super::quantile;
use crate::criterion::{Criterion, percent};
use crate::schedule::PlannedGames;

impl Criterion {
    /// Checks that the matches planned for an entrant can decide the criterion.
    ///
    /// # Errors
    /// Returns the reason why they cannot, with the figures.
    pub fn decidable(&self, planned: &PlannedGames, entrant: &str) -> Result<(), String> {
        let PlannedGames { games, different, blocks, .. } = *planned;
        let criterion = self.to_string();
        if games == 0 {
            let Criterion { opponent, share, .. } = self;
            return Err(format!(
                "{criterion:?}: the plan has no match of {entrant} against {opponent}: add the \
                 number of games, as in \"beats {opponent} in {} of 40 games\"",
                percent(*share)
            ));
        }
        if different < u64::from(self.games) {
            return Err(format!(
                "{criterion:?}: {}, {}: at most {different} different games, and {} are required. \
                 Ask for {different} or fewer, or begin from more positions, as with --openings \
                 random:4",
                counted(blocks, "opening"),
                counted(different / blocks.max(1), "seating"),
                self.games
            ));
        }
        let Some(confidence) = self.confidence else { return Ok(()) };
        let each = (different / blocks.max(1)).max(1);
        // If a bot wins every block, all are alike, and Wilson's bound at 1 is n / (n + z²).
        let q = quantile(confidence).powi(2);
        let low = blocks as f64 / (blocks as f64 + q);
        if low >= self.share {
            return Ok(());
        }
        let advice = if self.share < 1.0 {
            let enough = libm::ceil(self.share * q / (1.0 - self.share)) as u64 * each;
            format!(
                "Ask for {enough} games or more (\"of {enough} games\"), a smaller share or less \
                 confidence"
            )
        } else {
            "Ask for a smaller share or less confidence".to_string()
        };
        let surely = percent(libm::floor(low * 1000.0) / 1000.0);
        Err(format!(
            "{criterion:?}: no bot can pass it: one that wins all {different} games is surely above \
             {surely} only. {advice}"
        ))
    }
}

fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::super::bounds;
    use super::*;

    fn planned(games: u64, different: u64, blocks: u64) -> PlannedGames {
        PlannedGames { entrant: 0, games, different, blocks }
    }

    fn reason(text: &str, planned: PlannedGames) -> String {
        let criterion: Criterion = text.parse().unwrap();
        criterion.decidable(&planned, "ana").map_or_else(|why| why, |()| String::new())
    }

    #[test]
    fn a_criterion_of_no_games_says_how_to_ask_for_some() {
        let why = reason("beats greedy in 60 %", planned(0, 0, 0));
        assert_eq!(
            why,
            "\"beats greedy in 60 %\": the plan has no match of ana against greedy: add the number \
             of games, as in \"beats greedy in 60 % of 40 games\""
        );
    }

    #[test]
    fn four_positions_in_two_seatings_are_eight_games() {
        let why = reason("beats greedy in 60 % of 400 games", planned(400, 8, 4));
        assert!(
            why.contains("4 openings, 2 seatings: at most 8 different games, and 400 are required"),
            "{why}"
        );
        assert_eq!(reason("beats greedy in 60 % of 8 games", planned(8, 8, 4)), "");
    }

    /// Wilson's lower bound for n of n is n / (n + z²): 20 / (20 + 1.645²) = 0.881.
    #[test]
    fn a_bound_out_of_reach_is_refused_with_one_that_would_do() {
        let forty = planned(40, 40, 20);
        assert_eq!(reason("beats g in 88 % of 40 games, with 95 % confidence", forty), "");
        let why = reason("beats g in 90 % of 40 games, with 95 % confidence", forty);
        // 0.9 · 1.645² / 0.1 = 24.35 blocks.
        assert!(why.contains("wins all 40 games is surely above 88 % only"), "{why}");
        assert!(why.contains("Ask for 50 games or more"), "{why}");
        let never = reason("beats g in 100 % of 40 games, with 95 % confidence", forty);
        assert!(never.ends_with("Ask for a smaller share or less confidence"), "{never}");
        assert_eq!(reason("beats g in 100 % of 40 games", forty), "");
    }

    /// The advised number is the smallest that is enough by the bounds of verdicts.
    #[test]
    fn the_games_that_are_advised_are_enough_and_a_block_less_is_not() {
        for percent in 50..100 {
            let text = format!("beats g in {percent} %, with 95 % confidence");
            let why = reason(&text, planned(2, 2, 1));
            let games: u64 = match why.split_once("Ask for ") {
                Some((_, rest)) => rest.split(' ').next().unwrap().parse().unwrap(),
                None => panic!("one block is enough for {percent} %: {why}"),
            };
            let low = |blocks: u64| bounds(&vec![(2.0, 2); blocks as usize], 0.95).low;
            let share = f64::from(percent) / 100.0;
            assert!(low(games / 2) >= share && low(games / 2 - 1) < share, "{percent}: {games}");
            assert_eq!(reason(&text, planned(games, games, games / 2)), "", "{percent}");
        }
    }

    #[test]
    fn two_games_are_sure_of_little() {
        let why = reason("beats g in 60 %, with 95 % confidence", planned(2, 2, 1));
        assert!(why.contains("wins all 2 games is surely above 26.9 % only"), "{why}");
    }
}

//! Checks that the seeds and deals of records come from the seed of a tournament.

use std::collections::HashSet;

use juez_core::{Record, Seed, Stream};
use juez_match::registry::{AnyGame, MatchSetup, PlayerSpec, RecordFault};

/// Number of blocks searched for the seed of a match.
const MAX_BLOCKS: u32 = 100_000;

/// The seed of a tournament, and the block seeds derived so far.
pub(super) struct SeedCheck {
    seed: Seed,
    blocks: HashSet<Seed>,
}

impl SeedCheck {
    /// Creates a check against `seed`.
    pub fn of(seed: Seed) -> SeedCheck {
        SeedCheck { seed, blocks: HashSet::new() }
    }

    /// Checks that the seed of a record derives from the tournament's, and its deals from the
    /// record's seed. The moves of the record must be legal.
    ///
    /// # Errors
    /// If they do not, with the ply of the difference.
    pub fn check(&mut self, record: &Record, game: &dyn AnyGame) -> Result<(), RecordFault> {
        if !record.seed.is_some_and(|seed| self.is_of_block(seed)) {
            let hash = self.seed.commitment();
            let error = format!(
                "its seed is not one of the first {MAX_BLOCKS} derived from the seed with the \
                 hash {hash}"
            );
            return Err(RecordFault { ply: 0, error });
        }
        let drawn = deals(record, game)?;
        let other = record.deals.iter().zip(&drawn).position(|(reported, drawn)| reported != drawn);
        other.map_or(Ok(()), |deal| {
            let error = format!("deal {deal} differs from the one that the seed gives");
            Err(RecordFault { ply: record.moves.len() as u32, error })
        })
    }

    fn is_of_block(&mut self, seed: Seed) -> bool {
        while !self.blocks.contains(&seed) && (self.blocks.len() as u32) < MAX_BLOCKS {
            let next = self.blocks.len() as u32;
            self.blocks.insert(self.seed.child(Stream::Match(next)));
        }
        self.blocks.contains(&seed)
    }
}

/// Derives the deals from the record's seed and moves.
fn deals(record: &Record, game: &dyn AnyGame) -> Result<Vec<serde_json::Value>, RecordFault> {
    let wrong = |ply: u32, error: String| RecordFault { ply, error };
    let seats = game.replay(record)?.table().seats();
    let stand_in = PlayerSpec::read("random", game).map_err(|error| wrong(0, error.to_string()))?;
    let setup = MatchSetup {
        terms: record.terms(),
        seed: record.seed,
        ..MatchSetup::new(vec![stand_in; seats.into()])
    };
    let left = game.left_after(&setup, &record.moves);
    Ok(left.map_err(|error| wrong(record.moves.len() as u32, error.to_string()))?.deals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_match::registry::game;

    fn played(seed: Seed, id: &str) -> (Record, &'static dyn AnyGame) {
        let game = game(id).expect("a game");
        let random = PlayerSpec::read("random", game).expect("a bot");
        let setup = MatchSetup { seed: Some(seed), ..MatchSetup::new(vec![random; 2]) };
        (game.play(&setup, &mut ()).expect("played"), game)
    }

    #[test]
    fn the_match_of_a_tournament_is_known_by_its_seed() {
        let seed = Seed::from(7);
        for id in ["durak", "quoridor"] {
            let (record, game) = played(seed.child(Stream::Match(3)), id);
            assert_eq!(SeedCheck::of(seed).check(&record, game), Ok(()), "{id}");
        }
    }

    #[test]
    fn a_match_of_another_seed_and_one_of_other_deals_are_refused() {
        let (record, game) = played(Seed::from(7).child(Stream::Match(0)), "durak");
        let error = SeedCheck::of(Seed::from(8)).check(&record, game).unwrap_err().error;
        assert!(error.contains(&Seed::from(8).commitment()), "{error}");
        let none = Record { seed: None, ..record.clone() };
        assert!(SeedCheck::of(Seed::from(7)).check(&none, game).is_err());
        // The cards are from block 0, the claimed seed is block 1's.
        let forged = Record { seed: Some(Seed::from(7).child(Stream::Match(1))), ..record };
        assert!(SeedCheck::of(Seed::from(7)).check(&forged, game).is_err());
    }
}

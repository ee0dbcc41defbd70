//! Checks that the chance of records comes from the seed of a tournament.

use std::collections::HashSet;

use crate::core::{Record, Seed, Stream};
use crate::registry::{AnyGame, MatchSetup, PlayerSpec, RecordFault};

/// Blocks that are looked through for the seed of a match.
const MAX_BLOCKS: u32 = 100_000;

/// The seed of a tournament, with the seeds of its blocks as far as they were asked for.
pub(super) struct SeedCheck {
    seed: Seed,
    blocks: HashSet<Seed>,
}

impl SeedCheck {
    /// The chance that follows from `seed`.
    pub fn of(seed: Seed) -> SeedCheck {
        SeedCheck { seed, blocks: HashSet::new() }
    }

    /// Checks that the seed of a record follows from that of the tournament, and its deals from the
    /// seed of the record. The moves of the record must be legal.
    ///
    /// # Errors
    /// If they do not, with the ply from which they differ.
    pub fn check(&mut self, record: &Record, game: &dyn AnyGame) -> Result<(), RecordFault> {
        if !record.seed.is_some_and(|seed| self.is_of_block(seed)) {
            let hash = self.seed.commitment();
            let error = format!(
                "its seed is none of the {MAX_BLOCKS} that follow first from the seed whose hash is {hash}"
            );
            return Err(RecordFault { ply: 0, error });
        }
        let drawn = deals(record, game)?;
        let other = record.deals.iter().zip(&drawn).position(|(reported, drawn)| reported != drawn);
        other.map_or(Ok(()), |deal| {
            let error = format!("deal {deal} is another than the seed gives");
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

/// The deals that follow from the seed of a record under its moves.
fn deals(record: &Record, game: &dyn AnyGame) -> Result<Vec<serde_json::Value>, RecordFault> {
    let wrong = |ply: u32, error: String| RecordFault { ply, error };
    let seats = game.replay(record)?.table().seats();
    let stand_in = PlayerSpec::read("random", game).map_err(|error| wrong(0, error.to_string()))?;
    let setup = MatchSetup {
        options: record.options.clone(),
        seed: record.seed,
        ..MatchSetup::new(vec![stand_in; seats.into()])
    };
    let left = game.left_after(&setup, &record.moves);
    Ok(left.map_err(|error| wrong(record.moves.len() as u32, error.to_string()))?.deals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::game;

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
        // The cards are those of block 0, and the seed is said to be that of block 1.
        let forged = Record { seed: Some(Seed::from(7).child(Stream::Match(1))), ..record };
        assert!(SeedCheck::of(Seed::from(7)).check(&forged, game).is_err());
    }
}

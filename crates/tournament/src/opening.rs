//! The opening of a block: its starting position, and which blocks start alike.

use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

use super::format::{Opening, Openings};
use super::plan::Plan;
use juez_core::{Rng, Seed, Stream};
use juez_match::{referee::AnyTable, registry::AnyGame};

/// Why a block has no opening.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    #[error(
        "{0} begins with a deal, which differs in each block: random openings are for games \
         without chance"
    )]
    Chance(&'static str),
    #[error("the list of openings is empty: expected at least one position")]
    NoPositions,
    #[error("cannot make an opening of {game}: {error}")]
    Setup { game: &'static str, error: String },
}

/// Returns the opening of block `block` with seed `seed`, shared by all pairings.
///
/// Random moves come from the seed's [`Stream::Opening`]. They never end the match: the opening
/// stops before a move that would. Positions are used in turn, one per block; the list starts over
/// after the last.
///
/// # Errors
/// If the block has no opening.
pub fn opening(
    game: &'static dyn AnyGame,
    options: &Map<String, Value>,
    openings: &Openings,
    block: u32,
    seed: Seed,
) -> Result<Opening, OpeningError> {
    match openings {
        Openings::None => Ok(Opening { moves: Vec::new() }),
        Openings::Random { plies } => {
            random(game, options, *plies, &mut seed.child(Stream::Opening).rng())
        }
        Openings::Positions(list) if list.is_empty() => Err(OpeningError::NoPositions),
        Openings::Positions(list) => Ok(list[block as usize % list.len()].clone()),
    }
}

impl Openings {
    /// The usual number of random moves in a game without chance.
    pub const PLIES: u32 = 2;

    /// Returns openings of `plies` random moves; none if a match begins with a deal, because then
    /// every block differs anyway.
    ///
    /// # Errors
    /// If the house rules cannot be played.
    pub fn usual(
        game: &'static dyn AnyGame,
        options: &Map<String, Value>,
        plies: u32,
    ) -> Result<Openings, OpeningError> {
        let dealt = has_chance(game, options)?;
        Ok(if dealt { Openings::None } else { Openings::Random { plies } })
    }
}

/// Returns true if a match begins with a deal, so that every block differs.
///
/// # Errors
/// If the house rules cannot be played.
pub fn has_chance(
    game: &'static dyn AnyGame,
    options: &Map<String, Value>,
) -> Result<bool, OpeningError> {
    Ok(start(game, options)?.to_move().is_none())
}

fn start(
    game: &'static dyn AnyGame,
    options: &Map<String, Value>,
) -> Result<Box<dyn AnyTable>, OpeningError> {
    game.table(options)
        .map_err(|error| OpeningError::Setup { game: game.info().id, error: error.to_string() })
}

fn random(
    game: &'static dyn AnyGame,
    options: &Map<String, Value>,
    plies: u32,
    rng: &mut Rng,
) -> Result<Opening, OpeningError> {
    let mut table = start(game, options)?;
    if table.to_move().is_none() {
        return Err(OpeningError::Chance(game.info().id));
    }
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Some(made) = table.play_random(rng).filter(|_| table.to_move().is_some()) else {
            break;
        };
        moves.push(made);
    }
    Ok(Opening { moves })
}

/// The openings of a plan, each made once.
pub(super) struct Beginnings<'a> {
    plan: &'a Plan,
    openings: &'a Openings,
    /// `None` if all blocks are taken to differ.
    game: Option<&'static dyn AnyGame>,
    /// The first requested block with these moves.
    first: BTreeMap<Vec<String>, u32>,
    known: BTreeMap<u32, u32>,
}

impl<'a> Beginnings<'a> {
    /// Makes these openings under the house rules and the seed of a plan.
    fn with(
        game: &'static dyn AnyGame,
        plan: &'a Plan,
        openings: &'a Openings,
    ) -> Result<Beginnings<'a>, OpeningError> {
        let game = (!has_chance(game, &plan.terms.options)?).then_some(game);
        let (first, known) = Default::default();
        Ok(Beginnings { plan, openings, game, first, known })
    }

    /// Makes the openings of a plan. If it cannot be played here, its blocks are taken to differ;
    /// the error is reported when it is played.
    pub fn of(plan: &'a Plan) -> Beginnings<'a> {
        let openings = &plan.openings;
        let made = plan.table().ok().and_then(|(game, _)| Self::with(game, plan, openings).ok());
        let (first, known) = Default::default();
        made.unwrap_or(Beginnings { plan, openings, game: None, first, known })
    }

    /// Returns a number that is the same for blocks that start alike.
    pub fn number(&mut self, block: u32) -> Result<u32, OpeningError> {
        let Some(game) = self.game else { return Ok(block) };
        if let Some(&known) = self.known.get(&block) {
            return Ok(known);
        }
        let seed = self.plan.seed.child(Stream::Match(block));
        let opening = opening(game, &self.plan.terms.options, self.openings, block, seed)?;
        let number = *self.first.entry(opening.moves).or_insert(block);
        self.known.insert(block, number);
        Ok(number)
    }
}

/// Returns how many of the first `blocks` openings of a plan differ. Blocks that start alike repeat
/// each other if no bot uses chance; in a game with chance, all differ.
///
/// # Errors
/// If its house rules cannot be played, or a block has no opening.
pub fn distinct_openings(
    game: &'static dyn AnyGame,
    plan: &Plan,
    openings: &Openings,
    blocks: u32,
) -> Result<u32, OpeningError> {
    let mut beginnings = Beginnings::with(game, plan, openings)?;
    let numbers = (0..blocks).map(|block| beginnings.number(block));
    Ok(numbers.collect::<Result<BTreeSet<_>, _>>()?.len() as u32)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use juez_core::Record;
    use juez_match::registry::game;

    fn made(id: &str, options: Value, openings: &Openings, block: u32) -> Vec<String> {
        let Value::Object(options) = options else { panic!("options are an object") };
        let seed = Seed::from(7).child(Stream::Match(block));
        let game = game(id).expect("a game");
        opening(game, &options, openings, block, seed).expect("an opening").moves
    }

    #[test]
    fn random_openings_differ_between_blocks_and_are_the_same_again() {
        let openings = Openings::Random { plies: 2 };
        let of = |block| made("quoridor", json!({}), &openings, block);
        assert_eq!(of(0).len(), 2);
        assert_eq!(of(3), of(3));
        let mut all: Vec<_> = (0..20).map(of).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 20);
    }

    #[test]
    fn a_random_opening_can_be_played_on() {
        let openings = Openings::Random { plies: 12 };
        for block in 0..10 {
            let mut record = Record::new("quoridor");
            record.moves = made("quoridor", json!({}), &openings, block);
            assert_eq!(record.moves.len(), 12);
            let game = game("quoridor").expect("a game");
            game.check_position(&record).expect("its moves are legal");
            assert!(!game.legal(&record, false).lines[0].legal.is_empty());
        }
    }

    #[test]
    fn a_random_opening_stops_before_it_would_end_the_match() {
        let openings = Openings::Random { plies: 30 };
        assert_eq!(made("quoridor", json!({"max_plies": 3}), &openings, 0).len(), 2);
    }

    #[test]
    fn positions_are_played_in_turn() {
        let list = ["e2", "e3"].map(|mv| Opening { moves: vec![mv.to_string()] });
        let openings = Openings::Positions(list.to_vec());
        let of = |block| made("quoridor", json!({}), &openings, block);
        assert_eq!([of(0), of(1), of(2)], [["e2"], ["e3"], ["e2"]]);
    }

    #[test]
    fn a_game_with_deals_takes_no_random_opening() {
        let durak = game("durak").expect("a game");
        let random = Openings::Random { plies: 1 };
        let refused = opening(durak, &Map::new(), &random, 0, Seed::from(1)).unwrap_err();
        assert_eq!(refused, OpeningError::Chance("durak"));
        assert_eq!(has_chance(durak, &Map::new()), Ok(true));
        assert_eq!(has_chance(game("quoridor").expect("a game"), &Map::new()), Ok(false));
    }

    #[test]
    fn what_makes_no_opening_is_said() {
        let quoridor = game("quoridor").expect("a game");
        let of = |options: &Map<String, Value>, openings: &Openings| {
            opening(quoridor, options, openings, 0, Seed::from(1)).unwrap_err().to_string()
        };
        let empty = of(&Map::new(), &Openings::Positions(Vec::new()));
        assert_eq!(empty, "the list of openings is empty: expected at least one position");
        let wrong = Map::from_iter([("seats".to_string(), json!(7))]);
        let wrong = of(&wrong, &Openings::Random { plies: 1 });
        assert!(wrong.starts_with("cannot make an opening of quoridor: "), "{wrong}");
        assert!(wrong.contains("seats"), "{wrong}");
    }
}

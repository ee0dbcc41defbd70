//! Deals: how they are drawn and which are possible.

use serde::{Deserialize, Serialize};

use super::Tile;
use super::options::Opener;
use super::public::{HAND, Phase, Public, SEATS, pair_of};
use crate::core::{BadDeal, PerSeat, Rng, Seat};
use crate::games::cards::{Card, Cards, each_once};

/// Seven tiles for each seat and, where chance decides it, who opens.
///
/// Written as `{"hands":[["66","54",..],..]}`; with `opener=random` a later deal adds `"opener":2`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The tiles of each seat.
    pub hands: PerSeat<Cards<Tile>>,
    /// Who plays the first tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opener: Option<Seat>,
}

impl Deal {
    /// A random deal, the next one of a match.
    pub(super) fn random(public: &Public, rng: &mut Rng) -> Deal {
        let mut tiles: [u8; Tile::COUNT as usize] = std::array::from_fn(|index| index as u8);
        rng.shuffle(&mut tiles);
        let hands = PerSeat::from_fn(SEATS, |seat| {
            let first = seat.index() * HAND;
            let bits = tiles[first..first + HAND].iter().fold(0, |bits, index| bits | 1 << index);
            Cards::from_bits(bits)
        });
        let opener = (public.options.opener == Opener::Random)
            .then_some(public.pair)
            .flatten()
            .map(|pair| Seat::new(pair.0 + 2 * rng.below(2) as u8));
        Deal { hands, opener }
    }

    /// Whether it can be the next deal of a match.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn check(&self, public: &Public) -> Result<(), BadDeal> {
        let refuse = |why: String| Err(BadDeal(why));
        match public.phase {
            Phase::Deal => {}
            Phase::Over => return refuse("the match is over".to_string()),
            _ => return refuse("the hand in progress is not over".to_string()),
        }
        if self.hands.seats() != SEATS {
            return refuse(format!("{} hands for {SEATS} seats", self.hands.seats()));
        }
        for (seat, hand) in self.hands.iter() {
            if hand.len() != HAND {
                return refuse(format!(
                    "seat {seat} is dealt {} tiles instead of {HAND}",
                    hand.len()
                ));
            }
        }
        let all = self.hands.iter().fold(Cards::EMPTY, |all, (_, &hand)| all | hand);
        if all != Cards::ALL {
            each_once(self.hands.iter().map(|(seat, &hand)| (format!("seat {seat}"), hand)))?;
        }
        self.check_opener(public)
    }

    fn check_opener(&self, public: &Public) -> Result<(), BadDeal> {
        let named = (public.options.opener == Opener::Random).then_some(public.pair).flatten();
        match (named, self.opener) {
            (None, None) => Ok(()),
            (None, Some(_)) if public.options.opener == Opener::Random => {
                Err(BadDeal("the first deal names no opener: whoever holds 66 opens".to_string()))
            }
            (None, Some(_)) => {
                Err(BadDeal("only with opener=random does a deal name an opener".to_string()))
            }
            (Some(pair), None) => Err(BadDeal(format!(
                "with opener=random it must name the opener: seat {} or {}",
                pair.0,
                pair.0 + 2
            ))),
            (Some(pair), Some(seat)) if seat.index() < SEATS.into() && pair_of(seat) == pair => {
                Ok(())
            }
            (Some(pair), Some(seat)) => Err(BadDeal(format!(
                "seat {seat} cannot open: the opening pair is seats {} and {}",
                pair.0,
                pair.0 + 2
            ))),
        }
    }
}

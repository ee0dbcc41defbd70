//! Draws deals and checks them.

use serde::{Deserialize, Serialize};

use super::{HAND, Opener, Phase, Public, SEATS, Tile, pair_of};
use crate::cards::{Cards, each_once, hands_for_seats};
use juez_core::{BadDeal, PerSeat, Rng, Seat, Team, sentences};

sentences! {
    /// Reasons why a deal of tiles is refused.
    DEALS:
    wrong_hand(seat, found, size) = "seat {seat} is dealt {found} tiles instead of {size}";
    opener_is_known() = "the first deal names no opener: the holder of 66 opens";
    opener_is_chosen() = "only with opener=random does a deal name an opener";
    opener_missing(one, other) = "with opener=random it must name the opener: seat {one} or {other}";
    other_pair_opens(seat, one, other) = "seat {seat} cannot open: the opening pair is seats {one} and {other}";
}

/// Returns the pair whose opener the next deal names, if it names one.
fn names_opener(public: &Public) -> Option<Team> {
    public.pair.filter(|_| public.options.opener == Opener::Random)
}

/// Seven tiles for each seat and, if chance decides it, the opener.
///
/// Written as `{"hands":[["66","54",..],..]}`; with `opener=random` a later deal adds `"opener":2`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The tiles of each seat.
    pub hands: PerSeat<Cards<Tile>>,
    /// The seat that plays the first tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opener: Option<Seat>,
}

impl Deal {
    pub(super) fn random(public: &Public, rng: &mut Rng) -> Deal {
        let mut tiles = Cards::<Tile>::ALL.list();
        rng.shuffle(&mut tiles);
        let hands = PerSeat::from_fn(SEATS, |seat| {
            tiles[seat.index() * HAND..][..HAND].iter().copied().collect()
        });
        let opener = names_opener(public).map(|pair| Seat::new(pair.0 + 2 * rng.below(2) as u8));
        Deal { hands, opener }
    }

    /// Checks that it can be the next deal of a match.
    pub(super) fn check(&self, public: &Public) -> Result<(), BadDeal> {
        let refuse = |why: String| Err(BadDeal(why));
        match public.phase {
            Phase::Deal => {}
            Phase::Over => return refuse("the match is over".to_string()),
            _ => return refuse("the hand in progress is not over".to_string()),
        }
        if self.hands.seats() != SEATS {
            return refuse(hands_for_seats(self.hands.seats(), SEATS));
        }
        for (seat, hand) in self.hands.iter() {
            if hand.len() != HAND {
                return refuse(wrong_hand(seat, hand.len(), HAND));
            }
        }
        let hands = self.hands.iter().map(|(seat, &hand)| (seat, hand));
        each_once(hands, Cards::EMPTY, String::new)?;
        self.check_opener(public)
    }

    fn check_opener(&self, public: &Public) -> Result<(), BadDeal> {
        match (names_opener(public), self.opener) {
            (None, None) => Ok(()),
            (None, Some(_)) if public.options.opener == Opener::Random => {
                Err(BadDeal(opener_is_known()))
            }
            (None, Some(_)) => Err(BadDeal(opener_is_chosen())),
            (Some(pair), None) => Err(BadDeal(opener_missing(pair.0, pair.0 + 2))),
            (Some(pair), Some(seat)) if u8::from(seat) < SEATS && pair_of(seat) == pair => Ok(()),
            (Some(pair), Some(seat)) => Err(BadDeal(other_pair_opens(seat, pair.0, pair.0 + 2))),
        }
    }
}

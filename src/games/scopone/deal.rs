//! Deals: drawn, read, refused.

use serde::{Deserialize, Serialize};

use super::Kind;
use super::captures::of_value;
use crate::core::{BadDeal, PerSeat, Rng, sentences};
use crate::games::cards::{Card, Cards, Italian, each_once, hand_of, hands_for_seats};

sentences! {
    /// Why cards cannot be dealt so.
    DEALS:
    the_table() = "the table";
    wrong_table(found, size) = "the table is dealt {found} cards instead of {size}";
    too_many_kings(number, kings) = "{number} kings lie on the table ({kings}), which is dealt again";
}

/// Kings on the table with which a hand is dealt again.
const TOO_MANY_KINGS: usize = 3;

/// The hands in seat order and the cards on the table.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The hand of each seat.
    pub hands: PerSeat<Cards<Italian>>,
    /// The cards on the table; none in scopone scientifico.
    #[serde(default)]
    pub table: Cards<Italian>,
}

impl Deal {
    /// A random deal, drawn again while the table holds too many kings.
    pub(super) fn shuffle(kind: Kind, rng: &mut Rng) -> Deal {
        let mut deck: [Italian; 40] = std::array::from_fn(|i| Italian::new(i as u8));
        loop {
            rng.shuffle(&mut deck);
            let (hands, table) = deck.split_at(4 * kind.hand_size());
            let mut hands = hands.chunks(kind.hand_size());
            let mut next = || hands.next().unwrap_or_default().iter().copied().collect();
            let deal = Deal {
                hands: PerSeat::from_fn(4, |_| next()),
                table: table.iter().copied().collect(),
            };
            if deal.kings_on_the_table().len() < TOO_MANY_KINGS {
                return deal;
            }
        }
    }

    fn kings_on_the_table(&self) -> Cards<Italian> {
        self.table & of_value(10)
    }

    /// Checks that this can be dealt.
    pub(super) fn check(&self, kind: Kind) -> Result<(), BadDeal> {
        if self.hands.seats() != 4 {
            return Err(BadDeal(hands_for_seats(self.hands.seats(), 4)));
        }
        for (seat, &hand) in self.hands.iter() {
            hand_of(seat, hand, kind.hand_size())?;
        }
        if self.table.len() != kind.table_size() {
            return Err(BadDeal(wrong_table(self.table.len(), kind.table_size())));
        }
        let hands = self.hands.iter().map(|(seat, &hand)| (seat, hand));
        each_once(hands, self.table, the_table)?;
        let kings = self.kings_on_the_table();
        if kings.len() >= TOO_MANY_KINGS {
            return Err(BadDeal(too_many_kings(kings.len(), kings)));
        }
        Ok(())
    }
}

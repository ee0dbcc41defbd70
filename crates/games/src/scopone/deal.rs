//! Draws deals and checks them.

use serde::{Deserialize, Serialize};

use super::Kind;
use super::public::SEATS;
use crate::cards::{Cards, Italian, check_hands, each_once};
use juez_core::{BadDeal, PerSeat, Rng, sentences};

sentences! {
    /// Reasons why a deal of cards is refused.
    DEALS:
    the_table() = "the table";
    wrong_table(found, size) = "the table is dealt {found} cards instead of {size}";
    too_many_kings(number, kings) = "{number} kings are on the table ({kings}), so it is dealt again";
}

/// Kings on the table from which a hand is dealt again.
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
    /// Draws a deal, again while the table has too many kings.
    pub(super) fn shuffle(kind: Kind, rng: &mut Rng) -> Deal {
        let mut deck = Cards::<Italian>::ALL.list();
        let size = kind.hand_size();
        let some = |cards: &[Italian]| cards.iter().copied().collect();
        loop {
            rng.shuffle(&mut deck);
            let hands = PerSeat::from_fn(SEATS, |seat| some(&deck[seat.index() * size..][..size]));
            let deal = Deal { hands, table: some(&deck[usize::from(SEATS) * size..]) };
            if deal.kings_on_the_table().len() < TOO_MANY_KINGS {
                return deal;
            }
        }
    }

    fn kings_on_the_table(&self) -> Cards<Italian> {
        self.table & Italian::all_of(10)
    }

    pub(super) fn check(&self, kind: Kind) -> Result<(), BadDeal> {
        check_hands(SEATS, self.hands.as_slice(), kind.hand_size())?;
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

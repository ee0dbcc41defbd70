//! The table of a bout.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::HAND;
use crate::cards::{Card, Cards, French};

/// An attacking card and the card that beat it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The attacking card.
    pub attack: French,
    /// The card that beat it; `None` while it is unbeaten.
    pub defence: Option<French>,
}

/// The attacking cards of a bout in order, each with its answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Table {
    /// Equal to an empty table from `len` on.
    pairs: [Pair; HAND as usize],
    len: u8,
    cards: Cards<French>,
    ranks: Cards<French>,
}

impl Table {
    /// Returns the attacking cards with their answers.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs[..usize::from(self.len)]
    }

    /// Returns the number of cards that have attacked.
    pub fn attacks(&self) -> u8 {
        self.len
    }

    /// Returns every card on the table.
    pub fn cards(&self) -> Cards<French> {
        self.cards
    }

    /// Returns every card of the deck whose rank is on the table.
    pub fn ranks(&self) -> Cards<French> {
        self.ranks
    }

    /// Returns the unbeaten card.
    pub fn unbeaten(&self) -> Option<French> {
        self.pairs().iter().find(|pair| pair.defence.is_none()).map(|pair| pair.attack)
    }

    pub(super) fn attack(&mut self, card: French) {
        self.pairs[usize::from(self.len)] = Pair { attack: card, defence: None };
        self.len += 1;
        self.lay(card);
    }

    /// Beats the card that attacked last; during a defence it is the only unbeaten one.
    pub(super) fn defend(&mut self, card: French) {
        self.pairs[usize::from(self.len) - 1].defence = Some(card);
        self.lay(card);
    }

    fn lay(&mut self, card: French) {
        self.cards.insert(card);
        self.ranks |= card.rank_mates();
    }
}

impl Default for Table {
    fn default() -> Table {
        let nothing = Pair { attack: French::new(0), defence: None };
        Table { pairs: [nothing; HAND as usize], len: 0, cards: Cards::EMPTY, ranks: Cards::EMPTY }
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pairs())
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Table, D::Error> {
        let pairs = Vec::<Pair>::deserialize(deserializer)?;
        if pairs.len() > usize::from(HAND) {
            return Err(de::Error::invalid_length(pairs.len(), &"six attacking cards at most"));
        }
        let mut table = Table::default();
        for pair in pairs {
            table.attack(pair.attack);
            if let Some(card) = pair.defence {
                table.defend(card);
            }
        }
        Ok(table)
    }
}

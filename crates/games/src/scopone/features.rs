//! Observations as masks over the deck of 40 cards, and moves as numbers.

use super::public::SEATS;
use super::{Move, Scopone, View};
use crate::cards::{Card, Italian};
use juez_core::{Features, Observation, Seat, ahead, seats_ahead};

pub(super) const FEATURES: Features<Scopone> =
    Features { shape: &[Italian::COUNT as usize], observe, moves, entry, of_entry };

/// Maximum moves with one card: its captures on any table reached by play.
const MOVES_OF_A_CARD: usize = 25;

fn observe(view: &View, me: Seat, observation: &mut Observation) {
    let public = &view.public;
    observation.plane("hand", view.hand.mask());
    observation.plane("table", public.table.mask());
    observation.plane("unseen", view.unseen().mask());
    for (ahead, seat) in seats_ahead(me, SEATS) {
        observation.plane(("played", ahead), public.played[seat].mask());
        observation.plane(("taken", ahead), public.taken[seat].mask());
        observation.scalar(("count", ahead), public.held(seat));
        observation.scalar(("scope", ahead), public.scope(seat));
        observation.scalar(("score", ahead), public.score[seat]);
    }
    observation.scalar("last_capturer", ahead(me, public.last_capturer, SEATS));
    observation.scalar("in_pairs", public.kind().in_pairs());
    observation.scalar("hands", public.dealt);
}

/// Returns the entry of a move: its card, and its position among the legal moves with that card.
fn entry(view: &View, mv: Move) -> Option<usize> {
    let mut of_card = Vec::new();
    view.public.captures().moves_of(mv.card, &mut of_card);
    let nth = of_card.iter().position(|&other| other == mv)?;
    let first = usize::from(mv.card.index()) * MOVES_OF_A_CARD;
    (nth < MOVES_OF_A_CARD).then_some(first + nth)
}

fn of_entry(view: &View, entry: usize) -> Option<Move> {
    let card = u8::try_from(entry / MOVES_OF_A_CARD).ok().filter(|card| *card < Italian::COUNT)?;
    let mut of_card = Vec::new();
    view.public.captures().moves_of(Italian::new(card), &mut of_card);
    of_card.get(entry % MOVES_OF_A_CARD).copied()
}

/// Names the entries: `D7:0` for the first move with that card.
fn moves() -> Vec<String> {
    let of_card =
        |index| (0..MOVES_OF_A_CARD).map(move |nth| format!("{}:{nth}", Italian::new(index)));
    (0..Italian::COUNT).flat_map(of_card).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::Sum;
    use super::super::captures::Captures;
    use super::*;
    use crate::cards::Cards;

    /// Returns the table with the same values in the first suits.
    fn in_first_suits(table: Cards<Italian>) -> Cards<Italian> {
        let of_value = |value| {
            let count = (table & Italian::all_of(value)).len();
            Italian::all_of(value).iter().take(count)
        };
        (1..=10).flat_map(of_value).collect()
    }

    /// Adds to `all` every table made of `table` and `left` more cards, with values from `least`
    /// up.
    fn dealt(table: Cards<Italian>, least: u8, left: usize, all: &mut Vec<Cards<Italian>>) {
        if left == 0 {
            return all.push(table);
        }
        for value in least..=10 {
            if let Some(card) = (Italian::all_of(value) - table).first() {
                dealt(table | Cards::of(card), value, left - 1, all);
            }
        }
    }

    #[test]
    fn no_table_of_play_gives_a_card_more_moves_than_there_are_entries() {
        let mut open = vec![Cards::EMPTY];
        dealt(Cards::EMPTY, 1, 4, &mut open);
        let mut seen = BTreeSet::new();
        let mut most = 0;
        let mut moves = Vec::new();
        while let Some(table) = open.pop() {
            if !seen.insert(table.bits()) {
                continue;
            }
            let captures = Captures::of(table, Sum::Any);
            for value in 1..=10 {
                let Some(card) = (Italian::all_of(value) - table).first() else { continue };
                moves.clear();
                captures.moves_of(card, &mut moves);
                most = most.max(moves.len());
                let after = moves.iter().map(|mv| {
                    let stays = if mv.captured.is_empty() { Cards::of(card) } else { Cards::EMPTY };
                    in_first_suits((table - mv.captured) | stays)
                });
                open.extend(after);
            }
        }
        assert_eq!(most, MOVES_OF_A_CARD);
    }
}

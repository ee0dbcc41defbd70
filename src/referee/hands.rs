//! Figures of the hands of a record.

use super::{AnyTable, RecordFault, Replay, Table};
use crate::core::{Game, Hands, Next, PerSeat, Record};

/// The sums of [`GameInfo::hand_figures`](crate::core::GameInfo::hand_figures) over the hands of a record; `None` for a game that counts
/// nothing. A hand that was not played to its end does not count.
///
/// # Errors
/// The first thing that is wrong with its deals and moves.
pub fn hands<G: Game>(record: &Record) -> Result<Option<Hands>, RecordFault> {
    let figures = G::INFO.hand_figures;
    if figures.is_empty() {
        return Ok(None);
    }
    let mut replay = Replay::<Table<G>>::new(record)?;
    let seats = replay.table().seats();
    let mut hands = Hands::none(seats, figures);
    let mut dealt = replay.table().view(None);
    loop {
        if replay.deal_if_due()? {
            dealt = replay.table().view(None);
        }
        if !replay.step_before_deal()? {
            return Ok(Some(hands));
        }
        if let Next::Deal | Next::Over = replay.table().next() {
            let ended = replay.table().view(None);
            let hand = PerSeat::from_fn(seats, |seat| G::hand_figures(&dealt, &ended, seat));
            hands.add(figures, &hand);
        }
    }
}

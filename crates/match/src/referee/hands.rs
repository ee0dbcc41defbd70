//! Figures of the hands of a record.

use super::{AnyTable, RecordFault, Replay, Table};
use juez_core::{Game, Hands, Next, PerSeat, Record};

/// Sums [`GameInfo::hand_figures`](juez_core::GameInfo::hand_figures) over the hands of a record;
/// `None` for a game without figures. An unfinished hand does not count.
///
/// # Errors
/// The first error in its deals and moves.
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

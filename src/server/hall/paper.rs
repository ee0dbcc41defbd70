//! Matches on paper: the record of one that did not come to its end, and the film of any.

use super::play::Made;
use crate::core::{End, Outcome, PerSeat, Reason, Record, Seat, SeatFault};
use crate::registry::{AnyGame, Eyes, MatchSetup, Moment};
use crate::server::{Film, Item};

/// The record of a match that was left after some moves; stopped on purpose it has an end.
///
/// # Errors
/// If the moves are none of such a match, in words.
pub(super) fn unfinished(
    game: &dyn AnyGame,
    setup: &MatchSetup,
    made: &[Made],
    faults: &[SeatFault],
    stopped: bool,
) -> Result<Record, String> {
    let moves: Vec<String> = made.iter().map(|made| made.mv.clone()).collect();
    let mut record = game.left_after(setup, &moves).map_err(|error| error.to_string())?;
    record.plies = made.iter().map(|made| made.how.clone()).collect();
    if stopped {
        let scene = game.scene(&record, Moment::at(u32::MAX), Eyes::Public);
        let points = scene.map_err(|fault| fault.error)?.points;
        let ranks = PerSeat::from_fn(points.seats(), |_: Seat| 1);
        let outcome = Outcome { reason: Reason::Stopped, ranks, points };
        record.end = Some(End::new(outcome, faults.to_vec()));
    }
    Ok(record)
}

/// What some eyes see of a record, each move with the milliseconds that it took, and the news of bots
/// that changed in it. Nothing if it cannot be told.
pub(super) fn film(
    game: &'static dyn AnyGame,
    record: &Record,
    times: &[Option<u64>],
    news: &[Item],
    eyes: Eyes,
) -> Option<Vec<Item>> {
    let mut items = Film::of(game, record, eyes).ok()?.items;
    let mut times = times.iter();
    for item in &mut items {
        if let Item::Move { ms, .. } = item {
            *ms = times.next().copied().flatten();
        }
    }
    for new in news {
        let Item::Reload { ply, .. } = new else { continue };
        let is_later = |item: &Item| match item {
            Item::Move { frame, .. } => frame.ply > *ply,
            _ => false,
        };
        let at = items.iter().position(is_later).unwrap_or(items.len());
        items.insert(at, new.clone());
    }
    Some(items)
}

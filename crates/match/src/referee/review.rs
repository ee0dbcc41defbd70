//! Values the decisions of a record.

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

use super::{AnyTable, RecordFault, Replay, Table};
use juez_core::{
    By, Game, Journal, MoveOf, Notation, Record, Reviewer, Seat, Seed, Severity, State, Stream,
    Turn, Valuation,
};

/// A decision of a record with its value for the seat that made it. Values are expected scores, in
/// parts of [`CERTAIN`](juez_core::CERTAIN).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reviewed {
    /// Moves made before.
    pub ply: u32,
    /// Number of the deal, from 0; also 0 in games without chance.
    pub deal: u32,
    /// The seat that moved.
    pub seat: Seat,
    /// The move played.
    pub played: String,
    /// The best move.
    pub best: String,
    /// Expected score with the best move.
    pub before: i32,
    /// Expected score after the move played, at most `before`.
    pub after: i32,
    /// Standard error of the difference.
    pub error: i32,
    /// What the move played has cost.
    pub cost: i32,
    /// The reasons of a cost of at least an inaccuracy; else empty.
    pub reasons: Vec<String>,
    /// The values with every hand open; absent in a game without hidden hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hindsight: Option<Hindsight>,
}

/// The values of a decision with every hand open, in the same parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hindsight {
    /// The best move.
    pub best: String,
    /// Expected score with the best move.
    pub before: i32,
    /// Expected score after the move played, at most `before`.
    pub after: i32,
    /// What the move played has cost.
    pub cost: i32,
}

impl Hindsight {
    fn new<M: Notation>(valuation: &Valuation<M>) -> Hindsight {
        Hindsight {
            best: valuation.best.to_string(),
            before: valuation.before,
            after: valuation.after,
            cost: valuation.cost(),
        }
    }
}

/// Bytes of the reasons of a decision, at most.
const MOST_REASONS: u32 = 1000;

/// Calls `hear` with each decision of a record that `reviewer` values, in order, until it breaks.
/// Moves of the given position and moves without an alternative are no decisions. `seed` is the
/// randomness of the reviewer.
///
/// # Errors
/// The first error in the deals and moves of the record, after the decisions before it.
pub fn review<G: Game>(
    record: &Record,
    reviewer: &mut dyn Reviewer<G>,
    seed: Seed,
    hear: &mut dyn FnMut(Reviewed) -> ControlFlow<()>,
) -> Result<(), RecordFault> {
    let mut replay = Replay::<Table<G>>::new(record)?;
    loop {
        let table = replay.table();
        let by = record.plies.get(table.ply() as usize).map_or(By::Bot, |ply| ply.by);
        let seat = table.to_move().filter(|_| by != By::Given && table.state.legal_count() > 1);
        let text = record.moves.get(table.ply() as usize);
        if let (Some(seat), Some(text)) = (seat, text) {
            let (view, legal) = (table.view(Some(seat)), table.legal_moves());
            let fault = |error| RecordFault::new(table.ply(), error);
            let played: MoveOf<G> = table.read_move(text).map_err(fault)?;
            let (seed, journal) = (seed.child(Stream::Bot(seat)), Journal::new(MOST_REASONS));
            let turn = table.turn(seat, &view, &legal, seed, &journal);
            let valuation = reviewer.value(&turn, played).filter(|_| legal.contains(&played));
            let log = journal.take().log;
            if let Some(valuation) = valuation {
                let cost = valuation.cost();
                let silent = Journal::new(0);
                let turn = Turn { journal: &silent, ..turn };
                let hindsight = reviewer.hindsight(&turn, played, &table.state);
                let is_costly = Severity::of(cost).is_some();
                let reviewed = Reviewed {
                    ply: turn.ply,
                    deal: turn.deal,
                    seat,
                    played: played.to_string(),
                    best: valuation.best.to_string(),
                    before: valuation.before,
                    after: valuation.after,
                    error: valuation.error,
                    cost,
                    reasons: if is_costly { log } else { Vec::new() },
                    hindsight: hindsight.as_ref().map(Hindsight::new),
                };
                if hear(reviewed).is_break() {
                    return Ok(());
                }
            }
        }
        if !replay.step()? {
            return replay.go_to_end();
        }
    }
}

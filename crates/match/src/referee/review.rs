//! Values the decisions of a record.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::ControlFlow;

use super::luck::Hand;
use super::{AnyTable, RecordFault, Replay, ReviewedHand, Table};
use juez_core::{
    By, Game, Journal, MoveOf, Next, Notation, Record, Reviewer, Seat, Seed, Severity, State,
    Stream, Turn, Valuation, options_from_json,
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
    /// Cost of the move played.
    pub cost: i32,
    /// The size of the mistake; absent if it is too small to name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub severity: Option<Severity>,
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
    /// Cost of the move played.
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

/// A step of a review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReviewStep {
    /// A decision, in the order of the record.
    Decision(Reviewed),
    /// A hand, after its decisions.
    Hand(ReviewedHand),
    /// A part of the work for a hand.
    Working,
}

/// Calls `hear` with each step of the review of a record, in order, until it breaks. Moves of the
/// given position and moves without an alternative are no decisions. `seed` is the randomness of the
/// reviewer.
///
/// # Errors
/// The first error in the deals and moves of the record, after the steps before it.
pub fn review<G: Game>(
    record: &Record,
    reviewer: &mut dyn Reviewer<G>,
    seed: Seed,
    hear: &mut dyn FnMut(ReviewStep) -> ControlFlow<()>,
) -> Result<(), RecordFault> {
    let table = |options: &Map<String, Value>| {
        Ok(Box::new(Table::<G>::new(&options_from_json::<G>(options)?)?))
    };
    let mut replay = Replay::open(record, &G::INFO, table)?;
    let mut hand: Option<Hand<G>> = None;
    loop {
        let table = replay.table();
        if table.to_move().is_none()
            && let Some(hand) = hand.take()
        {
            let seed = seed.child(Stream::Deal(hand.deal));
            let mut proceed = || hear(ReviewStep::Working).is_continue();
            let reviewed = hand.review(&table.state, reviewer, seed, &mut proceed);
            if reviewed.is_none_or(|hand| hear(ReviewStep::Hand(hand)).is_break()) {
                return Ok(());
            }
        }
        if table.next() == Next::Deal {
            let (before, moves) = (table.state.clone(), table.moves().to_vec());
            let deal = table.deals().len() as u32;
            if replay.deal_if_due()? && !reviewer.before_hand(&before).is_empty() {
                hand = Some(Hand { before, dealt: replay.table().state.clone(), moves, deal });
            }
        }
        if let Some(decision) = decision(replay.table(), record, reviewer, seed)?
            && hear(ReviewStep::Decision(decision)).is_break()
        {
            return Ok(());
        }
        if !replay.step_before_deal()? {
            return replay.go_to_end();
        }
    }
}

/// Reviews the decision that is due at a table, if there is one that the reviewer values.
fn decision<G: Game>(
    table: &Table<G>,
    record: &Record,
    reviewer: &mut dyn Reviewer<G>,
    seed: Seed,
) -> Result<Option<Reviewed>, RecordFault> {
    let ply = table.ply() as usize;
    let by = record.plies.get(ply).map_or(By::Bot, |ply| ply.by);
    let seat = table.to_move().filter(|_| by != By::Given && table.state.legal_count() > 1);
    let (Some(seat), Some(text)) = (seat, record.moves.get(ply)) else { return Ok(None) };
    let (view, legal) = (table.view(Some(seat)), table.legal_moves());
    let fault = |error| RecordFault::new(table.ply(), error);
    let played: MoveOf<G> = table.read_move(text).map_err(fault)?;
    let (seed, journal) = (seed.child(Stream::Bot(seat)), Journal::new(MOST_REASONS));
    let turn = table.turn(seat, &view, &legal, seed, &journal);
    let valuation = reviewer.value(&turn, played).filter(|_| legal.contains(&played));
    let Some(valuation) = valuation else { return Ok(None) };
    let log = journal.take().log;
    let turn = Turn { journal: &Journal::new(0), ..turn };
    let hindsight = reviewer.hindsight(&turn, played, &table.state);
    let (cost, severity) = (valuation.cost(), Severity::of(valuation.cost()));
    Ok(Some(Reviewed {
        ply: turn.ply,
        deal: turn.deal,
        seat,
        played: played.to_string(),
        best: valuation.best.to_string(),
        before: valuation.before,
        after: valuation.after,
        error: valuation.error,
        cost,
        severity,
        reasons: if severity.is_some() { log } else { Vec::new() },
        hindsight: hindsight.as_ref().map(Hindsight::new),
    }))
}

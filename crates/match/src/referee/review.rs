//! Values the decisions of a record.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::ControlFlow;

use super::luck::Hand;
use super::{AnyTable, RecordFault, Replay, ReviewedHand, Table};
use juez_core::{
    By, Game, Journal, Misplay, MoveOf, Next, Notation, Record, Reviewer, Seat, Seed, Severity,
    State, Stream, Turn, Valuation, options_from_json,
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
    /// The name of its pattern, if one of the game fits a cost of at least an inaccuracy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pattern: Option<String>,
    /// The reasons of a cost of at least an inaccuracy; else empty.
    pub reasons: Vec<String>,
    /// The values with every hand open; absent in a game without hidden hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hindsight: Option<Hindsight>,
}

/// A move compared with the one that was played at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It costs nothing, unlike the move played.
    Best,
    /// It costs less, by at least an inaccuracy.
    Better,
    /// The same move, or the costs differ by less than an inaccuracy or two standard errors.
    Same,
    /// It costs more, by at least an inaccuracy.
    Worse,
}

impl Reviewed {
    /// Compares another move at the same decision with this one.
    pub fn verdict_on(&self, other: &Reviewed) -> Verdict {
        let saved = self.cost - other.cost;
        let noise = 2 * self.error.max(other.error);
        let least = noise.max(Severity::Inaccuracy.least());
        match saved {
            _ if self.played == other.played => Verdict::Same,
            1.. if other.cost == 0 && saved >= noise => Verdict::Best,
            _ if saved.abs() < least => Verdict::Same,
            1.. => Verdict::Better,
            _ => Verdict::Worse,
        }
    }
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

/// The part of a match that a review covers.
#[derive(Clone, Copy, Debug)]
pub enum ReviewPart<'a> {
    /// All decisions, also with every hand open, and the luck of the deals.
    Whole,
    /// The decisions of these seats, valued as in a whole review, but not with every hand open.
    Seats(&'a [Seat]),
}

impl ReviewPart<'_> {
    fn covers(self, seat: Seat) -> bool {
        match self {
            ReviewPart::Whole => true,
            ReviewPart::Seats(seats) => seats.contains(&seat),
        }
    }

    fn is_whole(self) -> bool {
        matches!(self, ReviewPart::Whole)
    }
}

/// Calls `hear` with each step of the review of a part of a record, in order, until it breaks. Moves
/// of the given position and moves without an alternative are no decisions. `seed` is the randomness
/// of the reviewer.
///
/// # Errors
/// The first error in the deals and moves of the record, after the steps before it.
pub fn review<G: Game>(
    record: &Record,
    reviewer: &mut dyn Reviewer<G>,
    seed: Seed,
    part: ReviewPart<'_>,
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
            let deal = table.deal_count();
            if replay.deal_if_due()? && part.is_whole() && !reviewer.before_hand(&before).is_empty()
            {
                hand = Some(Hand { before, dealt: replay.table().state.clone(), moves, deal });
            }
        }
        if let Some(decision) = decision(replay.table(), record, reviewer, seed, part)?
            && hear(ReviewStep::Decision(decision)).is_break()
        {
            return Ok(());
        }
        if !replay.step_before_deal()? {
            return replay.go_to_end();
        }
    }
}

/// Calls `hear` with the values of moves at a decision of a record as if each was played there, in
/// order, until it breaks; of all legal moves without `moves`. They equal the values of a review with
/// the same seed.
///
/// # Errors
/// The first error in the deals and moves of the record, or a move that is not legal there.
pub fn alternatives<G: Game>(
    record: &Record,
    reviewer: &mut dyn Reviewer<G>,
    seed: Seed,
    (ply, moves): (u32, Option<&[String]>),
    hear: &mut dyn FnMut(Reviewed) -> ControlFlow<()>,
) -> Result<(), RecordFault> {
    let mut replay = Replay::<Table<G>>::new(record)?;
    replay.go_to(ply)?;
    let table = replay.table();
    let legal = table.legal();
    for mv in moves.unwrap_or(&legal) {
        if let Some(valued) = value_of(table, mv, reviewer, seed, false)?
            && hear(valued).is_break()
        {
            break;
        }
    }
    Ok(())
}

/// Reviews the decision that is due at a table, if there is one that the reviewer values.
fn decision<G: Game>(
    table: &Table<G>,
    record: &Record,
    reviewer: &mut dyn Reviewer<G>,
    seed: Seed,
    part: ReviewPart<'_>,
) -> Result<Option<Reviewed>, RecordFault> {
    let ply = table.ply() as usize;
    let by = record.plies.get(ply).map_or(By::Bot, |ply| ply.by);
    let is_covered = table.to_move().is_some_and(|seat| part.covers(seat));
    match record.moves.get(ply) {
        Some(text) if is_covered && by != By::Given => {
            value_of(table, text, reviewer, seed, part.is_whole())
        }
        _ => Ok(None),
    }
}

/// Values a move at a table, if the seat has others and the reviewer values this decision.
fn value_of<G: Game>(
    table: &Table<G>,
    text: &str,
    reviewer: &mut dyn Reviewer<G>,
    seed: Seed,
    in_hindsight: bool,
) -> Result<Option<Reviewed>, RecordFault> {
    let seat = table.to_move().filter(|_| table.state.legal_count() > 1);
    let Some(seat) = seat else { return Ok(None) };
    let (view, legal) = (table.view(Some(seat)), table.legal_moves());
    let fault = |error| RecordFault::new(table.ply(), error);
    let played: MoveOf<G> = table.read_move(text).map_err(fault)?;
    let (seed, journal) = (seed.child(Stream::Bot(seat)), Journal::new(MOST_REASONS));
    let turn = table.turn(seat, &view, &legal, seed, &journal);
    let valuation = reviewer.value(&turn, played).filter(|_| legal.contains(&played));
    let Some(valuation) = valuation else { return Ok(None) };
    let log = journal.take().log;
    let turn = Turn { journal: &Journal::new(0), ..turn };
    let open = in_hindsight.then(|| reviewer.hindsight(&turn, played, &table.state)).flatten();
    let (cost, best) = (valuation.cost(), valuation.best);
    let severity = Severity::of(cost);
    let misplay = severity.map(|_| Misplay { seat, view: &view, played, best });
    Ok(Some(Reviewed {
        ply: turn.ply,
        deal: turn.deal,
        seat,
        played: played.to_string(),
        best: best.to_string(),
        before: valuation.before,
        after: valuation.after,
        error: valuation.error,
        cost,
        severity,
        pattern: misplay.and_then(|misplay| pattern::<G>(&misplay)),
        reasons: if severity.is_some() { log } else { Vec::new() },
        hindsight: open.as_ref().map(Hindsight::new),
    }))
}

/// Returns the name of the first pattern that fits a decision.
fn pattern<G: Game>(misplay: &Misplay<'_, G>) -> Option<String> {
    let found = G::PATTERNS.iter().find(|pattern| (pattern.fits)(misplay));
    found.map(|pattern| pattern.info.name.to_string())
}

#[cfg(test)]
impl Reviewed {
    /// Creates a decision of seat 0 for tests.
    pub(crate) fn example(ply: u32, cost: i32) -> Reviewed {
        Reviewed {
            ply,
            deal: 0,
            seat: Seat::new(0),
            played: "e2".to_string(),
            best: "e3".to_string(),
            before: 6000,
            after: 6000 - cost,
            error: 0,
            cost,
            severity: Severity::of(cost),
            pattern: None,
            reasons: Vec::new(),
            hindsight: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_move_is_better_or_worse_by_an_inaccuracy_and_two_standard_errors() {
        let valued = |played: &str, cost: i32, error: i32| {
            let played = played.to_string();
            Reviewed { played, error, ..Reviewed::example(0, cost) }
        };
        let verdict =
            |then, now, error| valued("e2", then, error).verdict_on(&valued("d1", now, 0));
        assert_eq!(verdict(2000, 0, 0), Verdict::Best);
        assert_eq!(verdict(2000, 1500, 0), Verdict::Better);
        assert_eq!([verdict(2000, 1501, 0), verdict(2000, 1500, 251)], [Verdict::Same; 2]);
        assert_eq!([verdict(0, 0, 0), verdict(0, 499, 0)], [Verdict::Same; 2]);
        assert_eq!(verdict(0, 500, 0), Verdict::Worse);
        assert_eq!(valued("e2", 2000, 0).verdict_on(&valued("e2", 2000, 0)), Verdict::Same);
    }
}

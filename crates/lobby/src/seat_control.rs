//! Finds the decider of a seat for each decision: a bot, a person, a clock.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::archive::{DecidedBy, StoredMove};
use super::live::{EarlyEnd, LiveState, PendingDecision, TakenDecision};
use super::table::{LiveGuard, MatchTable};
use crate::{OnClock, VisitorId, words};
use juez_core::Seat;
use juez_match::registry::{Asked, Choice, Person};

/// Decides for every seat of a table: a person answers, the bot of the seat plays, or the match
/// waits.
///
/// A seat can be taken over at any moment before its decision is passed to the bot, even while the
/// bot waits for its pace; from then on the next decision is the person's.
pub(super) struct SeatControl {
    pub table: Arc<MatchTable>,
    /// Number of moves stored before the server was restarted.
    pub past: u32,
}

enum NextStep {
    Take(DecidedBy, Choice),
    /// Waits for a person, at most until this time.
    Wait(Option<Instant>),
}

impl SeatControl {
    /// Waits until the pending decision is taken.
    fn decide(&self, live: &mut LiveGuard<'_>) -> Choice {
        // After an early end the choice is neither shown nor stored.
        while !live.is_ending() {
            match self.next(live) {
                NextStep::Wait(until) => {
                    self.table.wait(live, until);
                }
                NextStep::Take(decided, choice) => {
                    live.take(decided);
                    self.table.changed();
                    return choice;
                }
            }
        }
        Choice::Random
    }

    fn next(&self, live: &mut LiveState) -> NextStep {
        let Some(decision) = &live.decision else {
            return NextStep::Take(DecidedBy::Bot, Choice::Bot);
        };
        let PendingDecision { seat, ply, .. } = *decision;
        match (&decision.reply, live.seating.occupant(seat), self.table.plan.clock_s) {
            (Some(Choice::Resign), ..) => self.resign(live, seat, ply),
            (Some(reply), ..) => NextStep::Take(DecidedBy::Person, reply.clone()),
            (None, Some(_), None) => NextStep::Wait(None),
            (None, Some(person), Some(seconds)) => {
                let visitor = person.visitor;
                self.run_clock(live, seat, visitor, Duration::from_secs(seconds.into()))
            }
            (None, None, _) if !self.table.bot_decides(live, seat) => NextStep::Wait(None),
            (None, None, _) => match live.pace_left() {
                Duration::ZERO => NextStep::Take(DecidedBy::Bot, Choice::Bot),
                left => NextStep::Wait(Some(Instant::now() + left)),
            },
        }
    }

    /// Waits for a person until the clock runs out. A bot that plays then keeps the seat until the
    /// person takes it back.
    fn run_clock(
        &self,
        live: &mut LiveState,
        seat: Seat,
        visitor: VisitorId,
        time: Duration,
    ) -> NextStep {
        let Some(decision) = &mut live.decision else { return NextStep::Wait(None) };
        let (until, is_new) = decision.start_clock(visitor, time);
        if is_new {
            self.table.changed();
        }
        if Instant::now() < until {
            return NextStep::Wait(Some(until));
        }
        let plan = &self.table.plan;
        if plan.on_clock == OnClock::Random || plan.bot_name(seat).is_none() {
            return NextStep::Take(DecidedBy::Chance, Choice::Random);
        }
        if let Err(error) = self.table.put_occupant(live, seat, None) {
            live.end(EarlyEnd::Broken(error.to_string()));
        }
        self.table.list.changed();
        NextStep::Take(DecidedBy::Bot, Choice::Bot)
    }

    /// Stores a resignation immediately, since no move need follow.
    fn resign(&self, live: &mut LiveState, seat: Seat, ply: u32) -> NextStep {
        let (decided, mv, ms, how) = (DecidedBy::Resigned, None, None, None);
        let made = StoredMove { seat, decided, mv, ms, how };
        if let Err(error) = self.table.archive.put_move(&self.table.id, ply, &made) {
            live.end(EarlyEnd::Broken(error.plain()));
            return NextStep::Take(DecidedBy::Chance, Choice::Random);
        }
        live.resigned.push((seat, ply));
        NextStep::Take(DecidedBy::Resigned, Choice::Resign)
    }

    /// Returns the choice stored for this decision before the server was restarted, if any.
    fn past_choice(&self, live: &mut LiveState, asked: &Asked<'_>) -> Option<(DecidedBy, Choice)> {
        let StoredMove { seat, decided, mv, .. } = match self.table.past_move(self.past, asked.ply)
        {
            Ok(stored) => stored?,
            Err(error) => {
                live.end(EarlyEnd::Broken(error.plain()));
                return Some((DecidedBy::Chance, Choice::Random));
            }
        };
        let choice = match (asked.refused, decided, mv) {
            (Some(why), ..) => Err(why.to_string()),
            _ if seat != asked.seat => Err(words::other_seat_moves()),
            (_, DecidedBy::Bot, _) => Ok(Choice::Bot),
            (_, DecidedBy::Person, Some(mv)) => Ok(Choice::Move(mv)),
            (_, DecidedBy::Chance, _) => Ok(Choice::Random),
            (_, DecidedBy::Resigned, _) => {
                live.resigned.push((asked.seat, asked.ply));
                Ok(Choice::Resign)
            }
            (_, DecidedBy::Unasked | DecidedBy::Person, _) => Err(words::no_answer_stored()),
        };
        let choice = choice.unwrap_or_else(|why| {
            live.end(EarlyEnd::Broken(words::not_again(asked.ply + 1, why)));
            Choice::Random
        });
        Some((decided, choice))
    }
}

impl Person for SeatControl {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        let mut live = self.table.live();
        if live.is_ending() {
            return Choice::Random;
        }
        if let Some((decided, choice)) = self.past_choice(&mut live, asked) {
            let (ply, since) = (asked.ply, Instant::now());
            live.taken = Some(TakenDecision { ply, decided, since, until: None });
            return choice;
        }
        match (asked.refused, &mut live.decision) {
            (Some(why), Some(decision)) => decision.refuse(why),
            _ => {
                let legal = asked.legal.to_vec();
                live.decision = Some(PendingDecision::new(asked.seat, asked.ply, legal));
            }
        }
        self.table.changed();
        self.decide(&mut live)
    }
}

//! The decider at a seat, found for each decision: a bot, a person, a clock.

use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

use super::archive::{Decided, StoredMove};
use super::play::{Ending, Play, Settled};
use super::question::Question;
use super::table::Table;
use crate::core::Seat;
use crate::registry::{Asked, Choice, Person};
use crate::server::{OnClock, words};

/// The chairs of one table: a person sits there, the bot of the seat plays, or the match waits.
///
/// A seat can be taken over at any moment before its decision is handed to the bot, also while a
/// bot waits for its pace; from then on the next decision is the person's.
pub(super) struct Chairs {
    table: Arc<Table>,
    /// What was decided before the server was restarted.
    past: Arc<[StoredMove]>,
}

/// What to do about a decision that is due.
enum Next {
    /// This.
    Take(Decided, Choice),
    /// To wait for a person, at most so long.
    Wait(Option<Duration>),
}

impl Chairs {
    /// The chairs of a table, at which `past` is decided already.
    pub fn new(table: Arc<Table>, past: Arc<[StoredMove]>) -> Chairs {
        Chairs { table, past }
    }

    /// Waits until a decision is taken.
    fn decide(&self, mut play: MutexGuard<'_, Play>) -> Choice {
        loop {
            if play.ending.is_some() {
                // Nothing of it is told or stored.
                return Choice::Random;
            }
            match self.next(&mut play) {
                Next::Wait(time) => play = self.table.wait(play, time),
                Next::Take(decided, choice) => {
                    play.settle(decided);
                    drop(play);
                    // The question is withdrawn.
                    self.table.changed();
                    return choice;
                }
            }
        }
    }

    fn next(&self, play: &mut Play) -> Next {
        let plan = &self.table.plan;
        let Some(question) = &play.question else { return Next::Take(Decided::Bot, Choice::Bot) };
        let (seat, ply) = (question.seat, question.ply);
        if let Some(answer) = question.answered() {
            return match answer.mv.clone() {
                Some(mv) => Next::Take(Decided::Person, Choice::Move(mv)),
                None => self.give_up(play, seat, ply),
            };
        }
        let sitter = play.company.sitter(seat).map(|sitter| sitter.visitor);
        match (sitter, plan.clock_s) {
            (Some(_), None) => Next::Wait(None),
            (Some(visitor), Some(seconds)) => {
                let time = Duration::from_secs(seconds.into());
                let Some(question) = &mut play.question else { return Next::Wait(None) };
                let (until, is_new) = question.start_clock(visitor, time);
                if is_new {
                    self.table.changed();
                }
                let left = until.saturating_duration_since(Instant::now());
                match left.is_zero() {
                    false => Next::Wait(Some(left)),
                    true => self.time_is_up(play, seat),
                }
            }
            (None, _) if !self.table.bot_decides(play, seat) => Next::Wait(None),
            (None, _) => match play.pace_left() {
                Duration::ZERO => Next::Take(Decided::Bot, Choice::Bot),
                left => Next::Wait(Some(left)),
            },
        }
    }

    /// The clock of the person in a seat has run out. A bot that plays then keeps the seat until
    /// the person takes it back.
    fn time_is_up(&self, play: &mut Play, seat: Seat) -> Next {
        let plan = &self.table.plan;
        if plan.on_clock == OnClock::Random || plan.bot_name(seat).is_none() {
            return Next::Take(Decided::Chance, Choice::Random);
        }
        play.company.put(seat, None);
        if let Err(error) = self.table.store_sitter(play, seat, None) {
            play.end(Ending::Broken(error.to_string()));
        }
        self.table.lobby.changed();
        Next::Take(Decided::Bot, Choice::Bot)
    }

    /// A person gives up. It is stored at once, for no move may follow.
    fn give_up(&self, play: &mut Play, seat: Seat, ply: u32) -> Next {
        let made = StoredMove { seat, decided: Decided::Resigned, mv: None, ms: None };
        if let Err(error) = self.table.archive.put_move(&self.table.id, ply, &made) {
            play.end(Ending::Broken(error.plain()));
            return Next::Take(Decided::Chance, Choice::Random);
        }
        play.resigned.push((seat, ply));
        if let Some(answer) = play.question.as_ref().and_then(Question::answered) {
            answer.verdict.give(Ok(()));
        }
        Next::Take(Decided::Resigned, Choice::Resign)
    }

    /// What was decided before the server was restarted.
    fn decided_before(&self, play: &mut Play, asked: &Asked<'_>) -> Option<Choice> {
        let stored = self.past.get(asked.ply as usize)?;
        let broken = |play: &mut Play, what: &str| {
            let ply = asked.ply;
            play.end(Ending::Broken(words::not_again(ply + 1, what)));
            Choice::Random
        };
        if let Some(why) = asked.refused {
            return Some(broken(play, why));
        }
        if stored.seat != asked.seat {
            return Some(broken(play, &words::other_seat_moves()));
        }
        let choice = match (stored.decided, &stored.mv) {
            (Decided::Bot, _) => Choice::Bot,
            (Decided::Person, Some(mv)) => Choice::Move(mv.clone()),
            (Decided::Chance, _) => Choice::Random,
            (Decided::Resigned, _) => {
                play.resigned.push((asked.seat, asked.ply));
                Choice::Resign
            }
            (Decided::Nobody | Decided::Person, _) => {
                return Some(broken(play, &words::no_answer_stored()));
            }
        };
        let (ply, decided, since) = (asked.ply, stored.decided, Instant::now());
        play.settled = Some(Settled { ply, decided, since, until: None });
        Some(choice)
    }
}

impl Person for Chairs {
    fn choose(&self, asked: &Asked<'_>) -> Choice {
        let mut play = self.table.play();
        if play.ending.is_some() {
            return Choice::Random;
        }
        if let Some(choice) = self.decided_before(&mut play, asked) {
            return choice;
        }
        match (asked.refused, &mut play.question) {
            (Some(why), Some(question)) => question.refuse(why),
            _ => play.question = Some(Question::new(asked.seat, asked.ply, asked.legal.to_vec())),
        }
        self.table.wake.notify_all();
        self.table.changed();
        self.decide(play)
    }
}

//! What a worker tells while a match runs, and what it asks for.

use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use super::beat::Beat;
use super::drill::{Drill, MADE_UP};
use super::protocol::{self, FrameError, Reply, Request};
use super::seat_clock::SeatClock;
use crate::core::{Hook, HookLog, Seat, SeatFault, Seed};
use crate::referee::{Call, Croupier};
use crate::registry::{Choice, Onlooker, Step};

/// The worker's ends of the two pipes.
pub struct Line<R, W> {
    input: R,
    out: W,
}

impl<R: std::io::Read, W: std::io::Write> Line<R, W> {
    /// A line over two pipes.
    pub fn new(input: R, out: W) -> Line<R, W> {
        Line { input, out }
    }

    /// Tells the parent something. A parent that is gone ends the process: nobody is left to play
    /// for.
    pub fn say(&mut self, reply: &Reply) {
        if protocol::write(&mut self.out, reply).is_err() {
            std::process::exit(0);
        }
    }

    /// Waits for what the parent says next; `None` once it is gone.
    pub fn hear(&mut self) -> Option<Request> {
        match protocol::read(&mut self.input) {
            Ok(request) => Some(request),
            Err(FrameError::Closed) => None,
            Err(error) => {
                eprintln!("{error}");
                std::process::exit(2);
            }
        }
    }
}

/// One match at the worker's end: onlooker and croupier in one, for both use the line.
pub struct Reporter<'a, R, W> {
    line: Rc<RefCell<&'a mut Line<R, W>>>,
    beat: &'a Beat,
    follow: bool,
    drill: Option<Drill>,
    /// Moves that the parent has not been told of.
    untold: Rc<RefCell<Vec<String>>>,
    seeds: Vec<Seed>,
    clock: SeatClock,
}

impl<R, W> Clone for Reporter<'_, R, W> {
    fn clone(&self) -> Self {
        Reporter {
            line: self.line.clone(),
            beat: self.beat,
            follow: self.follow,
            drill: self.drill,
            untold: self.untold.clone(),
            seeds: self.seeds.clone(),
            clock: SeatClock::default(),
        }
    }
}

impl<'a, R: std::io::Read, W: std::io::Write> Reporter<'a, R, W> {
    /// The reporter of one match.
    pub fn new(
        line: &'a mut Line<R, W>,
        beat: &'a Beat,
        follow: bool,
        drill: Option<Drill>,
        seeds: Vec<Seed>,
    ) -> Self {
        Reporter {
            line: Rc::new(RefCell::new(line)),
            beat,
            follow,
            drill,
            untold: Rc::default(),
            seeds,
            clock: SeatClock::default(),
        }
    }

    /// CPU time of the calls of each seat.
    pub fn took(self) -> Vec<Duration> {
        self.clock.into_seats()
    }

    fn say(&self, reply: &Reply) {
        self.line.borrow_mut().say(reply);
    }

    /// Asks the parent. An answer to another question is a parent that has lost its way.
    fn ask<T>(&self, question: &Reply, answer: impl FnOnce(Request) -> Option<T>) -> T {
        self.say(question);
        let heard = self.line.borrow_mut().hear();
        heard.and_then(answer).unwrap_or_else(|| std::process::exit(0))
    }
}

impl<R: std::io::Read, W: std::io::Write> Onlooker for Reporter<'_, R, W> {
    fn calling(&mut self, call: Call) {
        self.beat.begin(call);
        if let Some(drill) = &self.drill {
            if let Some(other) = drill.accuses(call) {
                self.beat.begin(other);
            }
            while drill.chatters(call) {
                let moves = self.untold.take();
                self.ask(&Reply::NeedSeed { ply: call.ply, moves }, |_| Some(()));
            }
            drill.at(call);
        }
        self.clock.start();
    }

    fn returned(&mut self, call: Call) {
        self.clock.stop(call.seat);
        self.beat.end();
    }

    fn moved(&mut self, step: &Step<'_>) {
        let text = step.mv.to_string();
        match self.follow {
            true => self.say(&Reply::Moved { text, how: step.how.clone() }),
            false => self.untold.borrow_mut().push(text),
        }
    }

    fn wrote(&mut self, log: &HookLog) {
        // What comes after the end is in the record.
        if self.follow && log.hook != Hook::Finish {
            self.say(&Reply::Wrote(log.clone()));
        }
    }

    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        if self.follow && fault.fault.hook != Hook::Finish {
            self.say(&Reply::Fault { fault: fault.clone(), log: log.to_vec() });
        }
    }
}

impl<R: std::io::Read, W: std::io::Write> Croupier for Reporter<'_, R, W> {
    fn deal(&mut self, deal: u32) -> Value {
        let moves = self.untold.take();
        self.ask(&Reply::NeedDeal { deal, moves }, |answer| match answer {
            Request::Deal(deal) => Some(deal),
            _ => None,
        })
    }

    fn bot_seed(&mut self, seat: Seat) -> Seed {
        self.seeds[seat.index()]
    }

    fn substitute_seed(&mut self, ply: u32) -> Seed {
        let moves = self.untold.take();
        self.ask(&Reply::NeedSeed { ply, moves }, |answer| match answer {
            Request::Seed(seed) => Some(seed),
            _ => None,
        })
    }

    fn choose(&mut self, seat: Seat, ply: u32) -> Choice {
        let call = Call { seat, hook: Hook::NextMove, ply };
        if self.drill.is_some_and(|drill| drill.makes_up(call)) {
            return Choice::Move(MADE_UP.to_string());
        }
        let moves = self.untold.take();
        self.ask(&Reply::NeedMove { seat, ply, moves }, |answer| match answer {
            Request::Chosen(chosen) => Some(chosen),
            _ => None,
        })
    }
}

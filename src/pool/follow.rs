//! The parent's own table beside a match: it deals, asks the people, and hears of nothing that the
//! rules refuse.

use super::choices::{Choices, Trail};
use super::protocol::{Reply, Request};
use crate::core::{FaultKind, Hook, HookLog, Limits, Ply, Seat, SeatFault, Seed, Team};
use crate::referee::{Call, Judge, substitute_seed};
use crate::registry::{
    AnyGame, Attended, MadeMove, MatchSetup, Mirror, Onlooker, SetupError, Step,
};

/// What a worker said that cannot be.
pub type Disbelief = String;

/// One match, followed.
pub struct Follow<'a> {
    pub(super) game: &'static dyn AnyGame,
    /// Whether the worker tells each move as it is made.
    pub(super) each_move: bool,
    pub(super) seed: Option<Seed>,
    limits: Limits,
    pub(super) teams: Vec<Team>,
    pub(super) attended: Vec<Attended>,
    /// Moves that the match begins with, as a record writes them.
    pub(super) given: Vec<String>,
    /// Calls that are not to be made.
    pub(super) known: Vec<SeatFault>,
    pub(super) mirror: Box<dyn Mirror>,
    pub(super) onlooker: &'a mut dyn Onlooker,
    /// What the onlooker has been told in an earlier try, which is not told again.
    pub(super) told: &'a mut Told,
    /// What has happened in this try.
    pub(super) seen: Seen,
}

/// How much of a match an onlooker has been told, and what people have said in it.
#[derive(Default)]
pub struct Told {
    begun: bool,
    deals: usize,
    moves: u32,
    faults: usize,
    logs: usize,
    pub(super) over: bool,
    /// What people chose after which moves: a match that is played again does not ask them again.
    pub(super) choices: Choices,
}

/// What a worker has said of the match so far.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) made: Vec<MadeMove>,
    /// Of all moves made.
    trail: Trail,
    /// The origin of each move, what was written beside them, and what was done wrong with what
    /// was written in that call; only where each move is told.
    pub(super) plies: Vec<Ply>,
    pub(super) logs: Vec<HookLog>,
    pub(super) faults: Vec<(SeatFault, Vec<String>)>,
    /// The last ply at which it asked for a seed, and for a person's choice. It asks once.
    drawn: Option<u32>,
    asked: Option<u32>,
}

impl<'a> Follow<'a> {
    /// The table before anything has happened; with `each_move` the worker is to tell what happens
    /// when it happens.
    ///
    /// # Errors
    /// If the setup cannot be played.
    pub fn new(
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        each_move: bool,
        onlooker: &'a mut dyn Onlooker,
        told: &'a mut Told,
    ) -> Result<Follow<'a>, SetupError> {
        let mirror = game.mirror(setup)?;
        if !told.begun {
            told.begun = true;
            mirror.sit_down();
            mirror.look(&mut |table| onlooker.begins(table));
        }
        Ok(Follow {
            game,
            each_move,
            seed: setup.seed,
            limits: setup.limits.clone(),
            teams: game.teams(setup)?,
            attended: mirror.attended(),
            given: as_written(&mut *game.mirror(setup)?, &setup.moves),
            known: setup.known.clone(),
            mirror,
            onlooker,
            told,
            seen: Seen::default(),
        })
    }

    /// Takes in what the worker says while the match runs; what it is answered, if anything.
    /// Whatever it says must bring the match on, so that it cannot go on saying things for ever.
    ///
    /// # Errors
    /// What cannot be.
    pub fn hear(&mut self, reply: Reply) -> Result<Option<Request>, Disbelief> {
        match reply {
            Reply::NeedDeal { deal, moves } => {
                self.catch_up(&moves)?;
                if deal as usize != self.mirror.deals().len() {
                    return Err(format!("it asked for deal {deal}"));
                }
                let answer = self.mirror.deal().map_err(|error| error.to_string())?;
                let deals = self.mirror.deals().len();
                if deals > self.told.deals {
                    self.told.deals = deals;
                    self.mirror.look(&mut |table| self.onlooker.dealt(table));
                }
                return Ok(Some(Request::Deal(answer)));
            }
            Reply::NeedSeed { ply, moves } => {
                self.catch_up(&moves)?;
                if ply != self.ply() || self.seen.drawn.replace(ply) == Some(ply) {
                    return Err(format!("it asked for the seed of ply {ply}"));
                }
                return Ok(Some(Request::Seed(substitute_seed(self.seed, ply))));
            }
            Reply::NeedMove { seat, ply, moves } => {
                self.catch_up(&moves)?;
                if ply != self.ply() || self.seen.asked.replace(ply) == Some(ply) {
                    return Err(format!("it asked for a move at ply {ply}"));
                }
                let choice = match self.told.choices.at(self.seen.trail) {
                    Some(choice) => choice.clone(),
                    None => self.mirror.choose(seat).map_err(|error| error.to_string())?,
                };
                self.told.choices.keep(self.seen.trail, choice.clone());
                return Ok(Some(Request::Chosen(choice)));
            }
            Reply::Moved { text, how } if self.each_move => {
                let seat = self.make(&text)?;
                let ply = self.ply();
                if ply > self.told.moves {
                    self.told.moves = ply;
                    let (mv, how) = (&text, &how);
                    self.mirror.look(&mut |table| {
                        self.onlooker.moved(&Step { ply, seat, mv, how, table });
                    });
                }
                self.seen.plies.push(how);
            }
            Reply::Wrote(log) if self.each_move => {
                let is_same = |other: &HookLog| (other.seat, other.hook) == (log.seat, log.hook);
                if self.seen.logs.iter().any(is_same) || log.seat.index() >= self.teams.len() {
                    let (seat, hook) = (log.seat, log.hook);
                    return Err(format!("it told twice what seat {seat} wrote in {hook}"));
                }
                self.seen.logs.push(log);
                self.tell_logs();
            }
            Reply::Fault { fault, log } if self.each_move => {
                self.check_fault(&fault)?;
                self.seen.faults.push((fault, log));
                self.tell_faults();
            }
            _ => return Err("it said something that is no part of a match".to_string()),
        }
        Ok(None)
    }

    /// Moves made so far, as far as the worker has told.
    fn ply(&self) -> u32 {
        self.seen.made.len() as u32
    }

    /// Tells the onlooker what bots wrote outside of moves and it has not been told.
    pub(super) fn tell_logs(&mut self) {
        let new = self.seen.logs.iter().skip(self.told.logs);
        new.for_each(|log| self.onlooker.wrote(log));
        self.told.logs = self.told.logs.max(self.seen.logs.len());
    }

    /// Tells the onlooker of faults that it has not been told of.
    pub(super) fn tell_faults(&mut self) {
        let new = self.seen.faults.iter().skip(self.told.faults);
        new.for_each(|(fault, log)| self.onlooker.fault(fault, log));
        self.told.faults = self.told.faults.max(self.seen.faults.len());
    }

    /// Whether a fault can happen where the match stands.
    fn check_fault(&self, fault: &SeatFault) -> Result<(), Disbelief> {
        let SeatFault { seat, ply, fault: what } = fault;
        let can_be = *ply == self.ply()
            && match what.hook {
                Hook::Load | Hook::Start => *ply == 0 && seat.index() < self.teams.len(),
                Hook::NextMove => self.mirror.to_move() == Some(*seat),
                // Is told with the record.
                Hook::Finish => false,
            };
        let is_same = |other: &SeatFault| {
            (other.seat, other.ply, other.fault.hook) == (*seat, *ply, what.hook)
        };
        match can_be && !self.seen.faults.iter().any(|(other, _)| is_same(other)) {
            true => Ok(()),
            false => Err(format!("seat {seat} cannot have done wrong at ply {ply}")),
        }
    }

    /// Whether a bot can be in this call, as far as is known here. The page that says so is written
    /// by the worker.
    pub fn can_be_in(&self, call: Call) -> bool {
        let Call { seat, hook, ply } = call;
        let is_known =
            |known: &SeatFault| (known.seat, known.fault.hook, known.ply) == (seat, hook, ply);
        if seat.index() >= self.teams.len() || self.known.iter().any(is_known) {
            return false;
        }
        if self.attended.iter().any(|one| one.seat == seat && !one.has_bot) {
            return false;
        }
        let mut judge = Judge::new(&self.limits, self.teams.clone());
        let judged = self.known.iter().filter(|known| known.fault.hook != Hook::Finish);
        judged.for_each(|known| judge.fault(known.seat, known.fault.kind));
        if judge.is_out(seat) {
            return false;
        }
        match hook {
            Hook::Load | Hook::Start => ply == 0 && self.seen.made.is_empty(),
            Hook::NextMove if self.each_move => {
                ply == self.ply() && self.mirror.to_move() == Some(seat)
            }
            Hook::Finish if self.each_move => ply == self.ply(),
            Hook::NextMove | Hook::Finish => ply >= self.ply(),
        }
    }

    /// The calls of this try that ran out of time by the worker's own clock. They might not do so
    /// in the next, which is to go as it was told: there they are not made.
    pub fn late_calls(&self) -> impl Iterator<Item = &SeatFault> {
        let is_late = |fault: &&SeatFault| fault.fault.kind == FaultKind::OutOfTime;
        let late = self.seen.faults.iter().map(|(fault, _)| fault).filter(is_late);
        late.filter(|fault| !self.known.contains(fault))
    }

    /// Whether the onlooker has seen enough.
    pub fn is_stopped(&mut self) -> bool {
        self.onlooker.stop()
    }

    /// Makes moves on the table here that were made there and not told one by one.
    fn catch_up(&mut self, moves: &[String]) -> Result<(), Disbelief> {
        if self.each_move && !moves.is_empty() {
            return Err("it told of moves that it had told already".to_string());
        }
        moves.iter().try_for_each(|text| self.make(text).map(drop))
    }

    /// Makes a move on the table here; who made it.
    pub(super) fn make(&mut self, text: &str) -> Result<Seat, Disbelief> {
        let made = self.mirror.play(text).map_err(|error| error.to_string())?;
        if made.text != text {
            return Err(format!("it wrote {} as {text}", made.text));
        }
        let seat = made.seat;
        self.seen.trail = self.seen.trail.then(text);
        self.seen.made.push(made);
        Ok(seat)
    }
}

/// Moves as a record writes them, as far as they can be made.
fn as_written(mirror: &mut dyn Mirror, moves: &[String]) -> Vec<String> {
    let mut made = Vec::new();
    for text in moves {
        while mirror.deal().is_ok() {}
        match mirror.play(text) {
            Ok(MadeMove { text, .. }) => made.push(text),
            Err(_) => break,
        }
    }
    made
}

//! The match loop.

use super::calls::{Caller, Kept, checked, names_for_bots};
use super::faults::stopped;
use super::person::ask;
use super::{
    AnyTable, Choice, Judge, MatchSetup, MoveRefused, Onlooker, Person, PlayError, RecordFault,
    Step, Table, bot_seed, substitute_seed,
};
use juez_core::{
    Bot, By, End, Fault, FaultKind, Game, Hook, HookLog, MoveOf, Next, Notes, Outcome,
    ParseMoveError, Player, Ply, Reason, Record, Seat, SeatFault,
};

/// The players at a seat: a bot, a person, or both.
pub struct Occupant<'a, G: Game> {
    /// The bot, if the seat has one.
    pub bot: Option<&'a mut dyn Bot<G>>,
    /// The person who attends the seat, if any: says at each decision who makes it.
    pub person: Option<&'a dyn Person>,
}

/// Plays a match of bots to its end.
///
/// # Errors
/// An error of the platform, the setup, or the given deals and moves. Faults of bots are in the
/// record instead.
pub fn play<G: Game>(
    setup: &MatchSetup<Player>,
    bots: &mut [Box<dyn Bot<G>>],
    onlooker: &mut dyn Onlooker,
) -> Result<Record, PlayError> {
    let bots = bots.iter_mut().map(|bot| Some(&mut **bot as &mut dyn Bot<G>));
    play_with(setup, bots.map(|bot| Occupant { bot, person: None }).collect(), onlooker)
}

/// Like [`play`], but with people at the table, also in seats without a bot.
///
/// # Errors
/// Like [`play`].
pub fn play_with<'a, G: Game>(
    setup: &'a MatchSetup<Player>,
    occupants: Vec<Occupant<'a, G>>,
    onlooker: &'a mut dyn Onlooker,
) -> Result<Record, PlayError> {
    let mut referee = Referee::new(setup, occupants, onlooker)?;
    referee.start()?;
    let outcome = loop {
        if let Some(outcome) = referee.judge.outcome(&referee.table) {
            break outcome;
        }
        if referee.is_stopped() {
            break stopped(&referee.table);
        }
        match referee.table.next() {
            Next::Deal => referee.deal()?,
            Next::Move(seat) => {
                if let Some((mv, ply)) = referee.decide(seat)? {
                    referee.play(mv, ply);
                }
            }
            Next::Over => unreachable!("a state that is over has an outcome"),
        }
    };
    referee.no_given_move_left(outcome.reason)?;
    referee.finish(&outcome)?;
    Ok(referee.record(outcome))
}

struct Referee<'a, G: Game> {
    setup: &'a MatchSetup<Player>,
    people: Vec<Option<&'a dyn Person>>,
    names: Vec<String>,
    caller: Caller<'a, G>,
    table: Table<G>,
    judge: Judge,
    plies: Vec<Ply>,
    logs: Vec<HookLog>,
    faults: Vec<SeatFault>,
    stopped: bool,
}

impl<'a, G: Game> Referee<'a, G> {
    fn new(
        setup: &'a MatchSetup<Player>,
        occupants: Vec<Occupant<'a, G>>,
        onlooker: &'a mut dyn Onlooker,
    ) -> Result<Self, PlayError> {
        let options = setup.options_of::<G>()?;
        let table = Table::<G>::new(&options)?;
        let (seats, players) = (table.seats(), setup.players.len());
        if [players, occupants.len()] != [usize::from(seats); 2] {
            return Err(PlayError::Seats { seats, players, bots: occupants.len() });
        }
        let (bots, people) = occupants.into_iter().map(|it| (it.bot, it.person)).unzip();
        Ok(Referee {
            setup,
            people,
            names: setup.players.iter().map(|player| player.name.clone()).collect(),
            caller: Caller {
                kept: vec![Kept::default(); seats.into()],
                bots,
                onlooker,
                known: &setup.known,
                limits: &setup.terms.limits,
                names: names_for_bots(&setup.players, seats, setup.terms.hide_names),
                seeds: Seat::all(seats).map(|seat| bot_seed(setup.seed, seat)).collect(),
            },
            judge: Judge::new(&setup.terms.limits, table.teams()),
            table,
            plies: Vec::new(),
            logs: Vec::new(),
            faults: Vec::new(),
            stopped: false,
        })
    }

    /// Starts every bot, then judges the failures, so that no bot learns whether an earlier one
    /// failed.
    fn start(&mut self) -> Result<(), PlayError> {
        self.caller.onlooker.begins(&self.table);
        self.people().for_each(|(seat, person)| person.sits_down(seat, &self.names));
        let mut failed = Vec::new();
        for seat in Seat::all(self.table.seats()) {
            for hook in [Hook::Load, Hook::Start] {
                let called = self.caller.begin(&self.table, seat, hook)?;
                let Some((result, notes)) = called else { break };
                self.keep_log(seat, hook, None, &notes.log);
                if let Err(fault) = result {
                    failed.push((seat, fault, notes.log));
                    break;
                }
            }
        }
        for (seat, fault, log) in failed {
            self.judge.fault(seat, fault.kind);
            self.write_fault(seat, fault, &log);
        }
        Ok(())
    }

    /// Makes the deal that is due.
    fn deal(&mut self) -> Result<(), PlayError> {
        self.setup.deal(&mut self.table)?;
        self.caller.onlooker.dealt(&self.table);
        Ok(())
    }

    /// Returns the move of the seat to move and its origin; `None` if a forfeit ends the match
    /// here, or it was stopped while a person was thinking.
    fn decide(&mut self, seat: Seat) -> Result<Option<(MoveOf<G>, Ply)>, PlayError> {
        let ply = self.table.ply();
        if let Some(text) = self.setup.moves.get(ply as usize) {
            return match self.table.read_move(text) {
                Ok(mv) => Ok(Some((mv, Ply::unasked(By::Given)))),
                Err(why) => Err(RecordFault::new(ply, why).into()),
            };
        }
        let legal = self.table.legal_moves();
        if let [only] = legal[..] {
            return Ok(Some((only, Ply::unasked(By::Forced))));
        }
        let Some(choice) = self.choice(seat) else { return Ok(None) };
        let player = self.setup.players[seat.index()].bot;
        let (answer, how) = match choice {
            Choice::Move(text) => (Some(self.read(&text)), Ply::unasked(player.chosen_by_person())),
            Choice::Resign => (Some(Err(Fault::resigned(seat))), Ply::unasked(By::Substitute)),
            Choice::Bot => match self.caller.next_move(&self.table, seat, &legal)? {
                Some((answer, notes)) => (Some(answer), asked(player.chosen_by_bot(), notes)),
                None => (None, Ply::unasked(By::Substitute)),
            },
            Choice::Random => (None, Ply::unasked(By::Substitute)),
        };
        match answer {
            Some(Ok(mv)) => return Ok(Some((mv, how))),
            Some(Err(fault)) => {
                let log = how.log.as_deref().unwrap_or_default();
                self.judge.fault(seat, fault.kind);
                if self.judge.decided() {
                    self.keep_log(seat, Hook::NextMove, how.fuel, log);
                }
                self.write_fault(seat, fault, log);
                if self.judge.decided() {
                    return Ok(None);
                }
            }
            None => {}
        }
        let mut rng = substitute_seed(self.setup.seed, ply).rng();
        Ok(Some((*rng.choose(&legal), Ply { by: By::Substitute, ..how })))
    }

    /// Returns the choice at the seat to move; `None` if the match was stopped while a person was
    /// thinking.
    fn choice(&mut self, seat: Seat) -> Option<Choice> {
        if self.judge.is_out(seat) {
            return Some(Choice::Random);
        }
        let Some(person) = self.people[seat.index()] else { return Some(Choice::Bot) };
        let choice = ask(person, &self.names, &self.table, seat);
        // A stop makes the people answer, and their answers no longer count.
        (!self.is_stopped()).then_some(choice)
    }

    /// Parses and checks a person's move.
    fn read(&self, text: &str) -> Result<MoveOf<G>, Fault> {
        let read = text.parse().map_err(|error: ParseMoveError| {
            Fault::new(FaultKind::Unreadable, Hook::NextMove, text, error.to_string())
        });
        checked(&self.table, (read, Notes::default())).0
    }

    fn play(&mut self, mv: MoveOf<G>, ply: Ply) {
        let seat = self.table.play(mv);
        let (mv, table) = (&mv.to_string(), &self.table);
        let step = Step { ply: table.ply(), seat, mv, how: &ply, table };
        self.caller.onlooker.moved(&step);
        self.plies.extend(self.caller.onlooker.takes(ply));
    }

    /// Checks that a match that ended by the rules has used all given moves.
    fn no_given_move_left(&self, reason: Reason) -> Result<(), PlayError> {
        let ply = self.table.ply();
        match self.setup.moves.get(ply as usize) {
            Some(text) if !matches!(reason, Reason::Forfeit | Reason::Stopped) => {
                Err(RecordFault::new(ply, MoveRefused::AfterEnd(text.clone())).into())
            }
            _ => Ok(()),
        }
    }

    /// Reports the outcome to every bot that is still in the match, and to the people who have not
    /// resigned. Faults no longer matter.
    fn finish(&mut self, outcome: &Outcome) -> Result<(), PlayError> {
        self.caller.onlooker.over(outcome, &self.table);
        for seat in Seat::all(self.table.seats()) {
            if self.judge.is_out(seat) {
                continue;
            }
            let called = self.caller.finish(seat, self.table.ply(), outcome)?;
            let Some((result, notes)) = called else { continue };
            self.keep_log(seat, Hook::Finish, None, &notes.log);
            if let Err(fault) = result {
                self.write_fault(seat, fault, &notes.log);
            }
        }
        let has_resigned = |seat| {
            let resigned = |fault: &SeatFault| fault.fault.kind == FaultKind::Resigned;
            self.faults.iter().any(|fault| fault.seat == seat && resigned(fault))
        };
        let stayed = self.people().filter(|(seat, _)| !has_resigned(*seat));
        stayed.for_each(|(seat, person)| person.gets_up(seat, outcome));
        Ok(())
    }

    /// Iterates over the seats that people attend.
    fn people(&self) -> impl Iterator<Item = (Seat, &'a dyn Person)> {
        let seats = Seat::all(self.table.seats()).zip(&self.people);
        seats.filter_map(|(seat, person)| Some((seat, (*person)?)))
    }

    fn record(self, outcome: Outcome) -> Record {
        let given = (self.setup.deals.len() as u32).min(self.table.deal_count());
        Record {
            given_deals: given,
            deals: self.table.deals(),
            moves: self.table.moves().iter().map(|(_, mv)| mv.to_string()).collect(),
            plies: self.plies,
            logs: self.logs,
            end: Some(End::new(outcome, self.faults)),
            ..self.setup.blank_record(&self.table)
        }
    }

    fn is_stopped(&mut self) -> bool {
        self.stopped = self.stopped || self.caller.onlooker.stop();
        self.stopped
    }

    fn write_fault(&mut self, seat: Seat, fault: Fault, log: &[String]) {
        let fault = SeatFault { seat, ply: self.table.ply(), fault };
        self.caller.onlooker.fault(&fault, log);
        self.faults.push(fault);
    }

    /// Keeps the notes of a call that made no move, and the fuel of a `next_move` that failed.
    fn keep_log(&mut self, seat: Seat, hook: Hook, fuel: Option<u64>, log: &[String]) {
        if !log.is_empty() || fuel.is_some() {
            let log = HookLog { seat, hook, fuel, log: log.to_vec() };
            self.caller.onlooker.wrote(&log);
            self.logs.push(log);
        }
    }
}

/// Converts the notes of a bot that was asked to a ply.
fn asked(by: By, notes: Notes) -> Ply {
    let Notes { fuel, log, marks, plots, .. } = notes;
    Ply { by, fuel, log: Some(log), marks: Some(marks), plots }
}

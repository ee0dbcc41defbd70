//! The match loop.

use super::calls::{Answered, Caller, Kept, begin, checked, names_for_bots};
use super::faults::stopped;
use super::{
    Call, Choice, Judge, MatchSpec, MoveRefused, NoPeople, People, PlayError, Table, Watch,
    bot_seed, substitute_seed,
};
use crate::core::{
    Bot, By, End, Fault, FaultKind, Finish, Game, Hook, HookLog, MoveOf, Next, Notes, Observer,
    Outcome, ParseMoveError, Ply, Reason, Record, Seat, SeatFault, Start,
};

/// Plays a match to its end; what happened, on paper.
///
/// # Errors
/// Only what the platform or the given deals and moves got wrong; what a bot does wrong is in the
/// record.
pub fn play<G: Game>(
    spec: &MatchSpec<G>,
    bots: &mut [Box<dyn Bot<G>>],
    watch: &mut dyn Watch<G>,
) -> Result<Record, PlayError> {
    let bots = bots.iter_mut().map(|bot| Some(&mut **bot as &mut dyn Bot<G>)).collect();
    play_with(spec, bots, &NoPeople, watch)
}

/// As [`play`], with people at the table, who may also sit where there is no bot.
///
/// # Errors
/// As [`play`].
pub fn play_with<'a, G: Game>(
    spec: &'a MatchSpec<G>,
    bots: Vec<Option<&'a mut dyn Bot<G>>>,
    people: &'a dyn People<G>,
    watch: &'a mut dyn Watch<G>,
) -> Result<Record, PlayError> {
    let mut referee = Referee::new(spec, bots, people, watch)?;
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

/// Who runs a match, with all that goes into its record.
struct Referee<'a, G: Game> {
    spec: &'a MatchSpec<G>,
    people: &'a dyn People<G>,
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
        spec: &'a MatchSpec<G>,
        bots: Vec<Option<&'a mut dyn Bot<G>>>,
        people: &'a dyn People<G>,
        watch: &'a mut dyn Watch<G>,
    ) -> Result<Self, PlayError> {
        let table = Table::<G>::new(&spec.options)?;
        let (seats, players) = (table.seats(), spec.players.len());
        if [players, bots.len()] != [usize::from(seats); 2] {
            return Err(PlayError::Seats { seats, players, bots: bots.len() });
        }
        Ok(Referee {
            spec,
            people,
            caller: Caller {
                kept: vec![Kept::default(); bots.len()],
                bots,
                watch,
                known: &spec.known,
                output: spec.limits.output,
            },
            judge: Judge::new(&spec.limits, table.teams()),
            table,
            plies: Vec::new(),
            logs: Vec::new(),
            faults: Vec::new(),
            stopped: false,
        })
    }

    /// Starts every bot, then judges those that failed: no bot can tell how an earlier one did.
    fn start(&mut self) -> Result<(), PlayError> {
        let options = G::resolve(self.spec.options.clone());
        let (seats, teams, limits) = (self.table.seats(), self.table.teams(), &self.spec.limits);
        let names = names_for_bots(&self.spec.players, seats, self.spec.hide_names);
        let mut failed = Vec::new();
        for seat in Seat::all(seats) {
            let (team, seed) = (teams[seat.index()], bot_seed(self.spec.seed, seat));
            let (options, players) = (&options, &names[..]);
            for hook in [Hook::Load, Hook::Start] {
                let call = Call { seat, hook, ply: 0 };
                let called = self.caller.call(call, |bot, journal| {
                    let start =
                        Start { seat, seats, team, options, players, seed, limits, journal };
                    begin(bot, hook, &start)
                })?;
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
        self.spec.deal(&mut self.table)?;
        self.caller.watch.dealt(&self.table);
        Ok(())
    }

    /// The move of the seat to move and how it came about; `None` if a forfeit ends the match here,
    /// or it was stopped while a person thought.
    fn decide(&mut self, seat: Seat) -> Result<Option<(MoveOf<G>, Ply)>, PlayError> {
        let ply = self.table.ply();
        if let Some(text) = self.spec.moves.get(ply as usize) {
            return match self.table.read_move(text) {
                Ok(mv) => Ok(Some((mv, Ply::unasked(By::Given)))),
                Err(source) => Err(PlayError::Given { ply, source }),
            };
        }
        let legal = self.table.legal_moves();
        if let [only] = legal[..] {
            return Ok(Some((only, Ply::unasked(By::Forced))));
        }
        let Some(choice) = self.choice(seat) else { return Ok(None) };
        let player = self.spec.players[seat.index()].bot;
        let (answer, how) = match choice {
            Choice::Move(text) => (Some(self.read(&text)), Ply::unasked(player.chosen_by_person())),
            Choice::Resign => (Some(Err(Fault::resigned(seat))), Ply::unasked(By::Substitute)),
            Choice::Bot => match self.ask(seat, &legal)? {
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
        let mut rng = substitute_seed(self.spec.seed, ply).rng();
        Ok(Some((*rng.choose(&legal), Ply { by: By::Substitute, ..how })))
    }

    /// Who decides for the seat to move; `None` if the match was stopped while a person thought.
    fn choice(&mut self, seat: Seat) -> Option<Choice> {
        if self.judge.is_out(seat) {
            return Some(Choice::Random);
        }
        if !self.people.attend(seat) {
            return Some(Choice::Bot);
        }
        let choice = self.people.choose(&self.table, seat);
        // A stop sends the people of the match home, and what they say then counts no more.
        (!self.is_stopped()).then_some(choice)
    }

    /// Asks the bot of `seat`, if there is one, for a move; what comes back is legal.
    fn ask(
        &mut self,
        seat: Seat,
        legal: &[MoveOf<G>],
    ) -> Result<Option<Answered<MoveOf<G>>>, PlayError> {
        let seed = bot_seed(self.spec.seed, seat);
        let table = &self.table;
        let view = table.view(Observer::Seat(seat));
        let call = Call { seat, hook: Hook::NextMove, ply: table.ply() };
        let answered = self.caller.call(call, |bot, journal| {
            bot.next_move(&table.turn(seat, &view, legal, seed, journal))
        })?;
        Ok(answered.map(|answered| checked(table, answered)))
    }

    /// The move that a person named.
    fn read(&self, text: &str) -> Result<MoveOf<G>, Fault> {
        let read = text.parse().map_err(|error: ParseMoveError| {
            Fault::new(FaultKind::Unreadable, Hook::NextMove, text, error.to_string())
        });
        checked(&self.table, (read, Notes::default())).0
    }

    fn play(&mut self, mv: MoveOf<G>, ply: Ply) {
        let seat = self.table.play(mv);
        self.caller.watch.moved(&self.table, seat, mv, &ply);
        self.plies.push(ply);
    }

    /// A match that ends by the rules must have used up the moves it was given.
    fn no_given_move_left(&self, reason: Reason) -> Result<(), PlayError> {
        let ply = self.table.ply();
        match self.spec.moves.get(ply as usize) {
            Some(text) if !matches!(reason, Reason::Forfeit | Reason::Stopped) => {
                Err(PlayError::Given { ply, source: MoveRefused::AfterEnd(text.clone()) })
            }
            _ => Ok(()),
        }
    }

    /// Tells the outcome to every bot that is still in the match. A fault changes nothing any more.
    fn finish(&mut self, outcome: &Outcome) -> Result<(), PlayError> {
        self.caller.watch.over(&self.table, outcome);
        for seat in Seat::all(self.table.seats()) {
            if self.judge.is_out(seat) {
                continue;
            }
            let call = Call { seat, hook: Hook::Finish, ply: self.table.ply() };
            let called = self
                .caller
                .call(call, |bot, journal| bot.finish(&Finish { seat, outcome, journal }))?;
            let Some((result, notes)) = called else { continue };
            self.keep_log(seat, Hook::Finish, None, &notes.log);
            if let Err(fault) = result {
                self.write_fault(seat, fault, &notes.log);
            }
        }
        Ok(())
    }

    fn record(self, outcome: Outcome) -> Record {
        let given = self.spec.deals.len().min(self.table.deals().len());
        Record {
            given_deals: given as u32,
            deals: self.table.deals().to_vec(),
            moves: self.table.moves().iter().map(|(_, mv)| mv.to_string()).collect(),
            plies: self.plies,
            logs: self.logs,
            end: Some(End::new(outcome, self.faults)),
            ..self.spec.blank_record()
        }
    }

    /// True once the match is stopped.
    fn is_stopped(&mut self) -> bool {
        self.stopped = self.stopped || self.caller.watch.stop();
        self.stopped
    }

    fn write_fault(&mut self, seat: Seat, fault: Fault, log: &[String]) {
        let fault = SeatFault { seat, ply: self.table.ply(), fault };
        self.caller.watch.fault(&self.table, &fault, log);
        self.faults.push(fault);
    }

    /// Keeps what was written in a hook that made no move, and what a move that never came has
    /// cost.
    fn keep_log(&mut self, seat: Seat, hook: Hook, fuel: Option<u64>, log: &[String]) {
        if !log.is_empty() || fuel.is_some() {
            let log = HookLog { seat, hook, fuel, log: log.to_vec() };
            self.caller.watch.wrote(&self.table, &log);
            self.logs.push(log);
        }
    }
}

/// The ply of a bot that was asked, with what it wrote.
fn asked(by: By, notes: Notes) -> Ply {
    let Notes { fuel, log, marks, plots, .. } = notes;
    Ply { by, fuel, log: Some(log), marks: Some(marks), plots }
}

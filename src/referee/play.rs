//! The match loop.

use super::calls::{Answered, Caller, begin, checked};
use super::faults::stopped;
use super::{Call, Chance, Judge, MatchSpec, MoveRefused, PlayError, Table, Watch};
use crate::core::{
    Bot, By, End, Fault, FaultKind, Finish, Game, Hook, HookLog, MoveOf, Next, Notes, Observer,
    Outcome, ParseMoveError, PlayedBy, Ply, Reason, Record, Seat, SeatFault, Start,
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
    play_with(spec, bots, watch, Chance::Seed(spec.seed))
}

/// As [`play`], with the chance of the match from elsewhere than `spec.seed`, which then only
/// stands in the record.
///
/// # Errors
/// As [`play`].
pub fn play_with<G: Game>(
    spec: &MatchSpec<G>,
    bots: &mut [Box<dyn Bot<G>>],
    watch: &mut dyn Watch<G>,
    chance: Chance<'_>,
) -> Result<Record, PlayError> {
    let mut referee = Referee::new(spec, bots, watch, chance)?;
    referee.start();
    let outcome = loop {
        if let Some(outcome) = referee.judge.outcome(&referee.table) {
            break outcome;
        }
        if referee.caller.watch.stop() {
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
    referee.finish(&outcome);
    Ok(referee.record(outcome))
}

/// Who runs a match, with all that goes into its record.
struct Referee<'a, 'c, G: Game> {
    spec: &'a MatchSpec<G>,
    chance: Chance<'c>,
    caller: Caller<'a, G>,
    table: Table<G>,
    judge: Judge,
    plies: Vec<Ply>,
    logs: Vec<HookLog>,
    faults: Vec<SeatFault>,
}

impl<'a, 'c, G: Game> Referee<'a, 'c, G> {
    fn new(
        spec: &'a MatchSpec<G>,
        bots: &'a mut [Box<dyn Bot<G>>],
        watch: &'a mut dyn Watch<G>,
        chance: Chance<'c>,
    ) -> Result<Self, PlayError> {
        let table = Table::<G>::new(&spec.options)?;
        let (seats, players) = (table.seats(), spec.players.len());
        if [players, bots.len()] != [usize::from(seats); 2] {
            return Err(PlayError::Seats { seats, players, bots: bots.len() });
        }
        Ok(Referee {
            spec,
            chance,
            caller: Caller { bots, watch, known: &spec.known, output: spec.limits.output },
            judge: Judge::new(&spec.limits, table.teams()),
            table,
            plies: Vec::new(),
            logs: Vec::new(),
            faults: Vec::new(),
        })
    }

    /// Starts every bot, then judges those that failed: no bot can tell how an earlier one did.
    fn start(&mut self) {
        let names: Vec<String> = self.spec.players.iter().map(|p| p.name.clone()).collect();
        let options = G::resolve(self.spec.options.clone());
        let (seats, teams, limits) = (self.table.seats(), self.table.teams(), &self.spec.limits);
        let mut failed = Vec::new();
        for seat in Seat::all(seats) {
            if self.sits_elsewhere(seat) {
                continue;
            }
            let (team, seed) = (teams[seat.index()], self.chance.bot_seed(seat));
            let (options, players) = (&options, &names[..]);
            for hook in [Hook::Load, Hook::Start] {
                let call = Call { seat, hook, ply: 0 };
                let (result, notes) = self.caller.call(call, |bot, journal| {
                    let start =
                        Start { seat, seats, team, options, players, seed, limits, journal };
                    begin(bot, hook, &start)
                });
                self.keep_log(seat, hook, notes);
                if let Err(fault) = result {
                    failed.push((seat, fault));
                    break;
                }
            }
        }
        for (seat, fault) in failed {
            self.judge.fault(seat, fault.kind);
            self.write_fault(seat, fault);
        }
    }

    /// Applies the deal that is due: the given one, or one drawn from the seed.
    fn deal(&mut self) -> Result<(), PlayError> {
        let (ply, number) = (self.table.ply(), self.table.deals().len());
        let deal = number as u32;
        match (self.spec.deals.get(number), &mut self.chance) {
            (Some(given), _) => self.table.deal_given(given),
            (None, Chance::Seed(Some(seed))) => self.table.deal_from(seed),
            (None, Chance::Seed(None)) => return Err(PlayError::NoSeed { ply, deal }),
            (None, Chance::Croupier(croupier)) => self.table.deal_given(&croupier.deal(deal)),
        }
        .map_err(|source| PlayError::Deal { ply, deal, source })?;
        self.caller.watch.dealt(&self.table);
        Ok(())
    }

    /// The move of the seat to move and how it came about; `None` if a forfeit ends the match here.
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
        let mut substitute = Ply::unasked(By::Substitute);
        if !self.judge.is_out(seat) {
            let (answer, notes) = self.ask(seat, &legal);
            let fault = match answer {
                Ok(mv) => return Ok(Some((mv, asked(self.mind(seat), notes)))),
                Err(fault) => fault,
            };
            self.judge.fault(seat, fault.kind);
            self.write_fault(seat, fault);
            if self.judge.decided() {
                self.keep_log(seat, Hook::NextMove, notes);
                return Ok(None);
            }
            substitute = asked(By::Substitute, notes);
        }
        let mut rng = self.chance.substitute_seed(ply).rng();
        Ok(Some((*rng.choose(&legal), substitute)))
    }

    /// Whether a person plays there who sits with the croupier, and hears of the match from him.
    fn sits_elsewhere(&self, seat: Seat) -> bool {
        matches!(self.chance, Chance::Croupier(_)) && self.mind(seat) == By::Human
    }

    /// Asks the bot of `seat` for a move; what comes back is legal.
    fn ask(&mut self, seat: Seat, legal: &[MoveOf<G>]) -> Answered<MoveOf<G>> {
        if let (By::Human, Chance::Croupier(croupier)) = (self.mind(seat), &mut self.chance) {
            let chosen = match croupier.choose(seat, self.table.ply()) {
                Some(text) => text.parse().map_err(|error: ParseMoveError| {
                    Fault::new(FaultKind::Unreadable, Hook::NextMove, text, error.to_string())
                }),
                None => Err(Fault::resigned(seat)),
            };
            return checked(&self.table, (chosen, Notes::default()));
        }
        let seed = self.chance.bot_seed(seat);
        let table = &self.table;
        let view = table.view(Observer::Seat(seat));
        let call = Call { seat, hook: Hook::NextMove, ply: table.ply() };
        let answered = self.caller.call(call, |bot, journal| {
            bot.next_move(&table.turn(seat, &view, legal, seed, journal))
        });
        checked(table, answered)
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
    fn finish(&mut self, outcome: &Outcome) {
        self.caller.watch.over(&self.table, outcome);
        for seat in Seat::all(self.table.seats()) {
            if self.judge.is_out(seat) || self.sits_elsewhere(seat) {
                continue;
            }
            let call = Call { seat, hook: Hook::Finish, ply: self.table.ply() };
            let (result, notes) = self
                .caller
                .call(call, |bot, journal| bot.finish(&Finish { seat, outcome, journal }));
            self.keep_log(seat, Hook::Finish, notes);
            if let Err(fault) = result {
                self.write_fault(seat, fault);
            }
        }
    }

    fn record(self, outcome: Outcome) -> Record {
        Record {
            deals: self.table.deals().to_vec(),
            moves: self.table.moves().iter().map(|(_, mv)| mv.to_string()).collect(),
            plies: self.plies,
            logs: self.logs,
            end: Some(End::new(outcome, self.faults)),
            ..self.spec.blank_record()
        }
    }

    /// Who chooses at this seat.
    fn mind(&self, seat: Seat) -> By {
        match self.spec.players[seat.index()].bot {
            PlayedBy::Human => By::Human,
            PlayedBy::Lua | PlayedBy::Rhai | PlayedBy::Builtin => By::Bot,
        }
    }

    fn write_fault(&mut self, seat: Seat, fault: Fault) {
        let fault = SeatFault { seat, ply: self.table.ply(), fault };
        self.caller.watch.fault(&self.table, &fault);
        self.faults.push(fault);
    }

    /// Keeps what was written in a hook that made no move, and what a move that never came has cost.
    fn keep_log(&mut self, seat: Seat, hook: Hook, notes: Notes) {
        let fuel = notes.fuel.filter(|_| hook == Hook::NextMove);
        if !notes.log.is_empty() || fuel.is_some() {
            self.logs.push(HookLog { seat, hook, fuel, log: notes.log });
        }
    }
}

/// The ply of a bot that was asked, with what it wrote.
fn asked(by: By, notes: Notes) -> Ply {
    Ply { by, fuel: notes.fuel, log: Some(notes.log), marks: Some(notes.marks) }
}

//! The parent's own table beside a match: it deals, and believes nothing that the rules refuse.

use super::people::{Choices, misquoted};
use super::protocol::{Reply, Request};
use crate::core::{By, Reason, Record, Seed};
use crate::referee::substitute_seed;
use crate::registry::{AnyGame, MatchSetup, Mirror, Onlooker, RecordFault, SetupError, Step};

/// What a worker said that cannot be.
pub type Disbelief = String;

/// One match, followed.
pub struct Follow<'a> {
    game: &'static dyn AnyGame,
    seed: Option<Seed>,
    /// Moves that the match began with.
    given: usize,
    mirror: Box<dyn Mirror>,
    onlooker: &'a mut dyn Onlooker,
    /// What the onlooker has been told in an earlier try, which is not told again.
    told: &'a mut Told,
    /// What has happened in this try.
    seen: Told,
}

/// How much of a match an onlooker has been told, and what people have said in it.
#[derive(Clone, Debug, Default)]
pub struct Told {
    begun: bool,
    deals: usize,
    moves: u32,
    faults: usize,
    over: bool,
    /// What people chose after which moves: a match that is played again does not ask them again.
    choices: Choices,
}

impl<'a> Follow<'a> {
    /// The table before anything has happened.
    ///
    /// # Errors
    /// If the setup cannot be played.
    pub fn new(
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        onlooker: &'a mut dyn Onlooker,
        told: &'a mut Told,
    ) -> Result<Follow<'a>, SetupError> {
        let mirror = game.mirror(setup)?;
        if !told.begun {
            told.begun = true;
            mirror.sit_down();
            mirror.look(&mut |table| onlooker.begins(table));
        }
        let (seed, given) = (setup.seed, setup.moves.len());
        Ok(Follow { game, seed, given, mirror, onlooker, told, seen: Told::default() })
    }

    /// Takes in what the worker says while the match runs; what it is answered, if anything.
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
                let deal = self.mirror.deal().map_err(|error| error.to_string())?;
                self.seen.deals += 1;
                if self.seen.deals > self.told.deals {
                    self.told.deals = self.seen.deals;
                    self.mirror.look(&mut |table| self.onlooker.dealt(table));
                }
                return Ok(Some(Request::Deal(deal)));
            }
            Reply::NeedSeed { ply } => {
                return Ok(Some(Request::Seed(substitute_seed(self.seed, ply))));
            }
            Reply::NeedMove { seat, ply, moves } => {
                self.catch_up(&moves)?;
                let before = self.mirror.moves();
                if ply as usize != before.len() {
                    return Err(format!("it asked for a move at ply {ply}"));
                }
                let choice = match self.told.choices.get(&before) {
                    Some(choice) => choice.clone(),
                    None => self.mirror.choose(seat).map_err(|error| error.to_string())?,
                };
                self.told.choices.insert(before, choice.clone());
                return Ok(Some(Request::Chosen(choice)));
            }
            Reply::Moved { text, how } => {
                let seat = self.mirror.play(&text).map_err(|error| error.to_string())?;
                let ply = self.mirror.ply();
                if ply > self.told.moves {
                    self.told.moves = ply;
                    let (mv, how) = (&text, &how);
                    self.mirror.look(&mut |table| {
                        self.onlooker.moved(&Step { ply, seat, mv, how, table });
                    });
                }
            }
            Reply::Fault(fault) => {
                self.seen.faults += 1;
                if self.seen.faults > self.told.faults {
                    self.told.faults = self.seen.faults;
                    self.onlooker.fault(&fault);
                }
            }
            Reply::Over(outcome) => {
                if !self.told.over {
                    self.told.over = true;
                    self.mirror.look(&mut |table| self.onlooker.over(&outcome, table));
                }
            }
            _ => return Err("it said something that is no part of a match".to_string()),
        }
        Ok(None)
    }

    /// Whether the onlooker has seen enough.
    pub fn is_stopped(&mut self) -> bool {
        self.onlooker.stop()
    }

    /// Makes moves on the table here that were made there.
    fn catch_up(&mut self, moves: &[String]) -> Result<(), Disbelief> {
        moves.iter().try_for_each(|text| {
            self.mirror.play(text).map(drop).map_err(|error| error.to_string())
        })
    }

    /// Checks all of the record that the worker sent: the head against the setup, the deals against
    /// those that were handed out, the choices of people against what they said, every move and the end
    /// against the rules; and puts the seed in.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn believe(&self, record: &mut Record) -> Result<(), Disbelief> {
        record.seed = self.seed;
        if !same_head(record, &self.mirror.blank_record()) {
            return Err("its record is of another match".to_string());
        }
        if record.deals != self.mirror.deals() {
            return Err("its record has other deals than it was given".to_string());
        }
        if !record.moves.starts_with(&self.mirror.moves()) {
            return Err("its record has other moves than it told".to_string());
        }
        if record.plies.len() != record.moves.len() || record.end.is_none() {
            return Err("its record is not complete".to_string());
        }
        if record.end.as_ref().is_some_and(|end| end.reason == Reason::Stopped) {
            return Err("it stopped a match that nobody wanted stopped".to_string());
        }
        self.game.verify(record).map_err(|RecordFault { ply, error }| {
            format!("its record is wrong at ply {ply}: {error}")
        })?;
        self.chance_decided(record)?;
        let attended = self.mirror.attended();
        match misquoted(self.game, record, &attended, self.given, &self.told.choices) {
            Some(why) => Err(format!("its record is not true: {why}")),
            None => Ok(()),
        }
    }

    /// Checks that what the referee played at random follows from the seed.
    fn chance_decided(&self, record: &Record) -> Result<(), Disbelief> {
        let substitutes = || (0..).zip(&record.plies).filter(|(_, how)| how.by == By::Substitute);
        if substitutes().next().is_none() {
            return Ok(());
        }
        let lines = self.game.legal(record, true).lines;
        for (ply, _) in substitutes() {
            let legal = &lines[ply as usize].legal;
            let mut rng = substitute_seed(self.seed, ply).rng();
            let drawn = (!legal.is_empty()).then(|| rng.choose(legal));
            if drawn != record.moves.get(ply as usize) {
                return Err(format!("at ply {ply} chance chose another move"));
            }
        }
        Ok(())
    }
}

/// Whether two records are of the same match, whatever happened in it.
fn same_head(a: &Record, b: &Record) -> bool {
    // Taken apart, so that a new field must be put on one side or the other.
    let Record {
        format,
        game,
        rules,
        options,
        seed,
        players,
        limits,
        without,
        deals: _,
        moves: _,
        plies: _,
        logs: _,
        end: _,
    } = a;
    (format, game, rules, options) == (&b.format, &b.game, &b.rules, &b.options)
        && (seed, players, limits, without) == (&b.seed, &b.players, &b.limits, &b.without)
}

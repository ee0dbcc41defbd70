//! The record that a worker sends at last: whether it is of the match that was followed.

use std::time::Duration;

use super::doubts::Account;
use super::follow::{Disbelief, Follow};
use crate::core::{Hook, Outcome, Reason, Record};
use crate::registry::{MadeMove, RecordFault};

impl Follow<'_> {
    /// Checks all of the record that the worker sent: the head against the setup, the deals against
    /// those that were handed out, what it told before, the choices of people against what they
    /// said, every move and the end against the rules; and puts the seed in.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn believe(&mut self, record: &mut Record) -> Result<(), Disbelief> {
        record.seed = self.seed;
        // Those that were given came to the worker as all others did.
        let given = self.mirror.blank_record().given_deals;
        record.given_deals = given.min(record.deals.len() as u32);
        if !same_head(record, &self.mirror.blank_record()) {
            return Err("its record is of another match".to_string());
        }
        let told = self.seen.made.len();
        let is_told = |(made, mv): (&MadeMove, &String)| made.text == *mv;
        if record.moves.len() < told || !self.seen.made.iter().zip(&record.moves).all(is_told) {
            return Err("its record has other moves than it told".to_string());
        }
        if self.each_move {
            self.check_told(record)?;
        }
        record.moves[told..].iter().try_for_each(|text| self.make(text).map(drop))?;
        if record.deals != self.mirror.deals() {
            return Err("its record has other deals than it was given".to_string());
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
        let account = Account {
            game: self.game,
            record,
            made: &self.seen.made,
            teams: &self.teams,
            given: &self.given,
            attended: &self.attended,
            choices: &self.told.choices,
            known: &self.known,
            seed: self.seed,
        };
        match account.doubt() {
            Some(why) => Err(format!("its record is not true: {why}")),
            None => Ok(()),
        }
    }

    /// Checks a record against what was told move by move.
    fn check_told(&self, record: &Record) -> Result<(), Disbelief> {
        let faults = record.end.iter().flat_map(|end| &end.faults);
        let faults = faults.filter(|fault| fault.fault.hook != Hook::Finish);
        let seen = self.seen.faults.iter().map(|(fault, log)| (fault, &log[..]));
        let logs = record.logs.iter().filter(|log| log.hook != Hook::Finish);
        let same_logs = logs.eq(&self.seen.logs);
        let same_faults = faults.map(|fault| (fault, record.log_of(fault))).eq(seen);
        match record.plies == self.seen.plies && same_logs && same_faults {
            true => Ok(()),
            false => Err("its record is not of what it told".to_string()),
        }
    }

    /// Tells the onlooker of the end of a record that is believed. Nobody is told before.
    pub fn close(&mut self, record: &Record) {
        let Some(end) = record.end.as_ref().filter(|_| self.each_move) else { return };
        if !self.told.over {
            self.told.over = true;
            let outcome = Outcome { reason: end.reason, ranks: end.ranks, points: end.points };
            self.mirror.look(&mut |table| self.onlooker.over(&outcome, table));
        }
        self.seen.logs.clone_from(&record.logs);
        self.tell_logs();
        let faults = end.faults.iter();
        self.seen.faults =
            faults.map(|fault| (fault.clone(), record.log_of(fault).to_vec())).collect();
        self.tell_faults();
    }

    /// CPU time of seats as the worker says, as far as it can be: no call takes longer than all of
    /// the match.
    pub fn likely(&self, mut took: Vec<Duration>, whole: Duration) -> Vec<Duration> {
        took.truncate(self.teams.len());
        took.iter_mut().for_each(|seat| *seat = whole.min(*seat));
        took
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
        hide_names,
        given_deals: _,
        deals: _,
        moves: _,
        plies: _,
        logs: _,
        end: _,
    } = a;
    (format, game, rules, options) == (&b.format, &b.game, &b.rules, &b.options)
        && (seed, players, limits, without) == (&b.seed, &b.players, &b.limits, &b.without)
        && *hide_names == b.hide_names
}

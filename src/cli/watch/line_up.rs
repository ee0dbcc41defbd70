//! The players of a watched match: each bot in its newest version, at alternating tables.

use std::sync::Arc;

use super::entrants::Entrants;
use super::events::Session;
use super::note::Note;
use juez_core::Seat;
use juez_match::registry::{Change, LiveBot, MatchSetup, Mind, Notice, PlayerSpec};
use juez_tournament::seating;

/// The watched bots and their tables.
pub(super) struct LineUp<'a> {
    session: &'a Session,
    pub entrants: &'a Entrants,
    tables: Vec<Vec<usize>>,
    /// Mind of each entrant; of a script once a version loads.
    minds: Vec<Option<Mind>>,
    matches: u32,
    /// True if a new version has not played yet.
    pub waits: bool,
}

pub(super) struct NextMatch {
    pub setup: MatchSetup,
    pub seated: Vec<PlayerSpec>,
    /// First seat of each entrant at the table.
    pub seats: Vec<(usize, Seat)>,
    /// Players whose bots can change, by name.
    pub live: Vec<(String, Arc<LiveBot>)>,
}

impl<'a> LineUp<'a> {
    /// Creates a line-up in which no script has a version yet.
    ///
    /// # Errors
    /// If the entrants fill no table.
    pub fn new(session: &'a Session, entrants: &'a Entrants) -> anyhow::Result<LineUp<'a>> {
        let tables = entrants.tables(0, session)?;
        let minds = entrants.all.iter().map(|entrant| entrant.mind.clone()).collect();
        Ok(LineUp { session, entrants, tables, minds, matches: 0, waits: false })
    }

    /// Handles a change of a file. Returns a note for each entrant that plays this bot, with the
    /// entrant's number. A new version takes over at its next turn.
    pub fn take<'n>(&mut self, notice: &'n Notice) -> Vec<(usize, Note<'n>)>
    where
        'a: 'n,
    {
        let mut notes = Vec::new();
        for ((number, entrant), mind) in self.entrants.all.iter().enumerate().zip(&mut self.minds) {
            let is_it = entrant.path.as_ref() == Some(&notice.path);
            let live = if let Some(Mind::Live(live)) = mind { Some(live.clone()) } else { None };
            let plays_on = live.as_ref().map(|live| live.newest().number);
            if let Change::Version(version) = &notice.change
                && (is_it || entrant.is_version(&notice.path, version.number))
            {
                match live {
                    Some(live) => live.renew(version.clone()),
                    None => *mind = Some(Mind::Live(Arc::new(LiveBot::new(version.clone())))),
                }
                self.waits |= is_it;
            }
            if is_it {
                notes.push((number, Note::of(&entrant.name, &notice.change, plays_on)));
            }
        }
        notes
    }

    /// Returns the next match, if every player at its table can play.
    pub fn next(&mut self) -> anyhow::Result<Option<NextMatch>> {
        // A table waiting for a later version is skipped.
        let waits = |table: &Vec<usize>| {
            let to_come = |&n: &usize| self.entrants.all[n].earlier.is_some();
            table.iter().any(|n| to_come(n) && self.minds[*n].is_none())
        };
        let turn = self.matches as usize % self.tables.len();
        let (after, first) = (&self.tables[..turn], &self.tables[turn..]);
        let Some(entrants) = first.iter().chain(after).find(|table| !waits(table)).cloned() else {
            return Ok(None);
        };
        let (mut players, mut live) = (Vec::new(), Vec::new());
        for &number in &entrants {
            let Some(mind) = self.minds[number].clone() else { return Ok(None) };
            let name = self.entrants.all[number].name.clone();
            if let Mind::Live(bot) = &mind {
                live.push((name.clone(), bot.clone()));
            }
            players.push(PlayerSpec { name, mind });
        }
        let series = self.session.series(players)?;
        let (setup, order) = series.setup(self.matches);
        self.matches += 1;
        self.waits = false;
        let seating = seating(setup.players.len(), series.teams());
        let seated = seating.into_iter().map(|entry| setup.players[entry].clone()).collect();
        let seats = entrants.into_iter().zip(series.seats(&order));
        let seats = seats.filter_map(|(entrant, seats)| Some((entrant, *seats.first()?))).collect();
        Ok(Some(NextMatch { setup, seated, seats, live }))
    }
}

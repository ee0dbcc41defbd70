//! The series of every contestant, played again when one of its players is saved.

use indicatif::ProgressBar;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::entrants::Entrants;
use super::events::{Event, RoundEnd, Session};
use super::faults::FaultReporter;
use super::history::History;
use super::note::{Note, SeriesResult, score};
use super::round::Round;
use super::rows::{Row, Rows};
use super::saves::{Saves, ToldSave};
use crate::cli::again::SeriesTerms;
use crate::cli::options::cores;
use crate::cli::progress::bar;
use crate::cli::seen_faults::SeenFaults;
use crate::registry::{Change, MatchSetup, Notice, PlayerSpec, Version, tell_apart};
use crate::tournament::{Comparison, Series, distinct_blocks};

/// Says something, with the bar out of its way.
pub(super) type Say<'a> = dyn FnMut(Note<'_>, &ProgressBar) -> io::Result<()> + 'a;

/// The series played at each save.
pub(super) struct SeriesPlan {
    pub games: u32,
    /// True if each match that differs is listed.
    pub verbose: bool,
    /// The terms that play the same matches again.
    pub terms: SeriesTerms,
}

/// A round with what it plays.
struct Running {
    round: Round,
    row: usize,
    versions: Vec<Option<u32>>,
    /// Counts the matches that are over.
    bar: ProgressBar,
    /// The score of the contestant in them.
    score: f64,
}

/// The contestants, their opponents and what they have come to.
pub(super) struct Contest {
    session: Session,
    entrants: Entrants,
    plan: SeriesPlan,
    rows: Rows,
    running: Option<Running>,
    rounds: u64,
    saves: Saves,
    seen: Arc<Mutex<SeenFaults>>,
    history: History,
}

impl Contest {
    /// A contest in which nothing was played yet.
    ///
    /// # Errors
    /// If no table can be made of so many players.
    pub fn new(session: Session, entrants: Entrants, plan: SeriesPlan) -> anyhow::Result<Contest> {
        let mut contest = Contest {
            session,
            entrants,
            plan,
            rows: Rows::default(),
            running: None,
            rounds: 0,
            saves: Saves::default(),
            seen: Arc::default(),
            history: History::default(),
        };
        for contestant in 0..contest.entrants.contestants {
            contest.add_rows(contestant)?;
        }
        Ok(contest)
    }

    fn add_rows(&mut self, contestant: usize) -> anyhow::Result<()> {
        let Session { game, base, .. } = &self.session;
        self.rows.add(self.entrants.tables(contestant, *game, base)?);
        Ok(())
    }

    /// Opponents that are versions to come.
    pub fn to_come(&self) -> impl Iterator<Item = Note<'_>> {
        self.entrants.to_come()
    }

    /// True if everything that can be played was, and no player is still being looked at.
    pub fn is_done(&self) -> bool {
        self.running.is_none() && self.entrants.all.iter().all(|entrant| entrant.is_known)
    }

    /// True if this round is being played.
    pub fn plays(&self, round: u64) -> bool {
        self.running.as_ref().is_some_and(|running| running.round.id == round)
    }

    /// True if every contestant has a version that plays.
    pub fn everybody_plays(&self) -> bool {
        self.entrants.all.iter().all(|entrant| entrant.player.is_some())
    }

    /// Leaves what is being played.
    pub fn leave(&mut self) {
        if let Some(running) = self.running.take() {
            running.bar.finish_and_clear();
        }
    }

    /// Takes note of an event, says what there is to say, and plays on.
    ///
    /// # Errors
    /// If a match cannot be played, or the output is closed.
    pub fn take(&mut self, event: Event, say: &mut Say<'_>) -> anyhow::Result<()> {
        match event {
            Event::Saved(notice) => self.saved(notice, say)?,
            Event::FirstMove { round, player, at } if self.plays(round) => {
                self.first_move(player, at, say)?;
            }
            Event::Match { round, score } if self.plays(round) => {
                if let Some(running) = &mut self.running {
                    running.bar.inc(1);
                    running.score += score;
                }
            }
            Event::Wrote { round, bot, logs } if self.plays(round) => {
                self.tell_saves(say)?;
                self.say(Note::Wrote { bot: &bot, logs: &logs }, say)?;
            }
            Event::Fault { round, reported } if self.plays(round) => {
                // A bot that fails to start makes no first move to report.
                self.tell_saves(say)?;
                self.say(Note::Fault(&reported), say)?;
            }
            Event::Over { round, outcome } if self.plays(round) => self.over(outcome, say)?,
            // Of a round that was left.
            _ => {}
        }
        Ok(())
    }

    fn say(&self, note: Note<'_>, say: &mut Say<'_>) -> io::Result<()> {
        match &self.running {
            Some(running) => say(note, &running.bar),
            None => say(note, &ProgressBar::hidden()),
        }
    }

    fn saved(&mut self, notice: Notice, say: &mut Say<'_>) -> anyhow::Result<()> {
        let (entrants, newcomer) = self.entrants.at(&notice.path);
        if newcomer {
            self.make_room(entrants[0])?;
        }
        if let Change::Version(version) = &notice.change {
            // Before an opponent comes that the version about to be replaced never met.
            entrants.iter().try_for_each(|&entrant| self.cut_short(entrant, say))?;
            for entrant in 0..self.entrants.all.len() {
                if self.entrants.all[entrant].is_version(&notice.path, version.number) {
                    self.renew(entrant, version);
                }
            }
        }
        for entrant in entrants {
            let name = self.entrants.all[entrant].name.clone();
            let (bot, plays_on) = (name.as_str(), self.entrants.all[entrant].version);
            match &notice.change {
                Change::Version(version) => self.renew(entrant, version),
                Change::Broken(broken) => self.say(Note::Broken { bot, broken, plays_on }, say)?,
                Change::Gone => self.say(Note::Gone { bot, plays_on }, say)?,
                Change::Back { number } => self.say(Note::Back { bot, number: *number }, say)?,
            }
            self.entrants.all[entrant].is_known = true;
        }
        self.play_next()
    }

    /// Everybody from `newcomer` on has moved up by one.
    fn make_room(&mut self, newcomer: usize) -> anyhow::Result<()> {
        self.rows.make_room(newcomer);
        self.saves.make_room(newcomer);
        self.add_rows(newcomer)
    }

    /// Tells what the version that is about to be replaced has come to where that did not play all
    /// of its matches.
    fn cut_short(&mut self, contestant: usize, say: &mut Say<'_>) -> io::Result<()> {
        let Some(version) = self.entrants.all[contestant].version else { return Ok(()) };
        let is_open = |row: &usize| {
            let table = &self.rows.all[*row].table;
            table[0] == contestant
                && table.iter().all(|&player| self.is_ready(player))
                && !self.history.has(contestant, version, *row)
        };
        let mut open = (0..self.rows.all.len()).filter(is_open);
        let running = self.running.as_ref().filter(|running| is_open(&running.row));
        let Some(row) = running.map(|running| running.row).or_else(|| open.next()) else {
            return Ok(());
        };
        let matches = running.map_or(0, |running| running.bar.position() as usize);
        let sum = running.map_or(0.0, |running| running.score);
        let (bot, against) = (self.entrants.all[contestant].name.clone(), self.label(row));
        let of = self.plan.games as usize;
        let (bot, against) = (&*bot, &*against);
        self.say(Note::CutShort { bot, version, against, score: sum, matches, of }, say)?;
        let shown = match matches {
            0 => "cut short".to_string(),
            _ => format!("{}, cut short", score(sum, matches)),
        };
        self.history.add(contestant, version, row, shown);
        Ok(())
    }

    fn is_ready(&self, entrant: usize) -> bool {
        self.entrants.all[entrant].player.is_some()
    }

    /// Puts a version in: the rows it plays in come first.
    fn renew(&mut self, entrant: usize, version: &Version) {
        self.entrants.all[entrant].renew(version);
        self.seen = Arc::default();
        let is_earlier = self.entrants.all[entrant].earlier.is_some();
        if !is_earlier && (version.number > 1 || entrant < self.entrants.contestants) {
            self.saves.put(entrant, version);
        }
        if !self.entrants.all[entrant].is_known {
            // It was there from the beginning, as all others were.
            self.rows.put_last(entrant);
            return;
        }
        let left = self.running.take().map(|running| {
            running.bar.finish_and_clear();
            running.row
        });
        self.rows.put_first(entrant, left);
    }

    /// Starts the next series that can be played.
    fn play_next(&mut self) -> anyhow::Result<()> {
        if self.running.is_some() {
            return Ok(());
        }
        let Contest { rows, entrants, .. } = self;
        let is_ready = |entrant: usize| entrants.all[entrant].player.is_some();
        let Some(row) = rows.take_next(is_ready) else { return Ok(()) };
        let table = &self.rows.all[row].table;
        let mut players: Vec<PlayerSpec> = Vec::new();
        for &entrant in table {
            players.extend(self.entrants.all[entrant].player.clone());
        }
        tell_apart(&mut players);
        let versions = table.iter().map(|&entrant| self.entrants.all[entrant].version).collect();
        let Session { game, base, seed, isolation, kind, events } = &self.session;
        let setup = MatchSetup { players, ..base.clone() };
        let series = Series::of_checked(*game, setup, *seed, isolation.clone())?;
        let faults = FaultReporter {
            game: *game,
            isolation: isolation.clone(),
            kind: *kind,
            terms: self.plan.terms.clone(),
            players: table.iter().map(|&n| self.entrants.all[n].in_a_command()).collect(),
            seen: self.seen.clone(),
        };
        self.rounds += 1;
        let workers = cores() as usize;
        let round = Round::start(self.rounds, series, self.plan.games, workers, faults, events)?;
        self.running =
            Some(Running { round, row, versions, bar: bar(self.plan.games), score: 0.0 });
        Ok(())
    }

    fn first_move(&mut self, player: usize, at: Instant, say: &mut Say<'_>) -> io::Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        let entrant = self.rows.all[running.row].table[player];
        self.tell_save(entrant, Some(at), say)
    }

    /// Tells of the saves that are being played, with a first move or without.
    fn tell_saves(&mut self, say: &mut Say<'_>) -> io::Result<()> {
        let row = self.running.as_ref().map(|running| running.row);
        let table = row.map(|row| self.rows.all[row].table.clone()).unwrap_or_default();
        table.into_iter().try_for_each(|entrant| self.tell_save(entrant, None, say))
    }

    /// Tells of the save of this entrant, if that was not done yet.
    fn tell_save(
        &mut self,
        entrant: usize,
        at: Option<Instant>,
        say: &mut Say<'_>,
    ) -> io::Result<()> {
        let Some(ToldSave { number, ms, lint }) = self.saves.take(entrant, at) else {
            return Ok(());
        };
        let bot = self.entrants.all[entrant].name.clone();
        self.say(Note::Version { bot: &bot, number, ms, lint: &lint }, say)
    }

    fn over(&mut self, outcome: RoundEnd, say: &mut Say<'_>) -> anyhow::Result<()> {
        let briefs = match outcome {
            RoundEnd::Played(briefs) => briefs,
            RoundEnd::Left => return Ok(()),
            RoundEnd::Failed(error) => return Err(error.into()),
        };
        // A bot that was never asked has made no first move.
        self.tell_saves(say)?;
        let Some(Running { row, versions, bar, .. }) = self.running.take() else { return Ok(()) };
        bar.finish_and_clear();
        let Row { table, last } = &self.rows.all[row];
        let (contestant, rotations) = (table[0], table.len());
        let last = last.as_ref();
        let change = last.map(|(_, before)| Comparison::new(before, &briefs, rotations));
        let than = last.map(|(before, _)| self.than(table, before, &versions)).unwrap_or_default();
        let blocks = briefs.len() / rotations;
        let alike = blocks > 1 && distinct_blocks(&briefs, rotations) == 1;
        let against = self.label(row);
        let bot = self.entrants.all[contestant].name.clone();
        let labels = self.labels();
        let result = SeriesResult {
            bot: &bot,
            version: versions[0].unwrap_or_default(),
            named: self.entrants.folder.is_some(),
            against: &against,
            width: labels.iter().map(|label| label.chars().count()).max().unwrap_or_default(),
            score: briefs.iter().map(|brief| brief.score).sum(),
            matches: briefs.len(),
            repeated: alike.then_some(blocks),
            change: change.as_ref(),
            than: &than,
            verbose: self.plan.verbose,
        };
        self.say(Note::Result(&result), say)?;
        let shown = score(result.score, result.matches);
        self.history.add(contestant, result.version, row, shown);
        self.rows.all[row].last = Some((versions, briefs));
        self.play_next()
    }

    /// The base of a comparison, in words: the version that has changed.
    fn than(&self, table: &[usize], before: &[Option<u32>], now: &[Option<u32>]) -> String {
        let changed = (0..table.len()).find(|&player| before[player] != now[player]);
        let player = changed.unwrap_or_default();
        let number = before[player].unwrap_or_default();
        match player {
            0 => format!("version {number}"),
            _ => format!("version {number} of {}", self.entrants.all[table[player]].name),
        }
    }

    /// The opponents of a row.
    fn label(&self, row: usize) -> String {
        let others =
            self.rows.all[row].table[1..].iter().map(|&n| self.entrants.all[n].name.as_str());
        others.collect::<Vec<_>>().join(", ")
    }

    /// The opponents of each row.
    fn labels(&self) -> Vec<String> {
        (0..self.rows.all.len()).map(|row| self.label(row)).collect()
    }

    /// A table of the last versions with their scores.
    pub fn history(&self) -> String {
        let names: Vec<&str> = self.entrants.all.iter().map(|entrant| &*entrant.name).collect();
        self.history.table(&names, &self.labels())
    }
}

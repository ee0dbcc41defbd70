//! The series of every contestant, replayed when one of its players is saved.

use indicatif::ProgressBar;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use super::entrants::{Entrant, Entrants};
use super::events::{Event, RoundEvent, Session};
use super::faults::FaultReporter;
use super::history::History;
use super::in_short;
use super::note::{Note, SeriesResult, score};
use super::reviews::{Finding, FindingKind, Reviews};
use super::round;
use crate::cli::again::SeriesOptions;
use crate::cli::progress::bar;
use crate::cli::review::{Loss, Losses};
use crate::cli::seen_faults::SeenFaults;
use crate::cli::verdict::Verdict;
use juez_match::registry::{Change, Mind, Notice, Version};
use juez_tournament::{Brief, Comparison, distinct_blocks};

struct Row {
    /// Entrants at the table, the contestant first.
    table: Vec<usize>,
    /// Results of the last series, with the versions that played it.
    last: Option<(Vec<Option<u32>>, Vec<Brief>)>,
}

impl Row {
    fn of(table: Vec<usize>) -> Row {
        Row { table, last: None }
    }
}

struct Running {
    id: u64,
    /// The round stops when this is dropped.
    _playing: Arc<()>,
    row: usize,
    versions: Vec<Option<u32>>,
    /// Counts finished matches; cleared when dropped.
    bar: ProgressBar,
    /// The contestant's score so far.
    score: f64,
}

/// The contestants, their opponents and the results.
pub(super) struct Contest<'a> {
    session: &'a Session,
    entrants: Entrants,
    /// One row for each table of each contestant.
    rows: Vec<Row>,
    /// Rows to play, in order.
    pending: VecDeque<usize>,
    running: Option<Running>,
    rounds: u64,
    seen: Arc<Mutex<SeenFaults>>,
    history: History,
    reviews: Reviews,
}

impl Contest<'_> {
    /// Creates a contest without results.
    ///
    /// # Errors
    /// If no table fits this number of players.
    pub fn new(session: &Session, entrants: Entrants) -> anyhow::Result<Contest<'_>> {
        let mut rows = Vec::new();
        for contestant in 0..entrants.contestants {
            rows.extend(entrants.tables(contestant, session)?.into_iter().map(Row::of));
        }
        let (pending, seen, history, reviews) = Default::default();
        let (running, rounds) = (None, 0);
        Ok(Contest { session, entrants, rows, pending, running, rounds, seen, history, reviews })
    }

    /// Returns the verdict once every series is over and every bot was loaded.
    pub fn verdict(&self) -> Option<Verdict> {
        let all = &self.entrants.all;
        let is_done = self.running.is_none() && all.iter().all(|entrant| entrant.is_known);
        let plays = all.iter().all(|entrant| entrant.mind.is_some());
        is_done.then_some(if plays { Verdict::Done } else { Verdict::Failed })
    }

    /// Handles an event, prints messages, and starts the next series.
    pub fn take(&mut self, event: Event) -> anyhow::Result<()> {
        match (event, &mut self.running) {
            (Event::Saved(notice), _) => self.saved(&notice),
            (Event::Round(id, event), Some(running)) if running.id == id => {
                let (row, bar) = (running.row, &running.bar);
                match event {
                    RoundEvent::FirstMove(player, at) => {
                        let entrant = self.rows[row].table[player];
                        self.tell_save(entrant, Some(at))?;
                    }
                    RoundEvent::Match(score) => {
                        bar.inc(1);
                        running.score += score;
                    }
                    RoundEvent::Wrote(logs) => {
                        self.tell_saves(row)?;
                        let bot = self.name(self.rows[row].table[0]);
                        self.say(&Note::Wrote { bot, logs: &logs })?;
                    }
                    RoundEvent::Fault(reported) => {
                        // A bot that fails to start makes no first move to report.
                        self.tell_saves(row)?;
                        self.say(&Note::Fault(&reported))?;
                    }
                    RoundEvent::Played(briefs, losses) => self.over(briefs, losses)?,
                    RoundEvent::Failed(error) => return Err(error.into()),
                }
                Ok(())
            }
            (Event::Review(id, event), _) => {
                let finding = self.reviews.take(id, event);
                Ok(finding.map_or(Ok(()), |finding| self.tell_finding(&finding))?)
            }
            // The event is from an abandoned round.
            _ => Ok(()),
        }
    }

    /// Prints a message without disturbing the bar.
    fn say(&self, note: &Note<'_>) -> io::Result<()> {
        let print = || self.session.print(note);
        self.running.as_ref().map_or_else(print, |running| running.bar.suspend(print))
    }

    fn name(&self, entrant: usize) -> &str {
        &self.entrants.all[entrant].name
    }

    fn saved(&mut self, notice: &Notice) -> anyhow::Result<()> {
        let (entrants, newcomer) = self.entrants.at(&notice.path);
        if newcomer {
            // Later entrants have moved up by one.
            let players = self.rows.iter_mut().flat_map(|row| &mut row.table);
            players.filter(|player| **player >= entrants[0]).for_each(|player| *player += 1);
            let tables = self.entrants.tables(entrants[0], self.session)?;
            self.rows.extend(tables.into_iter().map(Row::of));
        }
        if let Change::Version(version) = &notice.change {
            // Reported first: afterwards there are opponents that the old version never met.
            entrants.iter().try_for_each(|&entrant| self.cut_short(entrant))?;
            for entrant in 0..self.entrants.all.len() {
                if self.entrants.all[entrant].is_version(&notice.path, version.number) {
                    self.renew(entrant, version);
                }
            }
        }
        for entrant in entrants {
            match &notice.change {
                Change::Version(version) => self.renew(entrant, version),
                change => {
                    let plays_on = self.entrants.all[entrant].version;
                    self.say(&Note::of(self.name(entrant), change, plays_on))?;
                }
            }
            self.entrants.all[entrant].is_known = true;
        }
        self.play_next()
    }

    /// Reports the partial results of a version that is replaced before it played all of its
    /// matches.
    fn cut_short(&mut self, contestant: usize) -> io::Result<()> {
        let Some(version) = self.entrants.all[contestant].version else { return Ok(()) };
        let is_open = |row: &usize| {
            let is_its = self.rows[*row].table[0] == contestant;
            is_its && self.is_ready(*row) && !self.history.has(contestant, version, *row)
        };
        let running = self.running.as_ref().filter(|running| is_open(&running.row));
        let first = || (0..self.rows.len()).find(is_open);
        let Some(row) = running.map(|running| running.row).or_else(first) else { return Ok(()) };
        let (matches, sum) =
            running.map_or((0, 0.0), |running| (running.bar.position() as usize, running.score));
        let (bot, against) = (self.name(contestant), &*self.label(row));
        let of = self.session.args.games as usize;
        self.say(&Note::CutShort { bot, version, against, score: sum, matches, of })?;
        let shown = match matches {
            0 => "cut short".to_string(),
            _ => format!("{}, cut short", score(sum, matches)),
        };
        self.history.add(contestant, version, row, shown);
        Ok(())
    }

    /// Replaces the version of an entrant. Rows with the entrant are played first.
    fn renew(&mut self, number: usize, version: &Version) {
        let entrant = &mut self.entrants.all[number];
        entrant.mind = Some(Mind::Script(version.spec.clone()));
        entrant.version = Some(version.number);
        self.seen = Arc::default();
        self.reviews.stop();
        if entrant.earlier.is_none() && (version.number > 1 || number < self.entrants.contestants) {
            entrant.unreported = Some(version.clone());
        }
        let is_new = entrant.is_known;
        let (mut mine, mut others): (Vec<usize>, Vec<usize>) =
            (0..self.rows.len()).partition(|&row| self.rows[row].table.contains(&number));
        if is_new {
            let left = self.running.take().map(|running| running.row);
            others.retain(|row| self.pending.contains(row) || left == Some(*row));
            self.pending = mine.into_iter().chain(others).collect();
        } else {
            // First version of an entrant: rows keep their order.
            mine.retain(|row| !self.pending.contains(row));
            self.pending.extend(mine);
        }
    }

    /// True if all players of a row have a version that plays.
    fn is_ready(&self, row: usize) -> bool {
        self.rows[row].table.iter().all(|&player| self.entrants.all[player].mind.is_some())
    }

    /// Starts the next series that can be played.
    fn play_next(&mut self) -> anyhow::Result<()> {
        if self.running.is_some() {
            return Ok(());
        }
        let next = self.pending.iter().position(|&row| self.is_ready(row));
        let Some(row) = next.and_then(|at| self.pending.remove(at)) else {
            return Ok(self.reviews.begin(self.session)?);
        };
        let all = &self.entrants.all;
        let table = || self.rows[row].table.iter().map(|&entrant| &all[entrant]);
        let Session { args, game, seed, events, .. } = self.session;
        let (rules, limits) = (args.rules.clone(), args.limits.clone());
        let series = self.session.series(table().filter_map(Entrant::player).collect())?;
        let faults = FaultReporter {
            game: *game,
            kind: args.isolation.kind,
            series: SeriesOptions { seed: in_short(*seed), rules, limits },
            players: table().map(|one| one.earlier.is_none().then(|| one.text.clone())).collect(),
            seen: self.seen.clone(),
        };
        let versions = table().map(|entrant| entrant.version).collect();
        self.rounds += 1;
        let (id, bar) = (self.rounds, bar(args.games));
        let losses = Losses::new(args.reviews as usize);
        let _playing = round::start(id, series, args.games, faults, losses, events)?;
        self.running = Some(Running { id, _playing, row, versions, bar, score: 0.0 });
        Ok(())
    }

    /// Reports the saves played in a row, even without a first move.
    fn tell_saves(&mut self, row: usize) -> io::Result<()> {
        let table = self.rows[row].table.clone();
        table.into_iter().try_for_each(|entrant| self.tell_save(entrant, None))
    }

    /// Reports the latest save of an entrant, once. `at` is the time of its first move.
    fn tell_save(&mut self, entrant: usize, at: Option<Instant>) -> io::Result<()> {
        let Some(version) = self.entrants.all[entrant].unreported.take() else { return Ok(()) };
        let Version { number: version, saved, lint, .. } = version;
        // The first version was saved before the watch began.
        let at = at.filter(|_| version > 1);
        let ms = at.map(|at| at.saturating_duration_since(saved).as_secs_f64() * 1e3);
        let bot = self.name(entrant);
        self.say(&Note::Version { bot, version, first_move_ms: ms, lint: &lint })
    }

    /// Prints the result of a review.
    fn tell_finding(&self, finding: &Finding) -> io::Result<()> {
        let Finding { row, version, kind } = finding;
        let (bot, against) = (self.name(self.rows[*row].table[0]), &*self.label(*row));
        let version = *version;
        self.say(&match kind {
            FindingKind::Asked(of, answers) => {
                Note::AskedAgain { bot, version, against, of: *of, answers }
            }
            FindingKind::Worst(worst) => Note::Worst { bot, version, against, worst },
        })
    }

    fn over(&mut self, briefs: Vec<Brief>, losses: Vec<Arc<Loss>>) -> anyhow::Result<()> {
        let Some(Running { row, versions, .. }) = self.running.take() else { return Ok(()) };
        // A bot that was never asked has made no first move.
        self.tell_saves(row)?;
        let Row { table, last } = &self.rows[row];
        let (contestant, rotations) = (table[0], table.len());
        let last = last.as_ref();
        let change = last.map(|(_, before)| Comparison::new(before, &briefs, rotations));
        let than = last.map(|(before, _)| self.than(table, before, &versions)).unwrap_or_default();
        let blocks = briefs.len() / rotations;
        let alike = blocks > 1 && distinct_blocks(&briefs, rotations) == 1;
        let labels = self.labels();
        let result = SeriesResult {
            bot: self.name(contestant),
            version: versions[0].unwrap_or_default(),
            named: self.entrants.folder.is_some(),
            against: &labels[row],
            width: labels.iter().map(|label| label.chars().count()).max().unwrap_or_default(),
            score: briefs.iter().map(|brief| brief.score).sum(),
            matches: briefs.len(),
            repeated: alike.then_some(blocks),
            change: change.as_ref(),
            than: &than,
            verbose: self.session.args.verbose,
        };
        self.say(&Note::Result(&result))?;
        let (version, shown) = (result.version, score(result.score, result.matches));
        self.history.add(contestant, version, row, shown);
        let reviews = !self.session.args.once && self.session.args.reviews > 0;
        if let Some(player) = self.entrants.all[contestant].player().filter(|_| reviews) {
            self.reviews.add(row, player, version, losses);
        }
        self.rows[row].last = Some((versions, briefs));
        self.play_next()
    }

    /// Names the version to compare with: the one that has changed.
    fn than(&self, table: &[usize], before: &[Option<u32>], now: &[Option<u32>]) -> String {
        let changed = (0..table.len()).find(|&player| before[player] != now[player]);
        let player = changed.unwrap_or_default();
        let number = before[player].unwrap_or_default();
        match player {
            0 => format!("version {number}"),
            _ => format!("version {number} of {}", self.name(table[player])),
        }
    }

    /// Lists the opponents of a row.
    fn label(&self, row: usize) -> String {
        let others = self.rows[row].table[1..].iter().map(|&n| self.name(n));
        others.collect::<Vec<_>>().join(", ")
    }

    /// Lists the opponents of each row.
    fn labels(&self) -> Vec<String> {
        (0..self.rows.len()).map(|row| self.label(row)).collect()
    }

    /// Stops the current series. Returns a table of the last versions with their scores.
    pub fn end(&mut self) -> String {
        self.running = None;
        let names: Vec<&str> = self.entrants.all.iter().map(|entrant| &*entrant.name).collect();
        self.history.table(&names, &self.labels())
    }
}

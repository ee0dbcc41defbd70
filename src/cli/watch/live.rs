//! `juez watch --live`: one match at human pace, in which a saved bot takes over at its next turn.

use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use super::entrants::Entrants;
use super::note::Note;
use super::screen::Screen;
use super::{Event, Frame, WatchArgs};
use crate::cli::Verdict;
use crate::cli::fault_card::FaultCard;
use crate::cli::match_text::{ShowEachMove, summary};
use crate::cli::text::{BOLD, DIM, RED};
use crate::core::{Budget, Limits, Mark, OnFault, Reason, Record, Seat, SeatFault, time_of_day};
use crate::referee::Call;
use crate::registry::{
    Broken, Change, LiveBot, MatchSetup, Mind, News, Notice, Onlooker, PlayerSpec, Sight, Step,
    Version, tell_apart,
};
use crate::script::{LoadError, STACK};
use crate::tournament::{Series, seating};

/// What bots may spend in a live match. It goes on whatever they do.
pub(super) fn limits(budget: Budget) -> Limits {
    Limits { on_fault: OnFault::Substitute, strikes: u32::MAX, ..Limits::of(budget) }
}

/// Something in a live match.
pub(in crate::cli) enum Moment {
    /// A table as it is drawn.
    Table(String),
    /// A move, for programs.
    Move(Value),
    /// A bot offended; the player is the version that did.
    Fault(SeatFault, Box<PlayerSpec>),
    /// Something with versions.
    News(String, News, Version),
    /// The match is over.
    Over(Result<Box<Record>, String>),
}

/// A match in progress; dropped, it is left.
struct Playing(#[allow(dead_code, reason = "hanging up is what ends the match")] Sender<()>);

/// Plays match after match until Ctrl-C.
pub(super) fn watch(
    frame: &Frame,
    entrants: &Entrants,
    args: &WatchArgs,
    happens: &Receiver<Event>,
) -> anyhow::Result<Verdict> {
    let tables = entrants.tables(0, frame.game, &frame.base)?;
    let live = entrants.all.iter().map(|_| None).collect();
    let mut stage = Stage {
        frame,
        entrants,
        tables,
        live,
        json: args.json,
        pace: Duration::from_secs_f64(args.pace),
        screen: Screen::stdout(),
        playing: None,
        matches: 0,
        waits: false,
        cards: HashSet::new(),
    };
    stage.say(|| format!("{DIM}live, Ctrl-C ends{DIM:#}"), || json!({"event": "live"}))?;
    for event in happens {
        match event {
            Event::Interrupt => {
                stage.playing = None;
                return Ok(Verdict::Interrupted);
            }
            Event::Saved(notice) => stage.saved(&notice)?,
            Event::Live(moment) => stage.show(moment)?,
            _ => {}
        }
    }
    Ok(Verdict::Done)
}

/// Everything around the table of a live match.
struct Stage<'a> {
    frame: &'a Frame,
    entrants: &'a Entrants,
    /// The tables that take turns.
    tables: Vec<Vec<usize>>,
    /// The bot of each entrant that is a script, once a version loads.
    live: Vec<Option<Arc<LiveBot>>>,
    json: bool,
    pace: Duration,
    screen: Screen<anstream::Stdout>,
    playing: Option<Playing>,
    matches: u32,
    /// Whether a version has come that did not get to play yet.
    waits: bool,
    /// Faults whose card was shown, by player, version, kind and place.
    cards: HashSet<(String, String, String, Option<u32>)>,
}

impl Stage<'_> {
    fn say(
        &mut self,
        text: impl FnOnce() -> String,
        value: impl FnOnce() -> Value,
    ) -> io::Result<()> {
        let text = if self.json { value().to_string() } else { text() };
        self.screen.line(&text)
    }

    fn note(&mut self, note: &Note<'_>) -> io::Result<()> {
        self.say(|| note.text(), || note.json())
    }

    fn saved(&mut self, notice: &Notice) -> anyhow::Result<()> {
        let at = |path: &Option<_>| path.as_deref() == Some(notice.path.as_path() as &Path);
        let entrants = self.entrants;
        for (n, entrant) in entrants.all.iter().enumerate().filter(|(_, e)| at(&e.path)) {
            let bot = entrant.name.as_str();
            let plays_on = self.live[n].as_ref().map(|live| live.newest().number);
            match &notice.change {
                Change::Version(version) => self.renew(n, bot, version)?,
                Change::Broken(broken) => self.note(&Note::Broken { bot, broken, plays_on })?,
                Change::Gone => self.note(&Note::Gone { bot, plays_on })?,
                Change::Back { number } => self.note(&Note::Back { bot, number: *number })?,
            }
        }
        if matches!(notice.change, Change::Version(_)) && self.playing.is_none() {
            self.begin()?;
        }
        Ok(())
    }

    fn renew(&mut self, n: usize, bot: &str, version: &Version) -> io::Result<()> {
        match &self.live[n] {
            Some(live) => live.renew(version.clone()),
            None => self.live[n] = Some(Arc::new(LiveBot::new(version.clone()))),
        }
        let number = version.number;
        let (time, waits) = (time_of_day(), self.playing.is_some());
        self.waits = true;
        self.say(
            || {
                let when = if waits { ", from its next turn on" } else { "" };
                format!("{DIM}{time}{DIM:#}  {BOLD}{bot}{BOLD:#} version {number}{when}")
            },
            || json!({"event": "version", "bot": bot, "version": number}),
        )
    }

    /// Begins the next match, if everybody can play.
    fn begin(&mut self) -> anyhow::Result<()> {
        let table = &self.tables[self.matches as usize % self.tables.len()];
        let mut players = Vec::new();
        let mut live = Vec::new();
        for &n in table {
            let entrant = &self.entrants.all[n];
            let player = match (&entrant.player, &self.live[n]) {
                (Some(player), _) => player.clone(),
                (None, Some(bot)) => {
                    live.push((entrant.name.clone(), bot.clone()));
                    PlayerSpec { name: entrant.name.clone(), mind: Mind::Live(bot.clone()) }
                }
                (None, None) => return Ok(()),
            };
            players.push(player);
        }
        tell_apart(&mut players);
        let Frame { game, base, seed, place, events, .. } = self.frame;
        let setup = MatchSetup { players, ..base.clone() };
        let series = Series::of_checked(*game, setup, *seed, place.clone())?;
        let (setup, _) = series.setup(self.matches);
        let seats = seating(setup.players.len(), series.teams());
        self.matches += 1;
        self.waits = false;
        let (playing, leave) = channel();
        let onlooker = Pacer {
            json: self.json,
            pace: self.pace,
            leave,
            is_left: false,
            seated: seats.into_iter().map(|entry| setup.players[entry].clone()).collect(),
            live,
            events: events.clone(),
        };
        let (game, events) = (*game, events.clone());
        thread::Builder::new().name("live".into()).stack_size(STACK).spawn(move || {
            let mut onlooker = onlooker;
            let record = game.play(&setup, &mut onlooker);
            onlooker.tell_news();
            let record = record.map(Box::new).map_err(|error| error.to_string());
            // Nobody listens any more when juez is about to end.
            let _ = events.send(Event::Live(Moment::Over(record)));
        })?;
        self.playing = Some(Playing(playing));
        Ok(())
    }

    fn show(&mut self, moment: Moment) -> anyhow::Result<()> {
        match moment {
            Moment::Table(text) => self.screen.table(text.trim_end_matches('\n'))?,
            Moment::Move(value) => self.screen.line(&value.to_string())?,
            Moment::Fault(fault, player) => self.fault(&fault, &player)?,
            Moment::News(bot, news, version) => self.news(&bot, &news, &version)?,
            Moment::Over(Err(error)) => anyhow::bail!("{error}"),
            Moment::Over(Ok(record)) => {
                self.playing = None;
                self.over(&record)?;
                if self.waits {
                    self.begin()?;
                }
            }
        }
        Ok(())
    }

    fn over(&mut self, record: &Record) -> anyhow::Result<()> {
        if record.end.as_ref().is_none_or(|end| end.reason == Reason::Stopped) {
            return Ok(());
        }
        let text = summary(self.frame.game, record, true)?;
        self.say(
            || format!("{text}\n\n{DIM}save a bot to play again, Ctrl-C ends{DIM:#}"),
            || json!({"event": "end", "players": record.players, "end": record.end}),
        )?;
        Ok(())
    }

    /// A card the first time a version does this, then a line.
    fn fault(&mut self, fault: &SeatFault, player: &PlayerSpec) -> io::Result<()> {
        let SeatFault { seat, ply, fault: what } = fault;
        let hash = player.mind.script().map(|spec| spec.bundle.hash.clone()).unwrap_or_default();
        let key = (player.name.clone(), hash, what.kind.to_string(), what.line);
        let text = match self.cards.insert(key) {
            true => {
                let card = FaultCard { fault, player, inquiry: None, fuel: None, again: &[] };
                format!("{card}\n")
            }
            false => format!("{RED}fault:{RED:#} {} at ply {ply}: {what}", player.name),
        };
        let event = || json!({"event": "fault", "bot": player.name, "seat": seat, "ply": ply, "fault": what});
        self.say(|| text, event)
    }

    fn news(&mut self, bot: &str, news: &News, version: &Version) -> io::Result<()> {
        self.waits = false;
        match news {
            News::TakesOver { seat, ply, number } => self.say(
                || {
                    format!(
                        "{BOLD}{bot}{BOLD:#} version {number} plays from here {DIM}(ply {ply}){DIM:#}"
                    )
                },
                || json!({"event": "takeover", "bot": bot, "version": number, "seat": seat, "ply": ply}),
            ),
            News::Fails { plays_on, fault, .. } => {
                let excerpt = version.spec.excerpt(fault);
                let error = LoadError::Load { fault: Box::new(fault.clone()), excerpt };
                let broken = Broken::from(&error);
                self.note(&Note::Broken { bot, broken: &broken, plays_on: Some(*plays_on) })
            }
        }
    }
}

/// Sits beside the table, tells what happens and slows it down.
struct Pacer {
    json: bool,
    pace: Duration,
    /// Hangs up when the match is to be left.
    leave: Receiver<()>,
    is_left: bool,
    /// The player of each seat.
    seated: Vec<PlayerSpec>,
    /// The live bots at the table, by name.
    live: Vec<(String, Arc<LiveBot>)>,
    events: Sender<Event>,
}

impl Pacer {
    fn tell(&self, moment: Moment) {
        // Nobody listens any more when juez is about to end.
        let _ = self.events.send(Event::Live(moment));
    }

    fn tell_news(&self) {
        for (name, live) in &self.live {
            for news in live.news() {
                self.tell(Moment::News(name.clone(), news, live.newest()));
            }
        }
    }

    /// Draws something, unless only programs look. The table is the one after the move, for whoever
    /// sits before it waits for that; the marks are those with which the mover explains it.
    fn draw(&self, marks: &[Mark], what: impl FnOnce(&mut ShowEachMove<'_, Page>)) {
        if self.json {
            return;
        }
        let mut page = Page(Vec::new());
        let names = self.seated.iter().map(|player| player.name.clone()).collect();
        let mut show = ShowEachMove::new(&mut page, names);
        what(&mut show);
        show.put_table(marks);
        let text = String::from_utf8_lossy(&page.0).into_owned();
        self.tell(Moment::Table(text));
    }

    /// The player in a seat, in the version that plays there.
    fn player(&self, seat: Seat) -> Option<PlayerSpec> {
        let player = self.seated.get(seat.index())?.clone();
        Some(match &player.mind {
            Mind::Live(live) => {
                PlayerSpec { mind: Mind::Script(live.playing(seat).spec), ..player }
            }
            _ => player,
        })
    }
}

impl Onlooker for Pacer {
    fn begins(&mut self, table: &dyn Sight) {
        self.draw(&[], |show| show.begins(table));
    }

    fn dealt(&mut self, table: &dyn Sight) {
        self.draw(&[], |show| show.dealt(table));
    }

    fn returned(&mut self, _: Call) {
        self.tell_news();
    }

    fn moved(&mut self, step: &Step<'_>) {
        self.draw(step.how.marks.as_deref().unwrap_or_default(), |show| show.moved(step));
        if self.json {
            self.tell(Moment::Move(json!({
                "event": "move", "ply": step.ply - 1, "seat": step.seat, "move": step.mv,
                "by": step.how.by, "log": step.how.log, "marks": step.how.marks,
            })));
        }
        let left = self.leave.recv_timeout(self.pace);
        self.is_left = matches!(left, Err(mpsc::RecvTimeoutError::Disconnected));
    }

    fn fault(&mut self, fault: &SeatFault) {
        if let Some(player) = self.player(fault.seat) {
            self.tell(Moment::Fault(fault.clone(), Box::new(player)));
        }
    }

    fn stop(&mut self) -> bool {
        self.is_left
    }
}

/// One table as text.
struct Page(Vec<u8>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

//! `juez watch --live`: one match at human pace, in which a saved bot takes over at its next turn.

use serde_json::{Value, json};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use super::entrants::Entrants;
use super::events::{Event, LiveEvent, Session};
use super::line_up::{LineUp, NextMatch};
use super::note::{Note, lint_text};
use super::screen::Screen;
use super::time_of_day;
use crate::cli::fault_card::FaultCard;
use crate::cli::match_text::{ShowEachMove, summary};
use crate::cli::seen_faults::SeenFaults;
use crate::cli::text::{BOLD, DIM, RED};
use crate::cli::verdict::Verdict;
use juez_core::{Budget, HookLog, Limits, Observer, OnFault, Ply, Reason, Record, Seat, SeatFault};
use juez_match::referee::Call;
use juez_match::registry::{
    AnyTable, Broken, Change, LiveBot, Mind, News, Notice, Onlooker, PlayerSpec, Step, Version,
};
use juez_script::{LoadError, STACK};

/// Returns limits for a live match, which continues after any fault.
pub(super) fn limits(budget: Budget) -> Limits {
    Limits { on_fault: OnFault::Substitute, strikes: u32::MAX, ..Limits::of(budget) }
}

/// Plays match after match until Ctrl-C.
pub(super) fn watch(session: &Session, entrants: &Entrants) -> anyhow::Result<Verdict> {
    let mut live_watch = LiveWatch {
        session,
        line_up: LineUp::new(session, entrants)?,
        screen: Screen::stdout(),
        playing: None,
        seen: SeenFaults::default(),
    };
    live_watch.say(format!("{DIM}live, Ctrl-C ends{DIM:#}"), json!({"event": "live"}))?;
    entrants.to_come().try_for_each(|note| live_watch.note(&note))?;
    for event in &session.happens {
        match event {
            Event::Interrupt => return Ok(Verdict::Interrupted),
            Event::Saved(notice) => live_watch.saved(&notice)?,
            Event::Live(moment) => live_watch.show(moment)?,
            _ => {}
        }
    }
    Ok(Verdict::Done)
}

/// State around the table of a live match.
struct LiveWatch<'a> {
    session: &'a Session,
    line_up: LineUp<'a>,
    screen: Screen<anstream::Stdout>,
    /// The match in progress; it stops when this is dropped.
    playing: Option<Sender<()>>,
    /// Faults of each version already shown as a card.
    seen: SeenFaults,
}

impl LiveWatch<'_> {
    /// Prints text, or JSON with `--json`.
    fn say(&mut self, text: String, value: Value) -> io::Result<()> {
        self.screen.line(&if self.session.args.json { value.to_string() } else { text })
    }

    fn note(&mut self, note: &Note<'_>) -> io::Result<()> {
        self.screen.line(&self.session.said(note))
    }

    fn saved(&mut self, notice: &Notice) -> anyhow::Result<()> {
        for (_, note) in self.line_up.take(notice) {
            match note {
                Note::Version { bot, version, lint, .. } => {
                    let when = if self.playing.is_some() { ", from its next turn on" } else { "" };
                    let (time, warnings) = (time_of_day(), lint_text(lint));
                    self.say(
                        format!(
                            "{DIM}{time}{DIM:#}  {BOLD}{bot}{BOLD:#} version {version}{when}{warnings}"
                        ),
                        json!({"event": "version", "bot": bot, "version": version, "lint": lint}),
                    )?;
                }
                note => self.note(&note)?,
            }
        }
        if matches!(notice.change, Change::Version(_)) && self.playing.is_none() {
            self.begin()?;
        }
        Ok(())
    }

    /// Begins the next match, if every player is ready.
    fn begin(&mut self) -> anyhow::Result<()> {
        let next = self.line_up.next()?;
        let Some(NextMatch { setup, seated, live, .. }) = next else { return Ok(()) };
        let Session { args, game, events, .. } = self.session;
        let (playing, leave) = channel();
        let mut onlooker = Pacer {
            json: args.json,
            pace: Duration::from_secs_f64(args.pace),
            leave,
            seated,
            live,
            events: events.clone(),
        };
        let game = *game;
        thread::Builder::new().name("live".into()).stack_size(STACK).spawn(move || {
            let record = game.play(&setup, &mut onlooker);
            onlooker.tell_news();
            let record = record.map(Box::new).map_err(|error| error.to_string());
            onlooker.tell(LiveEvent::Over(record));
        })?;
        self.playing = Some(playing);
        Ok(())
    }

    fn show(&mut self, moment: LiveEvent) -> anyhow::Result<()> {
        match moment {
            LiveEvent::Table(text) => self.screen.table(text.trim_end_matches('\n'))?,
            LiveEvent::Move(value) => self.screen.line(&value.to_string())?,
            LiveEvent::Wrote(bot, log) => {
                self.note(&Note::Wrote { bot: &bot, logs: std::slice::from_ref(&log) })?;
            }
            LiveEvent::Fault(fault, log, player) => self.fault(&fault, &log, &player)?,
            LiveEvent::News(bot, news, version) => self.news(&bot, &news, &version)?,
            LiveEvent::Over(Err(error)) => anyhow::bail!("{error}"),
            LiveEvent::Over(Ok(record)) => {
                self.playing = None;
                self.over(&record)?;
                if self.line_up.waits {
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
        let text = summary(self.session.game, record, true, Observer::Open)?;
        self.say(
            format!("{text}\n\n{DIM}save a bot to play again, Ctrl-C ends{DIM:#}"),
            json!({"event": "end", "players": record.players, "end": record.end}),
        )?;
        Ok(())
    }

    /// Reports a fault: as a card the first time for a version, then as a line.
    fn fault(&mut self, fault: &SeatFault, log: &[String], player: &PlayerSpec) -> io::Result<()> {
        let SeatFault { seat, ply, fault: what } = fault;
        let hash = player.mind.script().map(|spec| spec.bundle.hash.clone()).unwrap_or_default();
        let text = if self.seen.is_new(format!("{} {hash}", player.name), what) {
            format!("{}\n", FaultCard { log, ..FaultCard::new(fault, player) })
        } else {
            format!("{RED}fault:{RED:#} {} at ply {ply}: {what}", player.name)
        };
        let event = json!({"event": "fault", "bot": player.name, "seat": seat, "ply": ply, "fault": what, "log": log});
        self.say(text, event)
    }

    fn news(&mut self, bot: &str, news: &News, version: &Version) -> io::Result<()> {
        self.line_up.waits = false;
        let News { seat, ply, number, failed } = news;
        match failed {
            None => self.say(
                format!(
                    "{BOLD}{bot}{BOLD:#} version {number} plays from here {DIM}(ply {ply}){DIM:#}"
                ),
                json!({"event": "takeover", "bot": bot, "version": number, "seat": seat, "ply": ply}),
            ),
            Some((fault, plays_on)) => {
                let excerpt = version.spec.excerpt(fault);
                let log = Vec::new();
                let error = LoadError::Load { fault: Box::new(fault.clone()), excerpt, log };
                let (broken, plays_on) = (&Broken::from(&error), Some(*plays_on));
                self.note(&Note::Broken { bot, broken, plays_on })
            }
        }
    }
}

/// An onlooker that reports the events of a match and slows it down.
struct Pacer {
    json: bool,
    pace: Duration,
    /// Disconnected when the match must stop.
    leave: Receiver<()>,
    seated: Vec<PlayerSpec>,
    /// Live bots at the table, by name.
    live: Vec<(String, Arc<LiveBot>)>,
    events: Sender<Event>,
}

impl Pacer {
    fn tell(&self, moment: LiveEvent) {
        // Fails only while juez exits.
        let _ = self.events.send(Event::Live(moment));
    }

    fn tell_news(&self) {
        for (name, live) in &self.live {
            for news in live.news() {
                self.tell(LiveEvent::News(name.clone(), news, live.newest()));
            }
        }
    }

    /// Draws the table after a move, unless the output is JSON. `how` has the mover's drawing.
    fn draw(&self, how: Option<&Ply>, what: impl FnOnce(&mut ShowEachMove<'_, Vec<u8>>)) {
        if self.json {
            return;
        }
        let mut page = Vec::new();
        let names = self.seated.iter().map(|player| player.name.clone()).collect();
        let mut show = ShowEachMove::new(&mut page, names, Observer::Open);
        what(&mut show);
        show.put_table(how);
        self.tell(LiveEvent::Table(String::from_utf8_lossy(&page).into_owned()));
    }

    /// Returns the player of a seat in its current version.
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
    fn begins(&mut self, table: &dyn AnyTable) {
        self.draw(None, |show| show.begins(table));
    }

    fn dealt(&mut self, table: &dyn AnyTable) {
        self.draw(None, |show| show.dealt(table));
    }

    fn returned(&mut self, _: Call) {
        self.tell_news();
    }

    fn moved(&mut self, step: &Step<'_>) {
        self.draw(Some(step.how), |show| show.moved(step));
        if self.json {
            let Ply { by, log, marks, plots, .. } = step.how;
            self.tell(LiveEvent::Move(json!({
                "event": "move", "ply": step.ply - 1, "seat": step.seat, "move": step.mv,
                "by": by, "log": log, "marks": marks, "plots": plots,
            })));
        }
        let _ = self.leave.recv_timeout(self.pace);
    }

    fn wrote(&mut self, log: &HookLog) {
        if let Some(player) = self.seated.get(log.seat.index()).filter(|_| !log.log.is_empty()) {
            self.tell(LiveEvent::Wrote(player.name.clone(), log.clone()));
        }
    }

    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        if let Some(player) = self.player(fault.seat) {
            self.tell(LiveEvent::Fault(fault.clone(), log.to_vec(), Box::new(player)));
        }
    }

    fn stop(&mut self) -> bool {
        matches!(self.leave.try_recv(), Err(TryRecvError::Disconnected))
    }
}

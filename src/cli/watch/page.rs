//! `juez watch --web`: matches in the browser in which a saved bot takes over at its next turn.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;

use super::entrants::{Entrant, Entrants};
use super::note::Note;
use super::{Event, Frame, WatchArgs};
use crate::cli::Verdict;
use crate::cli::text::{BOLD, DIM};
use crate::cli::web::{Guest, Shown, serve, wait_until_over};
use crate::core::{Seat, time_of_day};
use crate::registry::{
    Broken, Change, LiveBot, MatchSetup, Mind, Notice, PlayerSpec, Version, tell_apart,
};
use crate::server::{Hall, SourceError, Table, Visitor};
use crate::tournament::Series;

/// Longest source that is shown beside an error, in bytes.
const LONGEST_SOURCE: usize = 256 * 1024;

/// Plays match after match until Ctrl-C.
pub(super) fn watch(
    frame: &Frame,
    entrants: &Entrants,
    args: &WatchArgs,
    happens: &Receiver<Event>,
) -> anyhow::Result<Verdict> {
    let tables = entrants.tables(0, frame.game, &frame.base)?;
    let Guest { site, hall, shown, owner } = args.web.open(Some(&args.place))?;
    let (end, ended) = oneshot::channel::<()>();
    let events = frame.events.clone();
    let served = hall.clone();
    let server = thread::Builder::new().name("server".into()).spawn(move || {
        let served = serve(site, &served, async { drop(ended.await) });
        // Then there is nothing to watch for any more.
        let _ = events.send(Event::Interrupt);
        served
    })?;
    let mut stage = Stage {
        frame,
        entrants,
        tables,
        live: entrants.all.iter().map(|_| None).collect(),
        hall,
        owner,
        shown,
        json: args.json,
        pace: Duration::from_secs_f64(args.pace),
        playing: None,
        last: None,
        matches: 0,
        waits: false,
    };
    let watched = stage.run(happens);
    drop(end);
    if let Ok(served) = server.join() {
        served?;
    }
    watched.map(|()| Verdict::Interrupted)
}

/// A match in progress.
struct Playing {
    table: Arc<Table>,
    /// The seats of each entrant of the table, in the table's order.
    seats: Vec<Vec<Seat>>,
    /// The entrants at the table.
    entrants: Vec<usize>,
}

/// Everything around the table.
struct Stage<'a> {
    frame: &'a Frame,
    entrants: &'a Entrants,
    /// The tables that take turns.
    tables: Vec<Vec<usize>>,
    /// The bot of each entrant that is a script, once a version loads.
    live: Vec<Option<Arc<LiveBot>>>,
    hall: Arc<Hall>,
    owner: Visitor,
    shown: Shown,
    json: bool,
    pace: Duration,
    playing: Option<Playing>,
    /// The match before, at which news are told until the next one begins.
    last: Option<Playing>,
    matches: u32,
    /// Whether a version has come that did not get to play yet.
    waits: bool,
}

impl Stage<'_> {
    fn run(&mut self, happens: &Receiver<Event>) -> anyhow::Result<()> {
        for event in happens {
            match event {
                Event::Interrupt => return Ok(()),
                Event::Saved(notice) => self.saved(&notice)?,
                Event::TableOver => self.over()?,
                _ => {}
            }
        }
        Ok(())
    }

    fn note(&self, note: &Note<'_>) -> io::Result<()> {
        let text = if self.json { note.json().to_string() } else { note.text() };
        let mut out = anstream::stdout();
        writeln!(out, "{text}").and_then(|()| out.flush())
    }

    fn saved(&mut self, notice: &Notice) -> anyhow::Result<()> {
        let at = |path: &Option<_>| path.as_deref() == Some(notice.path.as_path() as &Path);
        let entrants = self.entrants;
        for (n, entrant) in entrants.all.iter().enumerate().filter(|(_, e)| at(&e.path)) {
            let bot = entrant.name.as_str();
            let plays_on = self.live[n].as_ref().map(|live| live.newest().number);
            match &notice.change {
                Change::Version(version) => self.renew(n, bot, version)?,
                Change::Broken(broken) => {
                    self.note(&Note::Broken { bot, broken, plays_on })?;
                    self.tell_page(n, entrant, plays_on.unwrap_or_default(), broken);
                }
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
        self.waits = true;
        self.note(&Note::Version { bot, number: version.number, ms: None })
    }

    /// Shows at the table what is wrong with a version.
    fn tell_page(&self, n: usize, entrant: &Entrant, plays_on: u32, broken: &Broken) {
        let at_table = |playing: &Playing| playing.entrants.iter().position(|&at| at == n);
        let Some(playing) = self.playing.as_ref().or(self.last.as_ref()) else { return };
        let seats = at_table(playing).and_then(|at| playing.seats.get(at));
        let seat = seats.and_then(|seats| seats.first()).copied();
        let error = SourceError { source: source(entrant, broken), ..SourceError::from(broken) };
        playing.table.reloaded(seat, plays_on, Some(error));
    }

    /// Begins the next match, if everybody can play.
    fn begin(&mut self) -> anyhow::Result<()> {
        let table = &self.tables[self.matches as usize % self.tables.len()];
        let mut players = Vec::new();
        for &n in table {
            let entrant = &self.entrants.all[n];
            players.push(match (&entrant.player, &self.live[n]) {
                (Some(player), _) => player.clone(),
                (None, Some(bot)) => {
                    PlayerSpec { name: entrant.name.clone(), mind: Mind::Live(bot.clone()) }
                }
                (None, None) => return Ok(()),
            });
        }
        tell_apart(&mut players);
        let Frame { game, base, seed, place, events, .. } = self.frame;
        let setup = MatchSetup { players, ..base.clone() };
        let series = Series::of_checked(*game, setup, *seed, place.clone())?;
        let (setup, order) = series.setup(self.matches);
        let pace = self.pace.as_millis().try_into().unwrap_or(u32::MAX);
        let id = self.hall.begin_with(*game, &setup, &self.owner, pace)?;
        if let Some(last) = self.last.take() {
            last.table.followed_by(&id);
        }
        let (entrants, seats) = (table.clone(), series.seats(&order));
        self.matches += 1;
        self.waits = false;
        if let Some(table) = self.hall.table(&id) {
            self.playing = Some(Playing { table: table.clone(), seats, entrants });
            let (events, owner) = (events.clone(), self.owner);
            thread::Builder::new().name("end of a match".into()).spawn(move || {
                let _ = wait_until_over(&table, &owner);
                // Nobody listens any more when juez is about to end.
                let _ = events.send(Event::TableOver);
            })?;
        }
        self.shown.page(&format!("/m/{id}"))
    }

    fn over(&mut self) -> anyhow::Result<()> {
        self.last = self.playing.take();
        if self.waits {
            return self.begin();
        }
        if !self.json {
            let (time, mut out) = (time_of_day(), anstream::stdout());
            writeln!(
                out,
                "{DIM}{time}{DIM:#}  {BOLD}the match is over{BOLD:#}; save a bot to play again"
            )?;
        }
        Ok(())
    }
}

/// The file in which the error is, as it stands on disk.
fn source(entrant: &Entrant, broken: &Broken) -> Option<String> {
    let path = entrant.path.as_deref()?;
    let path = match path.is_dir() {
        true => path.join(broken.file.as_ref()?),
        false => path.to_path_buf(),
    };
    std::fs::read_to_string(path).ok().filter(|text| text.len() <= LONGEST_SOURCE)
}

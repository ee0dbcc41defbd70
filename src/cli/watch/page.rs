//! `juez watch --web`: matches in the browser in which a saved bot takes over at its next turn.

use std::io::Write;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;

use super::entrants::{Entrant, Entrants};
use super::events::{Event, Session};
use super::line_up::{LineUp, NextMatch};
use super::note::Note;
use super::time_of_day;
use crate::cli::text::{BOLD, DIM};
use crate::cli::verdict::Verdict;
use crate::cli::web::{CommandServer, PageLinks, serve, wait_until_over};
use juez_core::Seat;
use juez_lobby::{Lobby, MatchTable, SourceError, VisitorId};
use juez_match::registry::{Broken, Change, Notice};
use juez_script::{Bundle, read_text};

/// Limit in bytes on the source shown with an error.
const MAX_SOURCE_BYTES: u64 = 256 * 1024;

/// Plays match after match until Ctrl-C.
pub(super) fn watch(session: &Session, entrants: &Entrants) -> anyhow::Result<Verdict> {
    let line_up = LineUp::new(session, entrants)?;
    let args = &session.args;
    let CommandServer { site, lobby, links, owner } = args.web.open(Some(&args.isolation))?;
    let (end, ended) = oneshot::channel::<()>();
    let events = session.events.clone();
    let served = lobby.clone();
    let server = thread::Builder::new().name("server".into()).spawn(move || {
        let served = serve(site, &served, async { drop(ended.await) });
        // The watch ends with the server.
        let _ = events.send(Event::Interrupt);
        served
    })?;
    let mut page_watch =
        PageWatch { session, line_up, lobby, owner, links, playing: None, last: None };
    let reported = entrants.to_come().try_for_each(|note| session.print(&note));
    let watched = reported.map_err(anyhow::Error::from).and_then(|()| page_watch.run());
    drop(end);
    if let Ok(served) = server.join() {
        served?;
    }
    watched.map(|()| Verdict::Interrupted)
}

struct Playing {
    table: Arc<MatchTable>,
    /// First seat of each entrant at the table.
    seats: Vec<(usize, Seat)>,
}

struct PageWatch<'a> {
    session: &'a Session,
    line_up: LineUp<'a>,
    lobby: Arc<Lobby>,
    owner: VisitorId,
    links: PageLinks,
    playing: Option<Playing>,
    /// The previous match, which shows news until the next one begins.
    last: Option<Playing>,
}

impl PageWatch<'_> {
    fn run(&mut self) -> anyhow::Result<()> {
        for event in &self.session.happens {
            match event {
                Event::Interrupt => return Ok(()),
                Event::Saved(notice) => self.saved(&notice)?,
                Event::TableOver => self.over()?,
                _ => {}
            }
        }
        Ok(())
    }

    fn saved(&mut self, notice: &Notice) -> anyhow::Result<()> {
        for (number, note) in self.line_up.take(notice) {
            self.session.print(&note)?;
            if let Note::Broken { broken, plays_on, .. } = note {
                self.tell_page(number, plays_on.unwrap_or_default(), broken);
            }
        }
        if matches!(notice.change, Change::Version(_)) && self.playing.is_none() {
            self.begin()?;
        }
        Ok(())
    }

    /// Shows the error of a version at the table.
    fn tell_page(&self, n: usize, plays_on: u32, broken: &Broken) {
        let Some(playing) = self.playing.as_ref().or(self.last.as_ref()) else { return };
        let seat = playing.seats.iter().find(|(entrant, _)| *entrant == n).map(|(_, seat)| *seat);
        let source = source(&self.line_up.entrants.all[n], broken);
        let error = SourceError { source, ..SourceError::from(broken) };
        playing.table.reloaded(seat, plays_on, Some(error));
    }

    /// Begins the next match, if every player is ready.
    fn begin(&mut self) -> anyhow::Result<()> {
        let Some(next) = self.line_up.next()? else { return Ok(()) };
        let NextMatch { setup, seats, .. } = next;
        let Session { args, game, events, .. } = self.session;
        let pace = Duration::from_secs_f64(args.pace).as_millis().try_into().unwrap_or(u32::MAX);
        let seed = args.seed.map(|seed| seed.to_string());
        let id = self.lobby.begin_with(*game, &setup, &self.owner, pace, seed.as_deref())?;
        if let Some(last) = self.last.take() {
            last.table.followed_by(&id);
        }
        if let Some(table) = self.lobby.table(&id) {
            self.playing = Some(Playing { table: table.clone(), seats });
            let (events, owner) = (events.clone(), self.owner);
            thread::Builder::new().name("end of a match".into()).spawn(move || {
                let _ = wait_until_over(&table, &owner);
                // Fails only while juez exits.
                let _ = events.send(Event::TableOver);
            })?;
        }
        self.links.page(&format!("/m/{id}"))
    }

    fn over(&mut self) -> anyhow::Result<()> {
        self.last = self.playing.take();
        if self.line_up.waits {
            return self.begin();
        }
        if !self.session.args.json {
            let time = time_of_day();
            writeln!(
                anstream::stdout(),
                "{DIM}{time}{DIM:#}  {BOLD}the match is over{BOLD:#}; save a bot to play again"
            )?;
        }
        Ok(())
    }
}

/// Reads the file with the error from disk.
fn source(entrant: &Entrant, broken: &Broken) -> Option<String> {
    let path = entrant.path.as_deref()?;
    let path = match Bundle::folder(path) {
        Some(folder) => folder.join(broken.file.as_ref()?),
        None => path.to_path_buf(),
    };
    read_text(&path, MAX_SOURCE_BYTES).ok()
}

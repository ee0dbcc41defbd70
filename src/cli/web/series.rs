//! `juez play --web`.

use parking_lot::Mutex;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::{CommandServer, PageLinks, Web, interrupted, serve, wait_until_over};
use crate::cli::options::IsolationArgs;
use crate::cli::text::tell;
use crate::cli::verdict::Verdict;
use crate::cli::writer::Writer;
use juez_core::Seed;
use juez_lobby::{Lobby, MatchTable, VisitorId};
use juez_match::registry::{AnyGame, Asked, Choice, Person};
use juez_tournament::Series;

/// A person who will play in the browser. Never asked: the lobby asks the page.
pub(crate) struct WebPerson;

impl Person for WebPerson {
    fn choose(&self, _: &Asked<'_>) -> Choice {
        Choice::Resign
    }
}

pub(crate) struct WebSeries {
    pub game: &'static dyn AnyGame,
    pub series: Series,
    pub games: u32,
    pub chosen_seed: Option<Seed>,
    /// Minimum time of a bot's move.
    pub pace: Duration,
    /// File of records.
    pub writer: Option<Writer>,
}

/// The file of records, and the match not written yet.
struct Records {
    writer: Option<Writer>,
    table: Option<Arc<MatchTable>>,
}

impl Records {
    /// Writes the record of the match if it is over.
    fn write(&mut self) -> anyhow::Result<()> {
        let Some(record) = self.table.as_ref().and_then(|table| table.record()) else {
            return Ok(());
        };
        self.table = None;
        self.writer.as_mut().map_or(Ok(()), |writer| writer.write(&record))
    }
}

/// Plays matches one after the other, and serves until interrupted.
pub(crate) fn play(
    web: &Web,
    isolation: &IsolationArgs,
    mut series_args: WebSeries,
) -> anyhow::Result<Verdict> {
    let CommandServer { site, lobby, mut links, owner } = web.open(Some(isolation))?;
    // Begins the first match before printing a link, so that errors of players are reported here.
    let first = begin(&lobby, &series_args, 0, &owner)?;
    links.page(&format!("/m/{first}"))?;
    let records = Records { writer: series_args.writer.take(), table: lobby.table(&first) };
    let records = Arc::new(Mutex::new(records));
    let (playing, written) = (lobby.clone(), records.clone());
    thread::Builder::new().name("series".into()).spawn(move || {
        if let Err(error) = play_rest(&playing, &series_args, &written, first, &mut links, &owner) {
            tell(crate::cli::text::error(&error));
        }
    })?;
    serve(site, &lobby, interrupted())?;
    // The server can stop before the other thread has written the last record.
    records.lock().write()?;
    Ok(Verdict::Done)
}

fn begin(
    lobby: &Arc<Lobby>,
    series_args: &WebSeries,
    n: u32,
    owner: &VisitorId,
) -> anyhow::Result<String> {
    let (setup, _) = series_args.series.setup(n);
    let pace = series_args.pace.as_millis().try_into().unwrap_or(u32::MAX);
    let seed = series_args.chosen_seed.map(|seed| seed.to_string());
    Ok(lobby.begin_with(series_args.game, &setup, owner, pace, seed.as_deref())?)
}

/// Plays the matches after the first, each after the end of the previous one.
fn play_rest(
    lobby: &Arc<Lobby>,
    series_args: &WebSeries,
    records: &Mutex<Records>,
    first: String,
    links: &mut PageLinks,
    owner: &VisitorId,
) -> anyhow::Result<()> {
    let mut id = first;
    for n in 1..=series_args.games {
        // The lobby keeps a running match, and this one has just begun.
        let Some(table) = lobby.table(&id) else { return Ok(()) };
        wait_until_over(&table, owner)?;
        records.lock().write()?;
        if n < series_args.games {
            id = begin(lobby, series_args, n, owner)?;
            records.lock().table = lobby.table(&id);
            table.followed_by(&id);
            links.page(&format!("/m/{id}"))?;
        }
    }
    tell(match series_args.games {
        1 => "the match is over; Ctrl-C ends",
        _ => "the matches are over; Ctrl-C ends",
    });
    Ok(())
}

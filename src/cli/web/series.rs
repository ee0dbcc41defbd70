//! `juez play --web`.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::{Guest, Shown, Web, interrupted, serve, wait_until_over};
use crate::cli::Verdict;
use crate::cli::options::Place;
use crate::cli::text::tell;
use crate::cli::writer::Writer;
use crate::registry::{AnyGame, Asked, Choice, Person};
use crate::server::{Hall, Visitor};
use crate::tournament::Series;

/// A person who will sit down: at a table of the hall the page is asked, not this.
pub(in crate::cli) struct Sitter;

impl Person for Sitter {
    fn choose(&self, _: &Asked<'_>) -> Choice {
        Choice::Resign
    }
}

/// Matches to be shown.
pub(in crate::cli) struct Shows {
    /// Their game.
    pub game: &'static dyn AnyGame,
    /// What they are.
    pub series: Series,
    /// How many of them.
    pub games: u32,
    /// How long a bot's move takes.
    pub pace: Duration,
    /// Where their records are kept.
    pub writer: Option<Writer>,
}

/// Plays matches one after the other, and goes on serving.
pub(in crate::cli) fn play(web: &Web, place: &Place, shows: Shows) -> anyhow::Result<Verdict> {
    let Guest { site, hall, mut shown, owner } = web.open(Some(place))?;
    // Before any page is promised: whatever is wrong with the players is said here.
    let first = begin(&hall, &shows, 0, &owner)?;
    shown.page(&format!("/m/{first}"))?;
    let playing = hall.clone();
    thread::Builder::new().name("series".into()).spawn(move || {
        if let Err(error) = go_on(&playing, shows, first, &mut shown, &owner) {
            tell(crate::cli::text::error(&error));
        }
    })?;
    serve(site, &hall, interrupted())?;
    Ok(Verdict::Done)
}

fn begin(hall: &Arc<Hall>, shows: &Shows, n: u32, owner: &Visitor) -> anyhow::Result<String> {
    let (setup, _) = shows.series.setup(n);
    let pace = shows.pace.as_millis().try_into().unwrap_or(u32::MAX);
    Ok(hall.begin_with(shows.game, &setup, owner, pace)?)
}

/// Plays the matches after the first, each when the one before is over.
fn go_on(
    hall: &Arc<Hall>,
    mut shows: Shows,
    first: String,
    shown: &mut Shown,
    owner: &Visitor,
) -> anyhow::Result<()> {
    let mut id = first;
    for n in 1..=shows.games {
        // The hall has it for as long as it runs, and it has just begun.
        let Some(table) = hall.table(&id) else { return Ok(()) };
        wait_until_over(&table, owner)?;
        if let (Some(writer), Some(record)) = (&mut shows.writer, table.record()) {
            writer.write(&record)?;
        }
        if n < shows.games {
            id = begin(hall, &shows, n, owner)?;
            table.followed_by(&id);
            shown.page(&format!("/m/{id}"))?;
        }
    }
    tell(match shows.games {
        1 => "the match is over; Ctrl-C ends",
        _ => "the matches are over; Ctrl-C ends",
    });
    Ok(())
}

//! The thread on which a match is played, from its beginning or from where it was left.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::archive::{Brief, StoredMove};
use super::chair::Chairs;
use super::late::End;
use super::paper::unfinished;
use super::play::Ending;
use super::scribe::Scribe;
use super::table::Table;
use crate::core::{Record, SeatFault};
use crate::pool::Isolation;
use crate::registry::{Eyes, MatchSetup, Mind, Person};
use crate::server::{Status, words};

/// A match to play.
pub(super) struct Run {
    /// Its table.
    pub table: Arc<Table>,
    /// Where it is played.
    pub place: Arc<Isolation>,
    /// The bot at each seat.
    pub bots: Vec<Option<Mind>>,
    /// The moves that were stored before the server was restarted.
    pub past: Arc<[StoredMove]>,
    /// The calls that were stored then as not to be made again.
    pub crashes: Vec<SeatFault>,
}

impl Run {
    /// A match from its beginning.
    pub fn new(table: Arc<Table>, place: Arc<Isolation>, bots: Vec<Option<Mind>>) -> Run {
        Run { table, place, bots, past: Arc::default(), crashes: Vec::new() }
    }

    /// What is played.
    pub fn setup(&self) -> MatchSetup {
        let person: Arc<dyn Person> = Arc::new(Chairs::new(self.table.clone(), self.past.clone()));
        MatchSetup { known: self.crashes.clone(), ..self.table.plan.setup(&self.bots, &person) }
    }

    /// Plays it, on a thread that has the stack for scripts.
    pub fn go(self) {
        let setup = self.setup();
        let mut scribe = Scribe::new(&self);
        // A table whose thread is gone would wait for ever.
        let played = catch_unwind(AssertUnwindSafe(|| {
            self.place.show(self.table.game, &setup, &mut scribe)
        }));
        let played = match played {
            Ok(played) => played.map_err(|error| error.to_string()),
            Err(_) => Err(words::platform_failed()),
        };
        conclude(&self.table, &setup, played);
    }
}

/// Writes down how a match ended. One that is to go on another day is left as it is.
fn conclude(table: &Table, setup: &MatchSetup, played: Result<Record, String>) {
    let (ending, ended, made, faults) = {
        let play = table.play();
        (play.ending.clone(), play.ended, play.made.clone(), play.faults.clone())
    };
    let on_paper = |stopped| unfinished(table.game, setup, &made, &faults, stopped);
    let (status, why, record) = match (played, ending) {
        (Ok(record), None) => (Status::Finished, None, Ok(record)),
        (Ok(record), _) if ended => (Status::Finished, None, Ok(record)),
        (_, Some(Ending::Close)) => return,
        (_, Some(Ending::Stop)) => (Status::Stopped, None, on_paper(true)),
        (_, Some(Ending::PutOut(why))) => (Status::Stopped, Some(why), on_paper(true)),
        (_, Some(Ending::Broken(why))) | (Err(why), None) => {
            (Status::Broken, Some(why), on_paper(false))
        }
    };
    leave(table, status, why, record.ok(), made.iter().map(|made| made.ms).collect());
}

/// Stores a match that is over, and tells of it.
pub(super) fn leave(
    table: &Table,
    status: Status,
    why: Option<String>,
    record: Option<Record>,
    times: Vec<Option<u64>>,
) {
    let end = record.as_ref().and_then(|record| record.end.as_ref());
    let ranks = end.filter(|_| status == Status::Finished).map(|end| end.ranks);
    let listed = table.listed();
    let brief = Brief {
        id: table.id.clone(),
        game: table.plan.game.clone(),
        begun: table.begun,
        status,
        names: listed.players,
        plies: record.as_ref().map_or(0, |record| record.moves.len()) as u32,
        ranks,
    };
    let (record, times) = (record.map(Arc::new), Arc::from(times));
    let end = End { brief, why: why.clone(), record: record.clone(), times: Arc::clone(&times) };
    let stored = table.store(end);
    // The record first: who sees that the match is over asks for it.
    table.close_book(record, times);
    if table.is_watched() {
        // And all who look on ask for these at once.
        for eyes in [Eyes::Public, Eyes::Open] {
            table.film(eyes);
        }
    }
    let mut play = table.play();
    (play.status, play.ranks) = (status, ranks);
    play.why = why.or_else(|| stored.err().map(|error| words::not_stored(error.plain())));
    play.let_go();
    drop(play);
    table.wake.notify_all();
    table.changed();
    table.lobby.ended(table.listed());
}

//! What of a match each visitor is shown.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::id::serial_of;
use super::log::Log;
use super::plan::{Place, Plan};
use super::play::Play;
use super::seats::Seats;
use super::{Reel, Table, Visitor, paper};
use crate::core::{Record, Seat};
use crate::registry::{AnyGame, Eyes, RecordFault};
use crate::server::{Head, Item, Status};

/// What is known of a match before it begins, by the eyes that read it.
pub(super) struct Heads(Vec<(Eyes, Arc<Head>)>);

/// A match that is over, once it is.
pub(super) type Book = Mutex<Option<Over>>;

/// A match that is over.
pub(super) struct Over {
    /// All of it, if it can be told.
    record: Option<Arc<Record>>,
    /// Milliseconds of each move.
    times: Vec<Option<u64>>,
    /// News of bots that changed while they played; kept as long as the table.
    news: Vec<Item>,
    /// The films that were asked for, by their eyes.
    films: BTreeMap<String, Arc<Log>>,
}

impl Heads {
    /// The heads of a match.
    ///
    /// # Errors
    /// If its house rules cannot be played.
    pub fn new(game: &'static dyn AnyGame, plan: &Plan) -> Result<Heads, RecordFault> {
        let options = plan.options.clone();
        let players = plan.places.iter().map(Place::player).collect();
        let record = Record { options, players, ..Record::new(game.info().id) };
        let seats = Seat::all(plan.places.len() as u8).map(Eyes::Seat);
        let eyes = [Eyes::Public, Eyes::Open].into_iter().chain(seats);
        let head = |eyes| Ok((eyes, Arc::new(Head::of(game, &record, eyes)?)));
        Ok(Heads(eyes.map(head).collect::<Result<_, RecordFault>>()?))
    }

    /// The head for everybody.
    pub fn public(&self) -> &Arc<Head> {
        &self.0[0].1
    }

    fn of(&self, eyes: Eyes) -> Arc<Head> {
        let found = self.0.iter().find(|(whose, _)| *whose == eyes);
        found.map_or_else(|| self.public(), |(_, head)| head).clone()
    }
}

impl Table {
    /// What this visitor reads of the match with the eyes he wishes, or with `public` if those are not
    /// his. The film of a match that is over is made when it is first asked for.
    pub fn reel(&self, by: &Visitor, wish: Eyes) -> Reel {
        let mut play = self.play();
        if play.status != Status::Running {
            drop(play);
            return self.reel_of_record(by, wish);
        }
        let eyes = match wish {
            Eyes::Seat(seat) if play.company.seats_of(by).contains(seat) => wish,
            _ => Eyes::Public,
        };
        let notes = self.notes_for(&mut play, by);
        let (eyes, log) = self.logs.of(eyes);
        Reel::new(self.heads.of(eyes), log, notes)
    }

    /// The seats whose notes a visitor is given while the match runs. From then on he knows them.
    fn notes_for(&self, play: &mut Play, by: &Visitor) -> Seats {
        if self.plan.owner != *by {
            return Seats::NONE;
        }
        let writes = |seat: &Seat| self.plan.places[seat.index()].writes_notes();
        let notes = play.company.notes_for(by, self.seats().filter(writes).collect());
        let stored = |seat: Seat| self.archive.put_knows(&self.id, by, seat);
        match play.company.learn(by, notes).iter().try_for_each(stored) {
            Ok(()) => notes,
            // What cannot be remembered is not told.
            Err(_) => Seats::NONE,
        }
    }

    fn reel_of_record(&self, by: &Visitor, wish: Eyes) -> Reel {
        let eyes = match wish {
            Eyes::Seat(seat) if !self.is_hidden() || seat.index() >= self.plan.places.len() => {
                Eyes::Public
            }
            wish => wish,
        };
        let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        let log = over.as_mut().map(|over| over.film(&self.id, self.game, eyes));
        let (eyes, log) = log.map_or_else(|| self.logs.of(eyes), |log| (eyes, log));
        // What is wrong with a saved script stays with its author.
        let notes = match self.plan.owner == *by {
            true => self.seats().collect(),
            false => Seats::NONE,
        };
        Reel::new(self.heads.of(eyes), log, notes)
    }

    /// The match on paper, once it is over.
    pub fn record(&self) -> Option<Record> {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.as_ref()?.record.as_deref().cloned()
    }

    /// Keeps the match on paper, from which it is told from now on.
    pub(super) fn close_book(&self, record: Option<Record>, times: Vec<Option<u64>>) {
        let (record, news) = (record.map(Arc::new), self.play().news.clone());
        *self.over.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Over { record, times, news, films: BTreeMap::new() });
    }

    /// Adds news that come after the end of a match to what is told of it.
    pub(super) fn add_to_book(&self, news: Item) {
        if let Some(over) = &mut *self.over.lock().unwrap_or_else(PoisonError::into_inner) {
            over.films.values().for_each(|log| log.push_news(&news));
            over.news.push(news);
        }
    }

    /// The eyes that a visitor may use who sits in these seats.
    pub(super) fn eyes_for(&self, play: &Play, sits: Seats) -> Vec<String> {
        let over = play.status != Status::Running;
        let seats = self.seats().filter(|seat| self.is_hidden() && (over || sits.contains(*seat)));
        let eyes = [Eyes::Public].into_iter().chain(seats.map(Eyes::Seat));
        eyes.chain(over.then_some(Eyes::Open)).map(name).collect()
    }

    fn is_hidden(&self) -> bool {
        self.heads.public().hidden
    }
}

impl Over {
    /// The film for some eyes. One that cannot be told, as of a match that broke before it began, has
    /// no items.
    fn film(&mut self, id: &str, game: &'static dyn AnyGame, eyes: Eyes) -> Arc<Log> {
        if let Some(log) = self.films.get(&name(eyes)) {
            return log.clone();
        }
        let record = self.record.as_deref();
        let items =
            record.and_then(|record| paper::film(game, record, &self.times, &self.news, eyes));
        let log = Arc::new(Log::of(&items.unwrap_or_default(), serial_of(id, &name(eyes))));
        self.films.insert(name(eyes), log.clone());
        log
    }
}

/// Eyes as pages name them.
fn name(eyes: Eyes) -> String {
    match eyes {
        Eyes::Seat(seat) => seat.to_string(),
        Eyes::Public => "public".to_string(),
        Eyes::Open => "open".to_string(),
    }
}

//! What of a match each visitor is shown.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    times: Arc<[Option<u64>]>,
    /// News of bots that changed while they played; kept as long as the table.
    news: Vec<Item>,
    /// The films that were made, by their eyes.
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
    /// his. May take its time: a film of a match that is over is made when it is first asked for, and
    /// whose notes an owner reads is stored.
    pub fn reel(&self, by: &Visitor, wish: Eyes) -> Reel {
        let mut play = self.play();
        if play.status == Status::Running {
            let notes = self.notes_for(&mut play, by);
            return self.live_reel(&play, by, wish, notes);
        }
        drop(play);
        let eyes = self.eyes_of_record(wish);
        let film = self.film(eyes);
        self.reel_of_record(by, eyes, film)
    }

    /// The same, if nothing has to be made or stored for it.
    pub(in crate::server) fn reel_at_hand(&self, by: &Visitor, wish: Eyes) -> Option<Reel> {
        let play = self.play();
        if play.status == Status::Running {
            let notes = self.his_notes(&play, by);
            let is_new = !play.company.unknown(by, notes).is_empty();
            return (!is_new).then(|| self.live_reel(&play, by, wish, notes));
        }
        drop(play);
        let eyes = self.eyes_of_record(wish);
        let film = match &*self.over() {
            Some(over) => Some(over.films.get(&name(eyes))?.clone()),
            None => None,
        };
        Some(self.reel_of_record(by, eyes, film))
    }

    fn live_reel(&self, play: &Play, by: &Visitor, wish: Eyes, notes: Seats) -> Reel {
        let eyes = match wish {
            Eyes::Seat(seat) if play.company.seats_of(by).contains(seat) => wish,
            _ => Eyes::Public,
        };
        let (eyes, log) = self.logs.of(eyes);
        Reel::new(self.heads.of(eyes), log, notes)
    }

    /// The seats whose notes are a visitor's to read while the match runs.
    fn his_notes(&self, play: &Play, by: &Visitor) -> Seats {
        if self.plan.owner != *by {
            return Seats::NONE;
        }
        let writes = |seat: &Seat| self.plan.places[seat.index()].writes_notes();
        play.company.notes_for(by, self.seats().filter(writes).collect())
    }

    /// The same, and from now on he knows them.
    fn notes_for(&self, play: &mut Play, by: &Visitor) -> Seats {
        let notes = self.his_notes(play, by);
        let stored = |seat: Seat| self.archive.put_knows(&self.id, by, seat);
        match play.company.unknown(by, notes).iter().try_for_each(stored) {
            Ok(()) => {
                play.company.learn(by, notes);
                notes
            }
            // What cannot be remembered is not told.
            Err(_) => Seats::NONE,
        }
    }

    /// The eyes with which what is over is read where these are wished.
    fn eyes_of_record(&self, wish: Eyes) -> Eyes {
        match wish {
            Eyes::Seat(seat) if !self.is_hidden() || seat.index() >= self.plan.places.len() => {
                Eyes::Public
            }
            wish => wish,
        }
    }

    fn reel_of_record(&self, by: &Visitor, eyes: Eyes, film: Option<Arc<Log>>) -> Reel {
        let (eyes, log) = film.map_or_else(|| self.logs.of(eyes), |log| (eyes, log));
        // What is wrong with a saved script stays with its author.
        let notes = match self.plan.owner == *by {
            true => self.seats().collect(),
            false => Seats::NONE,
        };
        Reel::new(self.heads.of(eyes), log, notes)
    }

    /// The film of a match that is over. If it is not there it is made, which who reads another one does
    /// not wait for. One that cannot be told, as of a match that broke before it began, has no items.
    pub(super) fn film(&self, eyes: Eyes) -> Option<Arc<Log>> {
        let _turn = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let (record, times, news) = {
            let over = self.over();
            let over = over.as_ref()?;
            if let Some(log) = over.films.get(&name(eyes)) {
                return Some(log.clone());
            }
            (over.record.clone(), over.times.clone(), over.news.clone())
        };
        let record = record.as_deref();
        let items = record.and_then(|record| paper::film(self.game, record, &times, &news, eyes));
        let serial = serial_of(&self.id, &name(eyes));
        let log = Arc::new(Log::of(&items.unwrap_or_default(), serial));
        let mut over = self.over();
        let over = over.as_mut()?;
        // What was told meanwhile.
        over.news.iter().skip(news.len()).for_each(|new| log.push_news(new));
        over.films.insert(name(eyes), log.clone());
        Some(log)
    }

    /// The match on paper, once it is over.
    pub fn record(&self) -> Option<Record> {
        let record = self.over().as_ref()?.record.clone()?;
        Some(Record::clone(&record))
    }

    /// Keeps the match on paper, from which it is told from now on.
    pub(super) fn close_book(&self, record: Option<Arc<Record>>, times: Arc<[Option<u64>]>) {
        // Held to the end: news belong either to what is told so far or to what is added to it.
        let play = self.play();
        let news = play.news.clone();
        *self.over() = Some(Over { record, times, news, films: BTreeMap::new() });
    }

    /// Adds news to what is told of the match, whether it runs or is over.
    pub(super) fn add_news(&self, play: &mut Play, news: Item) {
        match &mut *self.over() {
            Some(over) => {
                over.films.values().for_each(|log| log.push_news(&news));
                over.news.push(news);
            }
            None => {
                self.logs.reloaded(&news);
                play.news.push(news);
            }
        }
    }

    /// Locked after what changes at the table, if both are.
    fn over(&self) -> MutexGuard<'_, Option<Over>> {
        self.over.lock().unwrap_or_else(PoisonError::into_inner)
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

/// Eyes as pages name them.
fn name(eyes: Eyes) -> String {
    match eyes {
        Eyes::Seat(seat) => seat.to_string(),
        Eyes::Public => "public".to_string(),
        Eyes::Open => "open".to_string(),
    }
}

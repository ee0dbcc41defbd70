//! One match: who sits at it, and what has happened.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

use super::archive::{Archive, Sitter};
use super::company::Company;
use super::late::Late;
use super::lobby::Lobby;
use super::logs::Logs;
use super::plan::Plan;
use super::play::{Ending, Play};
use super::showing::{Book, Heads};
use super::watchers::Watchers;
use super::{HallError, Visitor};
use crate::core::{Seat, Team};
use crate::registry::{AnyGame, RecordFault};
use crate::server::words;
use crate::server::{
    Decider, Item, Listed, MoveRequest, SeatRequest, SeatState, SourceError, Status, TableState,
};

/// The longest wait for what a request leads to.
const PATIENCE: Duration = Duration::from_secs(5);
/// As many pages are told of each other at once.
const FEW: usize = 20;

/// A match that runs or is stored.
pub struct Table {
    pub(super) id: String,
    pub(super) game: &'static dyn AnyGame,
    pub(super) plan: Plan,
    pub(super) begun: u64,
    pub(super) archive: Arc<Archive>,
    pub(super) lobby: Arc<Lobby>,
    pub(super) heads: Heads,
    play: Mutex<Play>,
    /// The thread of the match waits here: for an answer, for a person to sit down, for the end.
    pub(super) wake: Condvar,
    pub(super) logs: Logs,
    pub(super) over: Book,
    /// Held while a film is made, so that it is made once.
    pub(super) making: Mutex<()>,
    pub(super) late: Late,
    changes: watch::Sender<u64>,
    pub(super) watching: Watchers,
    /// Held while a rematch is started, so that there is one.
    pub(super) rematching: Mutex<()>,
}

/// A visitor looks on until this is dropped.
pub struct Watching {
    table: Arc<Table>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let left = self.table.watching.go();
        self.table.tell_watching(left);
    }
}

/// What a table is made of.
pub(super) struct Founding {
    /// The id of the match.
    pub id: String,
    /// The game.
    pub game: &'static dyn AnyGame,
    /// What it is started with.
    pub plan: Plan,
    /// When it began, in seconds since 1970.
    pub begun: u64,
    /// Where it is stored.
    pub archive: Arc<Archive>,
    /// The list that tells of it.
    pub lobby: Arc<Lobby>,
}

impl Table {
    /// A table before anything has happened.
    ///
    /// # Errors
    /// If its house rules cannot be played.
    pub(super) fn new(founding: Founding) -> Result<Table, RecordFault> {
        let Founding { id, game, plan, begun, archive, lobby } = founding;
        let heads = Heads::new(game, &plan)?;
        let (seats, hidden) = (plan.places.len(), heads.public().hidden);
        let pace = Duration::from_millis(plan.pace_ms.into());
        Ok(Table {
            id,
            game,
            begun,
            archive,
            lobby,
            heads,
            play: Mutex::new(Play::new(Company::of(&plan, hidden), pace)),
            plan,
            wake: Condvar::new(),
            logs: Logs::new(seats as u8, hidden),
            over: Mutex::default(),
            making: Mutex::default(),
            late: Late::default(),
            changes: watch::Sender::new(0),
            watching: Watchers::new(),
            rematching: Mutex::default(),
        })
    }

    /// The id of the match.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// All that is not in the film, as this visitor sees it.
    pub fn state(&self, by: &Visitor) -> TableState {
        let play = self.play();
        let sits = play.company.seats_of(by);
        let is_asked = |seat: Seat| play.goes_on() && sits.contains(seat);
        TableState {
            id: self.id.clone(),
            status: play.status,
            why: play.why.clone(),
            seats: self.seats().map(|seat| self.seat_state(&play, seat, by)).collect(),
            ask: play.question.as_ref().filter(|q| is_asked(q.seat)).and_then(|q| q.ask(by)),
            owner: self.plan.owner == *by,
            clock_s: self.plan.clock_s,
            on_clock: self.plan.on_clock,
            pace_ms: play.pace.as_millis() as u32,
            eyes: self.eyes_for(&play, sits),
            rematch: play.rematch.clone(),
            next: play.next.clone(),
            watching: self.watching.count(),
        }
    }

    fn seat_state(&self, play: &Play, seat: Seat, by: &Visitor) -> SeatState {
        let sitter = play.company.sitter(seat);
        let bot = self.plan.bot_name(seat);
        let name = || self.plan.places[seat.index()].name.clone();
        SeatState {
            seat,
            name: sitter.map_or_else(name, |sitter| sitter.name.clone()),
            by: match sitter {
                Some(_) => Decider::Person,
                None if self.bot_decides(play, seat) => Decider::Bot,
                // The person who played there has gone.
                None if play.status != Status::Running => Decider::Person,
                None => Decider::Free,
            },
            you: sitter.is_some_and(|sitter| sitter.visitor == *by),
            can_sit: play.goes_on() && sitter.is_none() && play.company.may_sit(by, seat).is_ok(),
            has_bot: bot.is_some(),
            bot: bot.map(str::to_string),
        }
    }

    /// True if a bot decides at a seat without a person. In the seat of a person it stands in once
    /// a person has sat there; before, the seat waits.
    pub(super) fn bot_decides(&self, play: &Play, seat: Seat) -> bool {
        let is_its_own = self.plan.places[seat.index()].is_for_bot();
        self.plan.bot_name(seat).is_some() && (is_its_own || play.company.was_used(seat))
    }

    /// Counts the changes of the state or the film.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Sits down or gets up. In games with hidden hands who has seen what a seat sees may sit in no
    /// other.
    ///
    /// # Errors
    /// If that seat is not to be had.
    pub fn sit(&self, by: &Visitor, request: &SeatRequest) -> Result<(), HallError> {
        let mut play = self.play();
        if !play.goes_on() {
            return Err(play.gone());
        }
        let seat = request.seat;
        match request.take {
            true => {
                play.company.may_sit(by, seat)?;
                let sitter = play.company.sit(*by, seat, request.name.as_deref());
                self.store_sitter(&mut play, seat, Some(&sitter))?;
            }
            false => {
                if !play.company.seats_of(by).contains(seat) {
                    return Err(HallError::conflict(words::not_your_seat(seat)));
                }
                play.company.put(seat, None);
                self.store_sitter(&mut play, seat, None)?;
            }
        }
        drop(play);
        self.watching.notice();
        self.wake.notify_all();
        self.changed();
        self.lobby.changed();
        Ok(())
    }

    /// Stores who sits in a seat, and so what he knows; where that fails the seat is emptied.
    pub(super) fn store_sitter(
        &self,
        play: &mut Play,
        seat: Seat,
        sitter: Option<&Sitter>,
    ) -> Result<(), HallError> {
        let stored = self.archive.put_sitter(&self.id, seat, sitter).and_then(|()| match sitter {
            Some(sitter) => self.archive.put_knows(&self.id, &sitter.visitor, seat),
            None => Ok(()),
        });
        if stored.is_err() {
            play.company.put(seat, None);
        }
        Ok(stored?)
    }

    /// Takes a decision of the person in a seat. Waits until the referee has judged it, at most a
    /// few seconds. The same request twice is one move.
    ///
    /// # Errors
    /// If it is not this visitor's, or the move cannot be made: why.
    pub fn answer(&self, by: &Visitor, request: &MoveRequest) -> Result<(), HallError> {
        let verdict = {
            let (mut play, until) = (self.play(), Instant::now() + PATIENCE);
            while play.may_ask(request) && Instant::now() < until {
                play = self.wait(play, Some(until.saturating_duration_since(Instant::now())));
            }
            if !play.company.seats_of(by).contains(request.seat) {
                return Err(HallError::forbidden(words::not_your_seat(request.seat)));
            }
            play.answer(request)?
        };
        self.watching.notice();
        self.wake.notify_all();
        verdict.wait()
    }

    /// Stops the match. Waits until it is over, at most a few seconds: a bot that thinks thinks to
    /// the end of its move.
    ///
    /// # Errors
    /// If it is not this visitor's, or over.
    pub fn stop(&self, by: &Visitor) -> Result<(), HallError> {
        if self.plan.owner != *by {
            return Err(HallError::forbidden(words::only_owner_stops()));
        }
        let mut play = self.play();
        if !play.goes_on() {
            return Err(play.gone());
        }
        play.end(Ending::Stop);
        self.wake.notify_all();
        let until = Instant::now() + PATIENCE;
        while play.status == Status::Running {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            play = self.wait(play, Some(left));
        }
        Ok(())
    }

    /// Ends the match before its end: its thread is told to.
    pub(super) fn end(&self, why: Ending) {
        if why == Ending::Close {
            self.late.close();
        }
        self.play().end(why);
        self.wake.notify_all();
    }

    /// Whether any page looks on.
    pub(super) fn is_watched(&self) -> bool {
        self.watching.count() > 0
    }

    /// Counts a page that looks on.
    pub fn watch(self: &Arc<Table>) -> Watching {
        let count = self.watching.come();
        self.tell_watching(count);
        Watching { table: self.clone() }
    }

    /// Tells pages how many look on; a crowd not at each of its members, who would all be told of
    /// all.
    fn tell_watching(&self, count: usize) {
        if count <= FEW || count.is_multiple_of(FEW) {
            self.changed();
        }
    }

    /// Tells that a bot was saved while it plays: which version plays from here on, and what is
    /// wrong with a newer one. Without a seat it is told of the table.
    pub fn reloaded(&self, seat: Option<Seat>, version: u32, error: Option<SourceError>) {
        let mut play = self.play();
        let news = Item::Reload { seat, ply: play.made.len() as u32, version, error };
        self.add_news(&mut play, news);
        drop(play);
        self.changed();
    }

    /// What the list tells of it.
    pub(super) fn listed(&self) -> Listed {
        let play = self.play();
        let seat_name = |seat: Seat| match play.company.sitter(seat) {
            Some(sitter) => sitter.name.clone(),
            None => self.plan.places[seat.index()].name.clone(),
        };
        let is_free = |seat: &Seat| {
            play.goes_on()
                && play.company.sitter(*seat).is_none()
                && !self.bot_decides(&play, *seat)
        };
        Listed {
            id: self.id.clone(),
            game: self.game.info().id,
            title: self.game.info().title,
            status: play.status,
            players: self.seats().map(seat_name).collect(),
            ply: play.made.len() as u32,
            free: self.seats().filter(is_free).count(),
            ranks: play.ranks,
            begun: self.begun,
        }
    }

    /// The side of each seat, in seat order.
    pub(super) fn teams(&self) -> &[Team] {
        &self.heads.public().teams
    }

    /// Every seat of the table.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + Clone {
        Seat::all(self.plan.places.len() as u8)
    }

    /// What changes, for as long as this is held.
    pub(super) fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for something to change, at most so long.
    pub(super) fn wait<'a>(
        &self,
        play: MutexGuard<'a, Play>,
        time: Option<Duration>,
    ) -> MutexGuard<'a, Play> {
        match time {
            None => self.wake.wait(play).unwrap_or_else(PoisonError::into_inner),
            Some(time) => {
                let waited = self.wake.wait_timeout(play, time);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }

    /// Tells pages that something has changed.
    pub(super) fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }
}

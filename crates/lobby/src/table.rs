//! A match: the people at its table, its state, and their requests.

use parking_lot::{Condvar, Mutex, MutexGuard};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

use super::archive::Archive;
use super::error::RefusalKind::{Conflict, Forbidden, Full};
use super::error::Result;
use super::live::{LiveState, PendingDecision};
use super::log::MatchEvents;
use super::match_list::MatchList;
use super::memory::{MatchMemory, bot_mb};
use super::memory_queue::MemoryBound;
use super::plan::{MatchPlan, PlannedPlayer};
use super::policy::{Author, Policy};
use super::seating::{SeatedPerson, Seating};
use super::table_log::{MatchRecord, PackedLog};
use crate::{
    ChosenSeed, Decider, MatchEvent, MatchHead, MatchStatus, MatchSummary, MoveRequest,
    PaceRequest, SeatRequest, SeatState, SourceError, TableState, VisitorId, words,
};
use juez_core::{By, Observer, Record, Seat};
use juez_match::registry::{AnyGame, RecordFault};

/// Maximum wait for the effect of a request.
pub(super) const REPLY_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of viewers at which every change of the number is announced.
const FEW_VIEWERS: usize = 20;
/// Maximum milliseconds that a visitor can set as the bots' pace.
pub(super) const MAX_PACE_MS: u32 = 10_000;

/// A running or finished match.
///
/// # Blocking
/// Methods can wait for the archive, for a log to be made, or for their effect: call them in
/// `spawn_blocking`.
pub struct MatchTable {
    pub(super) id: String,
    pub(super) game: &'static dyn AnyGame,
    pub(super) plan: MatchPlan,
    /// Seconds since 1970.
    pub(super) begun: u64,
    pub(super) archive: Arc<Archive>,
    pub(super) list: Arc<MatchList>,
    pub(super) policy: Arc<dyn Policy>,
    memory: Arc<MatchMemory>,
    /// True if positions come with a drawing.
    pub(super) drawn: bool,
    pub(super) head: Arc<MatchHead>,
    /// True if the match can be reviewed once it is finished.
    can_review: bool,
    live: Mutex<LiveState>,
    /// Wakes threads that wait for a change of `live`.
    pub(super) wake: Condvar,
    /// Locked after `live`, if both are, like the next two.
    pub(super) events: Mutex<MatchEvents>,
    /// Set once the match is over.
    pub(super) over: Mutex<Option<MatchRecord>>,
    /// The latest logs; locked while one is made, so that each is made once.
    pub(super) packed: Mutex<Vec<PackedLog>>,
    changes: watch::Sender<u64>,
    /// Locked while a rematch is started, so that there is only one.
    pub(super) rematch: Mutex<()>,
}

/// The stores of a lobby, shared by its tables.
pub(super) struct Stores {
    pub archive: Arc<Archive>,
    pub list: Arc<MatchList>,
    pub policy: Arc<dyn Policy>,
    pub memory: Arc<MatchMemory>,
    /// Returns true for the id of a game whose positions come with a drawing.
    pub drawn: fn(&str) -> bool,
}

/// The locked state of a table.
pub(super) type LiveGuard<'t> = MutexGuard<'t, LiveState>;

/// Counts as a viewer of a table until dropped.
pub struct ViewerGuard {
    table: Arc<MatchTable>,
}

impl Drop for ViewerGuard {
    fn drop(&mut self) {
        let mut live = self.table.live();
        (live.viewers, live.last_visit) = (live.viewers.saturating_sub(1), Instant::now());
        if live.viewers == 0 {
            self.table.drop_logs();
        }
        self.table.viewers_changed(live);
    }
}

impl MatchTable {
    /// Creates a table before the first event.
    pub(super) fn new(
        id: String,
        game: &'static dyn AnyGame,
        plan: MatchPlan,
        begun: u64,
        stores: &Stores,
    ) -> Result<MatchTable, RecordFault> {
        let players = plan.players.iter().map(|planned| planned.player.clone()).collect();
        let options = plan.terms.options.clone();
        let branch = plan.branch.clone();
        let record = Record { options, players, branch, ..Record::new(game.info().id) };
        let head = MatchHead::of(game, &record, Observer::Public)?;
        let (seats, hidden) = (plan.players.len(), head.hidden);
        let seating = Seating::new(seats, hidden, plan.owner, plan.owner_only());
        let pace = Duration::from_millis(plan.pace_ms.into());
        let drawn = (stores.drawn)(game.info().id);
        Ok(MatchTable {
            drawn,
            events: Mutex::new(MatchEvents::new(drawn, hidden, plan.private())),
            id,
            game,
            plan,
            begun,
            archive: stores.archive.clone(),
            list: stores.list.clone(),
            policy: stores.policy.clone(),
            memory: stores.memory.clone(),
            can_review: game.has_reviewer(&head.options),
            head: Arc::new(head),
            live: Mutex::new(LiveState::new(seating, pace)),
            wake: Condvar::new(),
            over: Mutex::default(),
            packed: Mutex::default(),
            changes: watch::Sender::new(0),
            rematch: Mutex::default(),
        })
    }

    /// Returns the id of the match.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns everything outside the event log, as seen by a visitor.
    pub fn state(&self, by: &VisitorId) -> TableState {
        let live = self.live();
        let sits = live.seating.seats_of(by);
        let decision = live.decision.as_ref().filter(|it| live.is_playing() && sits.has(it.seat));
        TableState {
            id: self.id.clone(),
            status: live.status(),
            why: live.over().and_then(|over| over.why.clone()),
            wait: self.wait_text(&live, by),
            seats: self.seats().map(|seat| self.seat_state(&live, seat, by)).collect(),
            ask: decision.and_then(|decision| decision.prompt(by)),
            owner: self.is_decided_by(by),
            clock_s: self.plan.clock_s,
            on_clock: self.plan.on_clock,
            pace_ms: live.pace.as_millis() as u32,
            observers: self.observers_for(&live, sits),
            rematch: live.rematch.clone(),
            next: live.next.clone(),
            watching: live.viewers,
            chosen_seed: self.chosen_seed(&live),
            adaptive: self.plan.adaptive && self.plan.owner == *by,
            can_review: self.can_review && live.status() == MatchStatus::Finished,
        }
    }

    /// Returns the reason why the match has not begun.
    fn wait_text(&self, live: &LiveState, by: &VisitorId) -> Option<String> {
        let claim = live.memory.filter(|_| live.is_playing())?;
        let MemoryBound { is_owners, used, most } = self.memory.bound_of(claim)?;
        Some(if !is_owners {
            words::waits_for_memory(used, most)
        } else if self.plan.owner == *by {
            words::waits_for_your_memory(used, most)
        } else {
            words::waits_for_owners_memory(used, most)
        })
    }

    /// Returns the megabytes that the scripts of the match and their processes can take.
    pub(super) fn bots_mb(&self) -> u64 {
        self.plan.players.iter().filter(|planned| planned.is_script()).count() as u64
            * bot_mb(&self.plan.terms.limits)
    }

    /// Returns true if people at the table wait for a bot.
    pub(super) fn is_awaited_by_person(&self) -> bool {
        let live = self.live();
        let has_people = self.seats().any(|seat| live.seating.occupant(seat).is_some());
        has_people && live.is_playing() && live.decision.is_none()
    }

    /// Returns true while a bot is called, or people at the table wait for one.
    pub(super) fn is_at_work(&self) -> bool {
        let is_called = {
            let live = self.live();
            live.is_playing() && live.bot_called
        };
        is_called || self.is_awaited_by_person()
    }

    /// Returns true if a visitor may stop the match, change its pace, and take it off the list.
    pub(super) fn is_decided_by(&self, by: &VisitorId) -> bool {
        self.policy.decides(by, &self.plan.owner)
    }

    fn chosen_seed(&self, live: &LiveState) -> Option<ChosenSeed> {
        let is_secret = self.head.hidden && live.over().is_none();
        let text = self.plan.chosen_seed.clone();
        text.map(|text| ChosenSeed { text: Some(text).filter(|_| !is_secret) })
    }

    fn seat_state(&self, live: &LiveState, seat: Seat, by: &VisitorId) -> SeatState {
        let occupant = live.seating.occupant(seat);
        let bot = self.plan.bot_name(seat);
        let is_over = live.over().is_some();
        SeatState {
            seat,
            name: self.name_at(live, seat),
            by: match occupant {
                Some(_) => Decider::Person,
                None if self.bot_decides(live, seat) => Decider::Bot,
                // The person who played there has left.
                None if is_over => Decider::Person,
                None => Decider::Free,
            },
            you: occupant.is_some_and(|occupant| occupant.visitor == *by),
            can_sit: live.is_playing()
                && occupant.is_none()
                && live.seating.may_sit(by, seat).is_ok(),
            has_bot: if is_over { self.keeps_bot(seat) } else { bot.is_some() },
            bot: bot.map(str::to_string),
            own_bot: if is_over { self.own_bot(seat, by) } else { None },
            since: live.seating.since(seat),
        }
    }

    /// Returns true if the bot of a seat can play in a match that continues this one.
    fn keeps_bot(&self, seat: Seat) -> bool {
        let planned = &self.plan.players[seat.index()];
        planned.built_in().is_some()
            || planned.script().is_some_and(|hash| self.archive.has_script(hash).unwrap_or(false))
    }

    /// Returns the number of the bot of a seat, if the visitor is one of its authors.
    fn own_bot(&self, seat: Seat, by: &VisitorId) -> Option<i64> {
        match self.plan.players[seat.index()].author? {
            author @ Author::Bot(bot) if self.policy.may_read(by, author) => Some(bot),
            _ => None,
        }
    }

    fn name_at(&self, live: &LiveState, seat: Seat) -> String {
        match live.seating.occupant(seat) {
            Some(occupant) => occupant.name.clone(),
            None => self.plan.players[seat.index()].player.name.clone(),
        }
    }

    /// Returns true if a bot decides at a seat without a person. The stand-in of a person does so
    /// once a person has sat there; before that, the seat waits.
    pub(super) fn bot_decides(&self, live: &LiveState, seat: Seat) -> bool {
        let is_its_own = self.plan.players[seat.index()].is_bot();
        self.plan.bot_name(seat).is_some() && (is_its_own || live.seating.was_used(seat))
    }

    /// Returns the match for the list of matches.
    pub(super) fn summary(&self) -> MatchSummary {
        let live = self.live();
        let is_free = |seat: &Seat| {
            live.is_playing()
                && live.seating.occupant(*seat).is_none()
                && !self.bot_decides(&live, *seat)
        };
        MatchSummary {
            id: self.id.clone(),
            game: self.game.info().id,
            title: self.game.info().title,
            status: live.status(),
            players: self.seats().map(|seat| self.name_at(&live, seat)).collect(),
            ply: live.ply,
            free: self.seats().filter(is_free).count(),
            ranks: live.over().and_then(|over| over.ranks),
            begun: self.begun,
            turn: live.decision.as_ref().map(|decision| decision.seat),
            waits: self.waits(&live),
            abandoned: false,
            watching: live.viewers,
            chosen_seed: self.plan.chosen_seed.is_some(),
            branch: self.plan.branch.is_some(),
            yours: false,
            by: None,
            owner: self.plan.owner,
        }
    }

    /// Returns true if a match with this move counts as played; a match with people needs a move of
    /// a person.
    pub(super) fn is_played(&self, seat: Seat, by: By) -> bool {
        match by {
            By::Given => false,
            By::Human => true,
            By::Takeover => self.plan.players[seat.index()].is_bot(),
            By::Bot | By::Forced | By::Substitute => {
                self.plan.players.iter().all(PlannedPlayer::is_bot)
            }
        }
    }

    /// Returns true if the match waits for a seated person to make the first move of a person.
    pub(super) fn is_unused(&self) -> bool {
        let live = self.live();
        let Some(decision) = &live.decision else { return false };
        live.seating.occupant(decision.seat).is_some() && !live.was_played
    }

    /// Returns a counter of the changes of the state or the event log.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Sits down or gets up. In games with hidden hands a visitor who has seen one hand cannot take
    /// another seat.
    ///
    /// # Errors
    /// If the seat is not available.
    pub fn sit(&self, by: &VisitorId, request: &SeatRequest) -> Result<()> {
        let (seat, name) = (request.seat, self.policy.name(by).or_else(|| request.name.clone()));
        let mut live = self.live();
        live.check_playing()?;
        let occupant = if request.take {
            live.seating.may_sit(by, seat)?;
            Some(live.seating.sit(*by, seat, name.as_deref()))
        } else if live.seating.seats_of(by).has(seat) {
            None
        } else {
            return Err(Conflict.because(words::not_your_seat(seat)));
        };
        self.put_occupant(&mut live, seat, occupant)?;
        live.last_visit = Instant::now();
        drop(live);
        self.changed();
        self.list.changed();
        Ok(())
    }

    /// Empties the seats of a visitor.
    pub(super) fn get_up(&self, by: &VisitorId) -> Result<()> {
        let seats = self.live().seating.seats_of(by);
        let get_up = |seat| self.sit(by, &SeatRequest { seat, take: false, name: None });
        seats.iter().try_for_each(get_up)
    }

    /// Puts a person into a seat, or empties it. On a storage error the seat is empty.
    pub(super) fn put_occupant(
        &self,
        live: &mut LiveState,
        seat: Seat,
        occupant: Option<SeatedPerson>,
    ) -> Result<()> {
        let stored = self.archive.put_occupant(&self.id, seat, occupant.as_ref());
        live.seating.put(seat, occupant.filter(|_| stored.is_ok()));
        // A bot that is being asked right now still makes its move.
        let is_asked = |decision: &PendingDecision| decision.seat == seat && decision.is_taken();
        let since = live.ply + u32::from(live.decision.as_ref().is_some_and(is_asked));
        live.seating.sits_since(seat, since);
        Ok(stored?)
    }

    /// Makes a move, or resigns, and waits at most a few seconds for the referee's verdict.
    /// Repeating a request has no effect.
    ///
    /// # Errors
    /// If the seat is not the visitor's, or the move is refused.
    pub fn answer(&self, by: &VisitorId, request: &MoveRequest) -> Result<()> {
        let mut live = self.live();
        self.wait_while(&mut live, |live| live.may_ask(request));
        if !live.seating.seats_of(by).has(request.seat) {
            return Err(Forbidden.because(words::not_your_seat(request.seat)));
        }
        live.answer(request)?;
        live.last_visit = Instant::now();
        self.wake.notify_all();
        self.wait_while(&mut live, |live| live.result_of(request).is_none());
        live.result_of(request).unwrap_or_else(|| Err(Full.because(words::not_judged())))
    }

    /// Changes the minimum time that bots take for a move, including a bot that is waiting, until
    /// the match or the server ends.
    ///
    /// # Errors
    /// If the visitor is not the owner, or the match is over.
    pub fn set_pace(&self, by: &VisitorId, request: &PaceRequest) -> Result<()> {
        if !self.is_decided_by(by) {
            return Err(Forbidden.because(words::only_owner_sets_pace()));
        }
        let mut live = self.live();
        live.check_playing()?;
        live.pace = Duration::from_millis(request.pace_ms.min(MAX_PACE_MS).into());
        live.last_visit = Instant::now();
        drop(live);
        self.changed();
        Ok(())
    }

    /// Leads the viewers of this match to the next in its series.
    pub fn followed_by(&self, id: &str) {
        self.live().next = Some(id.to_string());
        self.changed();
    }

    /// Counts a page that shows the table.
    pub fn watch(self: &Arc<MatchTable>) -> ViewerGuard {
        let mut live = self.live();
        live.viewers += 1;
        self.viewers_changed(live);
        ViewerGuard { table: self.clone() }
    }

    /// Announces the number of viewers; in a crowd, not every change of it.
    fn viewers_changed(&self, live: LiveGuard<'_>) {
        let viewers = live.viewers;
        drop(live);
        if viewers <= FEW_VIEWERS || viewers.is_multiple_of(FEW_VIEWERS) {
            self.changed();
            self.list.changed();
        }
    }

    /// Announces that the file of a playing bot was saved: the version that plays from now on, and
    /// the error in a newer one. Without a seat everyone can read the error.
    pub fn reloaded(&self, seat: Option<Seat>, version: u32, error: Option<SourceError>) {
        // Locked, so that no other event comes in between.
        let live = self.live();
        self.add_event(MatchEvent::Reload { seat, ply: live.ply, version, error });
        drop(live);
        self.changed();
    }

    /// Returns true if nothing happens until a person acts.
    pub(super) fn waits_for_person(&self) -> bool {
        self.waits(&self.live())
    }

    fn waits(&self, live: &LiveState) -> bool {
        let Some(decision) = &live.decision else { return false };
        match live.seating.occupant(decision.seat) {
            Some(_) => self.plan.clock_s.is_none(),
            None => !self.bot_decides(live, decision.seat),
        }
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + Clone {
        Seat::all(self.plan.players.len() as u8)
    }

    pub(super) fn live(&self) -> LiveGuard<'_> {
        self.live.lock()
    }

    /// Waits for a change, or until `deadline`; returns true on a change.
    pub(super) fn wait(&self, live: &mut LiveGuard<'_>, deadline: Option<Instant>) -> bool {
        match deadline {
            None => self.wake.wait(live),
            Some(deadline) => return !self.wake.wait_until(live, deadline).timed_out(),
        }
        true
    }

    /// Waits while `is_due` holds, at most [`REPLY_TIMEOUT`].
    fn wait_while(&self, live: &mut LiveGuard<'_>, is_due: impl Fn(&LiveState) -> bool) {
        let deadline = Instant::now() + REPLY_TIMEOUT;
        while is_due(live) && self.wait(live, Some(deadline)) {}
    }

    /// Announces a change to waiting threads and to pages.
    pub(super) fn changed(&self) {
        self.wake.notify_all();
        self.changes.send_modify(|count| *count += 1);
    }
}

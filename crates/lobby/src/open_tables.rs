//! The tables in memory, and the slots that matches without viewers give up.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use super::error::RefusalKind::Full;
use super::error::{LobbyError, Result};
use super::live::EarlyEnd;
use super::memory::MatchMemory;
use super::table::MatchTable;
use crate::{VisitorId, words};

/// Maximum number of matches from the archive kept in memory though no page shows them: a page
/// fetches the event log before it opens the stream.
const MAX_RECENT: usize = 4;

/// The limit on running matches, and the condition for stopping one for another.
#[derive(Clone, Copy)]
pub(super) struct Capacity {
    /// Maximum number of matches that run at once.
    pub most: usize,
    /// Time without viewers after which a match can be stopped.
    pub unwatched: Duration,
}

/// A visitor who wants to play one more match.
pub(super) struct SlotRequest<'r> {
    pub by: &'r VisitorId,
    /// True if the owner with the most matches gives way to one who has fewer.
    pub shared: bool,
    /// The visitors who always get a slot, and whose matches take none from others.
    pub hosts: &'r [VisitorId],
}

impl SlotRequest<'_> {
    /// Returns true if the visitor always gets a slot.
    pub fn is_of_host(&self) -> bool {
        self.hosts.contains(self.by)
    }
}

/// Matches that can be stopped for one more.
#[derive(Default)]
pub(super) struct Evictable<'t> {
    /// Number of slots that must be freed.
    missing: usize,
    /// Matches without viewers, in the order in which they are stopped.
    unwatched: Vec<&'t Arc<MatchTable>>,
    /// Matches of the owner with the most, if the others are too few and the visitor has fewer.
    shared: Vec<&'t Arc<MatchTable>>,
}

#[derive(Default)]
pub(super) struct OpenTables {
    /// Tables of running matches, oldest first.
    pub running: Vec<Arc<MatchTable>>,
    /// Tables of finished matches, while a page shows them.
    over: HashMap<String, Weak<MatchTable>>,
    /// Tables recently read from the archive.
    recent: VecDeque<Arc<MatchTable>>,
    pub threads: Vec<JoinHandle<()>>,
    pub is_closed: bool,
}

impl OpenTables {
    pub fn find(&self, id: &str) -> Option<Arc<MatchTable>> {
        let running = self.running.iter().find(|table| table.id == id);
        running.cloned().or_else(|| self.over.get(id).and_then(Weak::upgrade))
    }

    /// Returns every table.
    pub fn all(&self) -> Vec<Arc<MatchTable>> {
        let over = self.over.values().filter_map(Weak::upgrade);
        self.running.iter().cloned().chain(over).collect()
    }

    /// Moves a finished match out of the running ones; it stays while a page shows it.
    pub fn finish(&mut self, table: &Arc<MatchTable>) {
        self.running.retain(|other| !Arc::ptr_eq(other, table));
        self.over.retain(|_, table| table.strong_count() > 0);
        self.over.insert(table.id.clone(), Arc::downgrade(table));
    }

    /// Adds a match from the archive.
    pub fn add_stored(&mut self, table: &Arc<MatchTable>) {
        self.finish(table);
        self.recent.truncate(MAX_RECENT - 1);
        self.recent.push_front(table.clone());
    }

    /// Drops stored matches from memory.
    pub fn forget(&mut self, is_gone: impl Fn(&MatchTable) -> bool) {
        self.recent.retain(|table| !is_gone(table));
    }

    /// Stops matches that wait for the first move of a person who left minutes ago, so that they do
    /// not pile up.
    pub fn stop_unused(&self, capacity: Capacity) {
        for table in &self.running {
            let Some(absence) = capacity.absence(table) else { continue };
            if table.waits_for_person() && table.is_unused() {
                table.end(EarlyEnd::Evicted(words::unused(absence.as_secs() / 60)));
            }
        }
    }

    /// Stops the matches that must end for one more: matches without viewers, then matches of the
    /// owner with the most, if the visitor has fewer.
    ///
    /// # Errors
    /// If the lobby is full and none of them can be stopped, or it is closed.
    pub fn make_room(&self, capacity: Capacity, request: &SlotRequest<'_>) -> Result<()> {
        let Evictable { missing, unwatched, shared } = self.evictable(capacity, request)?;
        let unwatched = unwatched.into_iter().filter(|table| capacity.evict(table));
        let shared = shared.into_iter().inspect(|table| {
            table.end(EarlyEnd::Evicted(words::made_room_for_fewer()));
        });
        let evicted = unwatched.chain(shared).take(missing).count();
        if evicted == missing { Ok(()) } else { Err(capacity.full()) }
    }

    /// Stops matches without viewers, in the order of [`OpenTables::make_room`], until one more
    /// match does not have to wait for `mb` megabytes.
    pub fn free_memory(
        &self,
        capacity: Capacity,
        request: &SlotRequest<'_>,
        memory: &MatchMemory,
        mb: u64,
    ) {
        if request.is_of_host() {
            return;
        }
        let claim = |table: &Arc<MatchTable>| table.live().memory;
        let ending = self.running.iter().filter(|table| !table.live().is_playing());
        let mut ended: Vec<_> = ending.filter_map(claim).collect();
        for table in capacity.unwatched(&self.takes_slots(request)) {
            let Some(bound) = memory.bound_without(&ended, *request.by, mb) else { return };
            let helps = !bound.is_owners || table.plan.owner == *request.by;
            if helps && table.bots_mb() > 0 && capacity.evict(table) {
                ended.extend(claim(table));
            }
        }
    }

    fn takes_slots(&self, request: &SlotRequest<'_>) -> Vec<&Arc<MatchTable>> {
        // A match that is about to end has freed its slot already.
        let takes_slot = |table: &&Arc<MatchTable>| {
            !request.hosts.contains(&table.plan.owner) && table.live().is_playing()
        };
        self.running.iter().filter(takes_slot).collect()
    }

    /// Returns the matches that can be stopped for one more.
    ///
    /// # Errors
    /// If there are too few, or the lobby is closed.
    pub fn evictable(
        &self,
        capacity: Capacity,
        request: &SlotRequest<'_>,
    ) -> Result<Evictable<'_>> {
        if self.is_closed {
            return Err(Full.because(words::server_about_to_end()));
        }
        if request.is_of_host() {
            return Ok(Evictable::default());
        }
        let played = self.takes_slots(request);
        let missing = (played.len() + 1).saturating_sub(capacity.most);
        if missing == 0 {
            return Ok(Evictable::default());
        }
        let unwatched = capacity.unwatched(&played);
        let by = (request.shared && unwatched.len() < missing).then_some(request.by);
        let mut shared = by.map_or_else(Vec::new, |by| of_greediest(&played, by));
        shared.retain(|table| !unwatched.iter().any(|other| Arc::ptr_eq(other, table)));
        if unwatched.len() + shared.len() < missing {
            return Err(capacity.full());
        }
        Ok(Evictable { missing, unwatched, shared })
    }
}

/// Returns the matches of the owner with the most, if that is more than `by` would have with one
/// more. Matches that wait for a person come first, and among these the ones without viewers.
fn of_greediest<'t>(played: &[&'t Arc<MatchTable>], by: &VisitorId) -> Vec<&'t Arc<MatchTable>> {
    let mut counts: HashMap<VisitorId, usize> = HashMap::new();
    for table in played {
        *counts.entry(table.plan.owner).or_default() += 1;
    }
    let own = counts.get(by).copied().unwrap_or_default();
    // Among owners with equally many, the one of the oldest match.
    let owners = played.iter().rev().map(|table| table.plan.owner);
    let greediest = owners.max_by_key(|owner| counts[owner]).filter(|it| counts[it] > own + 1);
    let is_theirs = |table: &&&Arc<MatchTable>| Some(table.plan.owner) == greediest;
    let mut theirs: Vec<_> = played.iter().filter(is_theirs).copied().collect();
    theirs.sort_by_key(|table| (!table.waits_for_person(), table.live().viewers > 0));
    theirs
}

impl Capacity {
    /// Returns how long a match has had no viewer, if it can be stopped for that.
    pub fn absence(self, table: &MatchTable) -> Option<Duration> {
        let live = table.live();
        let absence = (live.viewers == 0).then(|| live.last_visit.elapsed());
        absence.filter(|time| *time >= self.unwatched && !table.plan.stays)
    }

    /// Returns the matches that can be stopped for lack of viewers. Matches that wait for a person
    /// come first, and among these the longest without viewers.
    fn unwatched<'t>(self, played: &[&'t Arc<MatchTable>]) -> Vec<&'t Arc<MatchTable>> {
        let rank =
            |table: &MatchTable| Some(Reverse((table.waits_for_person(), self.absence(table)?)));
        let mut ranked: Vec<_> =
            played.iter().filter_map(|table| Some((rank(table)?, *table))).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, table)| table).collect()
    }

    /// Stops a match for another; returns false if a viewer has come in the meantime.
    fn evict(self, table: &MatchTable) -> bool {
        let Some(absence) = self.absence(table) else { return false };
        table.end(EarlyEnd::Evicted(words::made_room(absence.as_secs() / 60)));
        true
    }

    fn full(self) -> LobbyError {
        Full.because(words::no_match_may_be_stopped(self.most))
    }
}

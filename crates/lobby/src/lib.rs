//! The lobby: running and stored matches, and the people at their tables.
//!
//! Each running match has a thread that plays it like any other match and asks `seat_control` at
//! every decision. Pages read and write concurrently; they share one lock per table, which is held
//! only briefly.
//!
//! | file | |
//! |---|---|
//! | `words` | sentences of refusals |
//! | `visitor_id` | identity of a visitor |
//! | `event_log` | a match as one observer sees it |
//! | `changes` | events in their sent form: the difference from the previous position |
//! | `wire` | the other JSON between server and pages |
//! | `error` | errors of the lobby and the archive |
//! | `seating` | people in seats, and the seats available to them |
//! | `memory_queue` | claims of memory, and their order |
//! | `memory` | the memory of bots in parts, and matches waiting for memory |
//! | `options` | the options of a lobby |
//! | `plan` | the setup of a match in its stored form |
//! | `archive` | the matches on disk |
//! | `forget` | deleted bots and removed visitors |
//! | `ladder` | the ladder: its store, its matches at tables, the people it gives way to |
//! | `levels` | the level of a visitor, and the opponent that follows it |
//! | `reviews` | reviews of finished matches |
//! | `class_reviews` | the reviewed matches of several visitors |
//! | `log` | the newest events as JSON, and the cursor of a reader |
//! | `loads` | limit on scripts loaded at once |
//! | `live` | the part of a table that changes while its match runs |
//! | `retelling` | events recreated from the stored match |
//! | `match_list` | the list of matches |
//! | `listing` | the list for each visitor |
//! | `table` | a match, its state, and the requests of people |
//! | `table_end` | matches that are stopped or taken off the list |
//! | `table_log` | the event log that a visitor may read, and how it is made |
//! | `seat_control` | the decider at a seat: a bot, a person, a clock |
//! | `recorder` | records the events of a match |
//! | `run` | the thread of a match, and its end |
//! | `choices` | games, bots and scripts to choose from |
//! | `policy` | the rights of visitors |
//! | `bot_folder` | the playable scripts of a folder, and the rest with its errors |
//! | `branch` | matches that continue from a position of another |
//! | `start` | the ways to start a match |
//! | `threads` | the threads of matches, and the threads that load scripts |
//! | `open_tables` | the tables in memory, and the slots for new matches |

#![allow(missing_docs, reason = "only juez uses this crate, and most names and messages say it")]

mod archive;
mod bot_folder;
mod branch;
mod changes;
mod choices;
mod class_reviews;
mod error;
mod event_log;
mod forget;
mod ladder;
mod levels;
mod listing;
mod live;
mod loads;
mod log;
mod match_list;
mod memory;
mod memory_queue;
mod open_tables;
mod options;
mod plan;
mod policy;
mod recorder;
mod retelling;
mod reviews;
mod run;
mod seat_control;
mod seating;
mod start;
mod table;
mod table_end;
mod table_log;
mod threads;
mod visitor_id;
mod wire;
mod words;

use parking_lot::Mutex;
use std::fs;
use std::path::Path;
use std::sync::Arc;

pub use archive::{LadderRules, LadderStore, RatedMatch};
pub use bot_folder::UnusableBot;
pub use changes::{Positions, whole_events, written};
pub use choices::{BotChoice, GameChoice, SettingInfo, SettingValues};
pub use class_reviews::ReviewedMatch;
pub use error::{ArchiveError, LobbyError, RefusalKind};
pub use event_log::{EventLog, MatchEvent, MatchHead, PlayerInfo, SourceError, observer_name};
pub use forget::REMOVED;
pub use log::Cursor;
pub use options::LobbyOptions;
pub use policy::{Author, OfferedBot, Policy};
pub use table::{MatchTable, ViewerGuard};
pub use table_log::LogView;
pub use visitor_id::VisitorId;
pub use wire::{
    BranchRequest, ChosenSeed, Decider, LevelSummary, MatchReview, MatchStatus, MatchSummary,
    MovePrompt, MoveRequest, NewMatch, OnClock, PaceRequest, SeatRequest, SeatState, StreamMessage,
    TableState, Takeover, VisitorLevel, json,
};
pub use words::{SENTENCES, in_line, no_record_yet, no_such_match};

use self::archive::Archive;
use self::bot_folder::BotFolder;
use self::branch::BranchOrigin;
use self::error::RefusalKind::{Conflict, Forbidden, Missing, Wrong};
use self::error::Result;
use self::ladder::name_players;
use self::loads::Loads;
use self::match_list::{MAX_PAST_MATCHES, MatchList};
use self::memory::{MatchMemory, MemoryParts};
use self::open_tables::{Capacity, OpenTables, SlotRequest};
use self::policy::game_choices;
use self::reviews::Reviews;
use self::run::MatchRun;
use self::start::{BotSources, MatchStart, named_bot, store_record};
use self::table::{REPLY_TIMEOUT, Stores};
use juez_core::{Limits, Record};
use juez_match::registry::{AnyGame, MatchSetup, PlayerSpec, game};
use juez_pool::{Isolation, IsolationKind, PoolOptions, Report};

/// All matches.
///
/// # Blocking
/// Methods can wait for the archive, for scripts to load, or for matches to end: call them in
/// `spawn_blocking`.
pub struct Lobby {
    stores: Stores,
    isolation: Arc<Isolation>,
    folder: Option<Arc<BotFolder>>,
    limits: Limits,
    capacity: Capacity,
    memory: MemoryParts,
    /// Limits the scripts that load at once.
    loads: Loads,
    tables: Mutex<OpenTables>,
    reviews: Reviews,
    workers: (IsolationKind, PoolOptions),
}

impl Lobby {
    /// Opens a lobby and resumes the matches that ran when its archive was closed.
    ///
    /// # Errors
    /// If the archive or the folder of bots cannot be opened, or no worker can be started.
    pub fn open(options: LobbyOptions) -> Result<Arc<Lobby>> {
        let LobbyOptions { store, bots, policy, isolation, pool, limits, most, unwatched, .. } =
            options;
        if let Some(path) = &bots {
            let wrong = |source| LobbyError::Bots { path: path.clone(), source };
            fs::read_dir(path).map_err(wrong)?;
        }
        let archive = Arc::new(
            Archive::open(store.as_deref(), !options.others_may_read).map_err(LobbyError::Open)?,
        );
        let (policy, folder): (Arc<dyn Policy>, _) = match policy {
            Some(policy) => (policy, None),
            None => {
                let folder = Arc::new(BotFolder::new(bots, isolation));
                (folder.clone(), Some(folder))
            }
        };
        let mut removed = archive.owners()?;
        removed.retain(|owner| policy.was_removed(owner));
        if !removed.is_empty() {
            archive.delete_matches_of(&removed)?;
        }
        let list = Arc::new(MatchList::new(archive.newest(MAX_PAST_MATCHES, None)?));
        let parts = MemoryParts::of(options.memory_mb, &limits);
        let is_shared = policy.most_running().is_some();
        let memory = Arc::new(MatchMemory::new(parts.matches, is_shared));
        let stores = Stores { archive, list, policy, memory, drawn: options.drawn };
        let workers = (isolation, pool);
        let isolation = Arc::new(Isolation::new(workers.0, &workers.1)?);
        let (capacity, tables) = (Capacity { most, unwatched }, Mutex::default());
        let (memory, loads) = (parts, Loads::new(parts.loads));
        let reviews = Reviews::default();
        let lobby = Arc::new(Lobby {
            stores,
            isolation,
            folder,
            limits,
            capacity,
            memory,
            loads,
            tables,
            reviews,
            workers,
        });
        for id in lobby.stores.archive.running()? {
            lobby.resume(&id)?;
        }
        lobby.forget_deleted_bots()?;
        Ok(lobby)
    }

    /// Copies an archive that others may read, even while it is open.
    ///
    /// # Errors
    /// If it is not an archive, or the copy cannot be written.
    pub fn copy_store(path: &Path, to: &Path) -> Result<()> {
        Archive::copy(path, to).map_err(LobbyError::Open)
    }

    /// Checks a whole untrusted archive, and migrates its tables to the newest version. Plays
    /// nothing.
    ///
    /// # Errors
    /// If juez would not have written it.
    pub fn check_store(path: &Path) -> Result<()> {
        let archive = Archive::open(Some(path), true).map_err(LobbyError::Open)?;
        archive.check().map_err(LobbyError::Open)
    }

    /// Returns true if the file is an archive in a known version.
    pub fn is_store(path: &Path) -> bool {
        Archive::is_one(path)
    }

    /// Calls `hear` with the records of the finished matches of a game in an archive, oldest first.
    /// Skips damaged ones.
    ///
    /// # Errors
    /// If it is not an archive, or is used by another process alone.
    pub fn stored_records(path: &Path, game: &str, hear: &mut dyn FnMut(Record)) -> Result<()> {
        let archive = Archive::open(Some(path), false).map_err(LobbyError::Open)?;
        archive.each_record(game, hear).map_err(LobbyError::Open)
    }

    /// Returns the privileges that the worker processes gave up; `None` if bots run on threads.
    pub fn sandbox(&self) -> Option<&Report> {
        match &*self.isolation {
            Isolation::Process(pool) => Some(pool.report()),
            Isolation::Thread => None,
        }
    }

    /// Returns the choices of a visitor for a new match. Can read files.
    pub fn games(&self, by: &VisitorId) -> Vec<GameChoice> {
        game_choices(&*self.stores.policy, by)
    }

    /// Returns the scripts in the folder of bots that cannot play, with reasons. Loads each new
    /// script once.
    pub fn unusable_bots(&self) -> Vec<UnusableBot> {
        let unusable = |folder: &Arc<BotFolder>| folder.unusable(&self.isolation, &self.limits);
        self.folder.as_ref().map(unusable).unwrap_or_default()
    }

    /// Returns the match with this id, from the archive if it is not in memory.
    pub fn table(&self, id: &str) -> Option<Arc<MatchTable>> {
        for is_last in [false, true] {
            if let Some(table) = self.tables.lock().find(id) {
                return Some(table);
            }
            // Done without a lock, so that other requests do not wait.
            let mut stored = self.stores.archive.stored(id).ok()??;
            name_players(&mut stored.plan, &*self.stores.policy);
            let ran = stored.status == MatchStatus::Running;
            let table = MatchRun::restore(stored, &self.stores).ok()?.table;
            let mut tables = self.tables.lock();
            if let Some(table) = tables.find(id) {
                return Some(table);
            }
            // A running match has ended in the meantime, unless the lobby is closed.
            if !ran || is_last {
                tables.add_stored(&table);
                return Some(table);
            }
        }
        None
    }

    /// Starts a match and returns its id.
    ///
    /// # Errors
    /// If it cannot be played, or no more matches can run.
    pub fn begin(self: &Arc<Self>, new: &NewMatch, by: &VisitorId) -> Result<String> {
        self.begin_naming(None, new, by)
    }

    /// Starts a match in which a player can be this script, under a name, and returns its id.
    ///
    /// # Errors
    /// Like [`Lobby::begin`].
    pub fn begin_naming(
        self: &Arc<Self>,
        named: Option<(&str, &OfferedBot)>,
        new: &NewMatch,
        by: &VisitorId,
    ) -> Result<String> {
        let Lobby { limits, stores: Stores { archive, policy, .. }, .. } = &**self;
        self.check_share(by)?;
        let origin = new.from.as_ref().map(|from| self.origin(&new.game, from)).transpose()?;
        self.start(MatchStart::of_request(
            new,
            origin,
            by,
            &BotSources { policy: &**policy, archive, limits, named },
        )?)
    }

    /// Checks that a visitor may have one more match.
    fn check_share(&self, by: &VisitorId) -> Result<()> {
        let Some(most) = self.stores.policy.most_running() else { return Ok(()) };
        let tables = self.tables.lock();
        let theirs = tables.running.iter().filter(|table| table.plan.owner == *by);
        match theirs.count() >= most {
            true => Err(RefusalKind::Full.because(words::too_many_of_yours(most))),
            false => Ok(()),
        }
    }

    /// Returns the position from which a match continues.
    fn origin(&self, game_id: &str, from: &BranchRequest) -> Result<BranchOrigin> {
        let game = game(game_id).map_err(|error| Wrong.because(error))?;
        match (&from.of, &from.record) {
            (Some(id), None) => {
                let missing = || Missing.because(words::no_such_match());
                let table = self.table(id).ok_or_else(missing)?;
                BranchOrigin::of_table(game, &table, from.ply)
            }
            (None, Some(line)) => {
                let origin = BranchOrigin::of_line(game, line, from.ply)?;
                Ok(if self.stores.policy.has_authors() { origin.without_scripts() } else { origin })
            }
            _ => Err(Wrong.because(words::no_origin())),
        }
    }

    /// Starts a match and returns its id. Its players can change while they play. People among them
    /// sit down as `owner`; with hidden hands there can be only one. Bots take at least `pace_ms`
    /// per move. The table shows `chosen_seed`. A match whose players change does not resume after
    /// a restart.
    ///
    /// # Errors
    /// Like [`Lobby::begin`].
    pub fn begin_with(
        self: &Arc<Self>,
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        owner: &VisitorId,
        pace_ms: u32,
        chosen_seed: Option<&str>,
    ) -> Result<String> {
        self.start(MatchStart::of_setup(game, setup, owner, pace_ms, chosen_seed)?)
    }

    /// Adds a record as a finished match and returns its id. Reads no files, whatever the names of
    /// the players.
    ///
    /// # Errors
    /// If its game or options are unknown, or it cannot be stored.
    pub fn show_record(&self, record: &Record, by: &VisitorId) -> Result<String> {
        let id = store_record(record, by, &self.stores)?;
        self.stores.list.changed();
        Ok(id)
    }

    /// Starts the match of a table again with a fresh seed and returns its id; a second call
    /// returns the same id.
    ///
    /// Players move down one seat, and the first takes the last: in a match of two they change
    /// sides, and partners stay partners. People at the table at the end keep their player's seat;
    /// a seat that a person left goes back to its bot, or is free. The match has the same owner.
    ///
    /// # Errors
    /// If the match is not over, the visitor had no part in it, or no more matches can run.
    pub fn rematch(self: &Arc<Self>, table: &MatchTable, by: &VisitorId) -> Result<String> {
        let _one_at_a_time = table.rematch.lock();
        self.check_share(by)?;
        let occupants = {
            let live = table.live();
            if live.over().is_none() {
                return Err(Conflict.because(words::is_not_over()));
            }
            if table.plan.owner != *by && live.seating.seats_of(by).is_empty() {
                return Err(Forbidden.because(words::only_players_rematch()));
            }
            if let Some(id) = &live.rematch {
                return Ok(id.clone());
            }
            live.seating.occupants()
        };
        let id = self.start(MatchStart::rematch(table, occupants, &*self.stores.policy)?)?;
        table.live().rematch = Some(id.clone());
        table.changed();
        Ok(id)
    }

    fn start(self: &Arc<Self>, start: MatchStart) -> Result<String> {
        self.tables.lock().stop_unused(self.capacity);
        // People of a class share the slots.
        let Stores { archive, policy, memory, .. } = &self.stores;
        let (owner, hosts) = (*start.owner(), policy.hosts());
        let shared = policy.most_running().is_some();
        let request = SlotRequest { by: &owner, shared, hosts: &hosts };
        // Checked before loading scripts.
        self.tables.lock().evictable(self.capacity, &request)?;
        let seated = start.seat(&self.stores)?;
        self.check_players(&seated.run)?;
        let id = seated.run.table.id.clone();
        // Locked until the match is in the list, so that no slot is given away twice.
        let mut tables = self.tables.lock();
        tables.make_room(self.capacity, &request)?;
        tables.free_memory(self.capacity, &request, memory, seated.run.table.bots_mb());
        archive.begin(&seated)?;
        self.spawn(&mut tables, seated.run, request.is_of_host())?;
        drop(tables);
        self.stores.list.changed();
        Ok(id)
    }

    /// Returns the bot that a visitor names, as in a new match.
    ///
    /// # Errors
    /// If the visitor has no such bot.
    pub fn named_bot(&self, text: &str, game: &dyn AnyGame, by: &VisitorId) -> Result<PlayerSpec> {
        named_bot(text, by, game, &*self.stores.policy)
    }

    /// Returns the limits of bots.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the megabytes for the bots of all comparisons.
    pub fn comparisons_mb(&self) -> u64 {
        self.memory.comparisons
    }

    /// Returns the megabytes that a bot and its process can take.
    pub fn bot_mb(&self) -> u64 {
        memory::bot_mb(&self.limits)
    }
}

impl Drop for Lobby {
    fn drop(&mut self) {
        self.close();
    }
}

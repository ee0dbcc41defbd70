//! The thread of the ladder: one match after the other, with the lowest priority.

use parking_lot::Mutex;
use std::io;
use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::game_ladder::{GameLadder, wrong};
use super::show::BoardTime;
use super::state::Ladder;
use super::wire::LadderDoing;
use crate::error::Result;
use juez_class::LadderBot;
use juez_lobby::Lobby;
use juez_pool::{Isolation, run_in_background};
use juez_script::STACK;
use juez_storage::unix_time;
use juez_tournament::LadderNext;

/// Time between two looks for new versions while nothing is played.
const IDLE: Duration = Duration::from_millis(500);
/// Time after which something that failed is tried again.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
const DAY: u64 = 24 * 60 * 60;

/// Starts the ladder of a class. It ends when the lobby closes.
///
/// # Errors
/// If the system has no threads left.
pub(in crate::class) fn start(
    ladder: &Arc<Ladder>,
    lobby: &Arc<Lobby>,
) -> io::Result<JoinHandle<()>> {
    let task = Task {
        ladder: ladder.clone(),
        lobby: Arc::downgrade(lobby),
        isolation: None,
        turn: 0,
        played: 0,
        boards: Vec::new(),
        next_look: Instant::now(),
    };
    Builder::new().name("ladder".into()).stack_size(STACK).spawn(move || task.run())
}

pub(super) struct Task {
    pub ladder: Arc<Ladder>,
    pub lobby: Weak<Lobby>,
    /// Its own workers, with the lowest priority.
    isolation: Option<Isolation>,
    /// Number of the game whose turn it is.
    turn: usize,
    /// Matches since the last check of the limits of disk.
    pub played: u32,
    pub boards: Vec<BoardTime>,
    /// Time before which a match looks at no change of people and versions.
    next_look: Instant,
}

pub(super) enum Step {
    Played,
    Idle,
    Closed,
}

pub(super) type Shared = Arc<Mutex<GameLadder>>;

impl Task {
    fn run(mut self) {
        run_in_background();
        loop {
            match self.step() {
                Ok(Step::Played) => {}
                Ok(Step::Idle) => self.ladder.sleep(IDLE),
                Ok(Step::Closed) => return,
                // The disk may be full, or no worker may start: both can pass.
                Err(_) => self.ladder.sleep(AFTER_FAILURE),
            }
        }
    }

    fn step(&mut self) -> Result<Step> {
        let open = self.lobby.upgrade().filter(|lobby| !lobby.is_closed());
        let Some(lobby) = open.filter(|_| !self.ladder.is_closed()) else {
            return Ok(Step::Closed);
        };
        self.note_change();
        let bots = self.ladder.class.ladder_bots()?;
        let games = self.games(&lobby, &bots)?;
        if !self.ladder.class.has_ladder()? {
            for game in &games {
                self.show(&lobby, game, LadderDoing::Off, true)?;
            }
            return Ok(Step::Idle);
        }
        let due = games.iter().enumerate().cycle().skip(self.turn).take(games.len());
        let mut next = None;
        for (at, game) in due {
            match game.lock().next() {
                LadderNext::Rest => {}
                step => {
                    next = Some((at, game.clone(), step));
                    break;
                }
            }
        }
        let chosen = next.as_ref().map(|(at, ..)| *at);
        for (at, game) in games.iter().enumerate().filter(|(at, _)| Some(*at) != chosen) {
            let rests = chosen.is_none() || matches!(game.lock().next(), LadderNext::Rest);
            let doing = if rests { LadderDoing::Rests } else { LadderDoing::Queues };
            self.show(&lobby, &games[at], doing, rests)?;
        }
        let Some((at, game, step)) = next else { return Ok(Step::Idle) };
        self.turn = (at + 1) % games.len();
        // A match looks for changes, which need the rest of the task.
        let isolation = match self.isolation.take() {
            Some(isolation) => isolation,
            None => lobby.background_isolation().map_err(wrong)?,
        };
        let done = match step {
            LadderNext::Play(planned) => self.play(&lobby, &game, planned, &isolation),
            LadderNext::Judge { nth } => self.judge(&lobby, &game, nth, &isolation),
            LadderNext::Rest => Ok(Step::Idle),
        };
        self.isolation = Some(isolation);
        done
    }

    /// Notes that boards are out of date, once after a change of people or versions. Returns false
    /// without a change.
    fn note_change(&mut self) -> bool {
        let is_changed = self.ladder.takes_change();
        self.boards.iter_mut().for_each(|board| board.is_stale |= is_changed);
        is_changed
    }

    /// Shows changes of people and versions during a match of these players. Returns true if the
    /// match continues: the ladder still plays, and all of them still take part.
    pub fn look(&mut self, lobby: &Lobby, game: &Shared, players: &[u32]) -> Result<bool> {
        let begun = Instant::now();
        if begun < self.next_look || !self.note_change() {
            return Ok(true);
        }
        if !self.ladder.class.has_ladder()? {
            return Ok(false);
        }
        let bots = self.ladder.class.ladder_bots()?;
        let games = self.games(lobby, &bots)?;
        let takes_part =
            |own: &GameLadder, player: &u32| own.contenders.iter().any(|one| one.player == *player);
        let own = game.lock();
        if !players.iter().all(|player| takes_part(&own, player)) {
            return Ok(false);
        }
        drop(own);
        for game in &games {
            let id = game.lock().rules.game.clone();
            let doing =
                self.ladder.boards.board(&id).map_or(LadderDoing::Queues, |board| board.doing);
            self.show(lobby, game, doing, true)?;
        }
        // A flood of changes takes a tenth of the time.
        self.next_look = Instant::now() + (begun.elapsed() * 10).max(IDLE);
        Ok(true)
    }

    /// Returns the ladders of the games with bots, after reading which versions take part.
    fn games(&self, lobby: &Lobby, bots: &[LadderBot]) -> Result<Vec<Shared>> {
        let day = (unix_time() / DAY) as i32;
        let mut found = Vec::new();
        for game in juez_match::registry::games() {
            let id = game.info().id;
            let known = self.ladder.ladder_of(id);
            if known.is_none() && bots.iter().all(|bot| bot.game != id) {
                continue;
            }
            let shared = match known {
                Some(known) => known,
                None => {
                    let opened = Arc::new(Mutex::new(GameLadder::open(id, lobby, day)?));
                    self.ladder.games.lock().insert(id, opened.clone());
                    opened
                }
            };
            let store = lobby.ladder();
            let mut own = shared.lock();
            own.begin_day(day, &store)?;
            own.enter(bots, &store)?;
            drop(own);
            found.push(shared);
        }
        Ok(found)
    }
}

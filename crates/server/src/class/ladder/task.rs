//! The thread of the ladder: one match after the other, with the lowest priority.

use parking_lot::Mutex;
use std::io;
use std::sync::{Arc, Weak};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::board::board;
use super::game_ladder::{GameLadder, wrong};
use super::play::{Ended, play, rated};
use super::state::Ladder;
use super::wire::LadderDoing;
use crate::error::Result;
use juez_class::LadderBot;
use juez_core::Record;
use juez_lobby::Lobby;
use juez_pool::{Isolation, run_in_background};
use juez_script::STACK;
use juez_storage::unix_time;
use juez_tournament::{LadderNext, PlannedMatch, splits_by_seat};

/// Time between two looks for new versions while nothing is played.
const IDLE: Duration = Duration::from_millis(500);
/// Time after which something that failed is tried again.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// Minimum time between two boards of a game. A board takes at most a tenth of the time.
const BOARD_INTERVAL: Duration = Duration::from_secs(1);
/// Most bytes of the records of all matches; then the oldest records are dropped.
const MOST_BYTES: u64 = 256 << 20;
/// Most stored results; then the oldest are dropped.
const MOST_RESULTS: u32 = 200_000;
/// Matches between two checks of these limits.
const TRIM_EVERY: u32 = 1000;
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
    };
    Builder::new().name("ladder".into()).stack_size(STACK).spawn(move || task.run())
}

struct Task {
    ladder: Arc<Ladder>,
    lobby: Weak<Lobby>,
    /// Its own workers, with the lowest priority.
    isolation: Option<Isolation>,
    /// Number of the game whose turn it is.
    turn: usize,
    /// Matches since the last check of the limits of disk.
    played: u32,
    boards: Vec<BoardTime>,
}

/// When the next board of a game is due.
struct BoardTime {
    game: String,
    due: Instant,
    /// Matches, players and benched versions of the last board.
    of: (usize, Vec<u32>, usize),
}

enum Step {
    Played,
    Idle,
    Closed,
}

type Shared = Arc<Mutex<GameLadder>>;

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
        if self.ladder.takes_change() {
            // All boards are made again.
            self.boards.clear();
        }
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
        if self.isolation.is_none() {
            self.isolation = Some(lobby.background_isolation().map_err(wrong)?);
        }
        match step {
            LadderNext::Play(planned) => self.play(&lobby, &game, planned),
            LadderNext::Judge { nth } => self.judge(&lobby, &game, nth),
            LadderNext::Rest => Ok(Step::Idle),
        }
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

    fn play(&mut self, lobby: &Lobby, game: &Shared, planned: PlannedMatch) -> Result<Step> {
        let (setup, id, any, doing) = {
            let own = game.lock();
            let names = self.shown_names(&own, &planned)?;
            let setup = own.setup(&planned, &self.ladder.class, lobby)?;
            (setup, own.rules.game.clone(), own.game, LadderDoing::Plays { names })
        };
        self.ladder.show_doing(&id, &doing);
        self.show(lobby, game, doing.clone(), false)?;
        let Some(isolation) = &self.isolation else { return Ok(Step::Idle) };
        match play((&self.ladder, &self.lobby), isolation, any, &setup, &doing) {
            Ended::Played(record) => self.store(lobby, game, planned, &record)?,
            Ended::Stopped => return Ok(Step::Idle),
            Ended::DoesNotLoad(name) => {
                let mut own = game.lock();
                let number = planned.order.iter().zip(own.names(&planned));
                let broken = number.filter(|(_, other)| *other == name).map(|(number, _)| *number);
                let broken: Vec<u32> = broken.collect();
                own.broken.extend(broken);
            }
            Ended::Failed => return Err(wrong("a match of the ladder cannot be played")),
        }
        Ok(Step::Played)
    }

    fn store(
        &mut self,
        lobby: &Lobby,
        game: &Shared,
        planned: PlannedMatch,
        record: &Record,
    ) -> Result<()> {
        let Some(played) = rated(planned, record) else { return Ok(()) };
        let store = lobby.ladder();
        let rules = game.lock().rules.clone();
        if store.put(&rules, &played, record).map_err(wrong)? {
            game.lock().add(&played);
        } else {
            // A bot was deleted meanwhile, or the match is stored already.
            let mut own = game.lock();
            own.read_players(&store)?;
            own.read_again(&store)?;
        }
        self.played += 1;
        if self.played >= TRIM_EVERY {
            self.played = 0;
            if store.trim(MOST_BYTES, MOST_RESULTS).map_err(wrong)? {
                let games: Vec<Shared> = self.ladder.games.lock().values().cloned().collect();
                games.iter().try_for_each(|game| game.lock().read_again(&store))?;
            }
        }
        Ok(())
    }

    /// Lets built-in bots play an opening, and stores whether one seat wins with any players.
    fn judge(&mut self, lobby: &Lobby, game: &Shared, nth: u32) -> Result<Step> {
        let (setups, id, any, rules, day) = {
            let own = game.lock();
            let setups = own.judging(nth, lobby)?;
            (setups, own.rules.game.clone(), own.game, own.rules.clone(), own.day)
        };
        let doing = LadderDoing::Judges;
        self.ladder.show_doing(&id, &doing);
        self.show(lobby, game, doing.clone(), false)?;
        let Some(isolation) = &self.isolation else { return Ok(Step::Idle) };
        let mut ranks: Vec<Vec<u8>> = Vec::new();
        for setup in &setups {
            match play((&self.ladder, &self.lobby), isolation, any, setup, &doing) {
                Ended::Played(record) => {
                    ranks.extend(record.end.map(|end| end.ranks.as_slice().to_vec()));
                }
                Ended::Stopped => return Ok(Step::Idle),
                Ended::DoesNotLoad(_) | Ended::Failed => {
                    return Err(wrong("an opening cannot be judged"));
                }
            }
            // The others cannot change the judgement.
            if ranks.len() >= 2 && !splits_by_seat(&ranks) {
                break;
            }
        }
        let splits = splits_by_seat(&ranks);
        lobby.ladder().put_opening(&rules, (day, nth), splits).map_err(wrong)?;
        game.lock().openings.insert(nth, splits);
        Ok(Step::Played)
    }

    /// Shows the board of a game, unless it is too early or nothing has changed. `now` shows a change
    /// at once.
    fn show(&mut self, lobby: &Lobby, game: &Shared, doing: LadderDoing, now: bool) -> Result<()> {
        let mut own = game.lock();
        let id = own.rules.game.clone();
        let of = (
            own.history.len(),
            own.contenders.iter().map(|one| one.player).collect::<Vec<_>>(),
            own.broken.len(),
        );
        let known = self.boards.iter().position(|board| board.game == id);
        if let Some(board) = known.map(|at| &self.boards[at]) {
            let is_early = Instant::now() < board.due && !now;
            if is_early || board.of == of {
                drop(own);
                self.ladder.show_doing(&id, &doing);
                return Ok(());
            }
        }
        let begun = Instant::now();
        let shown = board(&mut own, &self.ladder.class, &lobby.ladder(), doing)?;
        drop(own);
        self.ladder.show(shown);
        let due = Instant::now() + (begun.elapsed() * 10).max(BOARD_INTERVAL);
        let time = BoardTime { game: id, due, of };
        match known {
            Some(at) => self.boards[at] = time,
            None => self.boards.push(time),
        }
        Ok(())
    }

    /// Returns the names of the players of a match as people know them.
    fn shown_names(&self, own: &GameLadder, planned: &PlannedMatch) -> Result<Vec<String>> {
        let name = |(number, name): (&u32, String)| -> Result<String> {
            let bot = own.players.get(number).and_then(|player| player.bot());
            let named = bot.map(|bot| self.ladder.class.ladder_name(bot)).transpose()?.flatten();
            Ok(named.map_or(name, |named| named.name))
        };
        planned.order.iter().zip(own.names(planned)).map(name).collect()
    }
}

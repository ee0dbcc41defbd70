//! A bot at a table that becomes its newest version at its next turn.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::Version;
use crate::core::{
    Bot, Fault, Finish, Game, Journal, Limits, MoveOf, Seat, Seed, Start, Team, Turn,
};
use crate::script::{Api, Loader, ScriptBot};

/// The news of one seat of a live match.
#[derive(Clone, Debug)]
pub enum News {
    /// Another version plays from here on.
    TakesOver {
        /// Its seat.
        seat: Seat,
        /// Moves made before.
        ply: u32,
        /// The number of the version.
        number: u32,
    },
    /// A version failed on its way to the table, and the one before it plays on.
    Fails {
        /// Its seat.
        seat: Seat,
        /// Moves made before.
        ply: u32,
        /// The number of the version.
        number: u32,
        /// The number of the one that plays on.
        plays_on: u32,
        /// Its fault.
        fault: Fault,
    },
}

/// The newest version of a bot, shared between those who save it and those who play it.
///
/// A match that such a bot plays is no rated one, and no other run gives its record again.
pub struct LiveBot {
    newest: Mutex<Version>,
    /// The loader of its versions; the thread of the match without one.
    loader: Mutex<Option<Arc<dyn Loader>>>,
    /// The version in each seat where it plays.
    playing: Mutex<BTreeMap<Seat, Version>>,
    news: Mutex<Vec<News>>,
}

impl LiveBot {
    /// A bot whose first version this is.
    pub fn new(version: Version) -> LiveBot {
        LiveBot {
            newest: Mutex::new(version),
            loader: Mutex::default(),
            playing: Mutex::default(),
            news: Mutex::default(),
        }
    }

    /// Puts another version in; players of it take it at their next turn.
    pub fn renew(&self, version: Version) {
        *self.newest.lock() = version;
    }

    /// Has its versions compiled and run by `loader`.
    pub fn load_by(&self, loader: Arc<dyn Loader>) {
        *self.loader.lock() = Some(loader);
    }

    /// The newest version.
    pub fn newest(&self) -> Version {
        let version = self.newest.lock().clone();
        match &*self.loader.lock() {
            Some(loader) => Version { spec: version.spec.loaded_by(loader.clone()), ..version },
            None => version,
        }
    }

    /// The version that plays in a seat; the newest if it plays in none.
    pub fn playing(&self, seat: Seat) -> Version {
        let playing = self.playing.lock().get(&seat).cloned();
        playing.unwrap_or_else(|| self.newest())
    }

    /// The news since the last call.
    pub fn news(&self) -> Vec<News> {
        std::mem::take(&mut *self.news.lock())
    }

    fn number(&self) -> u32 {
        self.newest.lock().number
    }
}

/// The arguments of `start`, kept for versions to come.
struct Beginning<G: Game> {
    seat: Seat,
    seats: u8,
    team: Team,
    options: G::Options,
    players: Vec<String>,
    seed: Seed,
    limits: Limits,
}

impl<G: Game> Beginning<G> {
    fn start<'a>(&'a self, journal: &'a Journal) -> Start<'a, G> {
        Start {
            seat: self.seat,
            seats: self.seats,
            team: self.team,
            options: &self.options,
            players: &self.players,
            seed: self.seed,
            limits: &self.limits,
            journal,
        }
    }
}

/// One seat of a live bot.
pub(in super::super) struct Reloading<G: Game> {
    live: Arc<LiveBot>,
    api: Rc<Api>,
    /// The version that plays, and its bot.
    version: Version,
    playing: ScriptBot,
    /// The version that was tried last.
    tried: u32,
    beginning: Option<Beginning<G>>,
}

impl<G: Game> Reloading<G> {
    /// A seat for the newest version, and for those to come.
    pub fn new(live: Arc<LiveBot>, api: Rc<Api>) -> Reloading<G> {
        let version = live.newest();
        let playing = ScriptBot::new(version.spec.clone(), api.clone());
        Reloading { live, api, playing, tried: version.number, version, beginning: None }
    }

    /// Puts the newest version into the seat, if there is a new one that starts.
    fn renew(&mut self, ply: u32, journal: &Journal) {
        if self.live.number() == self.tried {
            return;
        }
        let Some(beginning) = &self.beginning else { return };
        let version = self.live.newest();
        let number = version.number;
        self.tried = number;
        let mut next = ScriptBot::new(version.spec.clone(), self.api.clone());
        let start = beginning.start(journal);
        let seat = beginning.seat;
        let began = Bot::<G>::load(&mut next, &start).and_then(|()| next.start(&start));
        let news = match began {
            Ok(()) => {
                self.live.playing.lock().insert(seat, version.clone());
                (self.playing, self.version) = (next, version);
                News::TakesOver { seat, ply, number }
            }
            Err(fault) => {
                let plays_on = self.version.number;
                News::Fails { seat, ply, number, plays_on, fault }
            }
        };
        self.live.news.lock().push(news);
    }
}

impl<G: Game> Bot<G> for Reloading<G> {
    fn load(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.beginning = Some(Beginning {
            seat: start.seat,
            seats: start.seats,
            team: start.team,
            options: start.options.clone(),
            players: start.players.to_vec(),
            seed: start.seed,
            limits: start.limits.clone(),
        });
        self.live.playing.lock().insert(start.seat, self.version.clone());
        Bot::<G>::load(&mut self.playing, start)
    }

    fn start(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.playing.start(start)
    }

    fn next_move(&mut self, turn: &Turn<'_, G>) -> Result<MoveOf<G>, Fault> {
        self.renew(turn.ply, turn.journal);
        self.playing.next_move(turn)
    }

    fn finish(&mut self, finish: &Finish<'_>) -> Result<(), Fault> {
        Bot::<G>::finish(&mut self.playing, finish)
    }
}

//! A bot in a match that is replaced by its newest version at its next turn.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::Version;
use juez_core::{Bot, Fault, Finish, Game, Journal, MoveOf, Seat, Start, Turn};
use juez_script::{Api, Loader, ScriptBot};

/// A version change in one seat of a live match, or a failed attempt.
#[derive(Clone, Debug)]
pub struct News {
    /// The seat.
    pub seat: Seat,
    /// Moves made before the change.
    pub ply: u32,
    /// The number of the new version.
    pub number: u32,
    /// The fault of the new version, if it failed to start, and the number of the version that
    /// keeps playing.
    pub failed: Option<(Fault, u32)>,
}

/// The newest version of a bot, shared between the watcher that updates it and the matches that
/// play it.
///
/// A match with such a bot is not rated, and its record is not reproducible.
pub struct LiveBot {
    newest: Mutex<Version>,
    /// The loader of its versions; `None` for the thread of the match.
    loader: Mutex<Option<Arc<dyn Loader>>>,
    /// The version that plays in each seat.
    playing: Mutex<BTreeMap<Seat, Version>>,
    news: Mutex<Vec<News>>,
}

impl LiveBot {
    /// Creates a bot with its first version.
    pub fn new(version: Version) -> LiveBot {
        LiveBot {
            newest: Mutex::new(version),
            loader: Mutex::default(),
            playing: Mutex::default(),
            news: Mutex::default(),
        }
    }

    /// Sets the newest version; matches switch to it at their next turn.
    pub fn renew(&self, version: Version) {
        *self.newest.lock() = version;
    }

    /// Makes `loader` compile and run its versions.
    pub fn load_by(&self, loader: Arc<dyn Loader>) {
        *self.loader.lock() = Some(loader);
    }

    /// Returns the newest version.
    pub fn newest(&self) -> Version {
        let version = self.newest.lock().clone();
        match &*self.loader.lock() {
            Some(loader) => Version { spec: version.spec.loaded_by(loader.clone()), ..version },
            None => version,
        }
    }

    /// Returns the version that plays in a seat, or the newest one if the seat has none.
    pub fn playing(&self, seat: Seat) -> Version {
        let playing = self.playing.lock().get(&seat).cloned();
        playing.unwrap_or_else(|| self.newest())
    }

    /// Takes the news since the last call.
    pub fn news(&self) -> Vec<News> {
        std::mem::take(&mut *self.news.lock())
    }

    fn number(&self) -> u32 {
        self.newest.lock().number
    }
}

/// Loads and starts a version of a bot.
type Begin = Box<dyn Fn(&mut ScriptBot, &Journal) -> Result<(), Fault>>;

/// Returns a function that begins with later versions as with the first one, which got `start`.
fn begin_as<G: Game>(start: &Start<'_, G>) -> Begin {
    let Start { seat, seats, team, seed, .. } = *start;
    let (options, limits) = (start.options.clone(), start.limits.clone());
    let players = start.players.to_vec();
    Box::new(move |bot, journal| {
        let (options, players, limits) = (&options, &players, &limits);
        let start = Start::<G> { seat, seats, team, options, players, seed, limits, journal };
        Bot::<G>::load(bot, &start)?;
        bot.start(&start)
    })
}

/// One seat of a live bot.
pub(in super::super) struct Reloading {
    live: Arc<LiveBot>,
    api: Rc<Api>,
    /// The version that plays, and its bot.
    version: Version,
    playing: ScriptBot,
    /// The number of the last version that was tried.
    tried: u32,
    begin: Option<(Seat, Begin)>,
}

impl Reloading {
    /// Creates a seat for the newest version and later ones.
    pub fn new(live: Arc<LiveBot>, api: Rc<Api>) -> Reloading {
        let version = live.newest();
        let playing = ScriptBot::new(version.spec.clone(), api.clone());
        Reloading { live, api, playing, tried: version.number, version, begin: None }
    }

    /// Switches the seat to the newest version, if there is a new one that starts.
    fn renew(&mut self, ply: u32, journal: &Journal) {
        if self.live.number() == self.tried {
            return;
        }
        let Some((seat, begin)) = &self.begin else { return };
        let version = self.live.newest();
        let number = version.number;
        self.tried = number;
        let mut next = ScriptBot::new(version.spec.clone(), self.api.clone());
        let seat = *seat;
        let failed = match begin(&mut next, journal) {
            Ok(()) => {
                self.live.playing.lock().insert(seat, version.clone());
                (self.playing, self.version) = (next, version);
                None
            }
            Err(fault) => Some((fault, self.version.number)),
        };
        self.live.news.lock().push(News { seat, ply, number, failed });
    }
}

impl<G: Game> Bot<G> for Reloading {
    fn load(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.begin = Some((start.seat, begin_as(start)));
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

    fn runs_here(&self) -> bool {
        Bot::<G>::runs_here(&self.playing)
    }
}

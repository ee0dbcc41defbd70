//! What a visitor asks for, made into a match that can be played.

use super::company::{clean, told_apart};
use super::pace::{PACE_MS, SLOWEST_MS};
use super::plan::{Place, Plan, Scripts, Who, built_in};
use super::shelf::Shelf;
use super::{HallError, Visitor};
use crate::core::{Limits, MAX_SEATS, PlayedBy, Seed};
use crate::registry::{AnyGame, Mind, PlayerSpec, game};
use crate::script::LoadError;
use crate::server::NewMatch;
use crate::server::words;

/// How a visitor names himself as a player.
const ME: &str = "me";
/// The name of a player who is yet to come.
const FREE: &str = "free";
/// The most seconds of a clock.
const DAY_S: u32 = 24 * 60 * 60;

/// A match that was asked for.
pub(super) struct Roster {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// What it is started with.
    pub plan: Plan,
    /// The scripts that play it.
    pub scripts: Scripts,
    /// The name of the visitor at each seat that is to be his.
    pub his: Vec<Option<String>>,
}

impl Roster {
    /// Reads what a visitor asks for.
    ///
    /// # Errors
    /// The first thing that is not to be had.
    pub fn read(
        new: &NewMatch,
        owner: &Visitor,
        shelf: &Shelf,
        limits: &Limits,
    ) -> Result<Roster, HallError> {
        let game = game(&new.game).map_err(|error| HallError::wrong(error.to_string()))?;
        if new.players.len() > MAX_SEATS {
            let most = words::too_many_seats(MAX_SEATS);
            return Err(HallError::wrong(most));
        }
        if new.clock_s.is_some_and(|seconds| !(1..=DAY_S).contains(&seconds)) {
            return Err(HallError::wrong(words::clock_range(DAY_S)));
        }
        let (mut places, mut scripts): (Vec<Place>, _) = (Vec::new(), Scripts::new());
        for text in &new.players {
            let mut place = place(text, new.name.as_deref(), game, shelf, &mut scripts)?;
            let taken: Vec<&str> = places.iter().map(|place| &*place.name).collect();
            place.name = told_apart(&place.name, &taken);
            places.push(place);
        }
        let his = |(text, place): (&String, &Place)| (text == ME).then(|| place.name.clone());
        Ok(Roster {
            game,
            his: new.players.iter().zip(&places).map(his).collect(),
            plan: Plan {
                game: game.info().id.to_string(),
                options: new.options.clone(),
                places,
                seed: seed(new.seed.as_deref())?,
                limits: limits.clone(),
                without: Vec::new(),
                deals: Vec::new(),
                moves: Vec::new(),
                clock_s: new.clock_s,
                on_clock: new.on_clock,
                pace_ms: new.pace_ms.unwrap_or(PACE_MS).min(SLOWEST_MS),
                takeover: new.takeover,
                stays: false,
                owner: *owner,
            },
            scripts,
        })
    }
}

/// The seed that was asked for, or one that cannot be foreseen.
pub(super) fn seed(text: Option<&str>) -> Result<Seed, HallError> {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => text.parse().map_err(|error| HallError::wrong(format!("{error}"))),
        None => {
            let drawn = Seed::fresh();
            drawn.map_err(|source| HallError::System { why: words::no_seed_drawn(&source), source })
        }
    }
}

/// The place of a player.
fn place(
    text: &str,
    name: Option<&str>,
    game: &dyn AnyGame,
    shelf: &Shelf,
    scripts: &mut Scripts,
) -> Result<Place, HallError> {
    if text == ME || text == FREE {
        let name = clean(name.filter(|_| text == ME));
        return Ok(Place { name, bot: PlayedBy::Human, who: Who::Person });
    }
    let player = match shelf.read(text, game) {
        Some(read) => {
            let spec = read.map_err(|error| match error {
                // Visitors are not told where the folder lies.
                LoadError::Read(_) => HallError::wrong(words::cannot_be_read(text)),
                error => HallError::wrong(error.to_string()),
            })?;
            scripts.insert(spec.bundle.hash.clone(), spec.clone());
            PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) }
        }
        None => {
            let mind = built_in(game, text).map_err(HallError::wrong)?;
            PlayerSpec { name: text.to_string(), mind }
        }
    };
    Ok(Place::of(&player))
}

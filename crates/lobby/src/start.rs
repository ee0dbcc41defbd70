//! The ways to start a match: from a visitor's request, from a setup of another command, or again
//! with the seats changed.

use std::sync::Arc;

use super::archive::Archive;
use super::branch::BranchOrigin;
use super::error::RefusalKind::{Conflict, Wrong};
use super::error::{LobbyError, Result};
use super::levels::{Suited, seat_against_adaptive};
use super::plan::{MatchPlan, PlannedPlayer, Scripts, built_in};
use super::policy::{OfferedBot, Policy};
use super::run::{MatchEnd, MatchRun};
use super::seating::{SeatedPerson, clean_name, unique_name};
use super::table::{MAX_PACE_MS, MatchTable, Stores};
use juez_core::{
    Limits, MAX_SEATS, PlayedBy, Player, Reason, Record, Seat, Seed, Terms, plain_signs,
};

use crate::{MatchStatus, NewMatch, Takeover, VisitorId, words};
use juez_match::registry::{ADAPTIVE, AnyGame, MatchSetup, Mind, PlayerSpec, fill_seats, game};
use juez_storage::unix_time;

/// Length of an id in characters: 50 bits, so that matches cannot be found by guessing.
pub(super) const ID_LENGTH: usize = 10;
/// The player of a seat in which the visitor sits down.
const ME: &str = "me";
/// The player of a seat that waits for any visitor.
const FREE: &str = "free";
/// The player of a seat that keeps its bot in a match that continues another.
const SAME: &str = "same";
/// Maximum clock for a decision, in seconds.
const MAX_CLOCK_S: u32 = 24 * 60 * 60;
/// Default minimum milliseconds that a bot takes for a move: about as long as a page takes to show
/// one.
const DEFAULT_PACE_MS: u32 = 900;

/// Sources of the bots named in a request, and their limits.
pub(super) struct BotSources<'l> {
    pub policy: &'l dyn Policy,
    pub archive: &'l Archive,
    pub limits: &'l Limits,
    /// A script that the request can name in addition to those of the policy.
    pub named: Option<(&'l str, &'l OfferedBot)>,
}

/// A match that is about to begin.
pub(super) struct MatchStart {
    game: &'static dyn AnyGame,
    plan: MatchPlan,
    scripts: Scripts,
    /// The bot at each seat.
    bots: Vec<Option<Mind>>,
    /// The person in each seat, with the display name.
    occupants: Vec<Option<SeatedPerson>>,
    /// The id of the match that this is the rematch of.
    rematch_of: Option<String>,
}

impl MatchStart {
    /// Creates the match that a visitor requests, continuing from `origin` if given.
    ///
    /// # Errors
    /// The first part of the request that is not available.
    pub fn of_request(
        new: &NewMatch,
        origin: Option<BranchOrigin>,
        owner: &VisitorId,
        sources: &BotSources<'_>,
    ) -> Result<MatchStart> {
        let game = game(&new.game).map_err(|error| Wrong.because(error))?;
        if new.players.len() > MAX_SEATS {
            return Err(Wrong.because(words::too_many_seats(MAX_SEATS)));
        }
        if new.clock_s.is_some_and(|seconds| !(1..=MAX_CLOCK_S).contains(&seconds)) {
            return Err(Wrong.because(words::clock_range(MAX_CLOCK_S)));
        }
        let around = |own| {
            let seats = (own, new.players.len());
            Suited::of(game, &new.options, seats, owner, sources.archive)
        };
        let suited = seat_against_adaptive(new, ME)?.map(around).transpose()?;
        let (mut players, mut scripts): (Vec<PlannedPlayer>, _) = (Vec::new(), Scripts::new());
        let name = sources.policy.name(owner).or_else(|| new.name.clone());
        for (seat, text) in Seat::all(new.players.len() as u8).zip(&new.players) {
            let player = match (&origin, &suited) {
                (_, Some(suited)) if text == ADAPTIVE => {
                    suited.player(seat.index(), game, sources.policy)?
                }
                (Some(origin), _) if text == SAME => {
                    let player = again(sources.policy, owner, origin.bot(seat)?, &mut scripts)?;
                    if let Some(hash) = player.script()
                        && !scripts.contains_key(hash)
                    {
                        let spec = sources.archive.script(hash);
                        let name = &player.player.name;
                        let no_source = |_| Conflict.because(words::no_source(name));
                        scripts.insert(hash.to_string(), spec.map_err(no_source)?);
                    }
                    player
                }
                _ => match sources.named.filter(|(named, _)| text == named) {
                    Some((_, bot)) => planned(bot.clone(), &mut scripts),
                    None => {
                        player(text, owner, name.as_deref(), game, sources.policy, &mut scripts)?
                    }
                },
            };
            add_player(&mut players, player);
        }
        let sits = |(text, planned): (&String, &PlannedPlayer)| {
            (text == ME).then(|| planned.seated(owner))
        };
        let occupants = new.players.iter().zip(&players).map(sits).collect();
        let (branch, position) = match origin {
            Some(_) if !new.options.is_empty() => {
                return Err(Wrong.because(words::has_options_of_origin()));
            }
            Some(BranchOrigin { branch, position, .. }) => (Some(branch), position),
            None => (None, Record { options: new.options.clone(), ..Record::default() }),
        };
        let chosen_seed = new.seed.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let planned = MatchPlan::new(game, players, seed(chosen_seed)?, *owner);
        // In a class a bot is the work of its author.
        let takeover =
            if sources.policy.has_authors() { Takeover::Owner } else { planned.takeover };
        let plan = MatchPlan {
            terms: Terms { limits: sources.limits.clone(), ..position.terms() },
            deals: position.deals,
            moves: position.moves,
            branch,
            chosen_seed: chosen_seed.map(str::to_string),
            clock_s: new.clock_s,
            on_clock: new.on_clock,
            pace_ms: new.pace_ms.unwrap_or(DEFAULT_PACE_MS).min(MAX_PACE_MS),
            takeover: new.takeover.unwrap_or(takeover),
            adaptive: suited.is_some(),
            ..planned
        };
        let bots = plan.bots(game, &scripts, sources.policy).map_err(|why| Wrong.because(why))?;
        Ok(MatchStart { game, plan, scripts, bots, occupants, rematch_of: None })
    }

    /// Creates a match from the setup of another command. People among its players sit down as
    /// `owner`, and bots can change while they play.
    ///
    /// # Errors
    /// If the players do not fit the seats.
    pub fn of_setup(
        game: &'static dyn AnyGame,
        setup: &MatchSetup,
        owner: &VisitorId,
        pace_ms: u32,
        chosen_seed: Option<&str>,
    ) -> Result<MatchStart> {
        let teams = game.teams(setup).map_err(|error| Wrong.because(error))?;
        let players = fill_seats(&setup.players, &teams).ok_or_else(|| {
            Wrong.because(words::players_for_seats(setup.players.len(), teams.len()))
        })?;
        let seed = setup.seed.map_or_else(|| seed(None), Ok)?;
        let planned: Vec<PlannedPlayer> =
            players.iter().map(|player| player.player().into()).collect();
        let sits = |planned: &PlannedPlayer| (!planned.is_bot()).then(|| planned.seated(owner));
        let occupants = planned.iter().map(sits).collect();
        let plan = MatchPlan {
            terms: setup.terms.clone(),
            deals: setup.deals.clone(),
            moves: setup.moves.clone(),
            chosen_seed: chosen_seed.map(str::to_string),
            pace_ms,
            stays: true,
            ..MatchPlan::new(game, planned, seed, *owner)
        };
        let bots: Vec<_> = players.iter().map(|player| player.mind.bot().cloned()).collect();
        let script = |bot: &Option<Mind>| match bot {
            Some(Mind::Script(spec)) => Some((spec.bundle.hash.clone(), spec.clone())),
            _ => None,
        };
        let scripts = bots.iter().filter_map(script).collect();
        Ok(MatchStart { game, plan, scripts, bots, occupants, rematch_of: None })
    }

    /// Creates the rematch of a table, with a fresh seed and every player one seat down. An
    /// adaptive opponent plays at the level that suits the owner by now.
    pub fn rematch(
        table: &MatchTable,
        mut occupants: Vec<Option<SeatedPerson>>,
        policy: &dyn Policy,
    ) -> Result<MatchStart> {
        let (game, mut plan) = (table.game, table.plan.clone());
        let (mut players, mut others) = (Vec::new(), Scripts::new());
        let (options, seats) = (&plan.terms.options, plan.players.len());
        let own = plan.players.iter().position(|player| !player.is_bot());
        let around = |own| Suited::of(game, options, (own, seats), &plan.owner, &table.archive);
        let suited = own.filter(|_| plan.adaptive).map(around).transpose()?;
        for (seat, player) in plan.players.iter().enumerate() {
            let player = match &suited {
                Some(suited) if player.is_bot() => suited.player(seat, game, policy)?,
                _ => again(policy, &plan.owner, player, &mut others)?,
            };
            add_player(&mut players, player);
        }
        plan.players = players;
        (plan.seed, plan.chosen_seed) = (seed(None)?, None);
        plan.players.rotate_left(1);
        occupants.rotate_left(1);
        let scripts = table.archive.scripts(&plan, others);
        let scripts = scripts.map_err(|error| Conflict.because(error.plain()))?;
        let bots = plan.bots(game, &scripts, policy).map_err(|why| Conflict.because(why))?;
        let rematch_of = Some(table.id.clone());
        Ok(MatchStart { game, plan, scripts, bots, occupants, rematch_of })
    }

    /// Returns the visitor who starts it.
    pub fn owner(&self) -> &VisitorId {
        &self.plan.owner
    }

    /// Creates the table with its people. The result must be stored before it is played.
    ///
    /// # Errors
    /// If the options of the game are not playable, or a person has two seats with hidden hands.
    pub fn seat(self, stores: &Stores) -> Result<SeatedMatch> {
        let MatchStart { game, plan, scripts, bots, mut occupants, rematch_of } = self;
        let table = MatchTable::new(new_id()?, game, plan, unix_time(), stores)
            .map_err(|fault| Wrong.because(fault.error))?;
        let mut live = table.live();
        for (seat, occupant) in table.seats().zip(&mut occupants) {
            if let Some(SeatedPerson { visitor, name }) = occupant {
                live.seating.may_sit(visitor, seat)?;
                *occupant = Some(live.seating.sit(*visitor, seat, Some(name)));
            }
        }
        drop(live);
        let run = MatchRun::new(Arc::new(table), bots);
        Ok(SeatedMatch { run, scripts, occupants, rematch_of })
    }
}

/// A match that has its table but is not stored yet.
pub(super) struct SeatedMatch {
    pub run: MatchRun,
    pub scripts: Scripts,
    /// People who sit at the table from the beginning, in seat order.
    pub occupants: Vec<Option<SeatedPerson>>,
    /// The id of the match that this is the rematch of.
    pub rematch_of: Option<String>,
}

/// Stores a record as a finished match and returns its id. Reads no files, whatever the names of
/// the players.
///
/// # Errors
/// If its game or options are unknown, or it cannot be stored.
pub(super) fn store_record(record: &Record, owner: &VisitorId, stores: &Stores) -> Result<String> {
    let game = game(&record.game).map_err(|error| Wrong.because(error))?;
    let replay = game.replay(record).map_err(|fault| Wrong.because(fault.error))?;
    let player = |seat: usize| match record.players.get(seat) {
        Some(player) => player.clone().into(),
        None => {
            let name = format!("seat {seat}");
            Player { name, bot: PlayedBy::Builtin, source: None }.into()
        }
    };
    let players: Vec<PlannedPlayer> = (0..replay.table().seats().into()).map(player).collect();
    let plan = MatchPlan {
        terms: Terms { options: replay.table().options_json(), ..record.terms() },
        branch: record.branch.clone(),
        ..MatchPlan::new(game, players, record.seed.unwrap_or(Seed::from(0)), *owner)
    };
    let (bots, occupants) = (vec![None; plan.players.len()], Vec::new());
    let start =
        MatchStart { game, plan, scripts: Scripts::new(), bots, occupants, rematch_of: None };
    let seated = start.seat(stores)?;
    stores.archive.begin(&seated)?;
    let status = match record.end.as_ref().map(|end| end.reason) {
        Some(Reason::Stopped) => MatchStatus::Stopped,
        _ => MatchStatus::Finished,
    };
    let table = &seated.run.table;
    MatchEnd::new(table, status, None, Some(record.clone()), Vec::new()).apply(table);
    Ok(table.id.clone())
}

/// Returns the player that a visitor names for a seat.
fn player(
    text: &str,
    by: &VisitorId,
    name: Option<&str>,
    game: &dyn AnyGame,
    policy: &dyn Policy,
    scripts: &mut Scripts,
) -> Result<PlannedPlayer> {
    if text == ME || text == FREE {
        return Ok(PlannedPlayer::person(clean_name(name.filter(|_| text == ME))));
    }
    match policy.read(text, game, by) {
        Some(offered) => Ok(planned(offered?, scripts)),
        None => Ok(built_in_bot(text, game, policy)?.player().into()),
    }
}

/// Adds a player under a name that is unique at the table.
fn add_player(players: &mut Vec<PlannedPlayer>, mut added: PlannedPlayer) {
    let taken: Vec<&str> = players.iter().map(|planned| &*planned.player.name).collect();
    added.player.name = unique_name(&added.player.name, &taken);
    players.push(added);
}

/// Returns the player of a script, which is added to `scripts`.
fn planned(offered: OfferedBot, scripts: &mut Scripts) -> PlannedPlayer {
    let player = PlannedPlayer::offered(&offered);
    scripts.insert(offered.spec.bundle.hash.clone(), offered.spec);
    player
}

/// Returns the player of a seat in another match for use by a visitor. If the script is replaced,
/// adds the new one to `scripts`.
///
/// # Errors
/// If it is the script of an author who does not share it with the visitor.
fn again(
    policy: &dyn Policy,
    by: &VisitorId,
    earlier: &PlannedPlayer,
    scripts: &mut Scripts,
) -> Result<PlannedPlayer> {
    let Some(author) = earlier.author else { return Ok(earlier.clone()) };
    let name = &earlier.player.name;
    let Some(offered) = policy.again(by, author, name)? else { return Ok(earlier.clone()) };
    let mut newest = planned(offered, scripts);
    newest.player.name.clone_from(name);
    Ok(newest)
}

/// Returns the bot that a visitor names.
pub(super) fn named_bot(
    text: &str,
    by: &VisitorId,
    game: &dyn AnyGame,
    policy: &dyn Policy,
) -> Result<PlayerSpec> {
    match policy.read(text, game, by) {
        Some(offered) => {
            let spec = offered?.spec;
            Ok(PlayerSpec { name: spec.name.clone(), mind: Mind::Script(spec) })
        }
        None => built_in_bot(text, game, policy),
    }
}

pub(super) fn built_in_bot(
    text: &str,
    game: &dyn AnyGame,
    policy: &dyn Policy,
) -> Result<PlayerSpec> {
    let mind = built_in(game, text, policy).map_err(|why| Wrong.because(why))?;
    Ok(PlayerSpec { name: text.to_string(), mind })
}

/// Parses the seed that a visitor requests, or draws a random one.
fn seed(text: Option<&str>) -> Result<Seed> {
    match text {
        Some(text) => text.parse().map_err(|error| Wrong.because(error)),
        None => Seed::fresh()
            .map_err(|source| LobbyError::System { why: words::no_seed_drawn(&source), source }),
    }
}

/// Draws a random id for a match.
fn new_id() -> Result<String> {
    plain_signs(ID_LENGTH)
        .map_err(|source| LobbyError::System { why: words::no_id_drawn(&source), source })
}

//! Fixes the versions, matches and duration of a tournament.

use serde_json::Map;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use super::wire::TournamentRequest;
use crate::class::policy::spec_of;
use crate::error::{Refusal, Result};
use crate::words;
use juez_class::{Class, ExportedBot, language_of};
use juez_core::{Player, Seed, Terms, plain_lines};
use juez_lobby::Lobby;
use juez_match::registry::{MatchSetup, Mind, PlayerSpec, game};
use juez_pool::Isolation;
use juez_script::Bundle;
use juez_tournament::{
    Criterion, Entrant, Entry, EntryCheck, Openings, Partners, Plan, Shape, SizeError, Sizing,
    candidates, is_built_in, named_yardsticks, names_differ, opponents_are_there,
};

/// Most characters of a name.
const MAX_NAME: usize = 80;
/// Most house rules, built-in bots or criteria of a request.
const MAX_LIST: usize = 32;
/// Most rounds, and most matches of a pairing.
const MAX_SIZE: u32 = 100_000;
/// Most minutes to fill: a day.
const MAX_MINUTES: u32 = 24 * 60;

/// A tournament that can begin.
pub(super) struct Planned {
    pub plan: Plan,
    pub entrants: Vec<(Entrant, Option<Arc<Bundle>>)>,
    /// Number of matches; an estimate if there is a time to fill.
    pub matches: u64,
    /// Duration in seconds, if known.
    pub seconds: Option<u64>,
}

/// Returns the number of matches played at once: the other half of the cores is for people.
pub(super) fn at_once() -> u32 {
    (available_parallelism().map_or(1, usize::from) / 2).max(1) as u32
}

/// Plans a tournament of the newest versions that load. Plays trial matches to know its duration.
///
/// # Errors
/// If the request is wrong, or too few bots can play.
pub(super) fn plan(
    class: &Class,
    lobby: &Lobby,
    isolation: &Isolation,
    request: &TournamentRequest,
) -> Result<Planned> {
    check(request)?;
    let game = game(&request.game).map_err(wrong)?;
    let options = game.options(&request.options).map_err(wrong)?;
    let openings = Openings::usual(game, &options, Openings::PLIES).map_err(wrong)?;
    let shape = Shape::of(game, &options, Partners::Same, &openings).map_err(wrong)?;
    let limits = lobby.limits().clone();
    let terms = Terms { options, limits, hide_names: true, ..Terms::default() };
    let base = MatchSetup { terms, ..MatchSetup::new(Vec::new()) };
    let criteria = request.pass.iter().map(|text| text.parse()).collect::<Result<Vec<_>, _>>();
    let criteria: Vec<Criterion> = criteria.map_err(wrong)?;
    let entry_check = EntryCheck { game, base: &base, isolation };
    let field = Field::enter(class, &entry_check, &request.built_in, &criteria)?;
    if field.able < shape.entries() {
        return Err(Refusal::wrong(words::too_few_bots(field.able, shape.entries())));
    }
    let seed = Seed::fresh().map_err(|error| Refusal::broken(error.to_string()))?;
    let format = request.format.with(field.challengers(), request.third_place);
    let name = request.name.trim();
    let plan = Plan {
        name: if name.is_empty() { game.info().title } else { name }.to_string(),
        openings,
        terms: base.terms.clone(),
        bench_after: Plan::BENCH_AFTER,
        criteria,
        yardsticks: field.yardsticks,
        ..Plan::new(game.info().id, Map::new(), format, seed)
    };
    let plan = plan.sized_as(&shape, field.able, request.rounds, request.games);
    let entries = field.entries;
    let sizing = Sizing {
        game,
        shape: &shape,
        plan: &plan,
        base: &base,
        entries: &entries,
        isolation,
        time: request.minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes))),
        at_once: at_once(),
    };
    let sized = sizing.sized(true).map_err(|error| match error {
        SizeError::TooMany(matches) => Refusal::wrong(words::too_large_a_tournament(matches)),
        SizeError::Criterion(error) => without_flag(&error),
        error => wrong(error),
    })?;
    Ok(Planned {
        matches: sized.matches(&shape),
        seconds: sized.time.map(|time| time.as_secs()),
        plan: sized.plan,
        entrants: entries.into_iter().map(|entry| (entry.entrant, entry.bundle)).collect(),
    })
}

/// The entrants of a tournament.
struct Field {
    /// The bots of the class, the built-in ones, and last the yardsticks.
    entries: Vec<Entry>,
    /// Number of bots of the class that can play.
    students: usize,
    /// Number of bots that can play, without yardsticks.
    able: usize,
    /// Built-in bots, by number, that only the criteria need.
    yardsticks: Vec<u32>,
}

impl Field {
    fn enter(
        class: &Class,
        entry_check: &EntryCheck<'_>,
        built_in: &[String],
        criteria: &[Criterion],
    ) -> Result<Field> {
        let game = entry_check.game;
        if let Some(other) = built_in.iter().find(|name| !is_built_in(game, name)) {
            return Err(Refusal::wrong(words::no_built_in_bot(other)));
        }
        let able = |entries: &[Entry]| entries.iter().filter(|entry| entry.plays()).count();
        let mut entries = of_class(class, entry_check)?;
        let students = able(&entries);
        let named = candidates(game, built_in).map_err(wrong)?;
        entries.extend(entry_check.admit(&named).map_err(wrong)?);
        let (contest, able) = (entries.len(), able(&entries));
        let needed = named_yardsticks(game, criteria, &entries);
        entries.extend(entry_check.admit(&needed).map_err(wrong)?);
        names_differ(&entries).map_err(wrong)?;
        let yardsticks: Vec<u32> = (contest as u32..entries.len() as u32).collect();
        opponents_are_there(game, criteria, &entries, &yardsticks)
            .map_err(|error| without_flag(&error))?;
        Ok(Field { entries, students, able, yardsticks })
    }

    /// Returns the challengers of a gauntlet: the class, or its first bot if it plays alone.
    fn challengers(&self) -> u32 {
        if self.students < self.able { self.students.max(1) as u32 } else { 1 }
    }
}

fn wrong(error: impl ToString) -> Refusal {
    Refusal::wrong(error.to_string())
}

/// Checks the limits of a request.
fn check(request: &TournamentRequest) -> Result<()> {
    let name = &request.name;
    if name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(Refusal::wrong(words::tournament_name(MAX_NAME)));
    }
    let lists = [request.options.len(), request.built_in.len(), request.pass.len()];
    let sizes = [request.rounds, request.games];
    let is_right = lists.iter().all(|length| *length <= MAX_LIST)
        && sizes.iter().flatten().all(|size| (1..=MAX_SIZE).contains(size))
        && request.minutes.is_none_or(|minutes| (1..=MAX_MINUTES).contains(&minutes));
    if is_right { Ok(()) } else { Err(Refusal::wrong(words::tournament_size())) }
}

/// Removes the option of the command line that an error begins with.
fn without_flag(error: &impl ToString) -> Refusal {
    let text = error.to_string();
    Refusal::wrong(text.strip_prefix("--pass").unwrap_or(&text).trim_start_matches([':', ' ']))
}

/// Returns the bots of the class, each with its newest version that loads.
fn of_class(class: &Class, entry_check: &EntryCheck<'_>) -> Result<Vec<Entry>> {
    let mut bots = class.exported()?;
    bots.retain(|bot| bot.competes_in(entry_check.game.info().id));
    bots.iter().map(|bot| entry(class, bot, &bots, entry_check)).collect()
}

fn entry(
    class: &Class,
    bot: &ExportedBot,
    bots: &[ExportedBot],
    entry_check: &EntryCheck<'_>,
) -> Result<Entry> {
    let name = bot.entrant_name(bots);
    let entrant = |player, version: u32, error| Entrant {
        player,
        path: format!("bot/{}/{version}", bot.id),
        student: Some(bot.team.join(", ")),
        error,
    };
    let mut newest: Option<(Player, u32, String)> = None;
    for version in &bot.versions {
        let (language, files) = class.ladder_source(bot.id, version.number)?;
        let spec = spec_of(&name, &language, files)?;
        let player = PlayerSpec { name: name.clone(), mind: Mind::Script(spec.clone()) };
        let why = entry_check.loads(&player).map_err(|error| Refusal::broken(error.to_string()))?;
        let Some(why) = why else {
            let entrant = entrant(player.player(), version.number, None);
            return Ok(Entry { entrant, player: Some(player), bundle: Some(spec.bundle) });
        };
        let bot = language_of(&language)?.played_by;
        newest.get_or_insert((
            Player { name: name.clone(), bot, source: None },
            version.number,
            why,
        ));
    }
    let (player, version, why) =
        newest.ok_or_else(|| Refusal::broken("an exported bot has no version"))?;
    let entrant = entrant(player, version, Some(plain_lines(&why)));
    Ok(Entry { entrant, player: None, bundle: None })
}

//! Resolves settings to a plan: defaults and conflicts.

use anyhow::{Context, bail, ensure};

use super::args::{OpeningsName, Settings};
use super::openings;
use juez_core::{Limits, Seed, Terms};
use juez_match::registry::{AnyGame, MatchSetup};
use juez_tournament::{Format, FormatName, Openings, Partners, Plan, Shape, has_chance};

/// Decisions made before any entrant is known: everything but the seed and the size.
pub(super) struct ResolvedPlan {
    pub game: &'static dyn AnyGame,
    /// True if each match begins with a deal.
    pub chance: bool,
    pub shape: Shape,
    pub settings: Settings,
    /// The plan without its format, seed and size.
    pub plan: Plan,
}

impl ResolvedPlan {
    /// Resolves the settings of a tournament; `name` is the default name.
    ///
    /// # Errors
    /// If settings conflict with each other or with the game.
    pub fn new(
        game: &'static dyn AnyGame,
        settings: Settings,
        name: &str,
    ) -> anyhow::Result<ResolvedPlan> {
        let info = game.info();
        let options = game.options(&settings.rules.json(game)?)?;
        let partners = settings.partners.unwrap_or_default();
        let lone = Shape::of(game, &options, Partners::Same, &Openings::None)?.is_lone();
        ensure!(
            partners == Partners::Same || !lone,
            "--partners mixed is for games of pairs, and with these house rules everyone plays \
             alone in {}",
            info.id
        );
        let chance = has_chance(game, &options)?;
        let openings = match &settings.openings {
            Some(OpeningsName::None) => Openings::None,
            None if chance => Openings::None,
            None => Openings::Random { plies: Openings::PLIES },
            Some(_) if chance => bail!(
                "--openings is for games without chance: {} begins with a deal, which differs in \
                 each block",
                info.id
            ),
            Some(OpeningsName::Random(plies)) => Openings::Random { plies: *plies },
            Some(OpeningsName::File(path)) => openings::read(path, game, &options)
                .with_context(|| format!("cannot use the openings of {}", path.display()))?,
        };
        let limits = Limits {
            on_fault: settings.on_fault.unwrap_or_default(),
            strikes: settings.strikes.unwrap_or(Limits::default().strikes),
            ..Limits::of(settings.budget.unwrap_or_default())
        };
        let name = settings.name.clone().unwrap_or_else(|| name.to_string());
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            bail!("{name:?} is not a name for a tournament: expected one line of text");
        }
        let shape = Shape::of(game, &options, partners, &openings)?;
        let terms = Terms {
            options,
            limits,
            without: settings.without.clone(),
            clock: settings.clock.asked(),
            hide_names: settings.hide_names.unwrap_or(settings.roster.is_some()),
        };
        check_agree(&settings)?;
        let plan = Plan {
            name,
            partners,
            openings,
            terms,
            bench_after: settings.bench_after.unwrap_or(Plan::BENCH_AFTER),
            criteria: settings.criteria()?,
            matches_each: settings.matches_each,
            day: settings.ladder,
            ..Plan::new(info.id, serde_json::Map::new(), Format::RoundRobin, Seed::default())
        };
        Ok(ResolvedPlan { game, chance, shape, settings, plan })
    }

    pub fn format(&self) -> FormatName {
        self.settings.format.unwrap_or_default()
    }

    /// Returns a match without players, with the common settings of all matches.
    pub fn base(&self) -> MatchSetup {
        let clock = Some(self.plan.terms.clock.unwrap_or_default());
        let terms = Terms { clock, ..self.plan.terms.clone() };
        MatchSetup { terms, ..MatchSetup::new(Vec::new()) }
    }

    /// Returns the plan for `field` entrants, the first `students` of them a class. With `--time`,
    /// the smallest plan.
    ///
    /// # Errors
    /// If there are too few entrants.
    pub fn plan(&self, field: usize, students: usize, seed: Seed) -> anyhow::Result<Plan> {
        let Settings { rounds, games, third_place, .. } = self.settings;
        let challengers = match self.format() {
            FormatName::Gauntlet => self.challengers(field, students)?,
            _ => 0,
        };
        let format = self.format().with(challengers, third_place);
        let plan = Plan { format, seed, ..self.plan.clone() };
        Ok(plan.sized_as(&self.shape, field, rounds, games))
    }

    /// Checks that enough bots can play.
    ///
    /// # Errors
    /// If they do not fill a table.
    pub fn enough(&self, playing: usize, all: usize) -> anyhow::Result<()> {
        let needed = self.shape.entries();
        if playing >= needed {
            return Ok(());
        }
        let rules =
            if self.game.info().options.is_empty() { "" } else { " with these house rules" };
        let who = match (all, playing) {
            (0, _) => "none was named".to_string(),
            (1, 1) => "only one was named".to_string(),
            (all, playing) if all == playing => format!("only {all} were named"),
            (all, 0) => format!("none of the {all} that were named can play"),
            (all, playing) => format!("only {playing} of the {all} that were named can play"),
        };
        bail!("a table of {} takes {needed} bots{rules}, and {who}", self.game.info().id)
    }

    fn challengers(&self, field: usize, students: usize) -> anyhow::Result<u32> {
        let usual = if (1..field).contains(&students) { students } else { 1 };
        let challengers = self.settings.challengers.map_or(usual, |number| number as usize);
        ensure!(
            challengers < field,
            "--challengers {challengers} leaves no opponent: {field} bots can play, so it is \
             1 to {}",
            field.saturating_sub(1).max(1)
        );
        Ok(challengers as u32)
    }
}

/// Checks that the settings fit the format.
fn check_agree(settings: &Settings) -> anyhow::Result<()> {
    let format = settings.format.unwrap_or_default();
    let name = format.name();
    let of_formats = [
        ("--challengers", settings.challengers.is_some(), FormatName::Gauntlet),
        ("--third-place", settings.third_place, FormatName::Knockout),
        ("--matches-each", settings.matches_each.is_some(), FormatName::RoundRobin),
    ];
    let is_wrong = |(_, is_set, own): &&(_, bool, FormatName)| *is_set && format != *own;
    if let Some((flag, _, own)) = of_formats.iter().find(is_wrong) {
        bail!("{flag} needs --format {}, and this is a {name}", own.name());
    }
    ensure!(
        settings.rounds.is_none() || format != FormatName::Knockout,
        "a knockout has as many rounds as it takes: omit --rounds; --games N makes each tie longer"
    );
    let sizes = [
        ("--rounds", settings.rounds.is_some()),
        ("--games", settings.games.is_some()),
        ("--time", settings.time.is_some()),
    ];
    if let Some(flag) = first_set(&sizes).filter(|_| settings.matches_each.is_some()) {
        bail!("--matches-each sets the number of matches, so omit it or {flag}");
    }
    let (picked, flag, is_set) = match format {
        FormatName::RoundRobin | FormatName::Gauntlet => {
            ("rounds of", "--rounds", settings.rounds.is_some())
        }
        _ => ("matches of a pairing in", "--games", settings.games.is_some()),
    };
    if settings.time.is_some() && is_set {
        bail!("--time picks the {picked} a {name}, so omit {flag} or --time");
    }
    ensure!(
        settings.seed.is_none() || !settings.keep_seed,
        "--keep-seed keeps the seed of the previous revision, and --seed gives one: omit one of them"
    );
    let of_contests = [
        ("--format", format != FormatName::RoundRobin),
        ("--keep-seed", settings.keep_seed),
        ("--pass", !settings.pass.is_empty()),
        ("--yardstick", !settings.yardstick.is_empty()),
    ];
    if let Some(flag) = first_set(&of_contests).filter(|_| settings.ladder.is_some()) {
        bail!(
            "a ladder is a round robin every day, with its own seed and without an end: omit \
             --ladder or {flag}"
        );
    }
    ensure!(
        settings.first.is_none() || !settings.seeded_by.is_empty(),
        "--first needs --seeded-by: it sets how many of those standings play"
    );
    if settings.deadline.is_some() && settings.submissions.is_none() {
        bail!("--deadline needs --submissions: it sets the time until which those count");
    }
    Ok(())
}

/// Returns the first flag that is set.
fn first_set(flags: &[(&'static str, bool)]) -> Option<&'static str> {
    flags.iter().find(|(_, is_set)| *is_set).map(|(flag, _)| *flag)
}

#[cfg(test)]
mod tests;

//! From what was said to what is played: defaults, and what does not go together.

use anyhow::{Context, bail};
use serde_json::{Map, Value};
use std::iter::successors;

use super::args::{FormatName, OpeningsName, Settings};
use super::openings;
use crate::core::{Limits, Seed};
use crate::registry::{AnyGame, MatchSetup};
use crate::tournament::class::Criterion;
use crate::tournament::{Format, Openings, Partners, Plan, Shape, has_chance};

/// Random moves of an opening where nothing else is said.
const DEFAULT_OPENING_PLIES: u32 = 2;
/// Matches in a row that a bot may lose to its faults where nothing else is said.
const DEFAULT_BENCH_AFTER: u32 = 5;

/// The decisions before any entrant is known: everything but the seed and how much is played.
pub(super) struct ResolvedPlan {
    pub game: &'static dyn AnyGame,
    /// True if each match begins with a deal.
    pub chance: bool,
    pub shape: Shape,
    pub name: String,
    pub options: Map<String, Value>,
    pub openings: Openings,
    pub limits: Limits,
    pub settings: Settings,
}

/// Number of matches, where no time limit decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size {
    pub rounds: u32,
    /// Deals of a pairing in a round.
    pub deals: u32,
}

impl ResolvedPlan {
    /// Plan of a game with the settings `said`; `name` is the default name.
    ///
    /// # Errors
    /// What does not go together, or with this game.
    pub fn new(
        game: &'static dyn AnyGame,
        settings: Settings,
        name: &str,
    ) -> anyhow::Result<ResolvedPlan> {
        let info = game.info();
        let options = game.options(&settings.rules.json(game)?)?;
        let partners = settings.partners.unwrap_or_default();
        let lone = Shape::of(game, &options, Partners::Same, &Openings::None)?.is_lone();
        if partners == Partners::Mixed && lone {
            bail!(
                "--partners mixed is for games of pairs, and with these house rules everybody plays \
                 alone in {}",
                info.id
            );
        }
        let chance = has_chance(game, &options)?;
        let openings = match &settings.openings {
            Some(OpeningsName::None) => Openings::None,
            None if chance => Openings::None,
            None => Openings::Random { plies: DEFAULT_OPENING_PLIES },
            Some(_) if chance => bail!(
                "--openings is for games without chance: {} begins with a deal, which is another \
                 one in each block",
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
            bail!("{name:?} is no name for a tournament: expected one line of text");
        }
        let shape = Shape::of(game, &options, partners, &openings)?;
        let resolved =
            ResolvedPlan { game, chance, shape, name, options, openings, limits, settings };
        resolved.agrees()?;
        Ok(resolved)
    }

    pub fn format(&self) -> FormatName {
        self.settings.format.unwrap_or_default()
    }

    /// True if bots see seat labels in place of names: with a roster, unless the command says
    /// otherwise.
    fn hide_names(&self) -> bool {
        self.settings.hide_names.unwrap_or(self.settings.roster.is_some())
    }

    /// A match without players, with all that matches have in common.
    pub fn base(&self) -> MatchSetup {
        MatchSetup {
            options: self.options.clone(),
            limits: self.limits.clone(),
            without: self.settings.without.clone(),
            hide_names: self.hide_names(),
            ..MatchSetup::new(Vec::new())
        }
    }

    /// Checks that the settings fit the format.
    fn agrees(&self) -> anyhow::Result<()> {
        let (settings, format) = (&self.settings, self.format());
        let name = format.name();
        let of_formats = [
            ("--challengers", settings.challengers.is_some(), FormatName::Gauntlet),
            ("--third-place", settings.third_place, FormatName::Knockout),
            ("--matches-each", settings.matches_each.is_some(), FormatName::RoundRobin),
        ];
        let is_wrong = |(_, is_set, own): &&(_, bool, FormatName)| *is_set && format != *own;
        if let Some((flag, _, own)) = of_formats.iter().find(is_wrong) {
            bail!("{flag} goes with --format {}, and this is a {name}", own.name());
        }
        if settings.rounds.is_some() && format == FormatName::Knockout {
            bail!(
                "a knockout has as many rounds as it takes: leave --rounds away; --games N makes each tie longer"
            );
        }
        let sizes = [
            ("--rounds", settings.rounds.is_some()),
            ("--games", settings.games.is_some()),
            ("--time", settings.time.is_some()),
        ];
        if let Some(flag) = first_set(&sizes).filter(|_| settings.matches_each.is_some()) {
            bail!("--matches-each says how much is played, so leave it or {flag} away");
        }
        let (picked, flag, is_set) = match format {
            FormatName::RoundRobin | FormatName::Gauntlet => {
                ("rounds of", "--rounds", settings.rounds.is_some())
            }
            _ => ("matches of a pairing in", "--games", settings.games.is_some()),
        };
        if settings.time.is_some() && is_set {
            bail!("--time picks the {picked} a {name}, so leave {flag} or --time away");
        }
        if settings.seed.is_some() && settings.keep_seed {
            bail!(
                "--keep-seed keeps the seed of the revision before, and --seed gives one: leave one away"
            );
        }
        let of_contests = [
            ("--format", format != FormatName::RoundRobin),
            ("--keep-seed", settings.keep_seed),
            ("--pass", !settings.pass.is_empty()),
            ("--yardstick", !settings.yardstick.is_empty()),
        ];
        if let Some(flag) = first_set(&of_contests).filter(|_| settings.ladder.is_some()) {
            bail!(
                "a ladder is a round robin every day, with a seed of its own and without an end: \
                 leave --ladder or {flag} away"
            );
        }
        if settings.deadline.is_some() && settings.submissions.is_none() {
            bail!("--deadline goes with --submissions: it says until when those count");
        }
        Ok(())
    }

    /// The size of a tournament for a field of so many, if each deal is played in `seatings` seatings;
    /// where a time decides, of what it decides the least.
    pub fn size(&self, field: usize, seatings: u32) -> Size {
        let rounds = match self.format() {
            FormatName::Swiss => rounds_for_one_winner(field, self.shape.entries()),
            _ => 1,
        };
        let deals = self.settings.games.map_or(1, |games| games.div_ceil(seatings.max(1)));
        Size { rounds: self.settings.rounds.unwrap_or(rounds), deals }
    }

    /// The plan for a field of so many, the first `students` of them a class.
    ///
    /// # Errors
    /// If they are too few.
    pub fn plan(
        &self,
        field: usize,
        students: usize,
        size: Size,
        seed: Seed,
        criteria: Vec<Criterion>,
    ) -> anyhow::Result<Plan> {
        let format = match self.format() {
            FormatName::RoundRobin => Format::RoundRobin,
            FormatName::Gauntlet => {
                Format::Gauntlet { challengers: self.challengers(field, students)? }
            }
            FormatName::Swiss => Format::Swiss,
            FormatName::Knockout => Format::Knockout { third_place: self.settings.third_place },
        };
        Ok(Plan {
            name: self.name.clone(),
            game: self.game.info().id.to_string(),
            options: self.options.clone(),
            format,
            partners: self.settings.partners.unwrap_or_default(),
            rounds: size.rounds,
            deals: size.deals,
            seed,
            openings: self.openings.clone(),
            limits: self.limits.clone(),
            without: self.settings.without.clone(),
            bench_after: self.settings.bench_after.unwrap_or(DEFAULT_BENCH_AFTER),
            criteria,
            yardsticks: Vec::new(),
            matches_each: self.settings.matches_each,
            time: None,
            hide_names: self.hide_names(),
            day: self.settings.ladder,
        })
    }

    /// Checks that so many can play.
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
        if challengers >= field {
            bail!(
                "--challengers {challengers} leaves no opponent: {field} bots can play, so it is \
                 1 to {}",
                field.saturating_sub(1).max(1)
            );
        }
        Ok(challengers as u32)
    }
}

/// The first of some flags that is set.
fn first_set(flags: &[(&'static str, bool)]) -> Option<&'static str> {
    flags.iter().find(|(_, is_set)| *is_set).map(|(flag, _)| *flag)
}

/// Rounds of a Swiss tournament after which at most one can have won everything: those that would
/// take a knockout at tables of so many.
fn rounds_for_one_winner(field: usize, entries: usize) -> u32 {
    let round = |&left: &usize| (left > 1).then(|| left.div_ceil(entries.max(2)));
    successors(round(&field), round).count().max(1) as u32
}

#[cfg(test)]
mod tests;

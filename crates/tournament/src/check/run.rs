//! Checks a bot: plays its matches in order and collects the findings.

use serde_json::Value;

use super::compare::difference;
use super::measure::{CallCost, Meter, Profile, Spread};
use super::report::{
    Against, CheckReport, FoundFault, Misspelt, MoveCosts, Sameness, SeriesMatch, SeriesPlayed,
    warnings,
};
use crate::series::{Series, SeriesError};
use crate::shape::{seating, sides};
use juez_core::{Allowed, By, Fault, Hook, HookLog, Record, Seed, Terms};
use juez_match::registry::{
    AnyGame, MatchSetup, Mind, PlayerSpec, PlayerSpecError, SetupError, other_game, tell_apart,
};
use juez_pool::{Isolation, IsolationKind, PoolError, PoolOptions};
use juez_script::{BotSpec, Profiler, misspelt_hook};

/// The bot to check, with the settings of the check.
pub struct CheckPlan {
    pub game: &'static dyn AnyGame,
    /// The bot, a script.
    pub player: PlayerSpec,
    /// The terms; if they set `seats`, no other table size is tried.
    pub terms: Terms,
    /// The source of all randomness.
    pub seed: Seed,
    /// Matches against `random`; `None` for a few, with each seat at least once.
    pub games: Option<u32>,
    /// True to count the fuel of each line.
    pub profile: bool,
    /// Options of the sandboxed workers.
    pub workers: PoolOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckProgress {
    /// The current step.
    pub doing: &'static str,
    /// Matches played so far.
    pub played: u32,
}

/// Why a bot cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    #[error("{0} is a built-in bot: only scripts are checked")]
    BuiltIn(String),
    /// The random bot cannot be made.
    #[error(transparent)]
    Random(#[from] PlayerSpecError),
    /// The setup is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A series cannot be played.
    #[error(transparent)]
    Series(#[from] SeriesError),
}

/// Checks a bot. Compiles and lints it in a sandboxed process, which limits its time and memory.
/// Plays it against `random` and against itself on this thread, which needs a stack of
/// [`STACK`](juez_script::STACK) bytes. Plays one match again, and once more in a sandboxed
/// process. Calls `see` before each match.
///
/// # Errors
/// If the bot does not load or the setup is invalid.
pub fn check(
    plan: &CheckPlan,
    see: &mut dyn FnMut(CheckProgress),
) -> Result<CheckReport, CheckError> {
    let Mind::Script(spec) = &plan.player.mind else {
        return Err(CheckError::BuiltIn(plan.player.name.clone()));
    };
    let sandbox = Isolation::new(IsolationKind::Process, &plan.workers);
    let mut checker = Checker::new(plan, spec, sandbox, see)?;
    let entries = checker.entries()?;
    let first = checker.series(Against::Random, entries, plan.games, "playing against random")?;
    checker.play(&first)?;
    let itself = checker.series(Against::Itself, entries, None, "playing against itself")?;
    checker.play(&itself)?;
    checker.play_again(&itself)?;
    checker.other_tables(entries)?;
    if plan.profile {
        checker.profile(&[&first, &itself])?;
    }
    Ok(checker.finish())
}

/// Matches against `random` by default; rounded up so that the bot has each seat.
const MATCHES: u32 = 4;
/// Fuel of the usual series, in reference milliseconds, above which other table sizes are left out.
const PATIENCE: u64 = 2_000;

pub(super) struct ToPlay {
    series: Series,
    against: Against,
    /// Players at the table; in pairs, one for both seats of a pair.
    entries: usize,
    matches: u32,
    doing: &'static str,
}

impl ToPlay {
    /// Returns true for each seat of the bot in a match.
    fn seats(&self, order: &[usize]) -> Vec<bool> {
        let seats = seating(order.len(), self.series.teams()).into_iter();
        seats.map(|entry| self.against == Against::Itself || order[entry] == 0).collect()
    }
}

pub(super) struct Checker<'a> {
    plan: &'a CheckPlan,
    spec: &'a BotSpec,
    /// Workers, or why there are none.
    sandbox: Result<Isolation, PoolError>,
    see: &'a mut dyn FnMut(CheckProgress),
    played: u32,
    calls: Vec<CallCost>,
    found: CheckReport,
}

impl<'a> Checker<'a> {
    /// Loads the bot, lints it and reads its functions; in the sandbox, if there is one.
    pub fn new(
        plan: &'a CheckPlan,
        spec: &'a BotSpec,
        sandbox: Result<Isolation, PoolError>,
        see: &'a mut dyn FnMut(CheckProgress),
    ) -> Result<Checker<'a>, CheckError> {
        let players = vec![plan.player.clone()];
        let setup = MatchSetup { terms: plan.terms.clone(), ..MatchSetup::new(players) };
        let player = match &sandbox {
            Ok(sandbox) => sandbox.player(&plan.player),
            Err(_) => plan.player.clone(),
        };
        let functions = plan.game.functions(&setup, &player)?;
        let lint = plan.game.lint(&setup, &player)?;
        let has = |hook: &Hook| functions.iter().any(|name| name == hook.name());
        let all = [Hook::Start, Hook::NextMove, Hook::Finish];
        let misspelt = functions.iter().filter_map(|function| {
            let hook = misspelt_hook(function).filter(|hook| !has(hook))?;
            Some(Misspelt { function: function.clone(), hook })
        });
        let found = CheckReport {
            game: plan.game.info().id,
            name: plan.player.name.clone(),
            language: spec.language.title,
            source: spec.bundle.hash.clone(),
            limits: plan.terms.limits.clone(),
            hooks: all.into_iter().filter(has).collect(),
            lint,
            misspelt: misspelt.collect(),
            other_game: other_game(spec, plan.game),
            ..CheckReport::default()
        };
        Ok(Checker { plan, spec, sandbox, see, played: 0, calls: Vec::new(), found })
    }

    /// Returns the number of players at the usual table: one per pair, or per seat.
    pub fn entries(&self) -> Result<usize, CheckError> {
        let CheckPlan { game, player, terms, .. } = self.plan;
        let seats = game.options(&terms.options).map_err(SetupError::from)?.get("seats").cloned();
        let seats = seats.as_ref().and_then(Value::as_u64).unwrap_or(game.info().seats.0.into());
        let players = vec![player.clone(); seats as usize];
        Ok(sides(&game.teams(&self.setup(players))?))
    }

    fn setup(&self, players: Vec<PlayerSpec>) -> MatchSetup {
        MatchSetup { terms: self.plan.terms.clone(), ..MatchSetup::new(players) }
    }

    /// Makes a series of `entries` players, with the default number of matches if none is given.
    pub fn series(
        &self,
        against: Against,
        entries: usize,
        matches: Option<u32>,
        doing: &'static str,
    ) -> Result<ToPlay, CheckError> {
        let CheckPlan { game, player, seed, .. } = self.plan;
        let other = match against {
            Against::Random => PlayerSpec::read("random", *game)?,
            Against::Itself => player.clone(),
        };
        let mut players = vec![player.clone()];
        players.resize(entries, other);
        tell_apart(&mut players);
        let series = Series::new(*game, self.setup(players), *seed, Isolation::Thread)?;
        let rounds = MATCHES.div_ceil(series.rotations());
        let matches = matches.unwrap_or(match against {
            Against::Random => rounds * series.rotations(),
            Against::Itself => 1,
        });
        Ok(ToPlay { series, against, entries, matches, doing })
    }

    fn tell(&mut self, doing: &'static str) {
        (self.see)(CheckProgress { doing, played: self.played });
        self.played += 1;
    }

    /// Plays a series and records the findings.
    pub fn play(&mut self, to_play: &ToPlay) -> Result<(), CheckError> {
        let ToPlay { series, against, entries, matches, doing } = to_play;
        let seats = series.teams().len() as u8;
        let mut played = SeriesPlayed {
            against: *against,
            seats,
            entries: *entries,
            matches: *matches,
            ..SeriesPlayed::default()
        };
        for number in 0..*matches {
            self.tell(doing);
            let (setup, order) = series.setup(number);
            let in_match = SeriesMatch { series: self.found.series.len(), number };
            let ours = to_play.seats(&order);
            let mut meter = Meter { in_match, seats: ours.clone(), ..Meter::default() };
            let record = self.plan.game.play(&setup, &mut meter).map_err(SeriesError::from)?;
            meter.settle(&record);
            self.found.begin_us = self.found.begin_us.max(meter.begin_us());
            self.take_in(&record, &meter.calls, &ours, in_match);
            if self.found.wrote.is_empty() {
                let outside = |log: &&HookLog| {
                    log.hook != Hook::NextMove && ours[log.seat.index()] && !log.log.is_empty()
                };
                self.found.wrote = record.logs.iter().filter(outside).cloned().collect();
            }
            self.calls.append(&mut meter.calls);
            tally(&mut played, &record, &ours, self.plan.game);
            played.records.push(record);
        }
        self.found.series.push(played);
        Ok(())
    }

    /// Records the faults of a match and its total fuel.
    fn take_in(
        &mut self,
        record: &Record,
        calls: &[CallCost],
        ours: &[bool],
        in_match: SeriesMatch,
    ) {
        let fuel = u64::from(self.plan.terms.limits.match_ms) * self.spec.language.fuel_per_ms;
        for seat in 0..ours.len() {
            let spent = calls.iter().filter(|call| call.seat.index() == seat);
            let spent: u64 = spent.map(|call| call.fuel).sum();
            let percent = spent.saturating_mul(100) / fuel.max(1);
            self.found.match_percent = self.found.match_percent.max(percent);
        }
        let faults = record.end.iter().flat_map(|end| &end.faults);
        for fault in faults.filter(|fault| ours[fault.seat.index()]) {
            let key = |fault: &Fault| (fault.kind, fault.hook, fault.file.clone(), fault.line);
            let known = |found: &&mut FoundFault| key(&found.fault.fault) == key(&fault.fault);
            match self.found.faults.iter_mut().find(known) {
                Some(found) => found.times += 1,
                None => {
                    let (fault, log) = (fault.clone(), record.log_of(fault).to_vec());
                    self.found.faults.push(FoundFault { in_match, fault, log, times: 1 });
                }
            }
        }
    }

    /// Replays the match against itself, here and in a worker, and compares the records.
    pub fn play_again(&mut self, itself: &ToPlay) -> Result<(), CheckError> {
        let (game, setup) = (self.plan.game, itself.series.setup(0).0);
        let series = self.found.series.last().map(|series| series.records.clone());
        let Some([first, ..]) = series.as_deref() else { return Ok(()) };
        self.tell("playing the same match again");
        let second = game.play(&setup, &mut ()).map_err(SeriesError::from)?;
        let compare = |other: &Record| match difference(first, other) {
            None => Sameness::Same,
            Some(difference) => Sameness::Differs(difference),
        };
        self.found.again = compare(&second);
        if self.found.again != Sameness::Same {
            let why = "a bot that does not play the same twice cannot be compared";
            self.found.sandbox = Sameness::NotTried(why.to_string());
            return Ok(());
        }
        self.tell("playing it in the sandbox");
        let third = match &self.sandbox {
            Ok(sandbox) => sandbox.play(game, &setup).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let (Ok(Isolation::Process(pool)), Ok(_)) = (&self.sandbox, &third) {
            let weaker = Some(pool.report()).filter(|report| !report.is_complete());
            self.found.weaker_sandbox = weaker.map(ToString::to_string);
        }
        self.found.sandbox = third.map_or_else(Sameness::NotTried, |third| compare(&third));
        Ok(())
    }

    /// Plays against `random` at other table sizes, unless the bot is slow.
    pub fn other_tables(&mut self, usual: usize) -> Result<(), CheckError> {
        let info = self.plan.game.info();
        let seats = info.options.iter().find(|option| option.name == "seats");
        let sizes: Vec<i64> = match seats.map(|option| &option.allowed) {
            Some(Allowed::Numbers(numbers)) => numbers.to_vec(),
            Some(Allowed::Range(least, most)) => (*least..=*most).collect(),
            _ => Vec::new(),
        };
        let one_size = sizes.len() < 2 || self.plan.terms.options.contains_key("seats");
        if one_size || self.plan.games.is_some() {
            return Ok(());
        }
        // Fuel, not time, so that a bot is checked in the same way on every machine.
        let spent: u64 = self.calls.iter().map(|call| call.fuel).sum();
        let slow = spent / self.spec.language.fuel_per_ms > PATIENCE;
        for size in sizes.into_iter().filter(|&size| size != usual as i64) {
            let size = size as usize;
            if slow {
                self.found.left_out.push(size as u8);
                continue;
            }
            let to_play = self.series(Against::Random, size, Some(1), "playing at other tables")?;
            self.play(&to_play)?;
        }
        Ok(())
    }

    /// Plays series again, counting the fuel of each line.
    pub fn profile(&mut self, all: &[&ToPlay]) -> Result<(), CheckError> {
        let profiler = Profiler::start();
        let mut profile = Profile::default();
        for to_play in all {
            for number in 0..to_play.matches {
                self.tell("counting the fuel of each line");
                let (setup, order) = to_play.series.setup(number);
                let ours = to_play.seats(&order);
                let profile = Some((&profiler, &mut profile));
                let mut meter = Meter { seats: ours, profile, ..Meter::default() };
                self.plan.game.play(&setup, &mut meter).map_err(SeriesError::from)?;
            }
        }
        self.found.profile = profile.into_rows();
        Ok(())
    }

    /// Completes the report with costs and warnings.
    pub fn finish(mut self) -> CheckReport {
        let calls = &self.calls;
        let allowed = u64::from(self.plan.terms.limits.move_ms) * self.spec.language.fuel_per_ms;
        let spread = |figure: fn(&CallCost) -> u64| Spread::of(calls, figure);
        self.found.moves = (|| {
            let fuel = spread(|call| call.fuel)?;
            Some(MoveCosts {
                asked: calls.len(),
                allowed,
                worst_percent: fuel.worst * 100 / allowed.max(1),
                fuel,
                time_us: spread(|call| call.time_us)?,
                output: spread(|call| call.output)?,
                marks: calls.iter().map(|call| call.marks).sum(),
            })
        })();
        self.found.warnings = warnings(&self.found, calls);
        self.found
    }
}

/// Adds a match to the score of its series.
fn tally(played: &mut SeriesPlayed, record: &Record, ours: &[bool], game: &dyn AnyGame) {
    let Some(end) = &record.end else { return };
    let ranks = end.ranks.as_slice();
    let best = ranks.iter().zip(ours).filter(|(_, ours)| **ours).map(|(rank, _)| *rank).min();
    let all_level = ranks.iter().all(|&rank| rank == 1);
    played.drawn += u32::from(all_level);
    played.won += u32::from(!all_level && best == Some(1));
    let made = game.moves(record).unwrap_or_default();
    for (ply, made) in record.plies.iter().zip(made) {
        if ours[made.seat.index()] {
            played.own += u32::from(ply.by == By::Bot);
            played.substitutes += u32::from(ply.by == By::Substitute);
        }
    }
}

//! `-o key=value` and other arguments that several commands share.

use anyhow::{Context, ensure};
use jiff::civil::Date;
use serde_json::{Map, Value};
use std::str::FromStr;
use std::sync::Arc;

use super::text::{counted, tell};
use juez_core::{Budget, Limits, OnFault, Seat, Seed, Terms, TimeControl, TimeLimit, read_ms};
use juez_match::registry::{AnyGame, Person, PlayerSpec, Reading};
use juez_pool::{Isolation, IsolationKind, PoolOptions};
use juez_script::BotSpec;

/// House rules as they stand on the command line.
#[derive(clap::Args, Clone, Default, PartialEq, Debug)]
pub(super) struct HouseRules {
    /// House rule such as `seats=4`, repeatable (see `juez rules GAME`)
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
}

impl HouseRules {
    /// Parses each value as the type of its option.
    pub fn json(&self, game: &dyn AnyGame) -> anyhow::Result<Map<String, Value>> {
        let mut map = Map::new();
        for text in &self.options {
            let (name, value) = text.split_once('=').with_context(|| {
                format!("cannot read option {text:?}: expected KEY=VALUE, as in seats=4")
            })?;
            let info = game.info().options.iter().find(|info| info.name == name);
            let value = info.map_or_else(|| Value::from(value), |info| info.allowed.parse(value));
            ensure!(map.insert(name.to_string(), value).is_none(), "option {name} is given twice");
        }
        Ok(map)
    }
}

/// Limits of bots.
#[derive(clap::Args, Clone)]
pub(super) struct LimitArgs {
    /// Budget of a move: quick (20 ms), normal (100 ms) or long (1 s)
    #[arg(long, default_value = "normal")]
    pub budget: Budget,
    /// Result of a fault: forfeit or substitute (a random move)
    #[arg(long, default_value = "forfeit")]
    pub on_fault: OnFault,
    /// Faults until a forfeit, with --on-fault substitute
    #[arg(long, default_value_t = LimitArgs::STRIKES, value_parser = clap::value_parser!(u32).range(1..))]
    pub strikes: u32,
    /// Script methods to disable, such as path,distance
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub without: Vec<String>,
}

impl LimitArgs {
    /// The usual value of `--strikes`.
    pub const STRIKES: u32 = 3;

    pub fn limits(&self) -> Limits {
        Limits { on_fault: self.on_fault, strikes: self.strikes, ..Limits::of(self.budget) }
    }

    /// Returns the terms of a match of `game` with these limits and house rules.
    pub fn terms(&self, rules: &HouseRules, game: &dyn AnyGame) -> anyhow::Result<Terms> {
        let (options, without) = (rules.json(game)?, self.without.clone());
        Ok(Terms { options, limits: self.limits(), without, ..Terms::default() })
    }
}

/// Formats the announcement of a seed before the first match: its hash. The seed follows after the
/// last match; the hash proves that it was not changed in between. `day` is set for a ladder, which
/// has no last match.
pub(super) fn hidden_seed(seed: Seed, day: Option<Date>) -> String {
    let (of, shown) = match day {
        None => (String::new(), "after the last match"),
        Some(day) => (format!(" of {day}"), "with the first matches of the next day"),
    };
    let hash = seed.commitment();
    format!("seed{of}: shown {shown}; its BLAKE3 hash, to check it by:\n  {hash}")
}

/// Returns a warning if the seed is short enough for a bot to guess hands. `given` says whether it
/// came from `--seed`.
pub(super) fn short_seed(seed: Seed, given: bool) -> Option<String> {
    let bits = counted(seed.significant_bits().max(1), "bit", "bits");
    let instead = if given { "without --seed" } else { "in a file of its own, with --db," };
    seed.is_short().then(|| {
        format!(
            "note: a bot can try all seeds of up to {bits} and know every hand; {instead} 256 bits \
             are drawn"
        )
    })
}

/// Returns the given seed, or 256 fresh bits.
pub(super) fn seed_or_fresh(seed: Option<Seed>) -> anyhow::Result<Seed> {
    let why = "cannot draw a seed from the system; give one with --seed";
    seed.map_or_else(|| Seed::fresh().context(why), Ok)
}

/// The clock of programs (`exec:`, `engine:`, `qtp:`).
#[derive(clap::Args, Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct ClockArgs {
    /// Time of a program for each move, such as 100ms; none to debug one [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = read_movetime)]
    pub movetime: Option<TimeLimit>,
    /// Time of a program for a match and more after each move, such as 60s+0.5s
    #[arg(long, value_name = "TIME+MORE", value_parser = read_clock, conflicts_with = "movetime")]
    pub clock: Option<TimeLimit>,
    /// Time by which a move of a program may be late [default: 50ms]
    #[arg(long, value_name = "TIME")]
    pub margin: Option<Margin>,
}

/// Milliseconds by which a move may be late. A separate type, so that tournament files take it as
/// text such as `50ms`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Margin(u32);

impl FromStr for Margin {
    type Err = String;

    fn from_str(text: &str) -> Result<Margin, String> {
        read_ms(text).map(Margin).ok_or_else(|| "expected a time such as 100ms or 2s".to_string())
    }
}

fn read_movetime(text: &str) -> Result<TimeLimit, String> {
    let wrong = || "expected a time such as 100ms or 2s, or none".to_string();
    text.parse().ok().filter(|time| !matches!(time, TimeLimit::Clock { .. })).ok_or_else(wrong)
}

fn read_clock(text: &str) -> Result<TimeLimit, String> {
    let wrong = || "expected a time and an increment per move, such as 60s+0.5s".to_string();
    text.parse().ok().filter(|time| matches!(time, TimeLimit::Clock { .. })).ok_or_else(wrong)
}

impl ClockArgs {
    /// Returns the clock from the arguments, if any was given.
    pub fn asked(&self) -> Option<TimeControl> {
        let limit = self.movetime.or(self.clock);
        (limit.is_some() || self.margin.is_some()).then(|| {
            let usual = limit.map_or_else(TimeControl::default, TimeLimit::into);
            TimeControl { margin: self.margin.map_or(usual.margin, |margin| margin.0), ..usual }
        })
    }

    /// Returns the clock from the arguments, or the default one.
    pub fn time(&self) -> TimeControl {
        self.asked().unwrap_or_default()
    }

    /// Merges two clocks: `self` first, then `other`.
    #[must_use]
    pub fn over(self, other: ClockArgs) -> ClockArgs {
        let ClockArgs { movetime, clock, .. } =
            if self.movetime.or(self.clock).is_some() { self } else { other };
        ClockArgs { movetime, clock, margin: self.margin.or(other.margin) }
    }

    /// Refuses clock arguments in a match without programs.
    pub fn check<'p>(
        &self,
        players: impl IntoIterator<Item = &'p PlayerSpec>,
    ) -> anyhow::Result<()> {
        let has_program = players.into_iter().any(|player| player.mind.time().is_some());
        ensure!(
            self.asked().is_none() || has_program,
            "--movetime, --clock and --margin are for programs (exec:, engine:, qtp:), and none plays; scripts have --budget"
        );
        Ok(())
    }
}

/// Where scripts run.
#[derive(clap::Args, Clone)]
pub(super) struct IsolationArgs {
    /// Where scripts run: thread (this process) or process (a sandboxed one for each bot)
    #[arg(long = "isolation", default_value = "thread")]
    pub kind: IsolationKind,
    /// Fail if the sandbox of --isolation process is incomplete
    #[arg(long)]
    pub require_sandbox: bool,
}

impl IsolationArgs {
    /// Returns the reader of player names; `person` plays for `human`. With other processes as
    /// hosts, this process does not even parse scripts.
    pub fn reading(&self, person: Option<Arc<dyn Person>>) -> Reading {
        let script = match self.kind {
            IsolationKind::Thread => BotSpec::read,
            IsolationKind::Process => BotSpec::read_source,
        };
        Reading { script, person, programs: None }
    }

    /// Returns the options of the workers.
    ///
    /// # Errors
    /// If `--require-sandbox` is given without workers.
    pub fn pool(&self) -> anyhow::Result<PoolOptions> {
        ensure!(
            !self.require_sandbox || self.kind == IsolationKind::Process,
            "--require-sandbox needs --isolation process: a thread has no sandbox"
        );
        Ok(PoolOptions { require_sandbox: self.require_sandbox, ..PoolOptions::default() })
    }

    /// Starts the workers, if any. Reports a weak sandbox in one line.
    ///
    /// # Errors
    /// If no worker can be started, or its sandbox is weaker than required.
    pub fn open(&self) -> anyhow::Result<Isolation> {
        let isolation = Isolation::new(self.kind, &self.pool()?)?;
        if let Isolation::Process(pool) = &isolation
            && !pool.report().is_complete()
        {
            tell(format_args!("note: {}", pool.report()));
        }
        Ok(isolation)
    }
}

pub(super) fn read_seat(text: &str) -> Result<Seat, String> {
    let number: u8 = text.parse().map_err(|_| "a seat is a number from 0".to_string())?;
    Seat::try_from(number)
}

/// Limit on the pause between two moves of a live match.
const MAX_PACE_SECONDS: f64 = 3600.0;

pub(super) fn read_pace(text: &str) -> Result<f64, String> {
    let pace: f64 = text.parse().map_err(|_| "a pace is a number of seconds".to_string())?;
    let pace = Some(pace).filter(|pace| (0.0..=MAX_PACE_SECONDS).contains(pace));
    pace.ok_or_else(|| format!("a pace is 0 to {MAX_PACE_SECONDS} seconds"))
}

/// Returns the number of processors available to this program; 1 if unknown.
pub(super) fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32)
}

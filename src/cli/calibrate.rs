//! `juez calibrate`: what fuel is worth on this machine.

use serde_json::{Value, json};
use std::io::{self, Write};

use super::Verdict;
use super::report::{BOLD, DIM};
use super::workloads::{self, WORKLOADS};
use crate::registry::{MethodCost, games};
use crate::script::{ELEMENT_WORK, LANGUAGES, Language, WORK_PER_MS};

/// Arguments of `juez calibrate`.
#[derive(clap::Args)]
pub(super) struct CalibrateArgs {
    /// How often each item runs; the fastest run counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only methods whose charge is off by more than this factor
    #[arg(long, default_value_t = 1.0)]
    off: f64,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// Exit with 1 if the languages' millisecond of fuel differ by more than a factor of 1.5
    #[arg(long)]
    check: bool,
}

/// How far apart the languages may be with `--check`. Machines differ in speed, but hardly in how
/// much faster one language is than the other.
const APART: f64 = 1.5;

/// One workload in one language.
struct Timed {
    workload: &'static str,
    fuel: u64,
    ms: f64,
}

/// All that was measured of a language.
struct Measured {
    language: &'static Language,
    rows: Vec<Timed>,
    call_ns: f64,
    call_charged_ns: f64,
    element_ns: f64,
    element_charged_ns: f64,
}

impl Timed {
    fn per_ms(&self) -> f64 {
        self.fuel as f64 / self.ms
    }
}

impl Measured {
    fn of(language: &'static Language, runs: u32) -> anyhow::Result<Measured> {
        let mut rows = Vec::new();
        for workload in WORKLOADS {
            if let Some(spent) = workload.spent(language, runs) {
                let spent = spent?;
                let ms = spent.cpu.as_secs_f64() * 1e3;
                rows.push(Timed { workload: workload.name, fuel: spent.fuel, ms });
            }
        }
        let calls = workloads::calls(language, runs)?;
        let ns = |spent: workloads::Spent| spent.cpu.as_secs_f64() * 1e9 / calls.count as f64;
        let charged = |spent: workloads::Spent| {
            spent.fuel as f64 / calls.count as f64 / language.fuel_per_ms as f64 * 1e6
        };
        Ok(Measured {
            language,
            rows,
            call_ns: ns(calls.call),
            call_charged_ns: charged(calls.call),
            element_ns: ns(calls.element),
            element_charged_ns: charged(calls.element),
        })
    }

    /// Fuel a millisecond: the geometric mean over the workloads.
    fn mean(&self) -> f64 {
        let sum: f64 = self.rows.iter().map(|row| row.per_ms().ln()).sum();
        (sum / self.rows.len() as f64).exp()
    }

    /// Milliseconds of CPU time that a nominal millisecond of fuel takes here.
    fn nominal(&self) -> f64 {
        self.language.fuel_per_ms as f64 / self.mean()
    }
}

/// A method's charge against the time it takes.
struct Charge {
    game: &'static str,
    row: MethodCost,
    /// Work units of native time, and of handing the answer over.
    took: f64,
}

impl Charge {
    fn ratio(&self) -> f64 {
        self.row.charged / self.took
    }
}

pub(super) fn run(args: &CalibrateArgs) -> anyhow::Result<Verdict> {
    let languages: Vec<Measured> = LANGUAGES
        .iter()
        .map(|language| Measured::of(language, args.runs))
        .collect::<Result<_, _>>()?;
    let charges = charges(args);
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", as_json(&languages, &charges))?;
    } else {
        write_languages(&mut out, &languages)?;
        write_charges(&mut out, &charges)?;
    }
    Ok(if args.check && apart(&languages) > APART { Verdict::Failed } else { Verdict::Done })
}

/// The methods of every game.
fn charges(args: &CalibrateArgs) -> Vec<Charge> {
    let unit_ns = 1e6 / WORK_PER_MS as f64;
    let mut charges = Vec::new();
    for game in games() {
        for row in game.costs(args.runs) {
            let took = row.native_ns / unit_ns;
            charges.push(Charge { game: game.info().id, row, took });
        }
    }
    charges.retain(|charge| charge.ratio().max(1.0 / charge.ratio()) >= args.off);
    charges
}

/// How far the languages' nominal milliseconds are from each other, as a factor.
fn apart(languages: &[Measured]) -> f64 {
    let nominal = || languages.iter().map(Measured::nominal);
    nominal().fold(0.0, f64::max) / nominal().fold(f64::INFINITY, f64::min)
}

fn write_languages(out: &mut impl Write, languages: &[Measured]) -> io::Result<()> {
    writeln!(
        out,
        "{BOLD}{:<10} {:<5} {:>10} {:>9} {:>10} {:>7}{BOLD:#}",
        "workload", "lang", "fuel", "CPU ms", "fuel/ms", "ratio"
    )?;
    for workload in WORKLOADS {
        for measured in languages {
            for row in measured.rows.iter().filter(|row| row.workload == workload.name) {
                let ratio = row.per_ms() / measured.language.fuel_per_ms as f64;
                let (id, per_ms) = (measured.language.id, row.per_ms());
                let Timed { workload, fuel, ms } = row;
                writeln!(
                    out,
                    "{workload:<10} {id:<5} {fuel:>10} {ms:>9.2} {per_ms:>10.0} {ratio:>7.2}"
                )?;
            }
        }
    }
    writeln!(out)?;
    for measured in languages {
        let Language { id, fuel_per_ms, .. } = measured.language;
        writeln!(
            out,
            "{id:<5} {:.0} fuel a ms on average, {fuel_per_ms} in the code: a nominal ms takes {:.2} ms",
            round(measured.mean()),
            measured.nominal()
        )?;
    }
    writeln!(
        out,
        "a nominal ms of one language takes {:.2} times that of the other",
        apart(languages)
    )?;
    for measured in languages {
        writeln!(
            out,
            "{:<5} a call takes {:.0} ns and is charged {:.0}, an element {:.0} ns and {:.0}",
            measured.language.id,
            measured.call_ns,
            measured.call_charged_ns,
            measured.element_ns,
            measured.element_charged_ns,
        )?;
    }
    Ok(())
}

fn write_charges(out: &mut impl Write, charges: &[Charge]) -> io::Result<()> {
    writeln!(
        out,
        "\n{BOLD}{:<9} {:<6} {:<14} {:>6} {:>8} {:>9} {:>9} {:>7}{BOLD:#}",
        "game", "object", "method", "cost", "elements", "charged", "took", "ratio"
    )?;
    for charge in charges {
        let MethodCost { object, name, cost, charged, elements, .. } = &charge.row;
        let (game, took, ratio) = (charge.game, charge.took, charge.ratio());
        writeln!(
            out,
            "{game:<9} {object:<6} {name:<14} {cost:>6} {elements:>8.1} {charged:>9.1} {took:>9.1} {ratio:>7.2}"
        )?;
    }
    writeln!(
        out,
        "{DIM}in units of 10 ns; an element is charged {ELEMENT_WORK}, of which some is for handing it over{DIM:#}"
    )
}

/// Rounded to a thousand.
fn round(number: f64) -> f64 {
    (number / 1e3).round() * 1e3
}

fn as_json(languages: &[Measured], charges: &[Charge]) -> Value {
    let language = |measured: &Measured| {
        let rows: Vec<Value> = measured
            .rows
            .iter()
            .map(|row| json!({"workload": row.workload, "fuel": row.fuel, "cpu_ms": row.ms}))
            .collect();
        json!({
            "language": measured.language.id,
            "fuel_per_ms": measured.language.fuel_per_ms,
            "measured": measured.mean(),
            "call_ns": measured.call_ns,
            "element_ns": measured.element_ns,
            "workloads": rows,
        })
    };
    let method = |charge: &Charge| {
        json!({
            "game": charge.game,
            "object": charge.row.object,
            "method": charge.row.name,
            "cost": charge.row.cost,
            "elements": charge.row.elements,
            "charged": charge.row.charged,
            "took": charge.took,
        })
    };
    json!({
        "languages": languages.iter().map(language).collect::<Vec<_>>(),
        "apart": apart(languages),
        "methods": charges.iter().map(method).collect::<Vec<_>>(),
    })
}

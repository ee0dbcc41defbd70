//! Fuel compared with CPU time on this machine.

use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;

use crate::costs::{MethodCost, costs};
use crate::figure::{BOLD, DIM};
use crate::workloads::{CALLS_PER_MOVE, Loops, MOVES_PER_RUN, Spent, WORKLOADS, Workload};
use juez::script::{CALL_WORK, ELEMENT_WORK, LANGUAGES, Language, WORK_PER_MS};

#[derive(clap::Args)]
pub struct CalibrateArgs {
    /// Runs of each item; the fastest counts
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

/// Limit on the ratio of the languages' milliseconds with `--check`. Machines differ in speed, but
/// hardly in the ratio between languages.
const MAX_RATIO: f64 = 1.5;
/// Elements of Quoridor's `squares()`.
const SQUARES: f64 = 81.0;

/// One workload in one language.
struct Timed {
    workload: &'static str,
    spent: Spent,
}

/// All measurements of a language.
struct Measured {
    language: &'static Language,
    rows: Vec<Timed>,
    loops: Loops,
}

/// Time and charge of one operation, in nanoseconds.
#[derive(Clone, Copy)]
struct Price {
    takes: f64,
    charged: f64,
}

impl Timed {
    fn ms(&self) -> f64 {
        self.spent.cpu.as_secs_f64() * 1e3
    }

    fn per_ms(&self) -> f64 {
        self.spent.fuel as f64 / self.ms()
    }
}

impl Measured {
    fn of(language: &'static Language) -> anyhow::Result<Measured> {
        let run = |workload: &Workload| {
            let spent = workload.run(language)?;
            Some(spent.map(|spent| Timed { workload: workload.name, spent }))
        };
        let rows = WORKLOADS.iter().filter_map(run).collect::<Result<_, _>>()?;
        Ok(Measured { language, rows, loops: Loops::run(language)? })
    }

    /// Measures everything again and keeps the faster run.
    fn again(&mut self) -> anyhow::Result<()> {
        let other = Measured::of(self.language)?;
        for (row, again) in self.rows.iter_mut().zip(other.rows) {
            row.spent = row.spent.faster(again.spent)?;
        }
        self.loops = self.loops.faster(other.loops)?;
        Ok(())
    }

    /// Returns the extra cost of a call, divided by its `parts` parts.
    fn price(&self, of: Spent, without: Spent, parts: f64) -> Price {
        let calls = f64::from(MOVES_PER_RUN * CALLS_PER_MOVE) * parts;
        let fuel = (of.fuel - without.fuel) as f64 / self.language.fuel_per_ms as f64;
        let takes = of.cpu.as_secs_f64() - without.cpu.as_secs_f64();
        Price { takes: takes * 1e9 / calls, charged: fuel * 1e6 / calls }
    }

    /// Returns the price of a call that does nothing natively.
    fn call(&self) -> Price {
        self.price(self.loops.fuel, self.loops.nothing, 1.0)
    }

    /// Returns the price of a list element, including the creation of its text.
    fn element(&self) -> Price {
        self.price(self.loops.squares, self.loops.fuel, SQUARES)
    }

    /// Returns the price of a world, without the call that asks for it.
    fn world(&self) -> Price {
        self.price(self.loops.world, self.loops.fuel, 1.0)
    }

    /// Returns the fuel per millisecond: the geometric mean over the workloads.
    fn mean(&self) -> f64 {
        let sum: f64 = self.rows.iter().map(|row| row.per_ms().ln()).sum();
        (sum / self.rows.len() as f64).exp()
    }

    /// Returns the milliseconds of CPU time in a nominal millisecond of fuel on this machine.
    fn nominal(&self) -> f64 {
        self.language.fuel_per_ms as f64 / self.mean()
    }
}

/// A method's charge compared with its time.
struct Charge {
    row: MethodCost,
    /// Its time: native work, and the conversion of the result beyond the VM's own fuel.
    took: f64,
}

impl Charge {
    /// Returns the right cost, rounded up to the next step of 1, 2 or 5. A step may be up to a
    /// tenth too low.
    fn fitting(&self) -> u32 {
        let beside = self.row.charged - f64::from(self.row.cost);
        let steps = (0..7).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u32.pow(power)));
        steps
            .into_iter()
            .find(|&step| 1.1 * f64::from(step) >= self.took - beside)
            .unwrap_or(u32::MAX)
    }

    fn ratio(&self) -> f64 {
        self.row.charged / self.took
    }
}

pub fn run(args: &CalibrateArgs) -> anyhow::Result<ExitCode> {
    let mut languages: Vec<Measured> =
        LANGUAGES.iter().map(|language| Measured::of(language)).collect::<Result<_, _>>()?;
    // Alternates between the languages, so that a slow moment of the machine affects all of them.
    for _ in 1..args.runs {
        languages.iter_mut().try_for_each(Measured::again)?;
    }
    let charges = charges(args, &languages);
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", as_json(&languages, &charges))?;
    } else {
        write_languages(&mut out, &languages)?;
        write_charges(&mut out, &charges)?;
    }
    let failed = args.check && ratio(&languages) > MAX_RATIO;
    Ok(ExitCode::from(u8::from(failed)))
}

/// Returns the methods of every game.
fn charges(args: &CalibrateArgs, languages: &[Measured]) -> Vec<Charge> {
    let unit_ns = 1e6 / WORK_PER_MS as f64;
    let charge = |row: MethodCost| Charge { took: row.native_ns / unit_ns, row };
    let mut charges: Vec<Charge> = costs(args.runs).into_iter().map(charge).collect();
    // Languages differ, but share one cost.
    let mean = |of: &dyn Fn(&Measured) -> f64| {
        languages.iter().map(of).sum::<f64>() / languages.len() as f64 / unit_ns
    };
    let native = |method: &str| {
        let of = |charge: &&Charge| {
            (charge.row.game, charge.row.object, charge.row.name) == ("quoridor", "view", method)
        };
        charges.iter().find(of).map_or(0.0, |charge| charge.took)
    };
    // Work that the VM already pays with its own fuel is not charged twice.
    let beyond = mean(&|measured| measured.call().takes - measured.call().charged);
    let call = (beyond + CALL_WORK as f64).max(0.0);
    let element =
        (mean(&|measured| measured.element().takes) - native("squares") / SQUARES).max(0.0);
    let object = (mean(&|measured| measured.world().takes) - native("world")).max(0.0);
    for charge in &mut charges {
        let handed = if charge.row.makes_object { object } else { 0.0 };
        charge.took += call + element * charge.row.elements + handed;
    }
    charges.retain(|charge| charge.ratio().max(1.0 / charge.ratio()) >= args.off);
    charges
}

/// Returns the largest ratio between the languages' nominal milliseconds.
fn ratio(languages: &[Measured]) -> f64 {
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
                let (fuel, ms, workload) = (row.spent.fuel, row.ms(), row.workload);
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
        ratio(languages)
    )?;
    for measured in languages {
        let id = measured.language.id;
        let prices = [
            ("call", measured.call()),
            ("element", measured.element()),
            ("world", measured.world()),
        ];
        for (what, Price { takes, charged }) in prices {
            writeln!(out, "{id:<5} {what:<8} takes {takes:>5.0} ns and is charged {charged:>5.0}")?;
        }
    }
    Ok(())
}

fn write_charges(out: &mut impl Write, charges: &[Charge]) -> io::Result<()> {
    writeln!(
        out,
        "\n{BOLD}{:<9} {:<6} {:<14} {:>6} {:>8} {:>9} {:>9} {:>7} {:>7}{BOLD:#}",
        "game", "object", "method", "cost", "elements", "charged", "took", "ratio", "fitting"
    )?;
    for charge in charges {
        let MethodCost { object, name, cost, charged, elements, .. } = &charge.row;
        let (game, took, ratio) = (charge.row.game, charge.took, charge.ratio());
        let fitting = charge.fitting();
        writeln!(
            out,
            "{game:<9} {object:<6} {name:<14} {cost:>6} {elements:>8.1} {charged:>9.1} {took:>9.1} {ratio:>7.2} {fitting:>7}"
        )?;
    }
    writeln!(
        out,
        "{DIM}in units of 10 ns; every call is charged {CALL_WORK} and every element {ELEMENT_WORK} in addition to the cost{DIM:#}"
    )
}

fn round(number: f64) -> f64 {
    (number / 1e3).round() * 1e3
}

fn as_json(languages: &[Measured], charges: &[Charge]) -> Value {
    let language = |measured: &Measured| {
        let rows: Vec<Value> = measured
            .rows
            .iter()
            .map(
                |row| json!({"workload": row.workload, "fuel": row.spent.fuel, "cpu_ms": row.ms()}),
            )
            .collect();
        json!({
            "language": measured.language.id,
            "fuel_per_ms": measured.language.fuel_per_ms,
            "measured": measured.mean(),
            "call_ns": measured.call().takes,
            "element_ns": measured.element().takes,
            "world_ns": measured.world().takes,
            "workloads": rows,
        })
    };
    let method = |charge: &Charge| {
        json!({
            "game": charge.row.game,
            "object": charge.row.object,
            "method": charge.row.name,
            "cost": charge.row.cost,
            "elements": charge.row.elements,
            "charged": charge.row.charged,
            "took": charge.took,
            "fitting": charge.fitting(),
        })
    };
    json!({
        "languages": languages.iter().map(language).collect::<Vec<_>>(),
        "apart": ratio(languages),
        "methods": charges.iter().map(method).collect::<Vec<_>>(),
    })
}

//! `juez doctor`: what this machine supports, and the consequences for matches.

use anstyle::{AnsiColor, Style};
use std::io::Write;
use std::time::Instant;

use super::columns::row;
use super::options::cores;
use juez_match::registry::games;
use juez_pool::{Pool, PoolOptions};
use juez_script::clock::cpu_clock_step;
use juez_script::{LANGUAGES, Language, self_test};

/// Arguments of `juez doctor`.
#[derive(clap::Args)]
pub(super) struct DoctorArgs {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Name, whether it is good, and details.
type Finding = (&'static str, bool, String);

const GOOD: Style = AnsiColor::Green.on_default().bold();
const WEAK: Style = AnsiColor::Yellow.on_default().bold();

pub(super) fn run(args: &DoctorArgs) -> anyhow::Result<()> {
    let findings = look();
    let mut out = anstream::stdout().lock();
    if args.json {
        let fields = findings.into_iter().map(|(name, good, found)| {
            (name.to_string(), serde_json::json!({"ok": good, "found": found}))
        });
        writeln!(out, "{}", serde_json::Value::Object(fields.collect()))?;
        return Ok(());
    }
    for (name, good, found) in findings {
        let (style, word) = if good { (GOOD, "ok") } else { (WEAK, "weaker") };
        let head = format!("{style}{word:<7}{style:#} {name:<12}");
        row(&mut out, &head, 21, &found)?;
    }
    Ok(())
}

fn look() -> Vec<Finding> {
    let (system, machine, cores) = (std::env::consts::OS, std::env::consts::ARCH, cores());
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let language = |l: &&Language| format!("{}, {} fuel per reference ms", l.title, l.fuel_per_ms);
    let languages: Vec<String> = LANGUAGES.iter().map(language).collect();
    let games: Vec<&str> = games().iter().map(|game| game.info().id).collect();
    let counts = cfg!(feature = "counting-allocator");
    let memory = if counts {
        "heap of every script is counted and limited"
    } else {
        "built without counting-allocator: the heap of Rhai bots is not limited"
    };
    let (passed, result) = match self_test() {
        Ok(()) => (true, "floating point and the order of keys match other machines".to_string()),
        Err(difference) => (false, difference.to_string()),
    };
    let step = cpu_clock_step();
    let clock = match step {
        Some(step) => format!("thread CPU time in steps of {step:?} guards against slow natives"),
        None => "no thread CPU clock: only wall time guards against slow natives".to_string(),
    };
    let mut findings = vec![
        ("juez", true, format!("{}, {build} build", env!("CARGO_PKG_VERSION"))),
        ("system", true, format!("{system} on {machine}, {cores} cores")),
        ("games", true, games.join(", ")),
        ("languages", true, languages.join("; ")),
        ("memory", counts, memory.to_string()),
        ("self-test", passed, result),
        ("cpu clock", step.is_some(), clock),
    ];
    findings.extend(worker());
    findings.push(terminal());
    findings
}

/// Starts workers and has them try operations that the sandbox forbids.
fn worker() -> Vec<Finding> {
    let started = Instant::now();
    let pool = match Pool::new(&PoolOptions::default()) {
        Ok(pool) => pool,
        Err(error) => return vec![("worker", false, error.to_string())],
    };
    let took = started.elapsed().as_secs_f64() * 1e3;
    let (complete, report) = (pool.report().is_complete(), pool.report().to_string());
    vec![
        ("worker", true, format!("a bot process starts in {took:.1} ms")),
        ("sandbox", complete, report),
        match pool.probe() {
            Err(error) => ("tried in it", false, error.to_string()),
            Ok(probes) => {
                let list = |refused: bool| -> String {
                    let some = probes.iter().filter(|probe| probe.refused == refused);
                    some.map(|probe| &probe.tried[..]).collect::<Vec<_>>().join(", ")
                };
                let safe = probes.iter().all(|probe| probe.refused);
                let word = if safe { "refused" } else { "possible" };
                ("tried in it", safe, format!("{word}: {}", list(safe)))
            }
        },
    ]
}

fn terminal() -> Finding {
    use std::io::IsTerminal;
    let utf8 = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .is_some_and(|value| value.to_lowercase().contains("utf"));
    let screen = if std::io::stdout().is_terminal() { "a terminal" } else { "not a terminal" };
    let colour = if std::env::var_os("NO_COLOR").is_some() { ", colour switched off" } else { "" };
    let text =
        if utf8 { ", UTF-8" } else { "; the locale does not say UTF-8, boards may look wrong" };
    ("screen", utf8, format!("{screen}{colour}{text}"))
}

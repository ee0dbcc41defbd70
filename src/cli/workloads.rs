//! The bots that `calibrate` times, the same work in each language, and what running them takes.

use anyhow::{anyhow, ensure};
use std::rc::Rc;
use std::time::Duration;

use crate::core::{Bot, Game, Journal, Limits, Next, Observer, Seed, Start};
use crate::games::{Quoridor, Scopone};
use crate::referee::Table;
use crate::script::{Api, BotSpec, Language, ScriptBot, cpu_time};

/// What one call of `next_move` used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    /// The fuel it was charged.
    pub(super) fuel: u64,
    /// CPU time of the thread, of the fastest run.
    pub(super) cpu: Duration,
}

/// One thing that bots do.
pub(super) struct Workload {
    /// Its name.
    pub(super) name: &'static str,
    sources: &'static [(&'static str, &'static str)],
    run: fn(&BotSpec, u32) -> anyhow::Result<Spent>,
}

impl Workload {
    /// Runs it in a language, the fastest of `runs` runs; `None` if nobody has written it in that
    /// language.
    pub(super) fn spent(
        &self,
        language: &'static Language,
        runs: u32,
    ) -> Option<anyhow::Result<Spent>> {
        let (_, source) = self.sources.iter().find(|(id, _)| *id == language.id)?;
        Some(spent(language, source, runs, self.run))
    }
}

/// A workload with its sources by their name in `benches/workloads`.
macro_rules! workload {
    ($name:literal, $game:ty) => {
        Workload {
            name: $name,
            sources: &[
                ("lua", include_str!(concat!("../../benches/workloads/", $name, ".lua"))),
                ("rhai", include_str!(concat!("../../benches/workloads/", $name, ".rhai"))),
            ],
            run: time::<$game>,
        }
    };
}

/// All of them.
pub(super) const WORKLOADS: &[Workload] = &[
    workload!("fib", Quoridor),
    workload!("search", Quoridor),
    workload!("text", Quoridor),
    workload!("sort", Quoridor),
    workload!("worlds", Quoridor),
    workload!("playouts", Scopone),
];

/// What a call into the host takes in one language, beside its native work.
pub(super) struct Calls {
    /// A call that does nothing.
    pub(super) call: Spent,
    /// One element of a list handed over, the native making of its text included.
    pub(super) element: Spent,
    /// How many of each were made.
    pub(super) count: u64,
}

/// Calls of each kind in one measurement.
const CALLS: u64 = 2_000;
/// Squares in the list that `squares()` answers.
const SQUARES: u64 = 81;

/// Times calls that do nothing and calls that answer a list.
pub(super) fn calls(language: &'static Language, runs: u32) -> anyhow::Result<Calls> {
    let looped = |expression: &str| {
        let mark = language.method_mark;
        let call = match expression {
            "" => String::new(),
            name => format!("view{mark}{name}();"),
        };
        let source = match language.id {
            "lua" => format!(
                "return {{ next_move = function(view) for i = 1, {CALLS} do {call} end \
                 return view:moves()[1] end }}"
            ),
            _ => {
                format!("fn next_move(view) {{ for i in 0..{CALLS} {{ {call} }} view.moves()[0] }}")
            }
        };
        spent(language, &source, runs, time::<Quoridor>)
    };
    let (nothing, call, list) = (looped("")?, looped("fuel")?, looped("squares")?);
    let more = |a: Spent, b: Spent| Spent {
        fuel: a.fuel.saturating_sub(b.fuel),
        cpu: a.cpu.saturating_sub(b.cpu),
    };
    let each = more(list, call);
    let element = Spent { fuel: each.fuel / SQUARES, cpu: each.cpu / SQUARES as u32 };
    Ok(Calls { call: more(call, nothing), element, count: CALLS })
}

fn spent(
    language: &'static Language,
    source: &str,
    runs: u32,
    run: fn(&BotSpec, u32) -> anyhow::Result<Spent>,
) -> anyhow::Result<Spent> {
    let file = format!("workload.{}", language.id);
    run(&BotSpec::from_source(language, &file, source)?, runs)
}

/// `next_move` of a fresh bot at the first decision of a match, `runs` times.
fn time<G: Game>(spec: &BotSpec, runs: u32) -> anyhow::Result<Spent> {
    let seed = Seed::from(1);
    let options = G::resolve(G::Options::default());
    let mut table = Table::<G>::new(&options)?;
    if table.next() == Next::Deal {
        table.deal_from(&seed)?;
    }
    let Next::Move(seat) = table.next() else { return Err(anyhow!("nobody is to move")) };
    let (view, legal) = (table.view(Observer::Seat(seat)), table.legal_moves());
    let api = Rc::new(Api::of::<G>(&[])?);
    // Nothing here is to be stopped.
    let limits = Limits { move_ms: 600_000, match_ms: u32::MAX, ..Limits::default() };
    let mut best: Option<Spent> = None;
    for _ in 0..runs {
        let journal = Journal::new(limits.output);
        let mut bot = ScriptBot::new(spec.clone(), api.clone());
        let start = Start::<G> {
            seat,
            seats: table.seats(),
            team: table.teams()[seat.index()],
            options: &options,
            players: &[],
            seed,
            limits: &limits,
            journal: &journal,
        };
        bot.start(&start).map_err(|fault| anyhow!("{fault}"))?;
        let turn = table.turn(seat, &view, &legal, seed, &journal);
        let before = cpu_time();
        let played: Result<_, _> = Bot::<G>::next_move(&mut bot, &turn);
        let cpu = cpu_time() - before;
        played.map_err(|fault| anyhow!("{fault}"))?;
        let fuel = journal.take().fuel.unwrap_or(0);
        let first = best.get_or_insert(Spent { fuel, cpu });
        ensure!(first.fuel == fuel, "the same work took {} fuel, then {fuel}", first.fuel);
        first.cpu = first.cpu.min(cpu);
    }
    best.ok_or_else(|| anyhow!("nothing was run"))
}

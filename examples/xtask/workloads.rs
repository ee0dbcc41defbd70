//! The bots that `calibrate` times, with the same work in each language, and their cost.

use anyhow::{anyhow, ensure};
use std::time::Duration;

use juez::core::{Bot, Game, Journal, Limits, Next, Seed, Start};
use juez::games::{Quoridor, Scopone};
use juez::referee::{AnyTable, Table};
use juez::script::clock::thread_cpu_time;
use juez::script::{Api, BotSpec, Language, ScriptBot};

/// Fuel and time of several calls of `next_move`.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    /// Fuel charged.
    pub fuel: u64,
    /// CPU time of the thread.
    pub cpu: Duration,
}

/// A typical task of bots.
pub struct Workload {
    pub name: &'static str,
    sources: &'static [(&'static str, &'static str)],
    run: fn(&BotSpec) -> anyhow::Result<Spent>,
}

impl Workload {
    /// Runs it once in a language; `None` if it is not written in that language.
    pub fn run(&self, language: &'static Language) -> Option<anyhow::Result<Spent>> {
        let (_, source) = self.sources.iter().find(|(id, _)| *id == language.id)?;
        Some(spent(language, source, self.run))
    }
}

/// A workload with its sources by their name in `workloads`.
macro_rules! workload {
    ($name:literal, $game:ty) => {
        Workload {
            name: $name,
            sources: &[
                ("lua", include_str!(concat!("workloads/", $name, ".lua"))),
                ("rhai", include_str!(concat!("workloads/", $name, ".rhai"))),
            ],
            run: time::<$game>,
        }
    };
}

pub const WORKLOADS: &[Workload] = &[
    workload!("fib", Quoridor),
    workload!("search", Quoridor),
    workload!("text", Quoridor),
    workload!("sort", Quoridor),
    workload!("worlds", Quoridor),
    workload!("playouts", Scopone),
];

/// Moves of a bot in one run, as in a match: a fresh VM is slower at first.
pub const MOVES_PER_RUN: u32 = 4;

/// Calls of each kind in one move.
pub const CALLS_PER_MOVE: u32 = 2_000;

/// Times of many calls, each kind in a loop.
#[derive(Clone, Copy)]
pub struct Loops {
    pub nothing: Spent,
    /// `fuel()`, which does nothing natively.
    pub fuel: Spent,
    /// `squares()` of Quoridor, a list.
    pub squares: Spent,
    /// `world()` of Quoridor, which takes little natively.
    pub world: Spent,
}

impl Loops {
    /// Runs each loop once.
    pub fn run(language: &'static Language) -> anyhow::Result<Loops> {
        let looped = |method| spent(language, &looped(language, method), time::<Quoridor>);
        Ok(Loops {
            nothing: looped("")?,
            fuel: looped("fuel")?,
            squares: looped("squares")?,
            world: looped("world")?,
        })
    }

    /// Keeps the faster run of each loop.
    pub fn faster(self, other: Loops) -> anyhow::Result<Loops> {
        Ok(Loops {
            nothing: self.nothing.faster(other.nothing)?,
            fuel: self.fuel.faster(other.fuel)?,
            squares: self.squares.faster(other.squares)?,
            world: self.world.faster(other.world)?,
        })
    }
}

impl Spent {
    /// Returns the faster of two runs of the same work.
    pub fn faster(self, other: Spent) -> anyhow::Result<Spent> {
        let (fuel, again) = (self.fuel, other.fuel);
        ensure!(fuel == again, "the same work took {fuel} fuel, then {again}");
        Ok(Spent { fuel, cpu: self.cpu.min(other.cpu) })
    }
}

/// Returns a bot that calls a method of its view repeatedly, or only loops.
fn looped(language: &Language, method: &str) -> String {
    let call = match method {
        "" => String::new(),
        name => format!("view{}{name}();", language.method_mark),
    };
    match language.id {
        "lua" => format!(
            "return {{ next_move = function(view) for i = 1, {CALLS_PER_MOVE} do {call} end \
             return view:moves()[1] end }}"
        ),
        _ => format!(
            "fn next_move(view) {{ for i in 0..{CALLS_PER_MOVE} {{ {call} }} view.moves()[0] }}"
        ),
    }
}

fn spent(
    language: &'static Language,
    source: &str,
    run: fn(&BotSpec) -> anyhow::Result<Spent>,
) -> anyhow::Result<Spent> {
    let file = format!("workload.{}", language.id);
    run(&BotSpec::from_source(language, &file, source)?)
}

/// Times several calls of `next_move` at the first decision of a match.
fn time<G: Game>(spec: &BotSpec) -> anyhow::Result<Spent> {
    let seed = Seed::from(1);
    let options = G::resolve(G::Options::default());
    let mut table = Table::<G>::new(&options)?;
    if table.next() == Next::Deal {
        table.deal_from(&seed)?;
    }
    let Next::Move(seat) = table.next() else { return Err(anyhow!("no seat is to move")) };
    let (view, legal) = (table.view(Some(seat)), table.legal_moves());
    // Limits that stop nothing here.
    let limits = Limits { move_ms: 600_000, match_ms: u32::MAX, ..Limits::default() };
    let journal = Journal::new(limits.output);
    let mut bot = ScriptBot::new(spec.clone(), Api::of::<G>(&[])?);
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
    bot.load(&start).and_then(|()| bot.start(&start)).map_err(|fault| anyhow!("{fault}"))?;
    let turn = table.turn(seat, &view, &legal, seed, &journal);
    let mut sum = Spent { fuel: 0, cpu: Duration::ZERO };
    for _ in 0..MOVES_PER_RUN {
        let before = thread_cpu_time();
        let played: Result<_, _> = Bot::<G>::next_move(&mut bot, &turn);
        sum.cpu += thread_cpu_time() - before;
        played.map_err(|fault| anyhow!("{fault}"))?;
        sum.fuel += journal.take().fuel.unwrap_or(0);
    }
    Ok(sum)
}

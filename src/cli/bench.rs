//! `juez bench`.

use anyhow::Context;
use std::hint::black_box;
use std::io::Write;

use super::text::{BOLD, DIM, grouped};
use super::verdict::Verdict;
use crate::core::{Game, Next, Seed, State, Stream, playout, thread_cpu_time};
use crate::games::{Visitor, each};
use crate::registry::{AnyGame, MatchSetup, Mind, PlayerSpec, game, games};
use crate::script::{BotSpec, LANGUAGES};
use crate::search::perft;

/// Matches in one run of a timed match.
const MATCHES_PER_RUN: u64 = 200;
/// Plies after which a random hand is given up.
const MAX_PLIES: u32 = 10_000;
/// Plies before a match is in its middle.
const MIDGAME_PLIES: u32 = 12;

/// A bot that walks its shortest path, from the lessons.
const RUNNER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/quoridor/runner.lua"));

/// Arguments of `juez bench`.
#[derive(clap::Args)]
#[command(after_help = "\
Times are CPU time: the fastest repeat counts, and items take turns. A signature must not change when \
code gets faster. `cargo run --release --example xtask -- --help` lists more measurements.")]
pub(super) struct BenchArgs {
    /// The game (default: all)
    game: Option<String>,
    /// Repeats of each item
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only items whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Players of a timed match, in place of simple bots
    #[arg(long, value_delimiter = ',', requires = "game")]
    players: Vec<String>,
}

/// Work that is timed.
struct Item {
    name: String,
    unit: &'static str,
    /// Does the work once: how many units, and a digest of their results.
    run: Box<dyn Fn() -> (u64, u64)>,
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<Verdict> {
    let chosen = match &args.game {
        Some(id) => vec![game(id)?],
        None => games(),
    };
    let mut items = Vec::new();
    for game in chosen {
        let id = game.info().id;
        let mut rules = Rules { id, items: Vec::new() };
        each(&mut rules);
        items.extend(rules.items);
        for (name, players) in tables(args, game)? {
            items.push(matches(format!("{id}: {name}"), game, players)?);
        }
    }
    items.retain(|item| item.name.contains(&args.only));
    let mut best = vec![f64::INFINITY; items.len()];
    let mut results = vec![(0, 0); items.len()];
    for _ in 0..args.runs {
        for (n, item) in items.iter().enumerate() {
            let start = thread_cpu_time();
            results[n] = (item.run)();
            best[n] = best[n].min((thread_cpu_time() - start).as_secs_f64());
        }
    }
    let width = items.iter().map(|item| item.name.chars().count()).max().unwrap_or(0);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{BOLD}{:<width$}  {:>16}  {:>13}  signature{BOLD:#}", "item", "time", "rate")?;
    for ((Item { name, unit, .. }, best), (units, signature)) in items.iter().zip(best).zip(results)
    {
        let each = best / units.max(1) as f64;
        let time = format!("{}/{unit}", span(each));
        let rate = format!("{}/s", grouped((1.0 / each) as u64));
        writeln!(out, "{name:<width$}  {time:>16}  {rate:>13}  {DIM}{signature:016x}{DIM:#}")?;
    }
    Ok(Verdict::Done)
}

/// Collects the items of one game's rules.
struct Rules {
    id: &'static str,
    items: Vec<Item>,
}

impl Visitor for Rules {
    fn visit<G: Game>(&mut self) {
        if G::INFO.id != self.id {
            return;
        }
        self.add("perft(4) of the initial position", "node", || {
            let nodes = perft(&dealt::<G>(1), 4);
            (nodes, nodes)
        });
        let (name, unit, hands) = if G::INFO.hidden {
            ("random hands, shuffle and deal included", "hand", 40_000)
        } else {
            ("random matches", "match", 5_000)
        };
        self.add(name, unit, move || (hands, random_hands::<G>(hands)));
        let positions: Vec<G::State> = (0..400).map(midgame::<G>).collect();
        self.add("list of legal moves, midgame", "list", move || {
            let (mut moves, mut signature) = (Vec::new(), 0);
            for state in (0..200).flat_map(|_| &positions) {
                moves.clear();
                black_box(state).legal_moves_into(&mut moves);
                signature = mix(signature, black_box(&moves).len() as u64);
            }
            (200 * positions.len() as u64, signature)
        });
    }
}

impl Rules {
    fn add(&mut self, name: &str, unit: &'static str, run: impl Fn() -> (u64, u64) + 'static) {
        let name = format!("{}: {name}", self.id);
        self.items.push(Item { name, unit, run: Box::new(run) });
    }
}

/// Plays whole hands at random, match after match. A game without deals has one hand a match.
fn random_hands<G: Game>(hands: u64) -> u64 {
    let start = G::start(&G::resolve(G::Options::default())).expect("defaults can be played");
    let mut rng = Seed::from(1).child(Stream::Opening).rng();
    let (mut scratch, mut signature) = (Vec::new(), 0);
    let mut state = start.clone();
    for _ in 0..hands {
        if state.next() == Next::Over {
            state = start.clone();
        }
        if state.next() == Next::Deal {
            let deal = G::shuffle(&state, &mut rng);
            state.deal(&deal).expect("the shuffle of a game makes its deals");
        }
        let plies = playout(&mut state, &mut rng, MAX_PLIES, &mut scratch);
        signature = mix(signature, plies.into());
    }
    signature
}

/// A match at its first decision.
fn dealt<G: Game>(seed: u64) -> G::State {
    let mut state = G::start(&G::resolve(G::Options::default())).expect("defaults can be played");
    if state.next() == Next::Deal {
        let deal = G::shuffle(&state, &mut Seed::from(seed).child(Stream::Deal(0)).rng());
        state.deal(&deal).expect("the shuffle of a game makes its deals");
    }
    state
}

/// A match after a few random moves, or half-way if it is short.
fn midgame<G: Game>(seed: u64) -> G::State {
    let (mut state, mut scratch) = (dealt::<G>(seed), Vec::new());
    let mut rng = Seed::from(seed).child(Stream::Opening).rng();
    let plies = playout(&mut state.clone(), &mut rng.clone(), MAX_PLIES, &mut scratch);
    playout(&mut state, &mut rng, MIDGAME_PLIES.min(plies / 2), &mut scratch);
    state
}

/// The players of the timed matches, with a name for each match.
fn tables(args: &BenchArgs, game: &dyn AnyGame) -> anyhow::Result<Vec<(String, Vec<PlayerSpec>)>> {
    if !args.players.is_empty() {
        let players = args.players.iter().map(|text| PlayerSpec::read(text, game));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        return Ok(vec![(format!("match of {}", names.join(" and ")), players)]);
    }
    let seats = game.info().seats.0;
    let table = |spec: BotSpec| -> Vec<PlayerSpec> {
        let mind = Mind::Script(spec);
        ('a'..)
            .take(seats.into())
            .map(|n| PlayerSpec { name: n.into(), mind: mind.clone() })
            .collect()
    };
    let mut tables = Vec::new();
    for language in LANGUAGES {
        let id = language.id;
        let source = match id {
            "lua" => "return { next_move = function(view) return view:moves()[1] end }",
            _ => "fn next_move(view) { view.moves()[0] }",
        };
        let spec = BotSpec::from_source(language, &format!("first.{id}"), source)?;
        tables.push((format!("match of {seats} {id} bots, first legal move"), table(spec)));
        if id == "lua" && game.info().id == "quoridor" {
            let spec = BotSpec::from_source(language, "runner.lua", RUNNER)?;
            tables.push(("match of 2 runner.lua".to_string(), table(spec)));
        }
    }
    Ok(tables)
}

/// Whole matches of scripts, loading and recording included.
fn matches(
    name: String,
    game: &'static dyn AnyGame,
    players: Vec<PlayerSpec>,
) -> anyhow::Result<Item> {
    let setup = MatchSetup { seed: Some(Seed::from(1)), ..MatchSetup::new(players) };
    game.play(&setup, &mut ()).with_context(|| name.clone())?;
    let run = move || {
        let mut signature = 0;
        for n in 0..MATCHES_PER_RUN {
            let setup = MatchSetup { seed: Some(Seed::from(n)), ..setup.clone() };
            // The first match has shown that the setup can be played.
            let line = game.play(&setup, &mut ()).map(|record| record.to_line());
            let hash = blake3::hash(line.unwrap_or_default().as_bytes());
            let first = hash.as_bytes().first_chunk().expect("a hash has 32 bytes");
            signature ^= u64::from_le_bytes(*first).rotate_left(n as u32 % 64);
        }
        (MATCHES_PER_RUN, signature)
    };
    Ok(Item { name, unit: "match", run: Box::new(run) })
}

/// One step of a digest (the multiplier of Knuth's 64-bit linear congruential generator).
fn mix(digest: u64, value: u64) -> u64 {
    (digest ^ value).wrapping_mul(6_364_136_223_846_793_005).rotate_left(23)
}

/// A time in the unit that suits it.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

//! `juez bench`.

mod masters;

use anyhow::Context;
use std::hint::black_box;
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;

use super::games::chosen;
use super::text::{BOLD, DIM, grouped};
use juez_core::perft::perft;
use juez_core::{
    AnyView, Game, History, Journal, Limits, MoveOf, Next, Rng, Seat, SeatView, Seed, State,
    Stream, Turn, ViewOf, playout, turns,
};
use juez_games::{Visitor, each};
use juez_match::registry::{AnyGame, MatchSetup, Mind, PlayerSpec};
use juez_pool::{Isolation, Pool, PoolOptions};
use juez_script::clock::thread_cpu_time;
use juez_script::{Api, BotSpec, LANGUAGES, Language, LoadError};

/// Matches per run of a timed match.
const MATCHES_PER_RUN: u64 = 200;
/// Loads of a bot per run.
const LOADS: u64 = 2_000;
/// Messages to a worker per run.
const MESSAGES: u32 = 2_000;
/// Limit on the plies of a random hand.
const MAX_PLIES: u32 = 10_000;
/// Plies of the opening of a midgame position.
const MIDGAME_PLIES: u32 = 12;

/// Walks its shortest path; from the lessons.
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

struct Item {
    name: String,
    unit: &'static str,
    run: Box<dyn Fn() -> Measured>,
}

struct Measured {
    units: u64,
    signature: u64,
    /// CPU time of this thread and of the workers that it used.
    took: Duration,
    /// Share of the moves, from 0 to 1, that are also the choice of the strongest level.
    agreed: Option<f64>,
}

impl Item {
    /// Wraps `work`, which returns the units done and a digest of their results.
    fn new(name: String, unit: &'static str, work: impl Fn() -> (u64, u64) + 'static) -> Item {
        let run = move || {
            let start = thread_cpu_time();
            let (units, signature) = work();
            let took = thread_cpu_time().saturating_sub(start);
            Measured { units, signature, took, agreed: None }
        };
        Item { name, unit, run: Box::new(run) }
    }

    /// Times messages to an idle worker and back.
    fn messages(pool: Pool) -> Item {
        let run = move || {
            let took = pool.ping(MESSAGES).expect("a worker that was rehearsed answers");
            Measured { units: MESSAGES.into(), signature: 0, took, agreed: None }
        };
        Item { name: "message to a worker and back".into(), unit: "message", run: Box::new(run) }
    }
}

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let pool = Pool::new(&PoolOptions::default())?;
    let mut items = vec![Item::messages(pool.clone())];
    let (thread, workers) = (Rc::new(Isolation::Thread), Rc::new(Isolation::Process(pool)));
    for game in chosen(args.game.as_ref())? {
        let id = game.info().id;
        let mut rules = Rules { id, items: Vec::new() };
        each(&mut rules);
        items.extend(rules.items);
        for (name, players) in tables(args, game)? {
            items.push(matches(format!("{id}: {name}"), game, players.clone(), &thread)?);
            items.push(matches(format!("{id}: {name}, in workers"), game, players, &workers)?);
        }
    }
    items.retain(|item| item.name.contains(&args.only));
    let mut best: Vec<Measured> = items.iter().map(|item| (item.run)()).collect();
    for _ in 1..args.runs {
        for (item, best) in items.iter().zip(&mut best) {
            let measured = (item.run)();
            if measured.took < best.took {
                *best = measured;
            }
        }
    }
    let width = items.iter().map(|item| item.name.chars().count()).max().unwrap_or(0);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{BOLD}{:<width$}  {:>16}  {:>13}  signature{BOLD:#}", "item", "time", "rate")?;
    for (Item { name, unit, .. }, measured) in items.iter().zip(best) {
        let Measured { units, signature, took, agreed } = measured;
        let each = took.as_secs_f64() / units.max(1) as f64;
        let time = format!("{}/{unit}", span(each));
        let rate = format!("{}/s", grouped((1.0 / each) as u64));
        let agreed = agreed.map(|share| format!("  {:.0} % as the strongest level", 100.0 * share));
        let agreed = agreed.unwrap_or_default();
        writeln!(
            out,
            "{name:<width$}  {time:>16}  {rate:>13}  {DIM}{signature:016x}{DIM:#}{agreed}"
        )?;
    }
    Ok(())
}

/// The benchmarks of one game's rules.
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
        let decisions: Rc<[Decision<G>]> =
            (0..400).map(midgame::<G>).filter_map(Decision::of).collect();
        let packed: Vec<Vec<u8>> = decisions.iter().map(Decision::packed).collect();
        let all = decisions.clone();
        self.add("decision packed for a worker", "decision", move || {
            let bytes = |decision| black_box(Decision::packed(decision)).len() as u64;
            let signature = (0..50).flat_map(|_| &*all).map(bytes).fold(0, mix);
            (50 * all.len() as u64, signature)
        });
        if G::INFO.hidden {
            let all = decisions.clone();
            self.add("guess of the hidden cards, legal moves included", "guess", move || {
                guesses(&all)
            });
        }
        self.items.extend(masters::items(self.id, &decisions));
        self.add("decision read by a worker, legal moves included", "decision", move || {
            let (mut turns, mut signature) = (turns::<G>(Seed::from(1)), 0);
            for bytes in (0..50).flat_map(|_| &packed) {
                let mut see =
                    |view: &dyn AnyView| signature = mix(signature, view.moves().len() as u64);
                turns(black_box(bytes), &mut see).expect("it was packed here");
            }
            (50 * packed.len() as u64, signature)
        });
        for language in LANGUAGES {
            let spec = first_legal(language).expect("it compiles");
            let name = format!("{} bot loaded into a new VM", language.id);
            self.add(&name, "bot", move || loads::<G>(&spec));
        }
    }
}

impl Rules {
    fn add(&mut self, name: &str, unit: &'static str, work: impl Fn() -> (u64, u64) + 'static) {
        self.items.push(Item::new(format!("{}: {name}", self.id), unit, work));
    }
}

/// Starts a match with default options.
fn start<G: Game>() -> G::State {
    G::start(&G::resolve(G::Options::default())).expect("defaults can be played")
}

/// Deals if a deal is due.
fn deal<G: Game>(state: &mut G::State, rng: &mut Rng) {
    if state.next() == Next::Deal {
        let deal = G::shuffle(state, rng);
        state.deal(&deal).expect("the shuffle of a game makes its deals");
    }
}

/// Plays whole hands at random, match after match. In a game without deals a match is one hand.
fn random_hands<G: Game>(hands: u64) -> u64 {
    let mut rng = Seed::from(1).child(Stream::Opening).rng();
    let (mut scratch, mut signature) = (Vec::new(), 0);
    let mut state = start::<G>();
    for _ in 0..hands {
        if state.next() == Next::Over {
            state = start::<G>();
        }
        deal::<G>(&mut state, &mut rng);
        let plies = playout(&mut state, &mut rng, MAX_PLIES, &mut scratch);
        signature = mix(signature, plies.into());
    }
    signature
}

/// Returns a match at its first decision.
fn dealt<G: Game>(seed: u64) -> G::State {
    let mut state = start::<G>();
    deal::<G>(&mut state, &mut Seed::from(seed).child(Stream::Deal(0)).rng());
    state
}

/// Returns a match after [`MIDGAME_PLIES`] random moves, or half-way if it is shorter.
fn midgame<G: Game>(seed: u64) -> G::State {
    let (mut state, mut scratch) = (dealt::<G>(seed), Vec::new());
    let mut rng = Seed::from(seed).child(Stream::Opening).rng();
    let plies = playout(&mut state.clone(), &mut rng.clone(), MAX_PLIES, &mut scratch);
    playout(&mut state, &mut rng, MIDGAME_PLIES.min(plies / 2), &mut scratch);
    state
}

/// Guesses the hidden cards of each decision.
fn guesses<G: Game>(decisions: &[Decision<G>]) -> (u64, u64) {
    let (mut rng, mut moves, mut signature) = (Seed::from(1).rng(), Vec::new(), 0);
    for decision in (0..20).flat_map(|_| decisions) {
        let guess = G::State::determinize(black_box(&decision.view), &mut rng);
        moves.clear();
        black_box(guess).legal_moves_into(&mut moves);
        signature = mix(signature, moves.len() as u64);
    }
    (20 * decisions.len() as u64, signature)
}

/// Loads a bot and drops it.
fn loads<G: Game>(spec: &BotSpec) -> (u64, u64) {
    let api = Api::of::<G>(&[]).expect("nothing is switched off");
    for n in 0..LOADS {
        let journal = Journal::new(0);
        let program = spec.load(&api, &Limits::default(), Seed::from(n), &journal);
        black_box(program).expect("it loads");
    }
    (LOADS, 0)
}

/// A position with a seat to move.
struct Decision<G: Game> {
    seat: Seat,
    state: G::State,
    view: ViewOf<G>,
    legal: Vec<MoveOf<G>>,
}

impl<G: Game> Decision<G> {
    fn of(state: G::State) -> Option<Decision<G>> {
        let Next::Move(seat) = state.next() else { return None };
        Some(Decision { seat, view: state.view(Some(seat)), legal: state.legal_moves(), state })
    }

    fn turn<'a>(&'a self, journal: &'a Journal) -> Turn<'a, G> {
        Turn {
            seat: self.seat,
            seats: self.state.seats(),
            ply: MIDGAME_PLIES,
            deal: 0,
            view: &self.view,
            legal: &self.legal,
            history: History::new(&self.state, &[], Some(self.seat)),
            seed: Seed::from(1),
            journal,
        }
    }

    /// Encodes the view as a worker receives it.
    fn packed(&self) -> Vec<u8> {
        let (journal, mut bytes) = (Journal::new(0), Vec::new());
        SeatView::of(&self.turn(&journal)).pack(0, &mut bytes);
        bytes
    }
}

/// Returns a bot that plays the first legal move.
fn first_legal(language: &'static Language) -> Result<BotSpec, LoadError> {
    let source = match language.id {
        "lua" => "return { next_move = function(view) return view:moves()[1] end }",
        _ => "fn next_move(view) { view.moves()[0] }",
    };
    BotSpec::from_source(language, &format!("first.{}", language.id), source)
}

/// Returns the players of the timed matches, with a name for each match.
fn tables(args: &BenchArgs, game: &dyn AnyGame) -> anyhow::Result<Vec<(String, Vec<PlayerSpec>)>> {
    if !args.players.is_empty() {
        let players = args.players.iter().map(|text| PlayerSpec::read(text, game));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        return Ok(vec![(format!("match of {}", names.join(" and ")), players)]);
    }
    let seats = game.info().seats.0;
    let table = |spec: BotSpec| -> Vec<PlayerSpec> {
        let seat = |n: char| PlayerSpec { name: n.into(), mind: Mind::Script(spec.clone()) };
        ('a'..).take(seats.into()).map(seat).collect()
    };
    let mut tables = Vec::new();
    for language in LANGUAGES {
        let id = language.id;
        let first = first_legal(language)?;
        tables.push((format!("match of {seats} {id} bots, first legal move"), table(first)));
        if id == "lua" && game.info().id == "quoridor" {
            let spec = BotSpec::from_source(language, "runner.lua", RUNNER)?;
            tables.push(("match of 2 runner.lua".to_string(), table(spec)));
        }
    }
    Ok(tables)
}

/// Plays whole matches of scripts in threads or workers, loading and recording included.
fn matches(
    name: String,
    game: &'static dyn AnyGame,
    players: Vec<PlayerSpec>,
    isolation: &Rc<Isolation>,
) -> anyhow::Result<Item> {
    let setup = MatchSetup { seed: Some(Seed::from(1)), ..MatchSetup::new(players) };
    isolation.play(game, &setup).with_context(|| name.clone())?;
    let isolation = isolation.clone();
    let work = move || {
        let mut signature = 0;
        for n in 0..MATCHES_PER_RUN {
            let setup = MatchSetup { seed: Some(Seed::from(n)), ..setup.clone() };
            // Cannot fail: the first match of this setup was played above.
            let line = isolation.play(game, &setup).map(|record| record.to_line());
            let hash = blake3::hash(line.unwrap_or_default().as_bytes());
            let first = hash.as_bytes().first_chunk().expect("a hash has 32 bytes");
            signature ^= u64::from_le_bytes(*first).rotate_left(n as u32 % 64);
        }
        (MATCHES_PER_RUN, signature)
    };
    Ok(Item::new(name, "match", work))
}

/// Folds a value into a digest (the multiplier of Knuth's 64-bit linear congruential generator).
fn mix(digest: u64, value: u64) -> u64 {
    (digest ^ value).wrapping_mul(6_364_136_223_846_793_005).rotate_left(23)
}

/// Formats a time in seconds, milliseconds, microseconds or nanoseconds.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

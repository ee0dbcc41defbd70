//! Native time of script methods compared with their charges, on positions from the middle of
//! random matches.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Duration;

use juez::core::{
    Answer, AnyView, AnyWorld, Arg, Args, Game, Journal, Kind, Mark, MoveOf, Next, Param,
    QueryError, Returns, Rng, Row, Seat, SeatView, Seed, Stream, Team, Texts, ViewOf,
};
use juez::games::{Visitor, each};
use juez::referee::{AnyTable, Table};
use juez::script::clock::thread_cpu_time;
use juez::script::{
    CALL_WORK, VIEW_BASE, ViewOp, WORLD_BASE, WorldOp, answer_work, list_work, world_work,
};

/// Charge and time of one method, averaged over positions.
#[derive(Clone, Debug)]
pub struct MethodCost {
    pub game: &'static str,
    pub object: &'static str,
    pub name: &'static str,
    /// Cost of the method itself, in work units of 10 ns.
    pub cost: u32,
    /// Total charge of a call, in work units of 10 ns.
    pub charged: f64,
    /// Elements of lists and tables in a result.
    pub elements: f64,
    /// True if it returns a world or a view.
    pub makes_object: bool,
    /// Native CPU time of a call in nanoseconds, without converting the result for a language.
    pub native_ns: f64,
}

/// Charge of one call without its cost, and the number of elements in its result.
#[derive(Clone, Copy, Default)]
struct Charge {
    work: u64,
    elements: u64,
}

type Call<'a> = Box<dyn Fn() -> Charge + 'a>;

/// Positions on which every method is called.
const POSITIONS: u64 = 60;
/// Plies of the opening of a midgame position.
const MIDGAME_PLIES: usize = 12;
/// Minimum duration that a thread's clock measures well.
const MIN_MEASUREMENT: Duration = Duration::from_micros(200);

struct Position<G: Game> {
    table: Table<G>,
    seat: Seat,
    view: ViewOf<G>,
    legal: Vec<MoveOf<G>>,
}

/// Arguments of the methods on one position.
struct Asked<'a> {
    view: &'a dyn AnyView,
    world: Box<dyn AnyWorld>,
    /// The same world at its end.
    over: Box<dyn AnyWorld>,
    legal: String,
    /// A move that is refused for a reason.
    refused: String,
    /// Texts that can name a place or a move.
    texts: Vec<String>,
}

/// Measures every method of every game, the best of `runs` runs each.
pub fn costs(runs: u32) -> Vec<MethodCost> {
    struct All(u32, Vec<MethodCost>);
    impl Visitor for All {
        fn visit<G: Game>(&mut self) {
            self.1.extend(of_game::<G>(self.0));
        }
    }
    let mut all = All(runs, Vec::new());
    each(&mut all);
    all.1
}

fn of_game<G: Game>(runs: u32) -> Vec<MethodCost> {
    let positions: Vec<Position<G>> = (0..POSITIONS).filter_map(position).collect();
    let journal = Journal::new(0);
    let seed = Seed::from(1);
    let turns: Vec<_> =
        positions.iter().map(|p| p.table.turn(p.seat, &p.view, &p.legal, seed, &journal)).collect();
    let views: Vec<SeatView<'_, G>> = turns.iter().map(SeatView::of).collect();
    let asked: Vec<Asked<'_>> = (0..views.len()).map(|i| ask::<G>(&views, i)).collect();
    let rng = RefCell::new(seed.rng());
    let mut measured = Vec::new();
    let mut row = |object, row: Row, calls: Vec<Call<'_>>| {
        let (name, cost) = (row.name, row.cost);
        let makes_object = matches!(row.returns, Returns::World | Returns::View);
        if let Some((charge, elements, native_ns)) = measure(runs, &calls) {
            let charged = CALL_WORK as f64 + f64::from(cost) + charge;
            measured.push(MethodCost {
                game: G::INFO.id,
                object,
                name,
                cost,
                charged,
                elements,
                makes_object,
                native_ns,
            });
        }
    };
    for base in VIEW_BASE {
        let calls = asked.iter().filter_map(|asked| view_call(base.op, asked, &rng)).collect();
        row("view", base.row_in(&G::INFO), calls);
    }
    for (index, query) in G::QUERIES.iter().enumerate() {
        let calls = asked.iter().enumerate().filter_map(|(n, asked)| {
            answers(query.row.params, asked, n, |args| asked.view.query(index, args))
        });
        row("view", query.row, calls.collect());
    }
    for base in WORLD_BASE {
        let calls = asked.iter().filter_map(|asked| world_call(base.op, asked, &rng)).collect();
        row("world", base.row_in(&G::INFO), calls);
    }
    for (index, query) in G::QUERIES.iter().enumerate() {
        let calls = asked.iter().enumerate().filter_map(|(n, asked)| {
            answers(query.row.params, asked, n, |args| asked.world.query(index, args))
        });
        row("world", query.row, calls.collect());
    }
    measured
}

/// Returns a position a few random plies into a match, or half-way through its first hand.
fn position<G: Game>(n: u64) -> Option<Position<G>> {
    let played = |most: usize| {
        let seed = Seed::from(n);
        let mut rng = seed.child(Stream::Opening).rng();
        let mut table = Table::<G>::new(&G::resolve(G::Options::default())).ok()?;
        if table.next() == Next::Deal {
            table.deal_from(&seed).ok()?;
        }
        while table.moves().len() < most && matches!(table.next(), Next::Move(_)) {
            let legal = table.legal_moves();
            table.play(legal[rng.below(legal.len() as u32) as usize]);
        }
        Some(table)
    };
    let hand = played(2 * MIDGAME_PLIES)?.moves().len();
    let table = played(MIDGAME_PLIES.min(hand / 2))?;
    let Next::Move(seat) = table.next() else { return None };
    let (view, legal) = (table.view(Some(seat)), table.legal_moves());
    Some(Position { table, seat, view, legal })
}

fn ask<'a, G: Game>(views: &'a [SeatView<'a, G>], n: usize) -> Asked<'a> {
    let listed = |view: &SeatView<'_, G>| view.moves().to_vec();
    let view = &views[n];
    let mut texts = listed(view);
    let legal = texts[n % texts.len()].clone();
    // A move that is legal elsewhere can be parsed; here it is refused, if any such move exists.
    let others = views.iter().flat_map(listed);
    let refused = others.skip(n).find(|text| !view.is_legal(text)).unwrap_or(legal.clone());
    for (row, _) in G::QUERIES.iter().enumerate().filter(|(_, q)| q.row.params.is_empty()) {
        if let Ok(Answer::Texts(items)) = view.query(row, Args(&[])) {
            texts.extend(items.to_vec());
        }
    }
    let first = n % texts.len().max(1);
    texts.rotate_left(first);
    let world = view.world(n as u32);
    let (over, _) = world.playout(&mut Seed::from(1).rng(), u32::MAX);
    Asked { view, world, over, legal, refused, texts }
}

fn view_call<'a>(op: ViewOp, asked: &'a Asked<'_>, rng: &'a RefCell<Rng>) -> Option<Call<'a>> {
    let view = asked.view;
    let none = Charge::default();
    Some(match op {
        ViewOp::Moves => Box::new(move || list(&view.moves())),
        ViewOp::History => Box::new(move || list(&view.past_moves())),
        ViewOp::IsLegal => Box::new(move || {
            black_box(view.is_legal(black_box(&asked.legal)));
            none
        }),
        ViewOp::WhyIllegal => Box::new(move || {
            black_box(view.why_illegal(black_box(&asked.refused)));
            none
        }),
        ViewOp::Data => Box::new(move || answer(view.data().into())),
        ViewOp::Random => Box::new(move || {
            black_box(rng.borrow_mut().below(black_box(10)));
            none
        }),
        ViewOp::Mark | ViewOp::Note => Box::new(move || {
            let place = (op == ViewOp::Mark).then(|| asked.legal.clone());
            let journal = Journal::new(0);
            journal.mark(Mark { place, label: asked.legal.clone(), colour: None });
            black_box(&journal);
            none
        }),
        ViewOp::Plot => Box::new(move || {
            let journal = Journal::new(0);
            journal.plot(black_box("score"), black_box(-1.0 / 3.0));
            black_box(&journal);
            none
        }),
        ViewOp::World => Box::new(move || world(&*view.world(black_box(1)))),
        // Nothing native happens.
        ViewOp::Fuel => return None,
        ViewOp::Query(_) => return None,
    })
}

fn world_call<'a>(op: WorldOp, asked: &'a Asked<'_>, rng: &'a RefCell<Rng>) -> Option<Call<'a>> {
    let (state, seat) = (&*asked.world, asked.view.seat());
    let none = Charge::default();
    Some(match op {
        WorldOp::Moves => Box::new(move || list(&state.moves())),
        WorldOp::Play => Box::new(move || match state.play(black_box(&asked.legal)) {
            Ok(after) => world(&*after),
            Err(_) => none,
        }),
        WorldOp::ToMove | WorldOp::IsOver => Box::new(move || {
            black_box(state.to_move());
            none
        }),
        WorldOp::Points => Box::new(move || {
            black_box(state.points(black_box(seat)));
            none
        }),
        WorldOp::Rank => Box::new(move || {
            black_box(asked.over.rank(black_box(seat)));
            none
        }),
        WorldOp::Playout => Box::new(move || {
            let (after, plies) = state.playout(&mut rng.borrow_mut(), u32::MAX);
            let mut charge = world(&*after);
            charge.work += u64::from(plies) * u64::from(asked.view.info().costs.ply);
            charge
        }),
        WorldOp::View => Box::new(move || {
            black_box(state.view(black_box(seat)));
            none
        }),
        WorldOp::Query(_) => return None,
    })
}

/// Returns a call of a query with arguments of the right kinds, if it answers any.
fn answers<'a>(
    params: &[Param],
    asked: &'a Asked<'_>,
    n: usize,
    query: impl Fn(Args<'_>) -> Result<Answer, QueryError> + 'a,
) -> Option<Call<'a>> {
    let seats = asked.view.seats();
    let args = |texts: [&'a str; 2]| -> Vec<Arg<'a>> {
        let arg = |(i, param): (usize, &Param)| match param.kind {
            Kind::Seat => Arg::Seat(Seat::new(n as u8 % seats)),
            Kind::Team => Arg::Team(Team(n as u8 % 2)),
            Kind::Int => Arg::Int(n as i64 % 7),
            Kind::Number => Arg::Number(n as f64 / 7.0),
            Kind::Move | Kind::Place | Kind::Text => Arg::Text(texts[i % 2]),
            Kind::Words(words) => Arg::Text(words[n % words.len()]),
        };
        params.iter().enumerate().map(arg).collect()
    };
    let texts = &asked.texts;
    let chosen = (0..texts.len())
        .map(|i| args([&texts[i], &texts[(i + 1) % texts.len()]]))
        .find(|args| query(Args(args)).is_ok())?;
    Some(Box::new(move || match query(Args(black_box(&chosen))) {
        Ok(value) => answer(value),
        Err(_) => Charge::default(),
    }))
}

fn list(texts: &Texts) -> Charge {
    let len = black_box(texts).len();
    Charge { work: list_work(len), elements: len as u64 }
}

fn answer(answer: Answer) -> Charge {
    let work = match black_box(answer) {
        Answer::Texts(texts) => list_work(texts.len()),
        Answer::Value(value) => answer_work(&value),
        _ => 0,
    };
    Charge { work, elements: work / list_work(1) }
}

fn world(world: &dyn AnyWorld) -> Charge {
    Charge { work: world_work(black_box(world).bytes()), elements: 0 }
}

/// Returns the charge of a call without its cost, its elements and its nanoseconds, averaged over
/// `calls`; the fastest of `runs` runs.
fn measure(runs: u32, calls: &[Call<'_>]) -> Option<(f64, f64, f64)> {
    let count = calls.len() as f64;
    let all = || {
        calls.iter().fold(Charge::default(), |sum, call| {
            let one = call();
            Charge { work: sum.work + one.work, elements: sum.elements + one.elements }
        })
    };
    let timed = |rounds: u32| {
        let start = thread_cpu_time();
        for _ in 0..rounds {
            black_box(all());
        }
        thread_cpu_time() - start
    };
    if calls.is_empty() {
        return None;
    }
    let charge = all();
    let once = timed(1).max(Duration::from_nanos(100));
    let rounds = (MIN_MEASUREMENT.as_nanos() / once.as_nanos()) as u32 + 1;
    let best = (0..runs.max(1)).map(|_| timed(rounds)).min().unwrap_or(once);
    let ns = best.as_nanos() as f64 / f64::from(rounds) / count;
    Some((charge.work as f64 / count, charge.elements as f64 / count, ns))
}

//! Speed of the master of a game, and how often its levels choose the move of the strongest one.

use std::cell::OnceCell;
use std::rc::Rc;

use super::{Decision, Item, Measured, mix};
use juez_core::{
    Allowed, BotOptions, BuiltIn, Game, Journal, MoveOf, Valuation, built_in, read_options,
};
use juez_script::clock::thread_cpu_time;

/// Positions of a timed search, and decisions per run.
const NODES: u32 = 20_000;
const MOVES: usize = 20;
/// Decisions per run on which levels are compared.
const COMPARED: usize = 60;
/// Bytes of the log of a decision.
const LOG: u32 = 4096;

/// Returns the items of a game; none without a master.
pub(super) fn items<G: Game>(id: &str, decisions: &Rc<[Decision<G>]>) -> Vec<Item> {
    let master = || built_in::<G>().into_iter().find(|bot| bot.info.name == "master");
    let Some(BuiltIn { info, .. }) = master() else { return Vec::new() };
    let option = |text: &str| read_options(info.name, info.options, text).expect("an option");
    let asked = |text: &str| (master().expect("it is there"), option(text), decisions.clone());
    let mut items = Vec::new();
    let (bot, options, all) = asked(&format!("nodes={NODES}"));
    let name = format!("{id}: move of master:nodes={NODES}, midgame");
    items.push(Item::new(name, "move", move || {
        let moves = chosen(&bot, &options, &all[..MOVES.min(all.len())]);
        (moves.len() as u64, moves.iter().fold(0, |digest, mv| signed(digest, mv)))
    }));
    if G::INFO.hidden {
        type Count<M> = fn(&Valuation<M>) -> u64;
        let counts: [(_, _, Count<MoveOf<G>>); 2] = [
            ("worlds compared", "world", |valued| valued.worlds.into()),
            ("positions visited", "position", |valued| valued.nodes),
        ];
        for (what, unit, count) in counts {
            let (_, options, all) = asked("");
            let work = move || {
                let valued = all.iter().take(MOVES).filter_map(|one| valued(&options, one));
                let units = valued.map(|valued| count(&valued)).sum();
                (units, units)
            };
            items.push(Item::new(format!("{id}: {what} by master, midgame"), unit, work));
        }
    }
    let levels = info.options.iter().find(|option| option.name == "level");
    let Some(Allowed::Range(1, most)) = levels.map(|option| option.allowed) else { return items };
    let best = Rc::new(OnceCell::new());
    for level in 1..=most {
        let (bot, options, all) = asked(&format!("level={level}"));
        let (strongest, best) = (option(&format!("level={most}")), best.clone());
        let run = move || {
            let all = &all[..COMPARED.min(all.len())];
            let best: &Vec<String> = best.get_or_init(|| chosen(&bot, &strongest, all));
            let start = thread_cpu_time();
            let moves = chosen(&bot, &options, all);
            let took = thread_cpu_time().saturating_sub(start);
            let equal = moves.iter().zip(best).filter(|(mv, best)| mv == best).count();
            Measured {
                units: moves.len() as u64,
                signature: moves.iter().fold(0, |digest, mv| signed(digest, mv)),
                took,
                agreed: (level < most).then(|| equal as f64 / moves.len() as f64),
            }
        };
        let name = format!("{id}: move of master:level={level}, midgame");
        items.push(Item { name, unit: "move", run: Box::new(run) });
    }
    items
}

/// Asks a new master for each move.
fn chosen<G: Game>(
    master: &BuiltIn<G>,
    options: &BotOptions,
    decisions: &[Decision<G>],
) -> Vec<String> {
    let choose = |decision: &Decision<G>| {
        let journal = Journal::new(LOG);
        let mv = (master.build)(options).next_move(&decision.turn(&journal));
        mv.expect("built-in bots have no faults").to_string()
    };
    decisions.iter().map(choose).collect()
}

/// Values the first legal move of a decision.
fn valued<G: Game>(options: &BotOptions, decision: &Decision<G>) -> Option<Valuation<MoveOf<G>>> {
    let journal = Journal::new(LOG);
    let rules = G::resolve(G::Options::default());
    G::reviewer(&rules, options)?.value(&decision.turn(&journal), decision.legal[0])
}

fn signed(digest: u64, text: &str) -> u64 {
    text.bytes().map(u64::from).fold(digest, mix)
}

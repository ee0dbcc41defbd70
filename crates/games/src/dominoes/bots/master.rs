//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::candidates::opens_with;
use super::words;
use crate::dominoes::master::{Decision, Past, Policy, WHOLE, move_of, standing};
use crate::dominoes::{Dominoes, Move, Position, Signal};
use crate::masters::learning::WEIGHTS;
use crate::masters::review::{PLAYER_PART, Review, valuation};
use crate::masters::{Level, Master, explain, explain_lacks};
use juez_core::{Allowed, Bot, OptionInfo, Stream, Turn, options};
use juez_search::{Budget, Code, Comparison, monte_carlo};

options! {
    /// The options of the master.
    pub struct Options {
        level: u32 = 5, Allowed::Range(1, 5), "how well it plays: how far back it remembers";
        nodes: u32 = 300000, Allowed::Range(1, 100_000_000), "positions it looks at for each move, at most";
    }
}

const LEVELS: [Level; 5] = [
    Level { worlds: 3, candidates: 1, span: 0, exact: 0 },
    Level { worlds: 12, candidates: 1, span: 4, exact: 0 },
    Level { worlds: 40, candidates: 2, span: 8, exact: 6 },
    Level { worlds: 80, candidates: 4, span: 16, exact: 8 },
    Level { worlds: 400, candidates: 4, span: usize::MAX, exact: 12 },
];
/// Maximum number of worlds of a search that is stopped.
const MOST_WORLDS: u32 = 50_000;

pub(super) const ALL_OPTIONS: &[OptionInfo] = &[OPTIONS[0], OPTIONS[1], WEIGHTS];

/// Creates a master, which plays the move of the highest mean value over worlds that fit its memory.
/// It expects the other pair to play by `policy`.
pub(super) fn master(options: Options, policy: Policy) -> Master<Dominoes> {
    let decide = move |turn: &Turn<'_, Dominoes>, level, _, budget: &mut Budget<'_>| {
        decide(turn, level, policy, budget)
    };
    Master::new(&LEVELS, options.level, options.nodes, decide)
}

fn decide(
    turn: &Turn<'_, Dominoes>,
    level: Level,
    policy: Policy,
    budget: &mut Budget<'_>,
) -> Option<Move> {
    let signal = Signal::of(turn.view.hand);
    match turn.legal[0] {
        Move::Signal(_) => {
            turn.journal.print(&words::signals(Move::Signal(signal)));
            return Some(Move::Signal(signal));
        }
        Move::Leave | Move::Open => {
            let (opens, _) = opens_with(signal);
            let mv = if opens { Move::Open } else { Move::Leave };
            turn.journal.print(&words::opens(mv, signal.doubles()));
            return Some(mv);
        }
        _ => {}
    }
    let comparison = compare(turn, level, policy, None, budget)?;
    Some(name(turn)(comparison.best().branch))
}

/// Compares the tiles that the seat can play, and explains them. With the state, every hand is open.
fn compare(
    turn: &Turn<'_, Dominoes>,
    level: Level,
    policy: Policy,
    state: Option<&Position>,
    budget: &mut Budget<'_>,
) -> Option<Comparison<Code>> {
    let past = Past::of(turn.view, turn.history, level.span, policy);
    let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
    let mut decision = Decision::new(turn.view, past, level.exact, seed);
    decision.open(state);
    let sampling = level.sampling(budget, MOST_WORLDS);
    let comparison = monte_carlo(&mut decision, sampling, budget)?;
    explain(turn.journal, &comparison, (WHOLE / 2, WHOLE), name(turn));
    explain_lacks(turn.journal, decision.lacks());
    Some(comparison)
}

fn name(turn: &Turn<'_, Dominoes>) -> impl Fn(Code) -> Move + use<> {
    let is_first = turn.view.public.chain.ends().is_none();
    move |code| move_of(code, is_first)
}

/// Creates the reviewer of matches, as the highest level.
pub(super) fn review(options: Options, policy: Policy) -> Review<Dominoes> {
    let level = LEVELS[LEVELS.len() - 1];
    let value = move |turn: &Turn<'_, Dominoes>,
                      played: Move,
                      state: Option<&Position>,
                      budget: &mut Budget<'_>| {
        played.tile()?;
        let comparison = compare(turn, level, policy, state, budget)?;
        valuation(&comparison, (WHOLE / 2, WHOLE), name(turn), &played)
    };
    let nodes = (options.nodes / PLAYER_PART).max(1);
    let player = move || -> Box<dyn Bot<Dominoes>> {
        Box::new(master(Options { nodes, ..options }, policy))
    };
    Review { nodes: options.nodes, value: Box::new(value), standing, player: Box::new(player) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominoes::{Options as Rules, pair_of};
    use crate::masters::BATCH;
    use crate::masters::testing::{Table, check_memory, named, worlds_when_stopped};
    use juez_core::{Bot, Seat, State, Team};

    fn bot(level: u32, nodes: u32) -> Box<dyn Bot<Dominoes>> {
        Box::new(master(Options { level, nodes }, Policy::default()))
    }

    /// Returns the matches that a pair wins, of two for each seed with swapped seats.
    fn wins(
        seeds: u64,
        pair: impl Fn() -> Box<dyn Bot<Dominoes>>,
        others: impl Fn() -> Box<dyn Bot<Dominoes>>,
    ) -> u32 {
        let mut won = 0;
        for (seed, own) in (0..seeds).flat_map(|seed| [(seed, Team(0)), (seed, Team(1))]) {
            let bots =
                Seat::all(4).map(|seat| if pair_of(seat) == own { pair() } else { others() });
            let mut table = Table::new(seed, &Rules::default());
            table.finish(&mut bots.collect::<Vec<_>>());
            let points = table.position.points();
            won += u32::from(Team(u8::from(points[Seat::new(1)] > points[Seat::new(0)])) == own);
        }
        won
    }

    #[test]
    fn a_pair_of_masters_wins_most_matches() {
        for others in ["pair", "individualist", "greedy"] {
            let won = wins(8, || bot(5, 3000), || named(others));
            assert!(won >= 12, "{others}: {won} of 16");
        }
    }

    #[test]
    fn each_level_beats_the_one_two_below() {
        for level in 3..=5 {
            let won = wins(12, || bot(level, 20_000), || bot(level - 2, 20_000));
            assert!(won >= 15, "level {level}: {won} of 24");
        }
    }

    #[test]
    fn a_few_nodes_give_a_legal_move_under_all_rules() {
        let signals = Rules { signal: crate::dominoes::Signals::Seed, ..Rules::default() };
        let long = Rules { target: 300, count: crate::dominoes::Count::All, ..Rules::default() };
        for rules in [Rules::default(), signals, long] {
            for (seed, nodes) in (0..).zip([1, 2, 50]) {
                let mut bots: Vec<_> = (1..=4).map(|level| bot(level + 1, nodes)).collect();
                Table::new(seed, &rules).finish(&mut bots);
            }
        }
    }

    #[test]
    fn neither_earlier_decisions_nor_hidden_tiles_change_a_move() {
        let mut table = Table::new(3, &Rules::default());
        assert_eq!(check_memory(&mut table, 40, || bot(5, 2000)), 40);
    }

    #[test]
    fn the_log_explains_the_move() {
        let mut table = Table::new(5, &Rules::default());
        let mut logs = String::new();
        while let Some(seat) = table.advance()
            && table.deals == 1
        {
            let mv = table.ask(&mut *bot(5, 20_000));
            let line = table.log.first().expect("a line");
            assert!(line.starts_with(&format!("{mv}: best in ")), "{line}");
            assert!(table.log[1].contains(" would cost "), "{:?}", table.log);
            logs += &table.log.join("\n");
            table.play(seat, mv);
        }
        assert!(logs.contains(" has no "), "{logs}");
    }

    #[test]
    fn a_master_stops_when_it_is_told() {
        let mut table = Table::new(1, &Rules::default());
        let worlds = worlds_when_stopped(&mut table, bot(5, 100_000_000));
        assert!((1..BATCH).contains(&worlds), "{worlds}");
    }
}

//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use crate::masters::learning::WEIGHTS;
use crate::masters::review::{PLAYER_PART, Review, valuation};
use crate::masters::{Level, Master, explain, explain_lacks};
use crate::scopone::master::{Decision, Past, Policy, WHOLE, standing};
use crate::scopone::{Move, Position, Scopone};
use juez_core::{Allowed, Bot, OptionInfo, Stream, Turn, options};
use juez_search::{Budget, Comparison, monte_carlo};

options! {
    /// The options of the master.
    pub struct Options {
        level: u32 = 5, Allowed::Range(1, 5), "how well it plays: how far back it remembers";
        nodes: u32 = 500000, Allowed::Range(1, 100_000_000), "positions it looks at for each move, at most";
    }
}

const LEVELS: [Level; 5] = [
    Level { worlds: 1, candidates: 1, span: 0, exact: 0 },
    Level { worlds: 40, candidates: 1, span: 16, exact: 0 },
    Level { worlds: 60, candidates: 3, span: 24, exact: 0 },
    Level { worlds: 100, candidates: 6, span: 32, exact: 0 },
    Level { worlds: 200, candidates: 16, span: usize::MAX, exact: 8 },
];
/// Maximum number of worlds of a search that is stopped.
const MOST_WORLDS: u32 = 50_000;

pub(super) const ALL_OPTIONS: &[OptionInfo] = &[OPTIONS[0], OPTIONS[1], WEIGHTS];

/// Creates a master, which plays the move of the highest mean value over worlds that fit its memory.
/// It expects the other sides to play by `policy`.
pub(super) fn master(options: Options, policy: Policy) -> Master<Scopone> {
    let decide = move |turn: &Turn<'_, Scopone>, level, _, budget: &mut Budget<'_>| {
        decide(turn, level, policy, budget)
    };
    Master::new(&LEVELS, options.level, options.nodes, decide)
}

fn decide(
    turn: &Turn<'_, Scopone>,
    level: Level,
    policy: Policy,
    budget: &mut Budget<'_>,
) -> Option<Move> {
    compare(turn, level, policy, None, budget).map(|comparison| comparison.best().branch)
}

/// Compares the moves of the seat, and explains them. With the state, every hand is open.
fn compare(
    turn: &Turn<'_, Scopone>,
    level: Level,
    policy: Policy,
    state: Option<&Position>,
    budget: &mut Budget<'_>,
) -> Option<Comparison<Move>> {
    let past = Past::of(turn.view, turn.history, level.span, policy);
    let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
    let mut decision = Decision::new(turn.view, past, level.exact, seed);
    decision.open(state);
    let sampling = level.sampling(budget, MOST_WORLDS);
    let comparison = monte_carlo(&mut decision, sampling, budget)?;
    explain(turn.journal, &comparison, unit(turn), |mv| mv);
    explain_lacks(turn.journal, decision.lacks());
    Some(comparison)
}

/// Returns the value of an even match over which others are counted, and of a certain win.
fn unit(turn: &Turn<'_, Scopone>) -> (i32, i32) {
    (if turn.view.public.kind().in_pairs() { WHOLE / 2 } else { 0 }, WHOLE)
}

/// Creates the reviewer of matches, as the highest level.
pub(super) fn review(options: Options, policy: Policy) -> Review<Scopone> {
    let level = LEVELS[LEVELS.len() - 1];
    let value = move |turn: &Turn<'_, Scopone>,
                      played: Move,
                      state: Option<&Position>,
                      budget: &mut Budget<'_>| {
        let comparison = compare(turn, level, policy, state, budget)?;
        valuation(&comparison, unit(turn), |mv| mv, &played)
    };
    let nodes = (options.nodes / PLAYER_PART).max(1);
    let player =
        move || -> Box<dyn Bot<Scopone>> { Box::new(master(Options { nodes, ..options }, policy)) };
    Review { nodes: options.nodes, value: Box::new(value), standing, player: Box::new(player) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::masters::testing::{Table, check_memory, named, worlds_when_stopped};
    use crate::scopone::{Kind, Options as Rules, Sum};
    use juez_core::{Bot, Seat, State};

    const KINDS: [Kind; 3] = [Kind::Solo9, Kind::Team9, Kind::Team10];

    fn bot(level: u32, nodes: u32) -> Box<dyn Bot<Scopone>> {
        Box::new(master(Options { level, nodes }, Policy::default()))
    }

    /// Rules of a single hand.
    fn hand(kind: Kind) -> Rules {
        Rules { kind, target: kind.in_pairs().then_some(0), ..Rules::default() }
    }

    #[test]
    fn masters_win_most_hands() {
        for kind in KINDS {
            let (mut won, mut lost) = (0, 0);
            for (seed, own) in (0..4).flat_map(|seed| [(seed, 0), (seed, 1)]) {
                let mut table = Table::new(seed, &hand(kind));
                let side = kind.team(Seat::new(own));
                let at =
                    |seat| if kind.team(seat) == side { bot(5, 40_000) } else { named("greedy") };
                table.finish(&mut Seat::all(4).map(at).collect::<Vec<_>>());
                let points = table.position.points();
                let others = Seat::all(4).filter(|&seat| kind.team(seat) != side);
                let most = others.map(|seat| points[seat]).max().expect("others");
                won += u32::from(points[Seat::new(own)] > most);
                lost += u32::from(points[Seat::new(own)] < most);
            }
            // Lone players win one hand of four by chance.
            let even = if kind.in_pairs() { lost } else { lost / 3 };
            assert!(won > even, "{kind:?}: {won} won, {lost} lost");
        }
    }

    #[test]
    fn a_few_nodes_give_a_legal_move_under_all_rules() {
        let fewest = Rules { sum: Sum::Fewest, denari: 5, ..hand(Kind::Team9) };
        let long = Rules { kind: Kind::Team10, target: Some(11), ..Rules::default() };
        for rules in KINDS.map(hand).into_iter().chain([fewest, long]) {
            for (seed, nodes) in (0..).zip([1, 2, 50]) {
                let mut bots: Vec<_> = (1..=4).map(|level| bot(level + 1, nodes)).collect();
                Table::new(seed, &rules).finish(&mut bots);
            }
        }
    }

    #[test]
    fn neither_earlier_decisions_nor_hidden_cards_change_a_move() {
        for kind in KINDS {
            let asked = check_memory(&mut Table::new(3, &hand(kind)), 100, || bot(5, 2000));
            assert!(asked > 25, "{kind:?}: {asked}");
        }
    }

    #[test]
    fn a_match_of_all_levels_is_the_same_on_every_machine() {
        let mut table = Table::new(7, &hand(Kind::Team10));
        table.finish(&mut [5, 2, 3, 4].map(|level| bot(level, 3000)));
        let moves: Vec<String> = table.moves.iter().map(|(_, mv)| mv.to_string()).collect();
        assert_eq!(
            moves[8..20].join(" "),
            "C3 C4xB4 B1 B9xB1+B8 D10xB10 B3xC3 C9 S1 S10xC9+S1 D3 S3xD3 B6"
        );
    }

    #[test]
    fn the_log_explains_the_move() {
        let mut table = Table::new(5, &hand(Kind::Team9));
        let mut logs = String::new();
        while let Some(seat) = table.advance() {
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
        let mut table = Table::new(1, &hand(Kind::Team10));
        assert_eq!(worlds_when_stopped(&mut table, bot(5, 100_000_000)), 1);
    }
}

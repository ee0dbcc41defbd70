//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use crate::masters::{Asked, Level, Strategy, explain, explain_lacks, options};
use crate::scopone::master::{Decision, Past, Policy, WHOLE, standing};
use crate::scopone::{Move, Position, Scopone};
use juez_core::{OptionInfo, Turn};
use juez_search::{Budget, Comparison, monte_carlo_among};

/// Plays the move of the highest mean value over worlds that fit its memory.
pub(in crate::scopone) enum Captures {}

impl Strategy for Captures {
    type Game = Scopone;
    type Policy = Policy;

    const OPTIONS: &'static [OptionInfo] =
        &options("how well it plays: how far back it remembers", "500000");
    const LEVELS: [Level; 5] = [
        Level { worlds: 1, candidates: 1, span: 0, exact: 0 },
        Level { worlds: 40, candidates: 1, span: 16, exact: 0 },
        Level { worlds: 60, candidates: 3, span: 24, exact: 0 },
        Level { worlds: 100, candidates: 6, span: 32, exact: 0 },
        Level { worlds: 200, candidates: 16, span: usize::MAX, exact: 8 },
    ];

    fn compare(asked: &Asked<'_, Captures>, budget: &mut Budget<'_>) -> Option<Comparison<Move>> {
        let turn = asked.turn;
        let past = Past::of(turn.view, turn.history, asked.level.span, asked.policy);
        let mut decision = Decision::new(turn.view, past, asked.level.exact, asked.seed());
        decision.open(asked.state);
        let comparison = monte_carlo_among(&mut decision, asked.sampling(budget), budget, |mv| {
            asked.compares(mv)
        })?;
        explain(turn.journal, &comparison, Captures::unit(turn));
        explain_lacks(turn.journal, decision.lacks());
        Some(comparison)
    }

    fn unit(turn: &Turn<'_, Scopone>) -> (i32, i32) {
        (if turn.view.public.kind().in_pairs() { WHOLE / 2 } else { 0 }, WHOLE)
    }

    fn standing(state: &Position, _: bool) -> Vec<i32> {
        standing(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::masters::Master;
    use crate::masters::testing::{Table, check_memory, named, worlds_when_stopped};
    use crate::scopone::{Kind, Options as Rules, Sum};
    use juez_core::{Bot, Seat, State};

    const KINDS: [Kind; 3] = [Kind::Solo9, Kind::Team9, Kind::Team10];

    fn bot(level: u32, nodes: u32) -> Box<dyn Bot<Scopone>> {
        Box::new(Master::<Captures>::with(level.into(), nodes.into(), Policy::default()))
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

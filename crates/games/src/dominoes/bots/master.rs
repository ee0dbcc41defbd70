//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::candidates::opens_with;
use super::words;
use crate::dominoes::master::{Decision, Past, Policy, WHOLE, move_of, standing};
use crate::dominoes::{Dominoes, Move, Position, Signal};
use crate::masters::{Asked, Level, Strategy, explain, explain_lacks, options, valuation};
use juez_core::{OptionInfo, Turn, Valuation};
use juez_search::{Budget, Comparison, monte_carlo_among};

/// Plays the tile of the highest mean value over worlds that fit its memory.
pub(in crate::dominoes) enum Tiles {}

impl Strategy for Tiles {
    type Game = Dominoes;
    type Policy = Policy;

    const OPTIONS: &'static [OptionInfo] =
        &options("how well it plays: how far back it remembers", "300000");
    const LEVELS: [Level; 5] = [
        Level { worlds: 3, candidates: 1, span: 0, exact: 0 },
        Level { worlds: 12, candidates: 1, span: 4, exact: 0 },
        Level { worlds: 40, candidates: 2, span: 8, exact: 6 },
        Level { worlds: 80, candidates: 4, span: 16, exact: 8 },
        Level { worlds: 400, candidates: 4, span: usize::MAX, exact: 12 },
    ];

    fn compare(asked: &Asked<'_, Tiles>, budget: &mut Budget<'_>) -> Option<Comparison<Move>> {
        let turn = asked.turn;
        let past = Past::of(turn.view, turn.history, asked.level.span, asked.policy);
        let mut decision = Decision::new(turn.view, past, asked.level.exact, asked.seed());
        decision.open(asked.state);
        let is_first = turn.view.public.chain.ends().is_none();
        let comparison =
            monte_carlo_among(&mut decision, asked.sampling(budget), budget, |code| {
                asked.compares(move_of(code, is_first))
            })?
            .map(|code| move_of(code, is_first));
        explain(turn.journal, &comparison, Tiles::unit(turn));
        explain_lacks(turn.journal, decision.lacks());
        Some(comparison)
    }

    fn unit(_: &Turn<'_, Dominoes>) -> (i32, i32) {
        (WHOLE / 2, WHOLE)
    }

    fn standing(state: &Position, _: bool) -> Vec<i32> {
        standing(state)
    }

    fn choose(asked: &Asked<'_, Tiles>, budget: &mut Budget<'_>) -> Option<Move> {
        let turn = asked.turn;
        let signal = Signal::of(turn.view.hand);
        match turn.legal[0] {
            Move::Signal(_) => {
                turn.journal.print(&words::signals(Move::Signal(signal)));
                Some(Move::Signal(signal))
            }
            Move::Leave | Move::Open => {
                let (opens, _) = opens_with(signal);
                let mv = if opens { Move::Open } else { Move::Leave };
                turn.journal.print(&words::opens(mv, signal.doubles()));
                Some(mv)
            }
            _ => Tiles::compare(asked, budget).map(|comparison| comparison.best().branch),
        }
    }

    fn value(
        asked: &Asked<'_, Tiles>,
        played: Move,
        budget: &mut Budget<'_>,
    ) -> Option<Valuation<Move>> {
        // Signals and the choice of the opener are not compared.
        played.tile()?;
        valuation(&Tiles::compare(asked, budget)?, Tiles::unit(asked.turn), &played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominoes::{Options as Rules, pair_of};
    use crate::masters::BATCH;
    use crate::masters::Master;
    use crate::masters::testing::{Table, check_memory, named, worlds_when_stopped};
    use juez_core::{Bot, Seat, State, Team};

    fn bot(level: u32, nodes: u32) -> Box<dyn Bot<Dominoes>> {
        Box::new(Master::<Tiles>::with(level.into(), nodes.into(), Policy::default()))
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

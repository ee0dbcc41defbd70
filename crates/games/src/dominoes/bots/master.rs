//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::candidates::opens_with;
use super::levels::Level;
use super::words;
use crate::dominoes::master::{Decision, Past, WHOLE, move_of};
use crate::dominoes::{Dominoes, Move, Signal};
use juez_core::{Allowed, Bot, Fault, Stop, Stream, Turn, options};
use juez_search::{Budget, Code, Comparison, Sampling, monte_carlo};

options! {
    /// The options of a [`Master`].
    pub struct Options {
        level: u32 = 5, Allowed::Range(1, 5), "how well it plays: how far back it remembers";
        nodes: u32 = 300000, Allowed::Range(1, 100_000_000), "positions it looks at for each move, at most";
    }
}

/// Worlds chosen at once among their candidates.
const BATCH: u32 = 100;
/// Maximum number of worlds of a search that is stopped.
const MOST_WORLDS: u32 = 50_000;

/// Plays the move of the highest mean value over worlds that fit what it remembers.
///
/// With a budget of nodes, the same position gives the same move: it keeps nothing between moves.
pub struct Master {
    options: Options,
    /// Ends the next search, in place of the number of nodes.
    stop: Option<Stop>,
}

impl Master {
    /// Creates a master with these options.
    pub fn new(options: Options) -> Master {
        Master { options, stop: None }
    }

    fn search(
        &self,
        turn: &Turn<'_, Dominoes>,
        budget: &mut Budget<'_>,
    ) -> Option<(Decision, Comparison<Code>)> {
        let level = Level::of(self.options.level);
        let past = Past::of(turn.view, turn.history, level.span);
        let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
        let mut decision = Decision::new(turn.view, past, level.exact_tiles, seed);
        let worlds = if budget.stop.is_some() { MOST_WORLDS } else { level.worlds };
        let sampling = Sampling { worlds, candidates: level.candidates, batch: BATCH };
        let comparison = monte_carlo(&mut decision, sampling, budget)?;
        Some((decision, comparison))
    }
}

/// Returns a value as a share of the match.
fn share(value: i32) -> String {
    let tenths = value * 1000 / WHOLE;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn explain(turn: &Turn<'_, Dominoes>, decision: &Decision, comparison: &Comparison<Code>) {
    let first = turn.view.public.chain.ends().is_none();
    let best = comparison.best();
    let expected = best.mean + WHOLE / 2;
    let mv = move_of(best.branch, first);
    turn.journal.print(&words::best_in(mv, best.worlds, comparison.worlds, share(expected)));
    if let Some(second) = comparison.second() {
        let mv = move_of(second.branch, first);
        turn.journal.print(&words::would_cost(mv, share(second.cost), share(second.error)));
    }
    for (seat, number, percent) in decision.guesses() {
        turn.journal.print(&words::believes(seat, number, format!("0.{percent:02}")));
    }
    turn.journal.plot(&words::expected_score(), f64::from(expected) / f64::from(WHOLE));
}

impl Bot<Dominoes> for Master {
    fn stop_when(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    fn next_move(&mut self, turn: &Turn<'_, Dominoes>) -> Result<Move, Fault> {
        let signal = Signal::of(turn.view.hand);
        match turn.legal[0] {
            Move::Signal(_) => {
                turn.journal.print(&words::signals(Move::Signal(signal)));
                return Ok(Move::Signal(signal));
            }
            Move::Leave | Move::Open => {
                let (opens, _) = opens_with(signal);
                let mv = if opens { Move::Open } else { Move::Leave };
                turn.journal.print(&words::opens(mv, signal.doubles()));
                return Ok(mv);
            }
            _ => {}
        }
        let stop = self.stop.take();
        let mut is_over = || stop.as_ref().is_some_and(|stop| stop());
        let mut budget = match stop {
            Some(_) => Budget::until(&mut is_over),
            None => Budget::nodes(self.options.nodes.into()),
        };
        let Some((decision, comparison)) = self.search(turn, &mut budget) else {
            return Ok(turn.legal[0]);
        };
        explain(turn, &decision, &comparison);
        let first = turn.view.public.chain.ends().is_none();
        let mv = move_of(comparison.best().branch, first);
        Ok(if turn.legal.contains(&mv) { mv } else { turn.legal[0] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominoes::{Options as Rules, Position, pair_of};
    use juez_core::{Game, History, Journal, Next, Seat, Seed, State, Team, built_in};

    fn master(level: u32, nodes: u32) -> Box<dyn Bot<Dominoes>> {
        Box::new(Master::new(Options { level, nodes }))
    }

    fn named(name: &str) -> Box<dyn Bot<Dominoes>> {
        let bots = built_in::<Dominoes>();
        let bot = bots.iter().find(|bot| bot.info.name == name).expect("a bot");
        (bot.build)(&Default::default())
    }

    /// A match in progress, with the log of its last bot move.
    struct Table {
        seed: Seed,
        position: Position,
        moves: Vec<(Seat, Move)>,
        deals: u32,
        log: Vec<String>,
    }

    impl Table {
        fn new(seed: u64, rules: Rules) -> Table {
            let position = Dominoes::start(&rules).expect("rules");
            Table { seed: Seed::from(seed), position, moves: Vec::new(), deals: 0, log: Vec::new() }
        }

        /// Deals if a deal is due, and returns the seat to move.
        fn seat(&mut self) -> Option<Seat> {
            if self.position.next() == Next::Deal {
                let mut rng = self.seed.child(Stream::Deal(self.deals)).rng();
                self.position.deal(&Dominoes::shuffle(&self.position, &mut rng)).expect("a deal");
                self.deals += 1;
            }
            self.position.next().seat()
        }

        fn ask(&mut self, bot: &mut dyn Bot<Dominoes>, position: &Position) -> Move {
            let seat = position.next().seat().expect("a move");
            let (legal, journal) = (position.legal_moves(), Journal::new(8192));
            let turn = Turn {
                seat,
                seats: 4,
                ply: self.moves.len() as u32,
                deal: self.deals - 1,
                view: &position.view(Some(seat)),
                legal: &legal,
                history: History::new(position, &self.moves, Some(seat)),
                seed: self.seed.child(Stream::Bot(seat)),
                journal: &journal,
            };
            let mv = bot.next_move(&turn).expect("no fault");
            assert!(legal.contains(&mv), "{mv}");
            self.log = journal.take().log;
            mv
        }

        /// Plays until a decision with several moves or the end. Returns true at a decision.
        fn advance(&mut self) -> bool {
            while let Some(seat) = self.seat() {
                match self.position.legal_moves()[..] {
                    [only] => self.play(seat, only),
                    _ => return true,
                }
            }
            false
        }

        fn play(&mut self, seat: Seat, mv: Move) {
            self.moves.push((seat, mv));
            self.position.play_unchecked(mv);
        }

        /// Plays to the end and returns the pair that wins.
        fn finish(&mut self, bots: &mut [Box<dyn Bot<Dominoes>>]) -> Team {
            while self.advance() {
                let (seat, position) = (self.seat().expect("a decision"), self.position);
                let mv = self.ask(&mut *bots[seat.index()], &position);
                self.play(seat, mv);
            }
            let points = self.position.points();
            Team(u8::from(points[Seat::new(1)] > points[Seat::new(0)]))
        }
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
            let mut bots: Vec<_> = bots.collect();
            won += u32::from(Table::new(seed, Rules::default()).finish(&mut bots) == own);
        }
        won
    }

    #[test]
    fn a_pair_of_masters_wins_most_matches() {
        for others in ["pair", "individualist", "greedy"] {
            let won = wins(8, || master(5, 3000), || named(others));
            assert!(won >= 12, "{others}: {won} of 16");
        }
    }

    #[test]
    fn each_level_beats_the_one_two_below() {
        for level in 3..=5 {
            let won = wins(12, || master(level, 20_000), || master(level - 2, 20_000));
            assert!(won >= 15, "level {level}: {won} of 24");
        }
    }

    #[test]
    fn a_few_nodes_give_a_legal_move_under_all_rules() {
        let signals = Rules { signal: crate::dominoes::Signals::Seed, ..Rules::default() };
        let long = Rules { target: 300, count: crate::dominoes::Count::All, ..Rules::default() };
        for rules in [Rules::default(), signals, long] {
            for (seed, nodes) in (0..).zip([1, 2, 50]) {
                let mut bots: Vec<_> = (1..=4).map(|level| master(level + 1, nodes)).collect();
                Table::new(seed, rules).finish(&mut bots);
            }
        }
    }

    #[test]
    fn neither_earlier_decisions_nor_hidden_tiles_change_a_move() {
        let mut experienced = master(5, 2000);
        let mut table = Table::new(3, Rules::default());
        let (mut rng, mut asked) = (Seed::from(9).rng(), 0);
        while table.advance() && asked < 40 {
            let position = table.position;
            let seat = table.seat().expect("a decision");
            let mv = table.ask(&mut *experienced, &position);
            let log = table.log.clone();
            let shuffled = Position::determinize(&position.view(Some(seat)), &mut rng);
            assert_eq!(table.ask(&mut *master(5, 2000), &shuffled), mv);
            assert_eq!(table.log, log);
            table.play(seat, mv);
            asked += 1;
        }
        assert_eq!(asked, 40);
    }

    #[test]
    fn the_log_explains_the_move() {
        let mut table = Table::new(5, Rules::default());
        let mut logs = String::new();
        while table.advance() && table.deals == 1 {
            let position = table.position;
            let mv = table.ask(&mut *master(5, 20_000), &position);
            let line = table.log.first().expect("a line");
            assert!(line.starts_with(&format!("{mv}: best in ")), "{line}");
            assert!(table.log[1].contains(" would cost "), "{:?}", table.log);
            logs += &table.log.join("\n");
            let seat = table.seat().expect("a decision");
            table.play(seat, mv);
        }
        assert!(logs.contains(" has no "), "{logs}");
    }

    #[test]
    fn a_master_stops_when_it_is_told() {
        let mut table = Table::new(1, Rules::default());
        assert!(table.advance());
        let mut bot = master(5, 100_000_000);
        bot.stop_when(std::rc::Rc::new(|| true));
        let position = table.position;
        table.ask(&mut *bot, &position);
        let worlds = table.log[0].split(" of ").nth(1).and_then(|rest| rest.split(' ').next());
        let worlds: u32 = worlds.and_then(|text| text.parse().ok()).expect("a number");
        assert!((1..BATCH).contains(&worlds), "{:?}", table.log);
    }
}

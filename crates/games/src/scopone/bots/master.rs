//! The bot `master`: a search in sampled worlds for each move, explained in its log.

use super::levels::Level;
use super::words;
use crate::scopone::master::{Decision, Past, WHOLE};
use crate::scopone::{Move, Scopone};
use juez_core::{Allowed, Bot, Fault, Stop, Stream, Turn, options};
use juez_search::{Budget, Comparison, Sampling, monte_carlo};

options! {
    /// The options of a [`Master`].
    pub struct Options {
        level: u32 = 5, Allowed::Range(1, 5), "how well it plays: how far back it remembers";
        nodes: u32 = 500000, Allowed::Range(1, 100_000_000), "positions it looks at for each move, at most";
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
        turn: &Turn<'_, Scopone>,
        budget: &mut Budget<'_>,
    ) -> Option<(Decision, Comparison<Move>)> {
        let level = Level::of(self.options.level);
        let past = Past::of(turn.view, turn.history, level.span);
        let seed = turn.seed.child(Stream::World { ply: turn.ply, n: 0 });
        let mut decision = Decision::new(turn.view, past, level.exact_cards, seed);
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

fn explain(turn: &Turn<'_, Scopone>, decision: &Decision, comparison: &Comparison<Move>) {
    let best = comparison.best();
    let even = if turn.view.public.kind().in_pairs() { WHOLE / 2 } else { 0 };
    let expected = (best.mean + even).clamp(0, WHOLE);
    let agree = best.worlds;
    turn.journal.print(&words::best_in(best.branch, agree, comparison.worlds, share(expected)));
    if let Some(second) = comparison.second() {
        turn.journal.print(&words::would_cost(
            second.branch,
            share(second.cost),
            share(second.error),
        ));
    }
    for (seat, value, percent) in decision.inferences() {
        turn.journal.print(&words::believes(seat, value, format!("0.{percent:02}")));
    }
    turn.journal.plot(&words::expected_score(), f64::from(expected) / f64::from(WHOLE));
}

impl Bot<Scopone> for Master {
    fn stop_when(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    fn next_move(&mut self, turn: &Turn<'_, Scopone>) -> Result<Move, Fault> {
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
        Ok(comparison.best().branch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scopone::{Kind, Options as Rules, Position, Sum};
    use juez_core::{Game, History, Journal, Next, Seat, Seed, State, built_in};

    const KINDS: [Kind; 3] = [Kind::Solo9, Kind::Team9, Kind::Team10];

    fn master(level: u32, nodes: u32) -> Box<dyn Bot<Scopone>> {
        Box::new(Master::new(Options { level, nodes }))
    }

    fn greedy() -> Box<dyn Bot<Scopone>> {
        let bots = built_in::<Scopone>();
        let bot = bots.iter().find(|bot| bot.info.name == "greedy").expect("a bot");
        (bot.build)(&Default::default())
    }

    /// Rules of a single hand.
    fn hand(kind: Kind) -> Rules {
        Rules { kind, target: kind.in_pairs().then_some(0), ..Rules::default() }
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
            let position = Scopone::start(&rules).expect("rules");
            Table { seed: Seed::from(seed), position, moves: Vec::new(), deals: 0, log: Vec::new() }
        }

        /// Deals if a deal is due, and returns the seat to move.
        fn seat(&mut self) -> Option<Seat> {
            if self.position.next() == Next::Deal {
                let mut rng = self.seed.child(Stream::Deal(self.deals)).rng();
                self.position.deal(&Scopone::shuffle(&self.position, &mut rng)).expect("a deal");
                self.deals += 1;
            }
            self.position.next().seat()
        }

        fn ask(&mut self, bot: &mut dyn Bot<Scopone>, position: &Position) -> Move {
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

        /// Plays until a decision with several moves or the end. Returns the seat of a decision.
        fn advance(&mut self) -> Option<Seat> {
            while let Some(seat) = self.seat() {
                match self.position.legal_moves()[..] {
                    [only] => self.play(seat, only),
                    _ => return Some(seat),
                }
            }
            None
        }

        fn play(&mut self, seat: Seat, mv: Move) {
            self.moves.push((seat, mv));
            self.position.play_unchecked(mv);
        }

        /// Plays to the end; each seat has its bot.
        fn finish(&mut self, bots: &mut [Box<dyn Bot<Scopone>>]) {
            while let Some(seat) = self.advance() {
                let position = self.position;
                let mv = self.ask(&mut *bots[seat.index()], &position);
                self.play(seat, mv);
            }
        }
    }

    #[test]
    fn masters_win_most_hands() {
        for kind in KINDS {
            let (mut won, mut lost) = (0, 0);
            for (seed, own) in (0..4).flat_map(|seed| [(seed, 0), (seed, 1)]) {
                let mut table = Table::new(seed, hand(kind));
                let side = kind.team(Seat::new(own));
                let bot = |seat| if kind.team(seat) == side { master(5, 40_000) } else { greedy() };
                let mut bots: Vec<_> = Seat::all(4).map(bot).collect();
                table.finish(&mut bots);
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
                let mut bots: Vec<_> = (1..=4).map(|level| master(level + 1, nodes)).collect();
                Table::new(seed, rules).finish(&mut bots);
            }
        }
    }

    #[test]
    fn neither_earlier_decisions_nor_hidden_cards_change_a_move() {
        for kind in KINDS {
            let mut experienced = master(5, 2000);
            let mut table = Table::new(3, hand(kind));
            let (mut rng, mut asked) = (Seed::from(9).rng(), 0);
            while let Some(seat) = table.advance() {
                let position = table.position;
                let mv = table.ask(&mut *experienced, &position);
                let log = table.log.clone();
                let shuffled = Position::determinize(&position.view(Some(seat)), &mut rng);
                assert_eq!(table.ask(&mut *master(5, 2000), &shuffled), mv);
                assert_eq!(table.log, log);
                table.play(seat, mv);
                asked += 1;
            }
            assert!(asked > 25, "{kind:?}: {asked}");
        }
    }

    #[test]
    fn a_match_of_all_levels_is_the_same_on_every_machine() {
        let mut table = Table::new(7, hand(Kind::Team10));
        let mut bots: Vec<_> = [5, 2, 3, 4].map(|level| master(level, 3000)).into();
        table.finish(&mut bots);
        let moves: Vec<String> = table.moves.iter().map(|(_, mv)| mv.to_string()).collect();
        assert_eq!(
            moves[8..20].join(" "),
            "C3 C4xB4 B1 B9xB1+B8 D10xB10 B3xC3 C9 S1 S10xC9+S1 D3 S3xD3 B6"
        );
    }

    #[test]
    fn the_log_explains_the_move() {
        let mut table = Table::new(5, hand(Kind::Team9));
        let mut logs = String::new();
        while let Some(seat) = table.advance() {
            let position = table.position;
            let mv = table.ask(&mut *master(5, 20_000), &position);
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
        let mut table = Table::new(1, hand(Kind::Team10));
        assert!(table.advance().is_some());
        let mut bot = master(5, 100_000_000);
        bot.stop_when(std::rc::Rc::new(|| true));
        let position = table.position;
        table.ask(&mut *bot, &position);
        assert!(table.log[0].contains(" of 1 worlds"), "{:?}", table.log);
    }
}

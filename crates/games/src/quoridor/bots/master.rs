//! The bot `master`: one search per move, explained in its log.

use super::levels::{FULL, Level};
use super::words;
use crate::masters::budgeted;
use crate::quoridor::master::net::Net;
use crate::quoridor::master::{Duel, FourSearch, FourStyle, Node, STEP, Weights, move_of};
use crate::quoridor::{Board, Move, Quoridor, Square, Wall};
use std::sync::Arc;

use juez_core::{Allowed, Bot, Fault, Journal, OptionInfo, Seat, Stop, Turn, options};
use juez_search::{Budget, LIKELY, Report, Search, Settings, expected_score, is_proven};

options! {
    /// The options of a [`Master`].
    pub struct Options {
        level: u32 = 10, Allowed::Range(1, 10), "how well it plays with two players";
        nodes: u32 = 300000, Allowed::Range(1, 100_000_000), "positions it looks at for each move, at most";
    }
}

/// Its learnt weights, which are not one of its [`Options`].
pub(super) const WEIGHTS: OptionInfo = OptionInfo {
    name: "weights",
    allowed: Allowed::Weights,
    default: "built in",
    doc: "its network, from `juez learn`; none plays without one",
};

/// Transposition table entries: 4 MB.
const ENTRIES: usize = 1 << 18;
/// Nodes of a two-player search that take as long as one with four players.
const FOUR_COST: u32 = 2;
/// Maximum number of moves in the logged principal variation.
const MAX_LOGGED: usize = 5;

/// Plays the best move of a search with a budget of nodes, or until it is stopped.
///
/// With a budget of nodes, the same position gives the same move: between moves, the bot keeps only
/// the expected reply, which affects only its log. With a budget of time it keeps its tables.
pub struct Master {
    pub(super) options: Options,
    net: Option<Arc<Net>>,
    two: Option<(Duel, Search<Duel>)>,
    four: Option<FourSearch>,
    /// Ends the next search, in place of the number of nodes.
    stop: Option<Stop>,
    /// The reply in the last principal variation, with its ply.
    expected: Option<(u32, Move)>,
}

/// A search report with its principal variation as moves.
pub(super) struct Analysis {
    pub report: Report,
    pub line: Vec<Move>,
}

impl Master {
    /// Creates a master with these options that plays with a network, or without one.
    pub fn new(options: Options, net: Option<Net>) -> Master {
        let net = net.map(Arc::new);
        Master { options, net, two: None, four: None, stop: None, expected: None }
    }

    /// Searches a position with two players; `since` are the boards since the last wall.
    pub(super) fn search_two(
        &mut self,
        board: Board,
        since: &[Board],
        keeps_tables: bool,
        budget: &mut Budget<'_>,
    ) -> Option<Analysis> {
        let level = Level::of(self.options.level);
        let (duel, search) = self.two.get_or_insert_with(|| {
            let net = self.net.clone().filter(|_| level.is_taught);
            let duel = Duel::new(Weights::default(), level.wall_depths()).with_net(net);
            (duel, Search::new(Settings::default(), ENTRIES))
        });
        if !keeps_tables {
            duel.clear();
            search.clear();
        }
        duel.without_walls = (!level.expects_walls).then(|| 1 - board.to_move().index());
        let keys: Vec<u64> = since.iter().map(|&board| Node::new(board).key()).collect();
        let report = search.run(duel, &duel.node(board), &keys, budget)?;
        let line = report.pv.iter().map(|&code| move_of(code)).collect();
        Some(Analysis { report, line })
    }

    fn search_four(
        &mut self,
        board: Board,
        since: &[Board],
        budget: &mut Budget<'_>,
    ) -> Option<Analysis> {
        let search = self.four.get_or_insert_with(|| {
            FourSearch::new(FourStyle::default(), Settings::default(), ENTRIES)
        });
        search.clear();
        let report = search.run(board, since, budget)?;
        let line = report.pv.iter().take(1).map(|&code| move_of(code)).collect();
        Some(Analysis { report, line })
    }

    fn explain(&mut self, turn: &Turn<'_, Quoridor>, analysis: &Analysis) {
        let (board, me, journal) = (turn.view.board(), turn.seat, turn.journal);
        if let Some((ply, expected)) = self.expected.take()
            && ply + 1 == turn.ply
            && let Some((_, played)) = turn.history.iter().next_back()
            && played != expected
        {
            journal.print(&words::expected_another(expected, played));
        }
        log_paths(board, me, journal);
        let Analysis { report, line } = analysis;
        let score = score_text(report.score);
        journal.print(&words::searched(line[0], score, report.depth, report.nodes));
        if let [_, rest @ ..] = &line[..]
            && !rest.is_empty()
        {
            let moves: Vec<String> = rest.iter().take(MAX_LOGGED).map(Move::to_string).collect();
            journal.print(&words::expects(moves.join(" ")));
            self.expected = Some((turn.ply + 1, rest[0]));
        }
        let expected = f64::from(expected_score(report.score, LIKELY, 1000)) / 1000.0;
        journal.plot(&words::expected_score(), expected);
    }
}

/// Logs the path lengths and the most expensive wall of each side.
fn log_paths(board: &Board, me: Seat, journal: &Journal) {
    let rivals: Vec<Seat> = Seat::all(board.seats()).filter(|&seat| seat != me).collect();
    let listed = |number: &dyn Fn(Seat) -> u8| {
        let numbers: Vec<String> = rivals.iter().map(|&seat| number(seat).to_string()).collect();
        numbers.join(", ")
    };
    let (yours, your_walls) =
        (listed(&|seat| board.distance(seat)), listed(&|seat| board.walls_left(seat)));
    journal.print(&words::paths(board.distance(me), yours, board.walls_left(me), your_walls));
    if let [rival] = rivals[..] {
        if let Some((steps, wall)) = dearest_wall(board, me, rival) {
            journal.print(&words::your_best_wall(wall, steps));
        }
        if let Some((steps, wall)) = dearest_wall(board, rival, me) {
            journal.print(&words::my_best_wall(wall, steps));
        }
    }
}

/// Returns the wall of a seat that lengthens the path of another most, with the steps that it costs.
pub(super) fn dearest_wall(board: &Board, hurt: Seat, by: Seat) -> Option<(u8, Wall)> {
    let before = board.distance(hurt);
    let mut most = None;
    board.wall_moves(by).each(|wall| {
        let cost = board.after(Move::Wall(wall)).distance(hurt) - before;
        if most.is_none_or(|(most, _)| cost > most) {
            most = Some((cost, wall));
        }
    });
    most
}

fn score_text(score: i32) -> String {
    if is_proven(score) {
        let plies = juez_search::WIN - score.abs();
        return if score > 0 { words::wins(plies) } else { words::loses(plies) };
    }
    let steps = format!("{}.{:02}", score.abs() / STEP, score.abs() % STEP);
    if score < 0 { words::trails(steps) } else { words::leads(steps) }
}

/// Returns the squares on which the pawn of the seat to move has been.
fn own_squares(turn: &Turn<'_, Quoridor>) -> Vec<Square> {
    let own = turn.history.iter().filter(|(seat, _)| *seat == turn.seat);
    let square = |(_, mv)| if let Move::Pawn(square) = mv { Some(square) } else { None };
    own.filter_map(square).collect()
}

/// Returns the boards since the last wall, without the current one; empty if the history does not
/// lead to the current board.
pub(super) fn boards_before(turn: &Turn<'_, Quoridor>) -> Vec<Board> {
    let options = turn.view.options();
    let mut board = Board::new(options.seats, options.walls_each(), options.third_pawn_side);
    let mut boards = Vec::new();
    for (_, mv) in turn.history.iter() {
        if matches!(mv, Move::Wall(_)) {
            boards.clear();
        } else {
            boards.push(board);
        }
        board.play_unchecked(mv);
    }
    // The history of a position that was set up is incomplete.
    if board == *turn.view.board() { boards } else { Vec::new() }
}

impl Bot<Quoridor> for Master {
    fn stop_when(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    fn next_move(&mut self, turn: &Turn<'_, Quoridor>) -> Result<Move, Fault> {
        let (board, since) = (*turn.view.board(), boards_before(turn));
        let stop = self.stop.take();
        let is_timed = stop.is_some();
        let is_duel = board.seats() == 2;
        let level = if is_duel { Level::of(self.options.level) } else { FULL };
        if level.only_walks(&board, turn.seat)
            && let Some(step) = level.step(&board, turn.seat, &own_squares(turn))
        {
            log_paths(&board, turn.seat, turn.journal);
            return Ok(step);
        }
        let nodes = if is_duel { self.options.nodes } else { self.options.nodes / FOUR_COST };
        let analysis = budgeted(stop, nodes.max(1).into(), |budget| {
            budget.nodes = budget.nodes.min(level.nodes.into());
            budget.depth = level.depth;
            if is_duel {
                self.search_two(board, &since, is_timed, budget)
            } else {
                self.search_four(board, &since, budget)
            }
        });
        let Some(analysis) = analysis.filter(|analysis| turn.legal.contains(&analysis.line[0]))
        else {
            return Ok(turn.legal[0]);
        };
        self.explain(turn, &analysis);
        Ok(analysis.line[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quoridor::{Options as Rules, Position};
    use juez_core::{Game, History, Rng, Seed, State, built_in};

    fn master(nodes: u32) -> Box<dyn Bot<Quoridor>> {
        Box::new(Master::new(Options { level: 10, nodes }, Some(Net::built_in())))
    }

    fn level(level: u32) -> Box<dyn Bot<Quoridor>> {
        Box::new(Master::new(Options { level, nodes: 300_000 }, Some(Net::built_in())))
    }

    fn greedy() -> Box<dyn Bot<Quoridor>> {
        let bots = built_in::<Quoridor>();
        let greedy = bots.iter().find(|bot| bot.info.name == "greedy").expect("a bot");
        (greedy.build)(&Default::default())
    }

    /// A match in progress, with the log of its last bot move.
    struct Table {
        position: Position,
        moves: Vec<(Seat, Move)>,
        log: Vec<String>,
    }

    impl Table {
        fn new(seats: u8, random: u32, rng: &mut Rng) -> Table {
            let rules = Rules { seats, ..Rules::default() };
            let position = Quoridor::start(&rules).expect("rules");
            let mut table = Table { position, moves: Vec::new(), log: Vec::new() };
            for _ in 0..random {
                table.play(table.position.board().random_move(rng));
            }
            table
        }

        fn play(&mut self, mv: Move) {
            self.moves.push((self.position.board().to_move(), mv));
            self.position.play_unchecked(mv);
        }

        fn ask(&mut self, bot: &mut dyn Bot<Quoridor>) -> Move {
            let (legal, journal) = (self.position.legal_moves(), Journal::new(8192));
            let turn = Turn {
                seat: self.position.board().to_move(),
                seats: self.position.board().seats(),
                ply: self.position.ply(),
                deal: 0,
                view: &self.position,
                legal: &legal,
                history: History::shown(&self.moves),
                seed: Seed::from(1),
                journal: &journal,
            };
            let mv = bot.next_move(&turn).expect("no fault");
            assert!(legal.contains(&mv), "{mv}");
            self.log = journal.take().log;
            mv
        }

        fn finish(&mut self, bots: &mut [Box<dyn Bot<Quoridor>>]) -> Option<Seat> {
            while self.position.over().is_none() {
                let seat = self.position.board().to_move().index();
                let mv = self.ask(&mut *bots[seat]);
                self.play(mv);
            }
            self.position.board().winner()
        }
    }

    #[test]
    fn a_small_search_beats_greedy_in_either_seat() {
        let mut rng = Seed::from(1).rng();
        let mut won = 0;
        for nth in 0..6 {
            let mut table = Table::new(2, 2, &mut rng);
            let own = nth % 2;
            let mut bots = [greedy(), greedy()];
            bots[own] = master(2000);
            won += u32::from(table.finish(&mut bots) == Some(Seat::new(own as u8)));
        }
        assert!(won >= 5, "{won} of 6");
    }

    #[test]
    fn a_small_search_wins_most_matches_against_three_greedy() {
        let mut rng = Seed::from(1).rng();
        let mut won = 0;
        for nth in 0..8 {
            let mut table = Table::new(4, 4, &mut rng);
            let own = nth % 4;
            let mut bots = [greedy(), greedy(), greedy(), greedy()];
            bots[own] = master(8000);
            won += u32::from(table.finish(&mut bots) == Some(Seat::new(own as u8)));
        }
        assert!(won >= 5, "{won} of 8");
    }

    /// The balanced openings of docs/levels.md.
    const OPENINGS: &str = include_str!("../master/openings.txt");

    #[test]
    fn each_level_beats_the_one_two_below() {
        let openings: Vec<&str> = OPENINGS.lines().filter(|line| !line.starts_with('#')).collect();
        for number in 3..=7 {
            let mut won = 0;
            for nth in 0..24 {
                let mut table = Table::new(2, 0, &mut Seed::from(5).rng());
                for mv in openings[nth / 2].split(' ') {
                    table.play(mv.parse().expect("a move"));
                }
                let own = nth % 2;
                let mut bots = [level(number - 2), level(number - 2)];
                bots[own] = level(number);
                won += u32::from(table.finish(&mut bots) == Some(Seat::new(own as u8)));
            }
            assert!(won >= 15, "level {number}: {won} of 24");
        }
    }

    #[test]
    fn earlier_searches_do_not_change_the_move() {
        let mut rng = Seed::from(2).rng();
        for seats in [2, 4] {
            let mut experienced = master(1500);
            for random in [0, 3, 10] {
                let mut table = Table::new(seats, random, &mut rng);
                let mv = table.ask(&mut *master(1500));
                let log = table.log.clone();
                assert_eq!(table.ask(&mut *experienced), mv);
                assert_eq!(table.log, log);
            }
        }
    }

    #[test]
    fn a_search_of_a_few_nodes_finds_a_legal_move() {
        let mut rng = Seed::from(3).rng();
        for seats in [2, 4] {
            for nodes in [1, 2, 3, 10] {
                let mut table = Table::new(seats, 8, &mut rng);
                let bots = (0..seats).map(|_| master(nodes));
                table.finish(&mut bots.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_log_explains_the_move() {
        let mut table = Table::new(2, 0, &mut Seed::from(4).rng());
        let mut bot = master(3000);
        let mv = table.ask(&mut *bot);
        let log = table.log.join("\n");
        assert!(log.starts_with("my path 8, yours 8; walls left 10 and 10\n"), "{log}");
        for part in
            ["your best wall ", " costs me ", "my best wall ", &format!("{mv}: "), "I expect "]
        {
            assert!(log.contains(part), "{part}: {log}");
        }
        // An unexpected reply.
        let expected = log.rsplit("I expect ").next().expect("a line").split(' ').next();
        table.play(mv);
        let reply =
            table.position.legal_moves().into_iter().find(|reply| {
                Some(&*reply.to_string()) != expected && matches!(reply, Move::Wall(_))
            });
        table.play(reply.expect("a wall"));
        table.ask(&mut *bot);
        assert!(table.log[0].starts_with("I expected "), "{:?}", table.log);
    }

    #[test]
    fn a_score_reads_as_steps_or_as_plies_to_the_win() {
        assert_eq!(score_text(-135), "I am 1.35 steps behind");
        assert_eq!(score_text(0), "I lead by 0.00 steps");
        assert_eq!(score_text(juez_search::won_in(7)), "I win in 7 plies");
    }
}

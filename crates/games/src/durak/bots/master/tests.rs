//! Tests of the master's moves, memory and log.

use super::*;
use crate::durak::{Options as Rules, Position};
use juez_core::{Game, History, Journal, Next, Seat, Seed, State, built_in};

fn master(level: u32, nodes: u32) -> Box<dyn Bot<Durak>> {
    Box::new(Master::new(Options { level, nodes }))
}

fn named(name: &str) -> Box<dyn Bot<Durak>> {
    let bots = built_in::<Durak>();
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
        let position = Durak::start(&rules).expect("rules");
        Table { seed: Seed::from(seed), position, moves: Vec::new(), deals: 0, log: Vec::new() }
    }

    /// Plays until a decision with several moves; `None` at the end.
    fn advance(&mut self) -> Option<Seat> {
        loop {
            match self.position.next() {
                Next::Over => return None,
                Next::Deal => {
                    let mut rng = self.seed.child(Stream::Deal(self.deals)).rng();
                    let deal = Durak::shuffle(&self.position, &mut rng);
                    self.position.deal(&deal).expect("a deal");
                    self.deals += 1;
                }
                Next::Move(seat) => match self.position.legal_moves()[..] {
                    [only] => self.play(seat, only),
                    _ => return Some(seat),
                },
            }
        }
    }

    fn ask(&mut self, bot: &mut dyn Bot<Durak>, position: &Position) -> Move {
        let seat = position.next().seat().expect("a move");
        let (legal, journal) = (position.legal_moves(), Journal::new(8192));
        let turn = Turn {
            seat,
            seats: position.seats(),
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

    fn play(&mut self, seat: Seat, mv: Move) {
        self.moves.push((seat, mv));
        self.position.play_unchecked(mv);
    }

    /// Plays to the end and returns the durak.
    fn finish(&mut self, bots: &mut [Box<dyn Bot<Durak>>]) -> Option<Seat> {
        while let Some(seat) = self.advance() {
            let position = self.position;
            let mv = self.ask(&mut *bots[seat.index()], &position);
            self.play(seat, mv);
        }
        self.position.public.durak
    }
}

#[test]
fn a_master_is_seldom_the_durak() {
    for (seats, others, most) in [(2, "evaluator", 15), (2, "greedy", 15), (4, "greedy", 6)] {
        let rules = Rules { seats, ..Rules::default() };
        let mut lost = 0;
        for seed in 0..32 {
            let own = Seat::new(seed as u8 % seats);
            let mut bots: Vec<_> = Seat::all(seats)
                .map(|seat| if seat == own { master(5, 5000) } else { named(others) })
                .collect();
            lost += u32::from(
                Table::new(seed / u64::from(seats), rules).finish(&mut bots) == Some(own),
            );
        }
        assert!(lost <= most, "{seats} seats, {others}: {lost} of 32");
    }
}

#[test]
fn a_few_nodes_give_a_legal_move_under_all_rules() {
    let usual = Rules::default();
    for (seed, rules) in (0..).zip([
        usual,
        Rules { seats: 6, ..usual },
        Rules { seats: 3, deck: 52, first5: true, games: 2, ..usual },
        Rules { seats: 4, games: 3, next_first: crate::durak::NextFirst::AttackTheDurak, ..usual },
        Rules { last_card: crate::durak::LastCard::AttackerWins, max_bouts: 12, ..usual },
    ]) {
        for (game, nodes) in (0..).zip([1, 2, 50, 300]) {
            let mut bots: Vec<_> = (0..rules.seats)
                .map(|seat| master(1 + u32::from(seat + game) % 5, nodes))
                .collect();
            Table::new(10 * seed + u64::from(game), rules).finish(&mut bots);
        }
    }
}

#[test]
fn neither_earlier_decisions_nor_hidden_cards_change_a_move() {
    for (seats, level) in [(2, 5), (3, 5), (4, 3)] {
        let mut experienced = master(level, 1500);
        let mut table = Table::new(3, Rules { seats, games: 3, ..Rules::default() });
        let (mut rng, mut asked) = (Seed::from(9).rng(), 0);
        while let Some(seat) = table.advance()
            && asked < 60
        {
            let position = table.position;
            let mv = table.ask(&mut *experienced, &position);
            let log = table.log.clone();
            let shuffled = Position::determinize(&position.view(Some(seat)), &mut rng);
            assert_eq!(table.ask(&mut *master(level, 1500), &shuffled), mv);
            assert_eq!(table.log, log);
            table.play(seat, mv);
            asked += 1;
        }
        assert_eq!(asked, 60);
    }
}

#[test]
fn the_log_explains_the_move() {
    let mut logs = String::new();
    for seed in 0..6 {
        let mut table = Table::new(seed, Rules::default());
        while let Some(seat) = table.advance() {
            let position = table.position;
            let mv = table.ask(&mut *master(5, 20_000), &position);
            let reason = format!("{mv}: tried in ");
            let proof = format!("{mv} wins against any play");
            let explains = |line: &String| line.starts_with(&reason) || line.starts_with(&proof);
            assert!(table.log.iter().any(explains), "{:?}", table.log);
            logs += &format!("{}\n", table.log.join("\n"));
            table.play(seat, mv);
        }
    }
    for part in ["would cost", "wins against any play", "moves lose", "holds"] {
        assert!(logs.contains(part), "{part}: {logs}");
    }
}

#[test]
fn a_master_plays_the_same_match_on_every_machine() {
    let mut table = Table::new(7, Rules::default());
    table.finish(&mut [master(5, 2000), master(3, 2000)]);
    let moves: Vec<String> = table.moves.iter().take(25).map(|(_, mv)| mv.to_string()).collect();
    assert_eq!(
        moves.join(" "),
        "AD take AH done 9H take 9D 9C done QS take QH done 7H JH done AS take AH AD done QD AD done 6S"
    );
}

#[test]
fn a_master_stops_when_it_is_told() {
    let mut table = Table::new(1, Rules::default());
    table.advance().expect("a decision");
    let mut bot = master(5, 100_000_000);
    bot.stop_when(std::rc::Rc::new(|| true));
    let position = table.position;
    table.ask(&mut *bot, &position);
    let worlds = table.log[0].split(" of ").nth(1).and_then(|rest| rest.split(' ').next());
    let worlds: u32 = worlds.and_then(|text| text.parse().ok()).expect("a number");
    assert!((1..BATCH).contains(&worlds), "{:?}", table.log);
}

//! Matches in tests of bots.

use juez_core::{
    Bot, Game, History, Journal, MoveOf, Next, Reviewer, Seat, Seed, State, Stream, Turn,
    Valuation, built_in,
};
use std::rc::Rc;

/// Returns a built-in bot with its usual options.
pub(crate) fn named<G: Game>(name: &str) -> Box<dyn Bot<G>> {
    let bots = built_in::<G>();
    let bot = bots.iter().find(|bot| bot.info.name == name).expect("a bot");
    (bot.build)(&Default::default())
}

/// A match in progress, with the log of its last bot move.
pub(crate) struct Table<G: Game> {
    seed: Seed,
    pub position: G::State,
    pub moves: Vec<(Seat, MoveOf<G>)>,
    pub deals: u32,
    pub log: Vec<String>,
}

impl<G: Game> Table<G> {
    pub fn new(seed: u64, rules: &G::Options) -> Table<G> {
        let position = G::start(rules).expect("rules");
        Table { seed: Seed::from(seed), position, moves: Vec::new(), deals: 0, log: Vec::new() }
    }

    /// Plays until a decision with several moves and returns its seat; `None` at the end.
    pub fn advance(&mut self) -> Option<Seat> {
        loop {
            match self.position.next() {
                Next::Over => return None,
                Next::Deal => {
                    let mut rng = self.seed.child(Stream::Deal(self.deals)).rng();
                    let deal = G::shuffle(&self.position, &mut rng);
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

    /// Asks a bot for a move in the current position.
    pub fn ask(&mut self, bot: &mut dyn Bot<G>) -> MoveOf<G> {
        let position = self.position.clone();
        self.ask_in(bot, &position)
    }

    /// Asks a bot for a move in another position with the same history.
    fn ask_in(&mut self, bot: &mut dyn Bot<G>, position: &G::State) -> MoveOf<G> {
        let (mv, log) = self.with_turn(position, |turn| {
            let mv = bot.next_move(turn).expect("no fault");
            (mv, turn.journal.take().log)
        });
        assert!(position.legal_moves().contains(&mv), "{mv}");
        self.log = log;
        mv
    }

    /// Asks a reviewer for the value of a move in the current position.
    pub fn value(
        &self,
        reviewer: &mut dyn Reviewer<G>,
        mv: MoveOf<G>,
    ) -> Option<Valuation<MoveOf<G>>> {
        self.with_turn(&self.position, |turn| reviewer.value(turn, mv))
    }

    /// Calls a function with the turn in a position with the history of this match.
    fn with_turn<R>(&self, position: &G::State, act: impl FnOnce(&Turn<'_, G>) -> R) -> R {
        let seat = position.next().seat().expect("a move");
        let (legal, journal) = (position.legal_moves(), Journal::new(8192));
        act(&Turn {
            seat,
            seats: position.seats(),
            ply: self.moves.len() as u32,
            deal: self.deals.saturating_sub(1),
            view: &position.view(Some(seat)),
            legal: &legal,
            history: History::new(position, &self.moves, Some(seat)),
            seed: self.seed.child(Stream::Bot(seat)),
            journal: &journal,
        })
    }

    pub fn play(&mut self, seat: Seat, mv: MoveOf<G>) {
        self.moves.push((seat, mv));
        self.position.play_unchecked(mv);
    }

    /// Plays to the end; each seat has its bot.
    pub fn finish(&mut self, bots: &mut [Box<dyn Bot<G>>]) {
        while let Some(seat) = self.advance() {
            let mv = self.ask(&mut *bots[seat.index()]);
            self.play(seat, mv);
        }
    }
}

/// Plays up to `most` decisions and checks that neither earlier ones nor hidden cards change a move
/// or its log. Returns the number of decisions.
pub(crate) fn check_memory<G: Game>(
    table: &mut Table<G>,
    most: u32,
    build: impl Fn() -> Box<dyn Bot<G>>,
) -> u32 {
    let (mut experienced, mut rng, mut asked) = (build(), Seed::from(9).rng(), 0);
    while asked < most
        && let Some(seat) = table.advance()
    {
        let mv = table.ask(&mut *experienced);
        let log = table.log.clone();
        let shuffled = G::State::determinize(&table.position.view(Some(seat)), &mut rng);
        assert_eq!(table.ask_in(&mut *build(), &shuffled), mv);
        assert_eq!(table.log, log);
        table.play(seat, mv);
        asked += 1;
    }
    asked
}

/// Stops a bot at once and asks it for a move. Returns the number of its worlds, from its log.
pub(crate) fn worlds_when_stopped<G: Game>(table: &mut Table<G>, mut bot: Box<dyn Bot<G>>) -> u32 {
    table.advance().expect("a decision");
    bot.stop_when(Rc::new(|| true));
    table.ask(&mut *bot);
    let worlds = table.log[0].split(" of ").nth(1).and_then(|rest| rest.split(' ').next());
    worlds.and_then(|text| text.parse().ok()).expect("a number")
}

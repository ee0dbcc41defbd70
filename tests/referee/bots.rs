//! Bots that a test controls, and notes of all calls to them.

use std::cell::RefCell;
use std::rc::Rc;

use crate::common::high_card::{Card, HighCard, Rules};
use juez::core::{
    Bot, End, Fault, FaultKind, Finish, Hook, PlayedBy, Player, Record, Seed, Start, Terms, Turn,
    options_to_json,
};
use juez::referee::{MatchSetup, RecordFault, Replay, Table, play};

/// The action at a decision.
pub type Choice = Box<dyn Fn(&Turn<'_, HighCard>) -> Result<Card, Fault>>;
/// The calls of all bots of a match, in order: `start 0`, `move 1@5`, `finish 0`.
pub type Calls = Rc<RefCell<Vec<String>>>;

/// A bot made for a test: it plays its lowest card unless set otherwise.
pub struct Puppet {
    pub calls: Calls,
    pub start: Option<Fault>,
    pub choose: Choice,
    pub finish: Option<Fault>,
    pub talks: bool,
}

impl Bot<HighCard> for Puppet {
    fn start(&mut self, start: &Start<'_, HighCard>) -> Result<(), Fault> {
        self.calls.borrow_mut().push(format!("start {}", start.seat));
        if self.talks {
            start.journal.print(&format!("I am {}", start.players[start.seat.index()]));
        }
        self.start.clone().map_or(Ok(()), Err)
    }

    fn next_move(&mut self, turn: &Turn<'_, HighCard>) -> Result<Card, Fault> {
        self.calls.borrow_mut().push(format!("move {}@{}", turn.seat, turn.ply));
        if self.talks {
            turn.journal.print(&format!("ply {} of deal {}", turn.ply, turn.deal));
            turn.journal.spent(100 + u64::from(turn.ply), 1000);
        }
        (self.choose)(turn)
    }

    fn finish(&mut self, finish: &Finish<'_>) -> Result<(), Fault> {
        self.calls.borrow_mut().push(format!("finish {}", finish.seat));
        if self.talks {
            finish.journal.print(&format!("rank {}", finish.outcome.ranks[finish.seat]));
        }
        self.finish.clone().map_or(Ok(()), Err)
    }
}

/// A match of puppets that a test changes before it is played.
pub struct Game {
    pub spec: MatchSetup<Player>,
    pub bots: Vec<Puppet>,
    pub calls: Calls,
}

/// Returns a match of `seats` puppets over two hands, from seed 7.
pub fn game(seats: u8) -> Game {
    game_of(Rules { seats, ..Rules::default() })
}

/// Returns a match of two pairs of puppets.
pub fn pairs() -> Game {
    game_of(Rules { seats: 4, partners: true, ..Rules::default() })
}

pub fn game_of(rules: Rules) -> Game {
    let calls = Calls::default();
    let players = (0..rules.seats).map(|n| player(&format!("p{n}"))).collect();
    let puppet = || Puppet {
        calls: calls.clone(),
        start: None,
        choose: Box::new(|turn| Ok(turn.legal[0])),
        finish: None,
        talks: false,
    };
    let bots = (0..rules.seats).map(|_| puppet()).collect();
    let options = options_to_json::<HighCard>(&rules);
    let terms = Terms { options, ..Terms::default() };
    let spec = MatchSetup { terms, seed: Some(Seed::from(7)), ..MatchSetup::new(players) };
    Game { spec, bots, calls }
}

impl Game {
    /// Makes the bot of this seat raise an error at every decision from a ply on.
    pub fn fails_from(mut self, seat: usize, ply: u32) -> Game {
        self.bots[seat].choose =
            Box::new(
                move |turn| {
                    if turn.ply >= ply { Err(boom(Hook::NextMove)) } else { Ok(turn.legal[0]) }
                },
            );
        self
    }

    /// Makes the bot of this seat fail in `start`.
    pub fn fails_to_start(mut self, seat: usize) -> Game {
        self.bots[seat].start = Some(boom(Hook::Start));
        self
    }

    /// Plays the match and returns its record.
    pub fn play(self) -> Record {
        self.play_with_calls().0
    }

    /// Plays the match and returns the record and the calls of the bots.
    pub fn play_with_calls(self) -> (Record, Vec<String>) {
        let Game { spec, bots, calls } = self;
        let mut bots: Vec<Box<dyn Bot<HighCard>>> =
            bots.into_iter().map(|bot| Box::new(bot) as Box<dyn Bot<HighCard>>).collect();
        let record = play(&spec, &mut bots, &mut ()).expect("a match that can be played");
        let calls = calls.take();
        (record, calls)
    }
}

/// Returns the end that follows from a record.
pub fn verify(record: &Record) -> Result<Option<End>, RecordFault> {
    juez::referee::verify(Replay::<Table<HighCard>>::new(record)?)
}

pub fn player(name: &str) -> Player {
    Player { name: name.into(), bot: PlayedBy::Builtin, source: Some("puppet".into()) }
}

pub fn boom(hook: Hook) -> Fault {
    Fault::new(FaultKind::Script, hook, "boom", "it raised an error")
}

pub fn of_seat(calls: &[String], seat: u8) -> Vec<&str> {
    let is_its = |call: &&String| {
        let at = call.split(' ').next_back().unwrap_or_default();
        at.split('@').next() == Some(seat.to_string().as_str())
    };
    calls.iter().filter(is_its).map(String::as_str).collect()
}

//! A process receives only the data that its seat can see: no byte depends on other hands.

use juez::core::{
    DealOf, Game, MoveOf, Next, Record, Seat, Seed, State, Stream, options_from_json,
};
use juez::games::{Visitor, each};
use juez::registry::{AnyGame, MatchSetup, Onlooker, Step, game};
use serde_json::Value;
use std::fs;

use crate::tables::{lua, on_a_thread, setup};
use crate::tap;
use crate::workers::Workers;

#[path = "../../crates/games/tests/common/card_slots.rs"]
mod card_slots;

use card_slots::{card_slots, put};

/// The number of positions of each game that are compared.
const WANTED: usize = 40;

/// The kinds of message by their first byte.
const LOAD: u8 = 3;
const MOVE: u8 = 5;

/// A bot that plays its first move.
const FIRST: &str = "return {
    start = function() end,
    next_move = function(view) return view:moves()[1] end,
}";

/// Stops a match at the first move after this many.
struct OneMore {
    after: usize,
    made: bool,
}

impl Onlooker for OneMore {
    fn moved(&mut self, step: &Step<'_>) {
        self.made = step.ply as usize > self.after;
    }
    fn stop(&mut self) -> bool {
        self.made
    }
}

/// A position of the first hand of a match: a deal, and the moves after it.
struct Position {
    deal: Value,
    moves: Vec<String>,
    seat: Seat,
}

/// Returns the state there; `None` if the moves do not fit the deal.
fn reach<G: Game>(record: &Record, deal: &Value, plies: usize) -> Option<G::State> {
    let options = options_from_json::<G>(&record.options).expect("options of a match");
    let mut state = G::start(&options).expect("it could begin");
    if state.next() == Next::Deal {
        let deal: DealOf<G> = serde_json::from_value(deal.clone()).ok()?;
        state.deal(&deal).ok()?;
    }
    for text in &record.moves[..plies] {
        let Next::Move(_) = state.next() else { return None };
        state.play(text.parse::<MoveOf<G>>().ok()?).ok()?;
    }
    Some(state)
}

/// Returns true if a bot is asked there, which it is not for its only move.
fn is_asked<S: State>(state: &S) -> bool {
    let mut legal = Vec::new();
    state.legal_moves_into(&mut legal);
    legal.len() > 1
}

/// Finds pairs of positions that one seat cannot tell apart, and pairs that it can, by moving
/// cards.
fn pairs<G: Game>(game: &'static dyn AnyGame) -> [Vec<[Position; 2]>; 2] {
    let [mut same, mut other] = [Vec::new(), Vec::new()];
    let seats = game.info().seats.1;
    let first_hand = |record: &Record| {
        let made = game.moves(record).expect("they were legal");
        made.iter().take_while(|mv| mv.deal == 0).count()
    };
    for n in 0..50 {
        let (_, setup) = setup(G::INFO.id, &vec!["random"; seats.into()], n);
        let record = on_a_thread(game, &setup);
        let mut rng = Seed::from(n).child(Stream::Opening).rng();
        let all = card_slots(&record.deals[0]);
        for plies in (0..first_hand(&record)).step_by(3) {
            let truth = reach::<G>(&record, &record.deals[0], plies).expect("it was played");
            let Next::Move(seat) = truth.next() else { continue };
            let own = format!("/hands/{seat}");
            let ((from, one), (to, two)) = (rng.choose(&all).clone(), rng.choose(&all).clone());
            let mut deal = record.deals[0].clone();
            put(&mut deal, &from, &two);
            put(&mut deal, &to, &one);
            let Some(guess) = reach::<G>(&record, &deal, plies) else { continue };
            let (same_turn, asked) =
                (guess.next() == truth.next(), is_asked(&truth) && is_asked(&guess));
            if deal == record.deals[0] || !same_turn || !asked {
                continue;
            }
            let eye = Some(seat);
            let position = |deal: &Value| Position {
                deal: deal.clone(),
                moves: record.moves[..plies].to_vec(),
                seat,
            };
            let pair = [position(&record.deals[0]), position(&deal)];
            match truth.view(eye) == guess.view(eye) {
                true if from.0 != own && to.0 != own && same.len() < WANTED => same.push(pair),
                false if other.len() < 2 => other.push(pair),
                _ => {}
            }
            if same.len() == WANTED && other.len() == 2 {
                return [same, other];
            }
        }
    }
    panic!("{}: {} pairs, {} others", G::INFO.id, same.len(), other.len());
}

/// Plays from the load of the seat's bot to its first decision.
fn hears(workers: &Workers, game: &'static dyn AnyGame, position: &Position) {
    let seats = game.info().seats.1;
    let (_, setup) = setup(game.info().id, &vec!["random"; seats.into()], 1);
    let (deals, moves) = (vec![position.deal.clone()], position.moves.clone());
    let mut setup = MatchSetup { deals, moves, ..setup };
    setup.players[position.seat.index()] = lua("first", FIRST);
    let mut onlooker = OneMore { after: position.moves.len(), made: false };
    workers.isolation.show(game, &setup, &mut onlooker).expect("it is played");
}

fn compare<G: Game>() {
    let game = game(G::INFO.id).expect("a game of the list");
    let workers = Workers::tapped();
    let [same, other] = pairs::<G>(game);
    for pair in same.iter().chain(&other) {
        pair.iter().for_each(|position| hears(&workers, game, position));
    }
    let files = tap::files(workers.folder.path());
    let [[heard, _]] = &files[..] else { panic!("one bot, one process: {}", files.len()) };
    let heard = fs::read(heard).expect("a file");
    let heard = tap::frames(&heard);
    let begins = |frame: &&[u8]| frame[4] == LOAD;
    let first = heard.iter().position(begins).expect("a bot is loaded");
    // From each load to the first decision.
    let matches: Vec<&[&[u8]]> = heard[first..]
        .chunk_by(|_, next| !begins(next))
        .map(|all| {
            let first = all.iter().position(|frame| frame[4] == MOVE);
            &all[..=first.expect("it is asked for a move")]
        })
        .collect();
    assert_eq!(matches.len(), 2 * (same.len() + other.len()));
    for (n, pair) in matches.chunks(2).enumerate() {
        assert_eq!(pair[0].len(), 3, "load, start and a move");
        assert_eq!(pair[0] == pair[1], n < same.len(), "{}: pair {n}", G::INFO.id);
    }
}

pub fn what_a_worker_hears_is_what_its_seat_may_see() {
    struct Hidden;
    impl Visitor for Hidden {
        fn visit<G: Game>(&mut self) {
            if G::INFO.hidden {
                compare::<G>();
            }
        }
    }
    each(&mut Hidden);
}

//! Hands of scopone set up by hand.

use crate::common::moves;
use crate::common::moves::joined;
use juez_core::{Game, Next, Seat, Seed, State, options_from_json};
use juez_games::cards::{Cards, Italian};
use juez_games::scopone::{Deal, Move, Options, Position, Scopone, View};
use serde_json::{Map, Value, json};

/// Reads options from a JSON object.
pub fn options(json: Value) -> Options {
    let Value::Object(map) = json else { panic!("{json} is not an object") };
    options_from_json::<Scopone>(&map).unwrap_or_else(|error| panic!("{error}"))
}

/// Creates a match before its first deal.
pub fn start(json: Value) -> Position {
    Scopone::start(&options(json)).unwrap_or_else(|error| panic!("{error}"))
}

pub fn mv(text: &str) -> Move {
    moves::read(text)
}

/// Returns a deal with these hands and this table, cards separated by blanks.
pub fn deal_of(hands: &[&str], table: &str) -> Result<Deal, String> {
    let cards = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let hands: Vec<_> = hands.iter().map(|hand| cards(hand)).collect();
    serde_json::from_value(json!({"hands": hands, "table": cards(table)}))
        .map_err(|error| error.to_string())
}

/// Returns every card of the deck, ascending.
pub fn deck() -> Vec<String> {
    let mut deck: Vec<String> = ["B", "C", "D", "S"]
        .iter()
        .flat_map(|s| (1..=10).map(move |v| format!("{s}{v}")))
        .collect();
    deck.sort();
    deck
}

/// Returns a deal with this table in which each hand begins with these cards and is filled up from
/// the end of the deck.
pub fn filled(hands: [&str; 4], table: &str) -> Deal {
    let size = if table.is_empty() { 10 } else { 9 };
    let used = format!("{} {table}", hands.join(" "));
    let used: Vec<&str> = used.split_whitespace().collect();
    let mut rest: Vec<String> = deck().into_iter().filter(|c| !used.contains(&&c[..])).collect();
    let hands: Vec<String> = hands
        .iter()
        .map(|hand| {
            let mut hand: Vec<String> = hand.split_whitespace().map(str::to_string).collect();
            while hand.len() < size {
                hand.push(rest.pop().expect("enough cards"));
            }
            hand.join(" ")
        })
        .collect();
    let hands: Vec<&str> = hands.iter().map(|hand| &hand[..]).collect();
    deal_of(&hands, table).expect("a readable deal")
}

/// A position built from a view: `hands` in full, whatever the deal was.
///
/// Cards in no hand and not on the table are in the named piles, or else in the pile of seat 3.
pub struct Setup {
    pub kind: &'static str,
    pub options: Map<String, Value>,
    pub hands: [&'static str; 4],
    pub table: &'static str,
    pub taken: [&'static str; 4],
    pub scope: [u8; 4],
    pub last_capturer: Option<u8>,
    pub to_move: u8,
    pub first: u8,
    pub score: [i32; 4],
    pub dealt: u32,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            kind: "team9",
            options: Map::new(),
            hands: ["B1", "C1", "D1", "S1"],
            table: "",
            taken: ["", "", "", ""],
            scope: [0; 4],
            last_capturer: Some(3),
            to_move: 0,
            first: 0,
            score: [0; 4],
            dealt: 1,
        }
    }
}

impl Setup {
    /// Sets an option.
    pub fn with(mut self, name: &str, value: Value) -> Setup {
        self.options.insert(name.to_string(), value);
        self
    }

    pub fn view(&self) -> View {
        self.view_of(None)
    }

    pub fn view_of(&self, seat: Option<u8>) -> View {
        let mut map = self.options.clone();
        map.insert("kind".into(), self.kind.into());
        let options = options(Value::Object(map));
        let cards =
            |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<String>>();
        let mut taken: Vec<Vec<String>> = self.taken.iter().map(|pile| cards(pile)).collect();
        let known = format!("{} {} {}", self.hands.join(" "), self.table, self.taken.join(" "));
        let known = cards(&known);
        taken[3].extend(deck().into_iter().filter(|card| !known.contains(card)));
        let hand = seat.map_or(Vec::new(), |seat| cards(self.hands[usize::from(seat)]));
        let held: Vec<usize> = self.hands.iter().map(|hand| cards(hand).len()).collect();
        let view = json!({
            "seat": seat,
            "hand": hand,
            "public": {
                "options": options,
                "dealt": self.dealt,
                "first": self.first,
                "to_move": self.to_move,
                "over": false,
                "table": cards(self.table),
                "held": held,
                "played": [[], [], [], []],
                "taken": taken,
                "scope": self.scope,
                "last_capturer": self.last_capturer,
                "score": self.score,
            },
        });
        serde_json::from_value(view.clone()).unwrap_or_else(|error| panic!("{error}: {view}"))
    }

    /// Returns the position with exactly these hands: a determinization that happens to be right.
    ///
    /// Only the hand of the seat to move and short hands of the others can be found.
    pub fn position(&self) -> Position {
        let view = self.view_of(Some(self.to_move));
        let mut rng = Seed::from(5).rng();
        let want: Vec<String> = self.hands.iter().map(|hand| sorted(hand)).collect();
        for _ in 0..20_000 {
            let guess = Position::determinize(&view, &mut rng);
            let hands = Seat::all(4).map(|seat| guess.hand(seat).to_string());
            if hands.eq(want.iter().cloned()) {
                return guess;
            }
        }
        panic!("no guess hit upon {want:?}")
    }
}

fn sorted(text: &str) -> String {
    let mut cards: Vec<&str> = text.split_whitespace().collect();
    cards.sort_unstable();
    cards.join(" ")
}

/// Returns the legal moves with `hand` on `table`, in order.
pub fn legal(hand: &'static str, table: &'static str) -> String {
    joined(alone(hand, table, "any").legal_moves())
}

/// Returns a position in which seat 0 moves with `hand` on `table`; the other cards do not matter.
pub fn alone(hand: &'static str, table: &'static str, sum: &str) -> Position {
    let used = format!("{hand} {table}");
    let used: Vec<&str> = used.split_whitespace().collect();
    let others: Vec<String> =
        deck().into_iter().filter(|c| !used.contains(&&c[..])).take(3).collect();
    let others: Vec<&'static str> =
        others.into_iter().map(|card| -> &'static str { card.leak() }).collect();
    Setup { hands: [hand, others[0], others[1], others[2]], table, ..Setup::default() }
        .with("sum", sum.into())
        .position()
}

/// Returns the reason why seat 0 may not play `text` with `hand` on `table`.
pub fn why(hand: &'static str, table: &'static str, text: &str) -> String {
    alone(hand, table, "any").explain(mv(text)).expect_err("it is illegal").to_string()
}

/// Returns the view of a seat, as data.
pub fn data(position: &Position, seat: u8) -> Value {
    serde_json::to_value(position.view(Some(Seat::new(seat)))).unwrap()
}

/// Plays the first legal move until the hand is over.
pub fn finish_hand(position: &mut Position) {
    while let Next::Move(_) = position.next() {
        let first = position.legal_moves()[0];
        position.play(first).unwrap();
    }
}

pub fn cards(text: &str) -> Cards<Italian> {
    text.split_whitespace().map(|card| card.parse::<Italian>().unwrap()).collect()
}

/// Four hands in the order of the deck, without S6, S7, S8 and S9 for the table.
pub const NINE: [&str; 4] = [
    "B1 B10 B2 B3 B4 B5 B6 B7 B8",
    "B9 C1 C10 C2 C3 C4 C5 C6 C7",
    "C8 C9 D1 D10 D2 D3 D4 D5 D6",
    "D7 D8 D9 S1 S10 S2 S3 S4 S5",
];

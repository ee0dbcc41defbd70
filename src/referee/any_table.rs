//! The table of a match with its game erased.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::{MoveRefused, Table};
use crate::core::{
    BadDeal, DealOf, Drawing, Effect, Game, GameInfo, HandScore, MoveOf, Next, Observer, Outcome,
    PerSeat, Revealed, Seat, Seed, State, Team, Tone, options_to_json, view_fields,
};
use crate::search;

/// A position of a match as plain data.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Snapshot {
    /// Moves made since the match began.
    pub ply: u32,
    /// Number of the current deal, from 0; 0 too before the first and in games without chance.
    pub deal: u32,
    /// The seat to move; `None` if there is none.
    pub to_move: Option<Seat>,
    /// The points as they stand.
    pub points: PerSeat<i32>,
    /// Once the rules have ended the match: the seats of rank 1, but for a draw of all.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Seat>,
    /// The view of the observer, in the form that the game's `data()` shows to scripts; of
    /// [`Observer::Open`] the public view.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub view: JsonText,
    /// With everything face up: the view of each seat, in seat order. Nothing otherwise.
    #[cfg_attr(test, ts(optional, type = "Array<unknown>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<JsonText>,
    /// With everything face up: the cards or tiles that no seat sees, in their order and notation.
    /// Nothing otherwise.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub face_down: Vec<String>,
    /// The effects of the last move or deal as the observer saw them; of [`Observer::Open`] as the public did.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// The score of the hand that has just ended; absent while one is played.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand_score: Option<HandScore>,
    /// The table as text; only of games for which pages have no table of their own.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
}

/// A value as JSON. A position of six seats is made in a fraction of the time that its values would take.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct JsonText(Box<RawValue>);

impl JsonText {
    /// The text of plain data.
    ///
    /// # Panics
    /// If the data has keys that are no strings.
    pub fn of(data: &impl Serialize) -> JsonText {
        JsonText(to_raw_value(data).expect("plain data"))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }
}

// `null`: a snapshot whose view was taken.
impl Default for JsonText {
    fn default() -> JsonText {
        JsonText(RawValue::NULL.to_owned())
    }
}

impl PartialEq for JsonText {
    fn eq(&self, other: &JsonText) -> bool {
        self.as_str() == other.as_str()
    }
}

/// The table of a match of any game: moves go in and out as notation, deals as JSON.
pub trait AnyTable {
    /// Static facts about the game.
    fn info(&self) -> &'static GameInfo;
    /// The options in full.
    fn options_json(&self) -> Map<String, Value>;
    /// The number of seats.
    fn seats(&self) -> u8;
    /// The side of each seat, in seat order.
    fn teams(&self) -> Vec<Team>;
    /// Moves made since the match began.
    fn ply(&self) -> u32;
    /// The deals so far, as a record keeps them.
    fn deals(&self) -> &[Value];
    /// The next thing that the match waits for.
    fn next(&self) -> Next;
    /// Every legal move of the seat to move, ascending; empty when no seat is to move.
    fn legal(&self) -> Vec<String>;
    /// The end as the rules see it, once the match is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The points as they stand.
    fn points(&self) -> PerSeat<i32>;
    /// The points if the match ends now because of `offenders`.
    fn points_after_forfeit(&self, offenders: &PerSeat<bool>) -> PerSeat<i32>;

    /// The table as text, and below it the score of a hand that is over.
    fn draw(&self, observer: Observer) -> Drawing;

    /// The table as text alone.
    fn draw_position(&self, observer: Observer) -> Drawing;
    /// The table as plain data.
    fn snapshot(&self, observer: Observer) -> Snapshot;
    /// The fields of a seat's view, each as `name value`.
    fn view_fields(&self, seat: Seat) -> Vec<String>;
    /// The last move as `observer` saw it, and the seat that made it.
    fn last_move(&self, observer: Observer) -> Option<(Seat, String)>;
    /// The move sequences of exactly `depth` moves from here, counted for each first move.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;

    /// Checks that `text` is a legal move of the seat to move.
    ///
    /// # Errors
    /// If it cannot be read, or the broken rule.
    fn check_text(&self, text: &str) -> Result<(), MoveRefused>;
    /// Reads a move that can be made here: a legal one, or a penalty of the game's own. As the game
    /// writes it.
    ///
    /// # Errors
    /// Why it cannot be made.
    fn read_text(&self, text: &str) -> Result<String, MoveRefused>;
    /// Makes a move that [`AnyTable::read_text`] lets pass, and returns it as the game writes it.
    ///
    /// # Errors
    /// As [`AnyTable::read_text`]; the table is then untouched.
    fn play_text(&mut self, text: &str) -> Result<String, MoveRefused>;
    /// The deal that is due, as `seed` gives it; `None` if none is due.
    fn deal_of(&self, seed: &Seed) -> Option<Value>;
    /// Applies a deal that was given as JSON.
    ///
    /// # Errors
    /// If it is no deal of this game or cannot be the one that is due; the table is then untouched.
    fn deal_given(&mut self, deal: &Value) -> Result<(), BadDeal>;
    /// Draws the deal that is due from `seed` and applies it.
    ///
    /// # Errors
    /// If no deal is due; the table is then untouched.
    fn deal_from(&mut self, seed: &Seed) -> Result<(), BadDeal>;

    /// Number of the current deal, from 0; 0 too before the first and in games without chance.
    fn deal(&self) -> u32 {
        self.deals().len().saturating_sub(1) as u32
    }
    /// The seat to move; `None` before a deal and after the end.
    fn to_move(&self) -> Option<Seat> {
        self.next().seat()
    }
}

impl<G: Game> AnyTable for Table<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }
    fn options_json(&self) -> Map<String, Value> {
        options_to_json::<G>(&self.options)
    }
    fn seats(&self) -> u8 {
        self.state.seats()
    }
    fn teams(&self) -> Vec<Team> {
        Seat::all(self.seats()).map(|seat| self.state.team(seat)).collect()
    }
    fn ply(&self) -> u32 {
        self.moves().len() as u32
    }
    fn deals(&self) -> &[Value] {
        &self.deals
    }
    fn next(&self) -> Next {
        self.state.next()
    }
    fn legal(&self) -> Vec<String> {
        self.legal_moves().iter().map(MoveOf::<G>::to_string).collect()
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.next() {
            Next::Over => self.state.outcome(),
            Next::Deal | Next::Move(_) => None,
        }
    }
    fn points(&self) -> PerSeat<i32> {
        self.state.points()
    }
    fn points_after_forfeit(&self, offenders: &PerSeat<bool>) -> PerSeat<i32> {
        self.state.points_after_forfeit(offenders)
    }

    fn draw_position(&self, observer: Observer) -> Drawing {
        match observer {
            Observer::Open => draw_open(self),
            _ => G::draw(&self.view(observer.seat())),
        }
    }

    fn draw(&self, observer: Observer) -> Drawing {
        let mut drawing = self.draw_position(observer);
        if let Some(score) = G::hand_score(&self.state) {
            score.draw(&mut drawing);
        }
        drawing
    }

    fn snapshot(&self, observer: Observer) -> Snapshot {
        let seat = observer.seat();
        let revealed = match observer {
            Observer::Open => self.state.reveal(),
            _ => Revealed { public: self.view(seat), seats: Vec::new(), face_down: Vec::new() },
        };
        // Where nothing is hidden every seat sees what everybody sees.
        let seats = revealed.seats.iter().filter(|_| G::INFO.hidden);
        Snapshot {
            ply: self.ply(),
            deal: self.deal(),
            to_move: self.to_move(),
            points: self.points(),
            winners: self.outcome().map(|outcome| outcome.winners()).unwrap_or_default(),
            view: JsonText::of(&revealed.public),
            seats: seats.map(JsonText::of).collect(),
            face_down: revealed.face_down,
            effects: self.effects(seat),
            hand_score: G::hand_score(&self.state),
            drawing: None,
        }
    }

    fn view_fields(&self, seat: Seat) -> Vec<String> {
        view_fields(&self.view(Some(seat)))
    }

    fn last_move(&self, observer: Observer) -> Option<(Seat, String)> {
        let last = match observer {
            Observer::Open => self.moves().last().copied(),
            // To others a private signal is no more than a signal.
            _ => self.history(observer.seat()).iter().next_back(),
        };
        last.map(|(seat, mv)| (seat, mv.to_string()))
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        let divided = search::divide(&self.state, depth);
        divided.into_iter().map(|(mv, nodes)| (mv.to_string(), nodes)).collect()
    }

    fn check_text(&self, text: &str) -> Result<(), MoveRefused> {
        let mv: MoveOf<G> = text.parse()?;
        self.check(mv).map_err(|why| MoveRefused::Illegal { text: mv.to_string(), why })
    }

    fn read_text(&self, text: &str) -> Result<String, MoveRefused> {
        Ok(self.read_move(text)?.to_string())
    }

    fn play_text(&mut self, text: &str) -> Result<String, MoveRefused> {
        let mv = self.read_move(text)?;
        self.play(mv);
        Ok(mv.to_string())
    }

    fn deal_of(&self, seed: &Seed) -> Option<Value> {
        serde_json::to_value(self.drawn(seed).ok()?).ok()
    }

    fn deal_given(&mut self, deal: &Value) -> Result<(), BadDeal> {
        let deal = DealOf::<G>::deserialize(deal).map_err(|error| BadDeal(error.to_string()))?;
        self.apply(&deal)
    }

    fn deal_from(&mut self, seed: &Seed) -> Result<(), BadDeal> {
        let deal = self.drawn(seed)?;
        self.apply(&deal)
    }
}

fn draw_open<G: Game>(table: &Table<G>) -> Drawing {
    let revealed = table.state.reveal();
    let mut drawing = G::draw(&revealed.public);
    let hands: Vec<(Seat, String)> = Seat::all(table.seats())
        .zip(&revealed.seats)
        .filter_map(|(seat, view)| Some((seat, G::hand(view)?)))
        .filter(|(_, hand)| !hand.is_empty())
        .collect();
    if !hands.is_empty() {
        drawing.line();
    }
    for (seat, hand) in hands {
        let tone = Tone::Seat(seat);
        drawing.line().put(tone, format!("  seat {seat} holds "));
        for card in hand.split(' ') {
            drawing.put(tone, " ").put_place(tone, card);
        }
    }
    if !revealed.face_down.is_empty() {
        wrap(&mut drawing, "  face down", &revealed.face_down);
    }
    drawing
}

/// Appends words under a title, in lines of 80 columns.
fn wrap(drawing: &mut Drawing, title: &str, words: &[String]) {
    let mut column = title.len() + 1;
    drawing.line().put(Tone::Dim, format!("{title} "));
    for word in words {
        if column + 1 + word.len() > 80 {
            column = title.len() + 1;
            drawing.line().put(Tone::Dim, " ".repeat(column));
        }
        column += 1 + word.len();
        drawing.put(Tone::Dim, " ").put_place(Tone::Dim, word);
    }
}

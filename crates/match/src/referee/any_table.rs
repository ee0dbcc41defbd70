//! The table of a match with its game erased.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::{MoveRefused, Table};
use juez_core::{
    BadDeal, DealOf, Drawing, Effect, Game, GameInfo, HandScore, MoveOf, Next, Observer, Outcome,
    PerSeat, Revealed, Rng, Seat, Seed, State, Team, Tone, options_to_json, perft, view_fields,
};

/// A position of a match as plain data.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Snapshot {
    /// Moves made since the match began.
    pub ply: u32,
    /// Number of the current deal, from 0; also 0 before the first and in games without chance.
    pub deal: u32,
    /// The seat to move, if any.
    pub to_move: Option<Seat>,
    /// The current points.
    pub points: PerSeat<i32>,
    /// The seats of rank 1 once the rules have ended the match; empty if all drew.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Seat>,
    /// The view of the observer, in the form of the game's `data()` for scripts; for
    /// [`Observer::Open`] the public view.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: JsonText,
    /// The view of each seat, in seat order, with everything face up; otherwise empty.
    #[cfg_attr(feature = "ts", ts(optional, type = "Array<unknown>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<JsonText>,
    /// The cards or tiles that no seat sees, in order and in notation, with everything face up;
    /// otherwise empty.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub face_down: Vec<String>,
    /// The effects of the last move or deal as seen by the observer; for [`Observer::Open`] by the
    /// public.
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// The score of the hand that has just ended; `None` during a hand.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand_score: Option<HandScore>,
    /// The table as text; only for games that pages have no table for.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
}

/// A value as JSON text. Serializing a position of six seats takes a fraction of the time of
/// building values.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct JsonText(Box<RawValue>);

impl JsonText {
    /// Serializes plain data.
    ///
    /// # Panics
    /// If a key of the data is not a string.
    pub fn of(data: &impl Serialize) -> JsonText {
        JsonText(to_raw_value(data).expect("plain data"))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }
}

// `null`: a snapshot without its view.
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
pub trait AnyTable: Send + Sync {
    /// Returns the static facts about the game.
    fn info(&self) -> &'static GameInfo;
    /// Returns the complete options.
    fn options_json(&self) -> Map<String, Value>;
    /// Returns the number of seats.
    fn seats(&self) -> u8;
    /// Returns the team of each seat, in seat order.
    fn teams(&self) -> Vec<Team>;
    /// Returns the moves made since the match began.
    fn ply(&self) -> u32;
    /// Returns the number of deals so far.
    fn deal_count(&self) -> u32;
    /// Returns the deals so far in the game's own form, whatever the order of a given one, so that
    /// equal matches give equal bytes.
    fn deals(&self) -> Vec<Value>;
    /// Returns the next step of the match.
    fn next(&self) -> Next;
    /// Returns the legal moves of the seat to move in ascending order; empty when no seat is to
    /// move.
    fn legal(&self) -> Vec<String>;
    /// Returns the outcome by the rules, once the match is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Returns the current points.
    fn points(&self) -> PerSeat<i32>;
    /// Returns the points if the match ends now because of `offenders`.
    fn points_after_forfeit(&self, offenders: &PerSeat<bool>) -> PerSeat<i32>;

    /// Draws the table as text, followed by the score of a finished hand.
    fn draw(&self, observer: Observer) -> Drawing;

    /// Draws only the table as text.
    fn draw_position(&self, observer: Observer) -> Drawing;
    /// Returns the table as plain data.
    fn snapshot(&self, observer: Observer) -> Snapshot;
    /// Returns the fields of a seat's view, each as `name value`.
    fn view_fields(&self, seat: Seat) -> Vec<String>;
    /// Returns the last move as seen by `observer`, and the seat that made it.
    fn last_move(&self, observer: Observer) -> Option<(Seat, String)>;
    /// Counts the move sequences of exactly `depth` moves from here, per first move.
    fn perft(&self, depth: u32) -> Vec<(String, u64)>;

    /// Checks that `text` is a legal move of the seat to move.
    ///
    /// # Errors
    /// If it is not readable, or the broken rule.
    fn check_text(&self, text: &str) -> Result<(), MoveRefused>;
    /// Parses a move that is possible here: a legal one, or a penalty of the game. Returns it in
    /// the game's own notation.
    ///
    /// # Errors
    /// The reason why it is refused.
    fn read_text(&self, text: &str) -> Result<String, MoveRefused>;
    /// Makes a move that [`AnyTable::read_text`] accepts, and returns it in the game's own
    /// notation.
    ///
    /// # Errors
    /// Like [`AnyTable::read_text`]; the table is then unchanged.
    fn play_text(&mut self, text: &str) -> Result<String, MoveRefused>;
    /// Makes a legal move drawn from `rng`, and returns it; `None` if no seat is to move.
    fn play_random(&mut self, rng: &mut Rng) -> Option<String>;
    /// Draws the due deal from `seed`; `None` if none is due.
    fn deal_of(&self, seed: &Seed) -> Option<Value>;
    /// Applies a deal given as JSON.
    ///
    /// # Errors
    /// If it is not a deal of this game or not possible now; the table is then unchanged.
    fn deal_given(&mut self, deal: &Value) -> Result<(), BadDeal>;
    /// Draws the due deal from `seed` and applies it.
    ///
    /// # Errors
    /// If no deal is due; the table is then unchanged.
    fn deal_from(&mut self, seed: &Seed) -> Result<(), BadDeal>;

    /// Returns the number of the current deal, from 0; also 0 before the first and in games without
    /// chance.
    fn deal(&self) -> u32 {
        self.deal_count().saturating_sub(1)
    }
    /// Returns the seat to move; `None` before a deal and after the end.
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
    fn deal_count(&self) -> u32 {
        self.dealt().len() as u32
    }
    fn deals(&self) -> Vec<Value> {
        let json = |deal| serde_json::to_value(deal).expect("plain data");
        self.dealt().iter().map(json).collect()
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
        // If nothing is hidden, every seat sees the public view.
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
            // Others see only that a private signal was given.
            _ => self.history(observer.seat()).iter().next_back(),
        };
        last.map(|(seat, mv)| (seat, mv.to_string()))
    }

    fn perft(&self, depth: u32) -> Vec<(String, u64)> {
        let divided = perft::divide(&self.state, depth);
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

    fn play_random(&mut self, rng: &mut Rng) -> Option<String> {
        self.to_move()?;
        // Not `State::random_move`: the openings of earlier versions were drawn from the list.
        let mv = *rng.choose(&self.legal_moves());
        self.play(mv);
        Some(mv.to_string())
    }

    fn deal_of(&self, seed: &Seed) -> Option<Value> {
        serde_json::to_value(self.drawn(seed).ok()?).ok()
    }

    fn deal_given(&mut self, deal: &Value) -> Result<(), BadDeal> {
        self.apply(DealOf::<G>::deserialize(deal).map_err(|error| BadDeal(error.to_string()))?)
    }

    fn deal_from(&mut self, seed: &Seed) -> Result<(), BadDeal> {
        self.apply(self.drawn(seed)?)
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

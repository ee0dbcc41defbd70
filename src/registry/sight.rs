//! A table as an onlooker may see it: drawn as text, or as plain data for viewers.

use serde::Serialize;
use serde_json::Value;

use super::Eyes;
use crate::core::{Drawing, Game, Next, Observer, PerSeat, Seat, ViewOf};
use crate::referee::Table;

/// A position of a match as plain data.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frame {
    /// Moves made since the match began.
    pub ply: u32,
    /// Number of the current deal, from 0; 0 too before the first and in games without chance.
    pub deal: u32,
    /// The seat to move; `None` if there is none.
    pub to_move: Option<Seat>,
    /// The points as they stand.
    pub points: PerSeat<i32>,
    /// The view of the eyes that look, in the form that the game's `data()` shows to scripts; with
    /// everything face up, what everybody sees.
    pub view: Value,
    /// With everything face up: what each seat sees, in seat order. Nothing otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<Value>,
    /// With everything face up: what no seat sees, in its order and notation. Nothing otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub face_down: Vec<String>,
}

/// A table that can be looked at.
pub trait Sight {
    /// The table as text.
    fn draw(&self) -> Drawing;

    /// The table as `eyes` see it.
    fn frame(&self, eyes: Eyes) -> Frame;

    /// The last move as `eyes` saw it, and who made it.
    fn last_move(&self, eyes: Eyes) -> Option<(Seat, String)>;
}

/// A table, drawn as some eyes see it.
pub(super) struct Seen<'a, G: Game> {
    /// The table.
    pub table: &'a Table<G>,
    /// Those whose view is drawn.
    pub eyes: Eyes,
}

impl<'a, G: Game> Seen<'a, G> {
    /// The table with everything face up.
    pub fn open(table: &'a Table<G>) -> Seen<'a, G> {
        Seen { table, eyes: Eyes::Open }
    }
}

impl<G: Game> Sight for Seen<'_, G> {
    fn draw(&self) -> Drawing {
        match self.eyes.observer() {
            Some(observer) => self.table.draw(observer),
            None => self.table.draw_open(),
        }
    }

    fn frame(&self, eyes: Eyes) -> Frame {
        let table = self.table;
        let (view, seats, face_down) = match eyes.observer() {
            Some(observer) => (data::<G>(&table.view(observer)), Vec::new(), Vec::new()),
            None => {
                let revealed = table.reveal();
                // Where nothing is hidden every seat sees what everybody sees.
                let seats = revealed.seats.iter().filter(|_| G::INFO.hidden);
                (data::<G>(&revealed.public), seats.map(data::<G>).collect(), revealed.face_down)
            }
        };
        Frame {
            ply: table.ply(),
            deal: table.deal(),
            to_move: match table.next() {
                Next::Move(seat) => Some(seat),
                Next::Deal | Next::Over => None,
            },
            points: table.points(),
            view,
            seats,
            face_down,
        }
    }

    fn last_move(&self, eyes: Eyes) -> Option<(Seat, String)> {
        // With everything face up moves are what they were; to others a signal may be no more than one.
        let last = match eyes.observer() {
            Some(observer) => self.table.history(observer).iter().next_back(),
            None => self.table.moves().last().copied(),
        };
        last.map(|(seat, mv)| (seat, mv.to_string()))
    }
}

fn data<G: Game>(view: &ViewOf<G>) -> Value {
    serde_json::to_value(view).expect("a view is plain data")
}

impl Eyes {
    /// The observer whose view it is; none has everything face up.
    pub(super) fn observer(self) -> Option<Observer> {
        match self {
            Eyes::Seat(seat) => Some(Observer::Seat(seat)),
            Eyes::Public => Some(Observer::Public),
            Eyes::Open => None,
        }
    }
}

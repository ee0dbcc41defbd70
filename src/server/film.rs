//! A match as pages see it: a head and a sequence of items for one set of eyes. A match that runs
//! writes them as it goes, a record is told in the same form.
//!
//! The form is what `web/src/wire.ts` declares.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::core::{
    By, Fault, Mark, Outcome, PerSeat, PlayedBy, Plot, Ply, Reason, Record, Seat, SeatFault, Team,
};
use crate::registry::{
    AnyGame, Broken, Eyes, Frame, MatchTerms, Onlooker, RecordFault, Sight, Step,
};

/// A match for one set of eyes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Film {
    /// What is known before it begins.
    pub head: Head,
    /// What happened, in order.
    pub items: Vec<Item>,
}

/// What is known of a match before it begins.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Head {
    /// The game's id.
    pub game: &'static str,
    /// The game's name for people.
    pub title: &'static str,
    /// Whether hands are hidden.
    pub hidden: bool,
    /// House rules, every default filled in.
    pub options: Map<String, Value>,
    /// Who sits where, in seat order.
    pub players: Vec<Player>,
    /// The side of each seat.
    pub teams: Vec<Team>,
    /// Whose view it is: `public`, `open` or the number of a seat.
    pub eyes: String,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Player {
    /// The name for people.
    pub name: String,
    /// What kind of mind.
    pub bot: PlayedBy,
}

/// Something that happened at the table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Item {
    /// The table before anything has happened.
    Start {
        /// The table.
        #[serde(flatten)]
        frame: Frame,
    },
    /// A deal was made.
    Deal {
        /// The table after it.
        #[serde(flatten)]
        frame: Frame,
    },
    /// A move was made.
    Move {
        /// Who made it.
        seat: Seat,
        /// The move as these eyes saw it.
        #[serde(rename = "move")]
        mv: String,
        /// How it came about; not of matches that run, where no viewer learns whether there was
        /// a choice.
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<By>,
        /// Fuel used.
        #[serde(skip_serializing_if = "Option::is_none")]
        fuel: Option<u64>,
        /// Milliseconds from the question to the answer, where they were measured.
        #[serde(skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
        /// What the bot wrote, if these eyes may see it.
        #[serde(skip_serializing_if = "Option::is_none")]
        log: Option<Vec<String>>,
        /// What the bot drew, if these eyes may see it.
        #[serde(skip_serializing_if = "Option::is_none")]
        marks: Option<Vec<Mark>>,
        /// The values of the bot's curves, if these eyes may see them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        plots: Vec<Plot>,
        /// The table after it.
        #[serde(flatten)]
        frame: Frame,
    },
    /// A bot did something wrong.
    Fault {
        /// The offender.
        seat: Seat,
        /// Moves made before it.
        ply: u32,
        /// What happened.
        fault: Fault,
        /// The log of that call, if these eyes may see it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        log: Vec<String>,
    },
    /// A bot was saved while it plays: its newest version is in the seat, or is none that can play.
    Reload {
        /// Its seat, if the news is of one.
        seat: Option<Seat>,
        /// Moves made before.
        ply: u32,
        /// Number of the version that plays from here on, from 1.
        version: u32,
        /// What is wrong with the newest version.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<SourceError>,
    },
    /// The match is over.
    Over {
        /// Why.
        reason: Reason,
        /// The rank of each seat.
        ranks: PerSeat<u8>,
        /// The points of each seat.
        points: PerSeat<i32>,
    },
}

/// Why a version of a bot cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceError {
    /// The file within the bundle; empty if it is in none.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
    /// What is wrong.
    pub text: String,
    /// The text of that file, if it is at hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl From<&Broken> for SourceError {
    fn from(broken: &Broken) -> SourceError {
        // What follows the first line is an excerpt, and pages show the file.
        let text = broken.text.lines().next().unwrap_or_default().to_string();
        let file = broken.file.clone().unwrap_or_default();
        SourceError { file, line: broken.line, text, source: None }
    }
}

impl Film {
    /// The film of a record.
    ///
    /// # Errors
    /// The first thing that is wrong with its deals and moves.
    pub fn of(
        game: &'static dyn AnyGame,
        record: &Record,
        eyes: Eyes,
    ) -> Result<Film, RecordFault> {
        let mut items = Vec::new();
        Film::tell(game, record, eyes, &mut |item| items.push(item))?;
        Ok(Film { head: Head::of(game, record, eyes)?, items })
    }

    /// Tells the items of the film of a record one by one, for callers without room for all.
    ///
    /// # Errors
    /// The first thing that is wrong with its deals and moves.
    pub fn tell(
        game: &'static dyn AnyGame,
        record: &Record,
        eyes: Eyes,
        keep: &mut dyn FnMut(Item),
    ) -> Result<(), RecordFault> {
        game.retell(record, eyes, &mut Camera { eyes, keep })
    }
}

impl Head {
    /// The head of the film of a record.
    ///
    /// # Errors
    /// If its house rules cannot be played.
    pub fn of(
        game: &'static dyn AnyGame,
        record: &Record,
        eyes: Eyes,
    ) -> Result<Head, RecordFault> {
        let info = game.info();
        let MatchTerms { options, teams } = game.terms(record)?;
        let seat_name = |seat: usize| format!("seat {seat}");
        let players = (0..teams.len()).map(|seat| match record.players.get(seat) {
            Some(player) => Player { name: player.name.clone(), bot: player.bot },
            None => Player { name: seat_name(seat), bot: PlayedBy::Builtin },
        });
        Ok(Head {
            game: info.id,
            title: info.title,
            hidden: info.hidden,
            options,
            players: players.collect(),
            teams,
            eyes: match eyes {
                Eyes::Seat(seat) => seat.to_string(),
                Eyes::Public => "public".to_string(),
                Eyes::Open => "open".to_string(),
            },
        })
    }
}

/// Takes down what one set of eyes sees of a match.
struct Camera<'k> {
    eyes: Eyes,
    keep: &'k mut dyn FnMut(Item),
}

impl Onlooker for Camera<'_> {
    fn begins(&mut self, table: &dyn Sight) {
        (self.keep)(Item::Start { frame: table.frame(self.eyes) });
    }

    fn dealt(&mut self, table: &dyn Sight) {
        (self.keep)(Item::Deal { frame: table.frame(self.eyes) });
    }

    fn moved(&mut self, step: &Step<'_>) {
        let Ply { by, fuel, log, marks, plots } = step.how.clone();
        let (seat, mv) = match step.table.last_move(self.eyes) {
            Some(last) => last,
            None => (step.seat, step.mv.to_string()),
        };
        let frame = step.table.frame(self.eyes);
        let (by, ms) = (Some(by), None);
        (self.keep)(Item::Move { seat, mv, by, fuel, ms, log, marks, plots, frame });
    }

    fn fault(&mut self, fault: &SeatFault, log: &[String]) {
        let SeatFault { seat, ply, fault } = fault.clone();
        (self.keep)(Item::Fault { seat, ply, fault, log: log.to_vec() });
    }

    fn over(&mut self, outcome: &Outcome, _: &dyn Sight) {
        let Outcome { reason, ranks, points } = outcome.clone();
        (self.keep)(Item::Over { reason, ranks, points });
    }
}

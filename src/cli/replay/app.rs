//! The state of the viewer. Keys change it; the screen is drawn from it.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use std::cell::Cell;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::extent::Extent;
use super::jumps::{Chosen, seat_in};
use super::keys;
use super::record_walk::RecordWalk;
use crate::cli::timings::Timings;
use juez_core::{Legend, Observer, Ply, Record};
use juez_match::registry::{AnyGame, DrawnTable, Moment, RecordFault, Review, ReviewKey};

/// Playback speeds in plies per second; each step doubles the speed.
pub(super) const SPEEDS: RangeInclusive<f32> = 0.25..=8.0;
/// Positions drawn to estimate the largest table of a record.
const SIZE_SAMPLES: usize = 16;

/// The records of a file, each with its number.
pub(super) type Records = Vec<(usize, Record, &'static dyn AnyGame)>;

/// The contents of files that belong to a file of records.
#[derive(Default)]
pub(super) struct Companions {
    pub timings: Vec<Timings>,
    pub reviews: Vec<Review>,
}

pub(super) struct App {
    pub file: String,
    pub records: Records,
    companions: Companions,
    /// Index of the record shown.
    pub at: usize,
    /// The record shown.
    pub walk: RecordWalk,
    pub stop: usize,
    pub observer: Observer,
    /// The selected seat and its curve.
    pub chosen: Chosen,
    /// The table at the current stop, as the observer sees it.
    pub drawn: DrawnTable,
    /// Legend for notes that do not fit on the table.
    pub legend: Legend,
    /// Size of the largest table.
    pub extent: Extent,
    /// True during playback.
    pub playing: bool,
    /// Plies per second.
    pub speed: f32,
    pub marks: bool,
    /// True if the log fills the screen.
    pub log: bool,
    /// Lines of the log scrolled off the top.
    pub scroll: usize,
    /// Limit on `scroll`, as of the last drawn screen.
    pub most_scroll: Cell<usize>,
    /// True if the list of keys is shown.
    pub help: bool,
    /// The ply number being typed.
    pub typed: Option<String>,
    /// Result of the last key, if the table does not show it.
    pub message: String,
    /// True if the viewer must exit.
    pub over: bool,
}

impl App {
    /// Opens records, at least one, at the first position of record `at`.
    ///
    /// # Errors
    /// If that record has no position at all.
    pub fn new(
        file: &str,
        records: Records,
        at: usize,
        companions: Companions,
    ) -> Result<App, RecordFault> {
        let walk = open(&records, at, &companions)?;
        let observer = walk.observers()[0];
        let drawn = walk.drawn(walk.stops[0], observer)?;
        let mut app = App {
            file: file.to_string(),
            records,
            companions,
            at,
            walk,
            stop: 0,
            observer,
            chosen: Chosen::default(),
            drawn,
            legend: Legend::default(),
            extent: Extent::default(),
            playing: false,
            speed: 1.0,
            marks: true,
            log: false,
            scroll: 0,
            most_scroll: Cell::new(0),
            help: false,
            typed: None,
            message: String::new(),
            over: false,
        };
        app.choose_a_curve();
        app.measure();
        app.go(0);
        Ok(app)
    }

    /// Changes the observer and draws again.
    pub fn set_observer(&mut self, observer: Observer) {
        self.observer = observer;
        self.choose();
        self.measure();
        self.go(self.stop);
    }

    /// Goes to the decision after `ply` moves.
    pub fn go_to(&mut self, ply: u32) {
        let stop = self.walk.stops.iter().position(|&stop| stop == Moment::at(ply));
        self.go(stop.unwrap_or(usize::MAX));
    }

    /// Returns the moment shown.
    pub fn moment(&self) -> Moment {
        self.walk.stops[self.stop]
    }

    /// Returns the ply of the decision shown, if a move was made there.
    pub fn decision(&self) -> Option<usize> {
        let Moment { ply, dealt } = self.moment();
        (dealt && ply < self.walk.plies()).then_some(ply as usize)
    }

    /// Returns the decision with the bot's marks and log, if this observer can see them.
    pub fn notes(&self) -> Option<&Ply> {
        let ply = self.decision()?;
        let seat = self.walk.moves[ply].seat;
        self.walk.record.plies.get(ply).filter(|_| self.walk.shows_notes_of(seat, self.observer))
    }

    /// Returns the time between two positions during playback; `None` while paused.
    pub fn pause(&self) -> Option<Duration> {
        self.playing.then(|| Duration::from_secs_f32(1.0 / self.speed))
    }

    /// Advances playback by one stop; pauses at the end.
    pub fn tick(&mut self) {
        if self.playing {
            self.go(self.stop + 1);
            self.playing = self.stop + 1 < self.walk.stops.len();
        }
    }

    /// Handles a key.
    pub fn press(&mut self, key: KeyEvent) {
        self.message.clear();
        if keys::is_interrupt(key) {
            self.over = true;
        } else if self.help {
            self.help = false;
        } else if !self.type_ply(key)
            && let Some(binding) = keys::binding(key)
        {
            (binding.obey)(self, key.code);
        }
    }

    /// Handles a key while a ply number is being typed. Returns false if none is.
    fn type_ply(&mut self, key: KeyEvent) -> bool {
        let Some(typed) = &mut self.typed else { return false };
        match key.code {
            KeyCode::Char(digit @ '0'..='9') if typed.len() < 6 => typed.push(digit),
            KeyCode::Char('0'..='9') => {}
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Enter => {
                let (ply, plies) = (typed.parse::<u32>(), self.walk.plies());
                self.typed = None;
                match ply {
                    Ok(ply) if ply <= plies => self.go_to(ply),
                    Ok(_) => self.message = format!("plies go from 0 to {plies}"),
                    Err(_) => {}
                }
            }
            _ => self.typed = None,
        }
        true
    }

    /// Starts to read a ply number, with the digit just typed, if it is one.
    pub fn ask_for_ply(&mut self, key: KeyCode) {
        let digit = key.as_char().filter(char::is_ascii_digit);
        self.typed = Some(digit.map(String::from).unwrap_or_default());
    }

    /// Toggles playback; starts from the beginning if at the end.
    pub fn play_or_pause(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.stop + 1 == self.walk.stops.len() {
            self.go(0);
        }
    }

    pub fn change_speed(&mut self, key: KeyCode) {
        let by = if key == KeyCode::Char('-') { 0.5 } else { 2.0 };
        self.speed = (self.speed * by).clamp(*SPEEDS.start(), *SPEEDS.end());
    }

    /// Switches to the next or previous observer.
    pub fn change_observer(&mut self, key: KeyCode) {
        let all = self.walk.observers();
        if all.len() == 1 {
            self.message = "nothing is hidden in this game".to_string();
        }
        let now = all.iter().position(|&observer| observer == self.observer).unwrap_or(0);
        let by = if key == KeyCode::BackTab { all.len() - 1 } else { 1 };
        self.set_observer(all[(now + by) % all.len()]);
    }

    /// Goes to a stop, or to the last one if there are fewer.
    pub fn go(&mut self, stop: usize) {
        let stop = stop.min(self.walk.stops.len() - 1);
        if stop != self.stop {
            self.scroll = 0;
        }
        self.stop = stop;
        match self.walk.drawn(self.moment(), self.observer) {
            Ok(drawn) => self.drawn = drawn,
            // Stops of this record are valid; another record can lack the observer's seat.
            Err(wrong) => self.message = wrong.error,
        }
        let marks = self.notes().and_then(|how| how.marks.as_deref());
        let marks = marks.filter(|_| self.marks).unwrap_or_default();
        (self.drawn.drawing, self.legend) = self.drawn.drawing.overlaid(marks);
        self.extent.take_in(&self.drawn.drawing);
    }

    /// Collects the moves as this observer sees them, and the largest table from samples of the
    /// match.
    fn measure(&mut self) {
        self.extent = Extent::default();
        match self.walk.game.moves_for(&self.walk.record, self.observer) {
            Ok(moves) => self.walk.moves = moves,
            Err(wrong) => self.message = wrong.error,
        }
        let stops = &self.walk.stops;
        for n in 0..SIZE_SAMPLES {
            let stop = stops[n * (stops.len() - 1) / (SIZE_SAMPLES - 1)];
            if let Ok(drawn) = self.walk.drawn(stop, self.observer) {
                self.extent.take_in(&drawn.drawing);
            }
        }
    }

    /// Opens another record at its first position. Keeps the selected player, whatever its new
    /// seat, and its view.
    pub fn turn_to(&mut self, at: usize) {
        if at >= self.records.len() {
            self.message = "this is the last record of the file".to_string();
            return;
        }
        let walk = match open(&self.records, at, &self.companions) {
            Ok(walk) => walk,
            Err(wrong) => {
                let number = self.records[at].0;
                self.message = format!("record {number} cannot be shown: {}", wrong.error);
                return;
            }
        };
        let seat = self.chosen.seat;
        let name = self.walk.name(seat);
        (self.walk, self.at, self.playing) = (walk, at, false);
        if let Some(found) = seat_in(&self.walk.record, &name, seat) {
            self.chosen.seat = found;
            if self.observer == Observer::Seat(seat) {
                self.observer = Observer::Seat(found);
            }
        }
        let all = self.walk.observers();
        if !all.contains(&self.observer) {
            self.observer = all[0];
        }
        self.choose();
        self.measure();
        self.scroll = 0;
        self.go(0);
    }
}

/// Opens a record with its timings.
fn open(
    records: &Records,
    at: usize,
    Companions { timings, reviews }: &Companions,
) -> Result<RecordWalk, RecordFault> {
    let (number, record, game) = &records[at];
    let mut walk = RecordWalk::new(record.clone(), *game)?;
    let own = timings.iter().rfind(|timings| timings.record == *number);
    walk.timings = own.filter(|timings| timings.fit(record.moves.len())).cloned();
    if !reviews.is_empty() {
        let hash = ReviewKey::of_record(record);
        walk.review = reviews.iter().find(|review| review.key.record == hash).cloned();
    }
    Ok(walk)
}

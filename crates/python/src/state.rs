//! A match without a referee: the full state, its moves and its deals.

use juez_core::{By, End, Next, Observation, Observer, PlayedBy, Player, Ply, Record, Seed};
use juez_match::referee::MoveRefused;
use juez_match::registry::ArrayTable;
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use serde_json::Value;
use std::sync::Arc;

use crate::arrays::{Lent, features, flat, mask};
use crate::errors::{DealError, IllegalMove, JuezError, RecordError, Result};
use crate::game::Game;
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::values::{from_python, to_python};
use crate::view::View;

/// The full state of a match: everything, face up.
///
/// Made by :meth:`Game.start`, :func:`juez.replay` or :meth:`View.world`. A player must decide from a
/// :class:`View`.
#[pyclass(module = "juez")]
pub(crate) struct State {
    pub(crate) rules: Arc<Rules>,
    pub(crate) table: Box<dyn ArrayTable>,
    pub(crate) seed: Option<Seed>,
    /// Deals to use before drawing from the seed.
    deals: Arc<Vec<Value>>,
    /// Number of the first deals that are not from the seed.
    pub(crate) given: u32,
    auto_deal: bool,
    /// Features of the last question, to reuse their space.
    seen: Observation,
}

impl State {
    pub(crate) fn new(
        rules: Arc<Rules>,
        table: Box<dyn ArrayTable>,
        seed: Option<Seed>,
        deals: Vec<Value>,
        auto_deal: bool,
    ) -> State {
        let (deals, seen) = (Arc::new(deals), Observation::default());
        let mut state = State { rules, table, seed, deals, given: 0, auto_deal, seen };
        state.deal_if_due();
        state
    }

    /// Makes the deals that are due, if the state makes its own and has a source.
    fn deal_if_due(&mut self) {
        while self.auto_deal && self.table.next() == Next::Deal {
            if self.make_deal().is_err() {
                return;
            }
        }
    }

    /// Makes the due deal: the next given one, or one from the seed.
    fn make_deal(&mut self) -> Result<()> {
        let table = &mut self.table;
        match (self.deals.get(table.deal_count() as usize), &self.seed) {
            (Some(given), _) => table.deal_given(given)?,
            (None, Some(seed)) => table.deal_from(seed)?,
            (None, None) => {
                let why = "a deal is due: give it, for the state has no seed to draw it from";
                return Err(DealError::new_err(why).into());
            }
        }
        Ok(())
    }

    /// Writes the features of a seat to `seen`; of the seat to move for `None`.
    fn look(&mut self, seat: Option<u8>) -> Result<()> {
        let seat = match seat {
            Some(seat) => self.rules.seat(seat)?,
            None => self.table.to_move().ok_or_else(no_seat)?,
        };
        self.seen.clear();
        self.table.observe(seat, &mut self.seen);
        Ok(())
    }
}

/// Returns the error of a question about the seat to move when there is none.
fn no_seat() -> PyErr {
    JuezError::new_err("no seat is to move: name the seat")
}

#[pymethods]
impl State {
    /// The game with its house rules.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// The seed, 64 hexadecimal digits; ``None`` for a world or a record without one.
    #[getter]
    fn seed(&self) -> Option<String> {
        self.seed.map(|seed| seed.to_string())
    }

    /// The number of seats at the table.
    #[getter]
    fn seats(&self) -> u8 {
        self.rules.seats()
    }

    /// The seat to move, from 0; ``None`` when a deal is due and after the end.
    #[getter]
    fn to_play(&self) -> Option<usize> {
        self.table.to_move().map(|seat| seat.index())
    }

    /// True when the state waits for a deal.
    #[getter]
    fn needs_deal(&self) -> bool {
        self.table.next() == Next::Deal
    }

    /// True after the end of the match.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.next() == Next::Over
    }

    /// The number of moves made.
    #[getter]
    fn ply(&self) -> u32 {
        self.table.ply()
    }

    /// The current points of each seat, in the units of the game.
    #[getter]
    fn points(&self) -> Vec<i32> {
        self.table.points().as_slice().to_vec()
    }

    /// Each deal so far, as plain data in the form of a record.
    #[getter]
    fn deals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &Value::Array(self.table.deals()))
    }

    /// Each move so far with the seat that made it, oldest first.
    #[getter]
    fn moves(&self) -> Vec<(usize, String)> {
        let made = self.table.moves_made();
        made.into_iter().map(|(seat, mv)| (seat.index(), mv)).collect()
    }

    /// Returns the outcome; ``None`` before the end.
    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome().map(|end| Outcome::new(&end, &self.rules.teams))
    }

    /// Returns the legal moves of the seat to move in notation, ascending; none if no seat is.
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.table.legal())
    }

    /// Returns the legal moves of the seat to move as actions, in the order of
    /// :meth:`legal_moves`.
    ///
    /// An action is an index of ``game.move_names``, from the side of the seat to move. A move that
    /// is always the only one, such as ``pass``, has none and is left out.
    fn legal_actions(&self) -> Vec<usize> {
        self.table.entries().into_iter().flatten().collect()
    }

    /// Returns 1 for each legal action and 0 for the others: int8, shape (actions,).
    ///
    /// ``out`` is written in place and returned if given.
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        let moves = self.rules.shape()?.moves();
        Ok(match out {
            Some(out) => {
                self.table.mask(Lent::new("out", &out, &[moves])?.values());
                out
            }
            None => mask(py, moves, |values| self.table.mask(values)).into_any(),
        })
    }

    /// Returns planes and scalars of the view of ``seat``; of the seat to move for ``None``.
    ///
    /// Planes are uint8 with the shape ``game.plane_shape``, scalars int32, shape (scalars,).
    /// Nothing is hidden from the seat. The values are the ones of ``juez records --features``;
    /// docs/features.md says what each means, and the range of each scalar. With s seats:
    ///
    /// - quoridor: planes (2 s + 2, 9, 9), 0 or 1, distances 0 to 80 or 255 for none; 2 s scalars, 0 to 80
    /// - tute: planes (6 s + 3, 40), 0 or 1; 5 s + 1 scalars, from 0
    /// - dominoes: planes (11, 28), 0 or 1; 22 scalars, from -1
    /// - durak: planes (2 s + 7, 52), 0 or 1; 3 s + 9 scalars, from 0
    /// - scopone: planes (11, 40), 0 or 1; 15 scalars, from -1
    #[pyo3(signature = (seat = None))]
    fn features<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> Result<(Bound<'py, PyAny>, Bound<'py, PyArray1<i32>>)> {
        self.look(seat)?;
        Ok(features(py, self.rules.shape()?, &self.seen)?)
    }

    /// Writes planes and scalars of the view of ``seat`` into arrays of the caller.
    #[pyo3(signature = (planes, scalars, seat = None))]
    fn write_features(
        &mut self,
        planes: &Bound<'_, PyAny>,
        scalars: &Bound<'_, PyAny>,
        seat: Option<u8>,
    ) -> Result<()> {
        self.look(seat)?;
        let shape = self.rules.shape()?;
        let mut planes = Lent::<u8>::new("planes", planes, &shape.of_planes(None))?;
        let mut scalars = Lent::<i32>::new("scalars", scalars, &[shape.scalars()])?;
        planes.values().copy_from_slice(self.seen.planes());
        scalars.values().copy_from_slice(self.seen.scalars());
        Ok(())
    }

    /// Returns planes and scalars in one vector, float32, planes first; the values are exact.
    #[pyo3(signature = (seat = None))]
    fn observation<'py>(
        &mut self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> Result<Bound<'py, PyArray1<f32>>> {
        self.rules.shape()?;
        self.look(seat)?;
        Ok(flat(py, &self.seen))
    }

    /// Makes a move, in notation or as an action, and the deal due after it.
    ///
    /// Raises :class:`IllegalMove` with the broken rule; the state is then unchanged.
    fn apply(&mut self, mv: &Bound<'_, PyAny>) -> Result<()> {
        if let Ok(text) = mv.cast::<PyString>() {
            self.table.play_text(&text.to_cow()?)?;
        } else if let Ok(action) = mv.extract::<i64>() {
            let none = || IllegalMove::new_err(format!("no move has the number {action} here"));
            self.table.play_entry(usize::try_from(action).map_err(|_| none())?)?;
        } else {
            let name = mv.get_type().name()?;
            let why = format!("a move is a text or a whole number, not {name}");
            return Err(PyTypeError::new_err(why).into());
        }
        self.deal_if_due();
        Ok(())
    }

    /// Makes the moves that are no decision and have no action, such as ``pass``, and the deals
    /// between them, as environments do.
    fn play_forced(&mut self) {
        loop {
            self.table.play_forced();
            if !self.auto_deal || self.table.next() != Next::Deal {
                return;
            }
            let made = self.table.deal_count();
            self.deal_if_due();
            if self.table.deal_count() == made {
                return;
            }
        }
    }

    /// Returns the move of an action in notation.
    ///
    /// Raises :class:`IllegalMove` if it is not legal.
    fn move_of(&self, action: usize) -> Result<String> {
        Ok(self.table.text_of(action)?)
    }

    /// Returns the rule that a move in notation breaks; ``None`` if it is legal.
    fn why_illegal(&self, mv: &str) -> Option<String> {
        match self.table.check_text(mv) {
            Ok(()) => None,
            Err(MoveRefused::Illegal { why, .. }) => Some(why.to_string()),
            Err(why) => Some(why.to_string()),
        }
    }

    /// Makes the deal that is due: ``given`` in the form of a record, or one from the seed.
    ///
    /// Raises :class:`DealError`; the state is then unchanged.
    #[pyo3(signature = (given = None))]
    fn deal(&mut self, given: Option<&Bound<'_, PyAny>>) -> Result<()> {
        match given {
            Some(given) => {
                self.table.deal_given(&from_python(given)?)?;
                self.given = self.table.deal_count();
                Ok(())
            }
            None => self.make_deal(),
        }
    }

    /// Makes random legal moves, with the deals between them, to the end of the match, or at most
    /// ``plies``. Returns the number of moves.
    ///
    /// ``seed`` is as in :meth:`Game.start`. A state that makes no deals of its own stops before
    /// one.
    #[pyo3(signature = (seed = None, plies = None))]
    fn play_random(
        &mut self,
        py: Python<'_>,
        seed: Option<&Bound<'_, PyAny>>,
        plies: Option<u32>,
    ) -> Result<u32> {
        let mut rng = crate::values::seed(seed)?.rng();
        let most = plies.unwrap_or(u32::MAX);
        Ok(py.detach(|| {
            let mut made = 0;
            while made < most && self.table.play_any(&mut rng) {
                self.deal_if_due();
                made += 1;
            }
            made
        }))
    }

    /// Returns the view of a seat; of the seat to move for ``None``.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<u8>) -> Result<View> {
        let seat = match seat {
            Some(seat) => self.rules.seat(seat)?,
            None => self.table.to_move().ok_or_else(no_seat)?,
        };
        Ok(View::new(self.rules.clone(), self.table.sight(seat, self.seed), seat))
    }

    /// Draws the table, 80 columns at most: for a seat, ``"public"``, or ``"open"`` with everything
    /// face up.
    #[pyo3(signature = (observer = None))]
    fn draw(&self, observer: Option<&Bound<'_, PyAny>>) -> Result<String> {
        let observer = match observer {
            None => Observer::Open,
            Some(value) => match value.extract::<u8>() {
                Ok(seat) => Observer::Seat(self.rules.seat(seat)?),
                Err(_) => match &*value.str()?.to_cow()? {
                    "public" => Observer::Public,
                    "open" => Observer::Open,
                    _ => return Err(JuezError::new_err("draw for a seat, public or open").into()),
                },
            },
        };
        Ok(self.table.draw(observer).to_string())
    }

    /// Returns the record, one line of JSON for ``juez replay`` and :func:`juez.replay`.
    ///
    /// ``players`` are the names, in seat order. Raises :class:`RecordError` for a world, whose
    /// deals are guesses.
    #[pyo3(signature = (players = None))]
    fn record(&self, players: Option<Vec<String>>) -> Result<String> {
        if self.table.deal_count() == 0 && self.table.ply() > 0 && self.rules.game.info().hidden {
            return Err(RecordError::new_err("a world has no record: its deals are a guess").into());
        }
        let players = players.unwrap_or_default();
        if !players.is_empty() && players.len() != usize::from(self.rules.seats()) {
            let seats = self.rules.seats();
            let why = format!("{} players at a table of {seats} seats", players.len());
            return Err(RecordError::new_err(why).into());
        }
        let player = |name| Player { name, bot: PlayedBy::Human, source: None };
        let moves: Vec<String> = self.table.moves_made().into_iter().map(|(_, mv)| mv).collect();
        Ok(Record {
            rules: Some(self.rules.game.info().rules),
            options: self.rules.options.clone(),
            seed: self.seed,
            players: players.into_iter().map(player).collect(),
            given_deals: self.given.min(self.table.deal_count()),
            deals: self.table.deals(),
            plies: moves.iter().map(|_| Ply::unasked(By::Given)).collect(),
            moves,
            end: self.table.outcome().map(|outcome| End::new(outcome, Vec::new())),
            ..Record::new(self.rules.game.info().id)
        }
        .to_line())
    }

    /// Returns a copy, whose moves do not change this state.
    fn clone(&self) -> State {
        State {
            rules: self.rules.clone(),
            table: self.table.copy(),
            seed: self.seed,
            deals: self.deals.clone(),
            given: self.given,
            auto_deal: self.auto_deal,
            seen: Observation::default(),
        }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    fn __str__(&self) -> String {
        self.table.draw(Observer::Open).to_string()
    }

    /// Draws the table with everything face up, for notebooks.
    fn _repr_html_<'py>(state: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        state.py().import("juez.picture")?.call_method1("of_state", (state,))
    }

    fn __repr__(&self) -> String {
        let turn = match self.table.next() {
            Next::Move(seat) => format!("seat {seat} to move"),
            Next::Deal => "a deal is due".to_string(),
            Next::Over => "over".to_string(),
        };
        format!("<juez.State of {}, ply {}, {turn}>", self.rules.game.info().id, self.ply())
    }
}

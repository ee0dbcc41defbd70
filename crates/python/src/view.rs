//! The view of a seat: everything that a script in the seat gets.

use juez_core::{Answer, AnyView, Observation, Row, Seat};
use juez_match::registry::Sight;
use juez_script::{Checked, Given, ObjectKind, check};
use numpy::PyArray1;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString, PyTuple};
use std::sync::Arc;

use crate::arrays::{features, flat, mask};
use crate::errors::{IllegalMove, QueryError, Result};
use crate::rules::Rules;
use crate::state::State;
use crate::values::to_python;

/// The knowledge of one seat at one moment of a match; it stays as it is while the match continues.
///
/// Besides the methods here, a view has the queries of its game (``game.queries``), as a script
/// has: ``view.hand()``.
#[pyclass(frozen, module = "juez")]
pub(crate) struct View(Arc<Seen>);

struct Seen {
    rules: Arc<Rules>,
    sight: Box<dyn Sight>,
    seat: Seat,
}

impl View {
    pub(crate) fn new(rules: Arc<Rules>, sight: Box<dyn Sight>, seat: Seat) -> View {
        View(Arc::new(Seen { rules, sight, seat }))
    }

    /// Returns the result of a question.
    fn ask<R>(&self, question: impl FnOnce(&dyn AnyView) -> R) -> R {
        self.0.ask(question)
    }

    fn observe(&self) -> Observation {
        let mut seen = Observation::default();
        self.0.sight.observe(&mut seen);
        seen
    }
}

impl Seen {
    fn ask<R>(&self, question: impl FnOnce(&dyn AnyView) -> R) -> R {
        let (mut question, mut answer) = (Some(question), None);
        self.sight.lend(&mut |view| answer = question.take().map(|question| question(view)));
        answer.expect("a view is lent once")
    }
}

#[pymethods]
impl View {
    /// The seat of the view, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat.index()
    }

    /// The number of seats at the table.
    #[getter]
    fn seats(&self) -> u8 {
        self.0.rules.seats()
    }

    /// The number of moves made.
    #[getter]
    fn ply(&self) -> u32 {
        self.ask(|view| view.ply())
    }

    /// Number of the current deal, from 0.
    #[getter]
    fn deal(&self) -> u32 {
        self.ask(|view| view.deal())
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.rules.game.info().id
    }

    /// Returns the legal moves of the seat in notation, ascending; none if another is to move.
    fn moves(&self) -> Vec<String> {
        self.ask(|view| view.moves().to_vec())
    }

    /// Returns true if the seat may play a move now.
    fn is_legal(&self, mv: &str) -> bool {
        self.ask(|view| view.is_legal(mv))
    }

    /// Returns the rule that a move breaks; ``None`` if it is legal.
    fn why_illegal(&self, mv: &str) -> Option<String> {
        self.ask(|view| view.why_illegal(mv))
    }

    /// Returns every past move as the seat saw it, oldest first.
    fn history(&self) -> Vec<String> {
        self.ask(|view| view.past_moves().to_vec())
    }

    /// Returns every past move as the seat saw it with the seat that made it, oldest first.
    fn past(&self) -> Vec<(usize, String)> {
        let past = self.0.sight.past();
        past.into_iter().map(|(seat, mv)| (seat.index(), mv)).collect()
    }

    /// Returns everything the seat sees, as plain data.
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.ask(|view| view.data()))
    }

    /// Returns :meth:`data` as JSON, keys sorted and without blanks; much quicker.
    fn json(&self) -> String {
        self.ask(|view| view.data().to_string())
    }

    /// Returns a full state that fits the view, another guess for each ``n`` where cards are hidden.
    ///
    /// The ``n``-th is the one that a script in this seat gets. It waits for a deal at the end of the
    /// hand.
    #[pyo3(signature = (n = 0))]
    fn world(&self, n: u32) -> State {
        State::new(self.0.rules.clone(), self.0.sight.world(n), None, Vec::new(), false)
    }

    /// Returns the first ``n`` worlds that fit the view.
    fn worlds(&self, n: u32) -> Vec<State> {
        (0..n).map(|n| self.world(n)).collect()
    }

    /// Returns 1 for each legal action of the seat and 0 for the others: int8, shape (actions,).
    fn legal_mask<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray1<i8>>> {
        let moves = self.0.rules.shape()?.moves();
        Ok(mask(py, moves, |values| self.0.sight.mask(values)))
    }

    /// Returns the legal actions of the seat, as :meth:`State.legal_actions`.
    fn legal_actions(&self) -> Vec<usize> {
        self.0.sight.entries().into_iter().flatten().collect()
    }

    /// Returns the legal move of an action, in notation.
    ///
    /// Raises :class:`IllegalMove` if it is not legal.
    pub(crate) fn move_of(&self, action: i64) -> Result<String> {
        let none = || IllegalMove::new_err(format!("no legal move has the number {action} here"));
        let entry = usize::try_from(action).map_err(|_| none())?;
        Ok(self.0.sight.text_of(entry).map_err(|_| none())?)
    }

    /// Returns planes and scalars, as :meth:`State.features`.
    fn features<'py>(
        &self,
        py: Python<'py>,
    ) -> Result<(Bound<'py, PyAny>, Bound<'py, PyArray1<i32>>)> {
        Ok(features(py, self.0.rules.shape()?, &self.observe())?)
    }

    /// Returns planes and scalars in one vector, as :meth:`State.observation`.
    fn observation<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray1<f32>>> {
        self.0.rules.shape()?;
        Ok(flat(py, &self.observe()))
    }

    /// Returns the answer to a query of the game.
    ///
    /// Raises :class:`QueryError` if the arguments have no answer.
    #[pyo3(signature = (name, *args))]
    fn query<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        args: &Bound<'py, PyTuple>,
    ) -> Result<Bound<'py, PyAny>> {
        self.__getattr__(name)?.__call__(py, args)
    }

    fn __getattr__(&self, name: &str) -> Result<Query> {
        let rows = &self.0.rules.queries;
        match rows.iter().position(|row| row.name == name) {
            Some(number) => Ok(Query { seen: self.0.clone(), number }),
            None => {
                let api = self.0.rules.game.api(&[]).expect("no method is switched off");
                let why = api.no_member(ObjectKind::View, name, '.');
                Err(PyAttributeError::new_err(why).into())
            }
        }
    }

    fn __dir__(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let class = py.get_type::<View>();
        let own = class.dir()?.extract::<Vec<String>>()?;
        let queries = self.0.rules.queries.iter().map(|row| row.name.to_string());
        Ok(own.into_iter().chain(queries).collect())
    }

    fn __str__(&self) -> String {
        self.0.sight.draw().to_string()
    }

    /// Draws the table as the seat sees it, for notebooks.
    fn _repr_html_<'py>(view: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        view.py().import("juez.picture")?.call_method1("of_view", (view,))
    }

    fn __repr__(&self) -> String {
        format!("<juez.View of {}, seat {}, ply {}>", self.game(), self.seat(), self.ply())
    }
}

/// A query of a game on a view: call it.
#[pyclass(frozen, module = "juez")]
pub(crate) struct Query {
    seen: Arc<Seen>,
    number: usize,
}

impl Query {
    fn row(&self) -> &Row {
        &self.seen.rules.queries[self.number]
    }
}

/// Returns an argument as scripts pass it; `text` is its text if it is one.
fn given<'a>(value: &Bound<'_, PyAny>, text: &'a str) -> Given<'a> {
    if value.is_none() {
        Given::Nothing
    } else if value.is_instance_of::<PyString>() {
        Given::Text(text)
    } else if value.is_instance_of::<PyBool>() {
        Given::Other("true or false")
    } else if let Ok(number) = value.extract::<i64>() {
        Given::Int(number)
    } else if let Ok(number) = value.extract::<f64>() {
        Given::Float(number)
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        Given::Other("a list")
    } else if value.is_instance_of::<PyDict>() {
        Given::Other("a dict")
    } else {
        Given::Other("an object")
    }
}

#[pymethods]
impl Query {
    /// The name of the query.
    #[getter]
    fn __name__(&self) -> &'static str {
        self.row().name
    }

    /// The call and its meaning.
    #[getter]
    fn doc(&self) -> String {
        format!("{}: {}", self.row().call("view", '.'), self.row().doc)
    }

    #[pyo3(signature = (*args))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
    ) -> Result<Bound<'py, PyAny>> {
        let text = |value: Bound<'_, PyAny>| value.extract::<String>().unwrap_or_default();
        let texts: Vec<String> = args.iter().map(text).collect();
        let given = args.iter().zip(&texts).map(|(value, text)| given(&value, text));
        let given: Vec<Given<'_>> = given.collect();
        let mut checked = Checked::default();
        let seats = self.seen.rules.seats();
        check("view", '.', self.row(), seats, &given, &mut checked).map_err(QueryError::new_err)?;
        let answer = self.seen.ask(|view| view.query(self.number, checked.args()));
        let answer = answer.map_err(|why| QueryError::new_err(why.to_string()))?;
        Ok(to_python(py, &Answer::into_value(answer))?)
    }

    fn __repr__(&self) -> String {
        format!("<query {}>", self.row().call("view", '.'))
    }
}

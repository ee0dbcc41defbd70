//! Games by name, with their house rules.

use juez_core::{Lang, Record, Stream};
use juez_match::referee::Replay;
use juez_match::registry::{ArrayTable, games as all};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::errors::{JuezError, RecordError, Result};
use crate::rules::Rules;
use crate::state::State;
use crate::values::{from_python, map, object};
use crate::view::View;

/// A game with its house rules.
///
/// Made by :func:`juez.game`. Two are equal if they have the same game and the same house rules.
#[pyclass(frozen, module = "juez")]
pub(crate) struct Game {
    pub(crate) rules: Arc<Rules>,
}

/// Returns a game with these house rules; the others have their defaults.
///
/// Raises :class:`UnknownGame` or :class:`OptionsError`.
#[pyfunction]
#[pyo3(signature = (id, **options))]
pub(crate) fn game(id: &str, options: Option<&Bound<'_, PyDict>>) -> Result<Game> {
    let options = options.map(map).transpose()?.unwrap_or_default();
    Ok(Game { rules: Rules::new(id, &options)? })
}

/// Returns the names of all games.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    all().into_iter().map(|game| game.info().id).collect()
}

/// Returns the seed of match ``number`` of a series that begins with ``seed``, 64 hexadecimal digits:
/// the seed itself for 0, else a child of it, as ``juez play --games`` draws them.
#[pyfunction]
#[pyo3(signature = (seed, number))]
pub(crate) fn series_seed(seed: &Bound<'_, PyAny>, number: u32) -> Result<String> {
    let first = crate::values::seed(Some(seed))?;
    let of_number = match number {
        0 => first,
        number => first.child(Stream::Match(number)),
    };
    Ok(of_number.to_string())
}

/// Returns the state of a record, one line of JSON, after ``ply`` moves; after its last for
/// ``None``.
///
/// The state plays on with the record's further deals and seed. Raises :class:`RecordError`.
#[pyfunction]
#[pyo3(signature = (record, ply = None))]
pub(crate) fn replay(record: &str, ply: Option<u32>) -> Result<State> {
    let record = Record::from_line(record)?;
    let mut options = record.options.clone();
    let game = juez_match::registry::game(&record.game)?;
    options = game.info().with_seats(&options, record.players.len()).into_owned();
    let rules = Rules::new(&record.game, &options)?;
    let mut replay =
        Replay::<dyn ArrayTable>::open(&record, game.info(), |options| game.array_table(options))?;
    replay.deal_if_due()?;
    match ply {
        None => replay.go_to_end()?,
        Some(ply) => replay.go_to(ply)?,
    }
    let made = replay.table().ply();
    if let Some(ply) = ply.filter(|&ply| ply > made) {
        let why = format!("there is no ply {ply}: the record has {made} moves");
        return Err(RecordError::new_err(why).into());
    }
    let table = replay.into_table();
    let given = record.given_deals;
    let mut state = State::new(rules, table, record.seed, record.deals, true);
    state.given = given;
    Ok(state)
}

impl Game {
    fn lang(lang: &str) -> Result<Lang> {
        Ok(match lang {
            "en" => Lang::En,
            "es" => Lang::Es,
            "it" => Lang::It,
            _ => return Err(JuezError::new_err("rules are in en, es or it").into()),
        })
    }
}

#[pymethods]
impl Game {
    /// Name of the game in files: ``"durak"``.
    #[getter]
    fn id(&self) -> &'static str {
        self.rules.game.info().id
    }

    /// Name of the game for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.rules.game.info().title
    }

    /// One sentence about the game.
    #[getter]
    fn summary(&self) -> &'static str {
        self.rules.game.info().summary
    }

    /// True if a seat sees only a part of the state.
    #[getter]
    fn hidden(&self) -> bool {
        self.rules.game.info().hidden
    }

    /// The version of the rules, as in records.
    #[getter]
    fn version(&self) -> u32 {
        self.rules.game.info().rules
    }

    /// The number of seats at the table.
    #[getter]
    fn seats(&self) -> u8 {
        self.rules.seats()
    }

    /// The team of each seat; partners have the same.
    #[getter]
    fn teams(&self) -> Vec<u32> {
        self.rules.teams.iter().map(|team| team.0.into()).collect()
    }

    /// The house rules with their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        object(py, &self.rules.options)
    }

    /// Each house rule of the game: its name, default, allowed values and meaning.
    #[getter]
    fn option_info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let table = self.rules.game.info().options.iter().map(|option| {
            let row = PyDict::new(py);
            row.set_item("name", option.name)?;
            row.set_item("default", option.default)?;
            row.set_item("allowed", option.allowed.to_string())?;
            row.set_item("meaning", option.doc)?;
            Ok(row)
        });
        PyList::new(py, table.collect::<PyResult<Vec<_>>>()?)
    }

    /// The built-in bots, weakest first, each as name and summary.
    #[getter]
    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        self.rules.game.bots().iter().map(|bot| (bot.name, bot.summary)).collect()
    }

    /// The methods of a view that only this game has, each as call and meaning.
    #[getter]
    fn queries(&self) -> Vec<(String, &'static str)> {
        self.rules.queries.iter().map(|row| (row.call("view", '.'), row.doc)).collect()
    }

    /// Shape of the planes: their number, then the shape of one.
    #[getter]
    fn plane_shape<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        Ok(PyTuple::new(py, self.rules.shape()?.of_planes(None))?)
    }

    /// The name of each plane.
    #[getter]
    fn plane_names(&self) -> Result<Vec<String>> {
        Ok(self.rules.shape()?.plane_names.clone())
    }

    /// The name of each scalar.
    #[getter]
    fn scalar_names(&self) -> Result<Vec<String>> {
        Ok(self.rules.shape()?.scalar_names.clone())
    }

    /// The name of each action.
    #[getter]
    fn move_names(&self) -> Result<Vec<String>> {
        Ok(self.rules.shape()?.move_names.clone())
    }

    /// Returns the rules in prose, in Markdown; ``lang`` is ``en``, ``es`` or ``it``.
    #[pyo3(signature = (lang = "en"))]
    fn rules(&self, lang: &str) -> Result<String> {
        Ok(self.rules.game.info().text.rules(Game::lang(lang)?))
    }

    /// Starts a match; returns its state.
    ///
    /// All deals are drawn from ``seed``, a whole number or 64 hexadecimal digits, as ``juez play
    /// --seed`` draws them; ``None`` draws a seed from the system. With ``auto_deal=False`` the
    /// state waits for :meth:`State.deal` whenever a deal is due.
    #[pyo3(signature = (seed = None, *, auto_deal = true))]
    fn start(&self, seed: Option<&Bound<'_, PyAny>>, auto_deal: bool) -> Result<State> {
        let from = crate::values::seed(seed)?;
        let table = self.rules.table();
        Ok(State::new(self.rules.clone(), table, Some(from), Vec::new(), auto_deal))
    }

    /// Returns the view of plain data, as :meth:`View.data` and the messages of ``exec:`` have it.
    ///
    /// ``past`` has each past move, as the seat saw it, with the seat that made it; ``seed`` is the one
    /// of the bot, from which its worlds are drawn. Raises :class:`JuezError` for data that are not a
    /// view of this game.
    #[pyo3(signature = (data, seat, *, deal = 0, past = Vec::new(), seed = None))]
    fn view(
        &self,
        data: &Bound<'_, PyAny>,
        seat: u8,
        deal: u32,
        past: Vec<(u8, String)>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> Result<View> {
        let (data, seat) = (from_python(data)?, self.rules.seat(seat)?);
        let seed = crate::values::seed(seed)?;
        let with_seat = |(seat, mv)| Ok((self.rules.seat(seat)?, mv));
        let past = past.into_iter().map(with_seat).collect::<Result<Vec<_>>>()?;
        // Data that no match makes can break a rule that views rely on.
        let make = || self.rules.game.sight(&self.rules.options, seat, &data, (deal, &past), seed);
        let made = catch_unwind(AssertUnwindSafe(make));
        let sight = made.unwrap_or_else(|_| Err("no match has this view".to_string()));
        Ok(View::new(self.rules.clone(), sight.map_err(JuezError::new_err)?, seat))
    }

    fn __repr__(&self) -> String {
        let mut text = format!("juez.game({:?}", self.id());
        for (name, value) in &self.rules.options {
            let value = match value {
                serde_json::Value::Bool(true) => "True".to_string(),
                serde_json::Value::Bool(false) => "False".to_string(),
                serde_json::Value::Null => "None".to_string(),
                other => other.to_string(),
            };
            text.push_str(&format!(", {name}={value}"));
        }
        text + ")"
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.id() == other.id() && self.rules.options == other.rules.options
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.__repr__().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.import("juez")?.getattr("_restore_game")?;
        let options = object(py, &self.rules.options)?;
        Ok((restore, (self.id(), options)).into_pyobject(py)?.into_any())
    }
}

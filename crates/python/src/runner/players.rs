//! Players from Python: functions, scripts, built-in bots, programs.

use juez_core::{TimeControl, plain};
use juez_match::registry::{Function, Mind, PlayerSpec, Reading, Sight, game};
use juez_pool::{Isolation, IsolationKind, PoolOptions};
use juez_script::BotSpec;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::failed;
use crate::rules::Rules;
use crate::view::View;

/// A player as given: its name, if any, and a text or a function.
pub(super) type Given<'py> = (Option<String>, Bound<'py, PyAny>);

/// The rules of tables of different sizes.
pub(super) struct GameRules {
    id: String,
    options: Map<String, Value>,
    /// The rules made so far, by number of seats.
    known: Mutex<BTreeMap<u8, Arc<Rules>>>,
}

impl GameRules {
    /// Creates the rules of a game with these options.
    pub fn new(id: &str, options: Map<String, Value>) -> GameRules {
        GameRules { id: id.to_string(), options, known: Mutex::default() }
    }

    fn of_table(&self, seats: u8) -> PyResult<Arc<Rules>> {
        let mut known = self.known.lock().map_err(failed)?;
        if let Some(rules) = known.get(&seats) {
            return Ok(rules.clone());
        }
        let (game, mut options) = (game(&self.id).map_err(failed)?, self.options.clone());
        if game.info().options.iter().any(|option| option.name == "seats") {
            options.insert("seats".to_string(), seats.into());
        }
        let rules = Rules::new(&self.id, &options).map_err(PyErr::from)?;
        known.insert(seats, rules.clone());
        Ok(rules)
    }
}

struct PythonFunction {
    function: Py<PyAny>,
    rules: Arc<GameRules>,
}

impl Function for PythonFunction {
    fn next_move(&self, sight: Box<dyn Sight>) -> Result<String, String> {
        Python::attach(|py| {
            let (seat, rules) = (sight.seat(), self.rules.of_table(sight.seats())?);
            let view = Bound::new(py, View::new(rules, sight, seat))?;
            let answer = self.function.bind(py).call1((&view,))?;
            match answer.cast::<PyString>() {
                Ok(text) => text.extract(),
                Err(_) => match answer.extract::<i64>() {
                    Ok(action) => Ok(view.get().move_of(action)?),
                    Err(_) => Ok(answer.repr()?.to_string()),
                },
            }
        })
        .map_err(|error: PyErr| error.to_string())
    }
}

/// The players of a match.
pub(super) struct Players {
    pub specs: Vec<PlayerSpec>,
    /// The players as given, a function by its name.
    pub texts: Vec<String>,
}

impl Players {
    /// Reads players. Scripts are not parsed here if they play in processes of their own.
    ///
    /// # Errors
    /// The first that is none.
    pub fn read(
        rules: GameRules,
        given: &[Given<'_>],
        kind: IsolationKind,
        clock: TimeControl,
        program: Option<&PathBuf>,
    ) -> PyResult<Players> {
        let game = game(&rules.id).map_err(failed)?;
        let script = match kind {
            IsolationKind::Thread => BotSpec::read,
            IsolationKind::Process => BotSpec::read_source,
        };
        let reading = Reading { script, person: None, programs: Some(clock) };
        let rules = Arc::new(rules);
        let read = |(name, player): &Given<'_>| {
            let mut spec = match player.cast::<PyString>() {
                Ok(text) => reading.player(&text.to_cow()?, game).map_err(failed)?,
                Err(_) => of_function(player, &rules)?,
            };
            if let Some(name) = name {
                spec.name = plain(name);
            }
            if let Mind::External(external) = &mut spec.mind {
                let missing = "programs play below the program juez, which is not on the path";
                external.guard = Some(program.ok_or_else(|| failed(missing))?.clone());
            }
            let mut given = player.str()?.to_string();
            if let Mind::Function { text, .. } = &mut spec.mind {
                *text = format!("python:{}", spec.name);
                given.clone_from(text);
            }
            Ok((spec, given))
        };
        let read = given.iter().map(read).collect::<PyResult<Vec<_>>>()?;
        let (specs, texts) = read.into_iter().unzip();
        Ok(Players { specs, texts })
    }

    /// Opens the place where scripts run: processes of `program`, if there are scripts.
    ///
    /// # Errors
    /// If no process can be started.
    pub fn isolation(&self, kind: IsolationKind, program: Option<PathBuf>) -> PyResult<Isolation> {
        if self.specs.iter().all(|spec| spec.mind.script().is_none()) {
            return Ok(Isolation::Thread);
        }
        if kind == IsolationKind::Process && program.is_none() {
            let why = "scripts play in processes of the program juez, which is not on the path; \
                       isolation=\"thread\" trusts them";
            return Err(failed(why));
        }
        let options = PoolOptions { program, ..PoolOptions::default() };
        Isolation::new(kind, &options).map_err(failed)
    }
}

fn of_function(function: &Bound<'_, PyAny>, rules: &Arc<GameRules>) -> PyResult<PlayerSpec> {
    if !function.is_callable() {
        let kind = function.get_type().name()?;
        let why = format!("a player is a text or a function of a view, not {kind}");
        return Err(PyTypeError::new_err(why));
    }
    let name = match function.getattr("__name__") {
        Ok(name) => name.str()?.to_string(),
        Err(_) => function.get_type().name()?.to_string(),
    };
    let own = PythonFunction { function: function.clone().unbind(), rules: rules.clone() };
    let mind = Mind::Function { text: String::new(), function: Arc::new(own) };
    Ok(PlayerSpec { name: plain(&name), mind })
}

//! A game with its house rules, shared by everything that is made from it.

use juez_core::{Observation, Row, Seat, Team};
use juez_match::registry::{AnyGame, ArrayTable, game};
use serde_json::{Map, Value};
use std::sync::Arc;

use crate::errors::{JuezError, Result};

/// A game with complete house rules.
pub(crate) struct Rules {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) options: Map<String, Value>,
    pub(crate) teams: Vec<Team>,
    pub(crate) queries: Vec<Row>,
    shape: Option<Shape>,
}

/// The shape of the arrays of a position.
pub(crate) struct Shape {
    /// Shape of one plane: a board, a deck.
    pub(crate) plane: &'static [usize],
    pub(crate) plane_names: Vec<String>,
    pub(crate) scalar_names: Vec<String>,
    pub(crate) move_names: Vec<String>,
}

impl Shape {
    pub(crate) fn scalars(&self) -> usize {
        self.scalar_names.len()
    }

    pub(crate) fn moves(&self) -> usize {
        self.move_names.len()
    }

    /// Returns the shape of the planes of `count` positions, or of one position for `None`.
    pub(crate) fn of_planes(&self, count: Option<usize>) -> Vec<usize> {
        let head = count.into_iter().chain([self.plane_names.len()]);
        head.chain(self.plane.iter().copied()).collect()
    }
}

impl Rules {
    pub(crate) fn new(id: &str, options: &Map<String, Value>) -> Result<Arc<Rules>> {
        let game = game(id)?;
        let table = game.array_table(options)?;
        let names = |observation: &Observation| {
            let planes = observation.plane_names().iter().map(ToString::to_string).collect();
            let scalars = observation.scalar_names().iter().map(ToString::to_string).collect();
            (planes, scalars)
        };
        let shape = game.feature_shape().map(|shape| {
            let mut observation = Observation::default();
            table.observe(Seat::new(0), &mut observation);
            let (plane_names, scalar_names) = names(&observation);
            Shape { plane: shape.plane, plane_names, scalar_names, move_names: shape.moves }
        });
        Ok(Arc::new(Rules {
            game,
            options: table.options_json(),
            teams: table.teams(),
            queries: game.queries(),
            shape,
        }))
    }

    pub(crate) fn seats(&self) -> u8 {
        self.teams.len() as u8
    }

    /// Creates a table before the first deal or move.
    pub(crate) fn table(&self) -> Box<dyn ArrayTable> {
        self.game.array_table(&self.options).expect("the options are playable")
    }

    /// Returns the shape of its arrays.
    ///
    /// # Errors
    /// If the game has none.
    pub(crate) fn shape(&self) -> Result<&Shape> {
        let none = || JuezError::new_err(format!("{} has no features", self.game.info().id));
        self.shape.as_ref().ok_or_else(|| none().into())
    }

    /// Returns a seat of this table.
    ///
    /// # Errors
    /// If there is none with this number.
    pub(crate) fn seat(&self, number: u8) -> Result<Seat> {
        let seats = self.seats();
        if number < seats {
            return Ok(Seat::new(number));
        }
        let none = format!("no seat {number}: seats are 0 to {}", seats - 1);
        Err(JuezError::new_err(none).into())
    }
}

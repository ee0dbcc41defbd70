//! The API tables of a game in one place.

use super::super::AnyGame;
use juez_core::{Allowed, Field, GameInfo, Kind, OptionInfo, Returns, Row};
use juez_script::{RESULT_ROWS, VIEW_BASE, WORLD_BASE};

/// Everything a script can call in one game.
pub struct Reference {
    /// The game.
    pub info: &'static GameInfo,
    /// The methods of every view.
    pub view: Vec<Row>,
    /// The methods of every world.
    pub world: Vec<Row>,
    /// The additional methods of views and worlds of this game.
    pub of_game: Vec<Row>,
}

impl Reference {
    /// Collects the tables of `game`.
    pub fn of(game: &dyn AnyGame) -> Reference {
        let info = game.info();
        Reference {
            info,
            view: VIEW_BASE.iter().map(|base| base.row_in(info)).collect(),
            world: WORLD_BASE.iter().map(|base| base.row_in(info)).collect(),
            of_game: game.queries(),
        }
    }

    /// Iterates over the methods of an object, with the game's own last; empty for `info`.
    pub fn methods(&self, object: &str) -> impl Iterator<Item = &Row> {
        let (own, of_game): (&[Row], &[Row]) = match object {
            "view" => (&self.view, &self.of_game),
            "world" => (&self.world, &self.of_game),
            "result" => (RESULT_ROWS, &[]),
            _ => (&[], &[]),
        };
        own.iter().chain(of_game)
    }

    /// Iterates over the methods that return tables with known keys.
    pub(super) fn tables(&self) -> impl Iterator<Item = &Row> {
        self.of_game.iter().filter(|row| !row.keys.is_empty())
    }

    /// Returns the name of a type in editor files. It begins with the game, since one folder can
    /// have bots of several games and an editor knows every type everywhere.
    pub(super) fn type_name(&self, part: &str) -> String {
        format!("{}{}", camel(self.info.id), camel(part))
    }

    /// Returns the name of the type of a table that a method returns.
    pub(super) fn table_name(&self, row: &Row) -> String {
        let entry = if row.returns == Returns::Maps { "_entry" } else { "" };
        self.type_name(&format!("{}{entry}", row.name))
    }
}

/// The words for types in editor files.
pub(super) struct TypeWords {
    pub int: &'static str,
    pub number: &'static str,
    pub text: &'static str,
    pub truth: &'static str,
    /// The type of an optional value.
    pub maybe: fn(&str) -> String,
    /// The list of a type.
    pub list: fn(&str) -> String,
    /// A table with any keys.
    pub map: &'static str,
    pub nothing: &'static str,
}

impl TypeWords {
    /// Returns the type of a house rule; words are quoted and separated by bars.
    pub fn option(&self, option: &OptionInfo) -> String {
        match option.allowed {
            Allowed::Switch => self.truth.to_string(),
            Allowed::Weights => self.text.to_string(),
            Allowed::Numbers(_) | Allowed::Range(..) | Allowed::Decimal(..) => self.int.to_string(),
            Allowed::Words(words) => {
                words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" | ")
            }
        }
    }

    pub fn param(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Seat | Kind::Team | Kind::Int => self.int,
            Kind::Number => self.number,
            Kind::Move | Kind::Place | Kind::Text | Kind::Words(_) => self.text,
        }
    }

    pub fn field(&self, api: &Reference, field: &Field) -> String {
        match field.returns {
            // The only table among the fields of objects.
            Returns::Map => api.type_name(field.name),
            returns => self.plain(api, returns),
        }
    }

    pub fn result(&self, api: &Reference, row: &Row) -> String {
        match row.returns {
            Returns::Map if !row.keys.is_empty() => api.table_name(row),
            Returns::Maps if !row.keys.is_empty() => (self.list)(&api.table_name(row)),
            returns => self.plain(api, returns),
        }
    }

    /// Returns the type of a result, ignoring the keys of its tables.
    pub fn plain(&self, api: &Reference, returns: Returns) -> String {
        match returns {
            Returns::Int => self.int.to_string(),
            Returns::Bool => self.truth.to_string(),
            Returns::Text => self.text.to_string(),
            Returns::Texts => (self.list)(self.text),
            Returns::Ints => (self.list)(self.int),
            Returns::Map => self.map.to_string(),
            Returns::Maps => (self.list)(self.map),
            Returns::MaybeInt => (self.maybe)(self.int),
            Returns::MaybeText => (self.maybe)(self.text),
            Returns::World => api.type_name("world"),
            Returns::View => api.type_name("view"),
            Returns::Nothing => self.nothing.to_string(),
        }
    }
}

/// Returns the documentation of an option in one line.
pub(super) fn option_doc(option: &OptionInfo) -> String {
    format!("{} ({}; default {})", option.doc, option.allowed, option.default)
}

/// Returns the first line of a generated file, without the comment sign of its language. Its
/// beginning identifies generated files.
pub(super) fn header(info: &GameInfo) -> String {
    let (version, id) = (env!("CARGO_PKG_VERSION"), info.id);
    format!("{MADE} {version}; `juez new {id} --editor .` makes it again.")
}

/// The beginning of every header.
pub(super) const MADE: &str = "Made by juez";

/// Returns a key as written in a table type: reserved words of Lua need brackets.
pub(super) fn key(field: &Field) -> String {
    match field.name {
        "end" => format!("[{:?}]", field.name),
        name => name.to_string(),
    }
}

fn camel(name: &str) -> String {
    let mut text = String::new();
    for word in name.split('_') {
        let mut letters = word.chars();
        text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        text.push_str(letters.as_str());
    }
    text
}

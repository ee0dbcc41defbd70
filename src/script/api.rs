//! Everything a script may call: what every game offers, then the game's own queries.

use std::any::TypeId;
use std::cell::RefCell;
use std::rc::Rc;

use super::words;
use crate::core::{Costs, Field, Game, GameInfo, Kind, Param, Returns, Row, nearest};

/// A method every game offers.
#[derive(Clone, Copy, Debug)]
pub struct BaseRow<Op: 'static> {
    /// The signature. What it costs depends on the game: [`BaseRow::row_in`].
    pub row: Row,
    /// Number of required parameters.
    pub required: usize,
    /// Its effect.
    pub op: Op,
    cost: fn(&Costs) -> u32,
}

impl<Op> BaseRow<Op> {
    /// The row with its cost in a game.
    pub fn row_in(&self, game: &GameInfo) -> Row {
        Row { cost: (self.cost)(&game.costs), ..self.row }
    }
}

/// The fields of a view.
pub const VIEW_FIELDS: &[Field] = &[
    Field::new("seat", Returns::Int, "your seat, counted from 0"),
    Field::new("seats", Returns::Int, "how many seats play"),
    Field::new("ply", Returns::Int, "how many moves were made since the match began"),
    Field::new("deal", Returns::Int, "number of the current deal, counted from 0"),
    Field::new("game", Returns::Text, "the name of the game"),
];

/// The fields of `info`, the argument of `start`.
pub const INFO_FIELDS: &[Field] = &[
    Field::new("game", Returns::Text, "the name of the game"),
    Field::new("seat", Returns::Int, "your seat, counted from 0"),
    Field::new("seats", Returns::Int, "how many seats play"),
    Field::new("team", Returns::Int, "your team, counted from 0; partners have the same"),
    Field::new("options", Returns::Map, "the house rules of the match"),
    Field::new("seed", Returns::Text, "your own seed, 64 hexadecimal digits"),
    Field::new(
        "players",
        Returns::Texts,
        "the names at the table, seat 0 first; seat 0, seat 1 and so on where they are hidden",
    ),
];

/// The fields of `result`, the argument of `finish`.
pub const RESULT_FIELDS: &[Field] = &[Field::new(
    "reason",
    Returns::Text,
    "why the match is over: finished, max_plies, repetition, forfeit or stopped",
)];

/// The methods of `result`.
pub const RESULT_ROWS: &[Row] = &[
    Row::new("rank", SEAT, Returns::Int, 0, "the rank of a seat: 1 has won"),
    Row::new("points", SEAT, Returns::Int, 0, "the points of a seat"),
];

/// A function of a bot that the referee calls.
#[derive(Clone, Copy, Debug)]
pub struct HookInfo {
    /// Its name.
    pub name: &'static str,
    /// Name of its argument: `view`, `info` or `result`.
    pub param: &'static str,
    /// Type of its result.
    pub returns: Returns,
    /// True if a bot must have it.
    pub required: bool,
    /// One line of documentation.
    pub doc: &'static str,
}

/// The hooks of a bot, in the order they are called.
pub const HOOKS: &[HookInfo] = &[
    HookInfo {
        name: "start",
        param: "info",
        returns: Returns::Nothing,
        required: false,
        doc: "called once, before the first deal",
    },
    HookInfo {
        name: "next_move",
        param: "view",
        returns: Returns::Text,
        required: true,
        doc: "called at each decision with more than one legal move; gives back one of them",
    },
    HookInfo {
        name: "finish",
        param: "result",
        returns: Returns::Nothing,
        required: false,
        doc: "called once, at the end",
    },
];

/// Operation of a method of a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewOp {
    /// The legal moves.
    Moves,
    /// Legality of a move.
    IsLegal,
    /// Why a move is not legal.
    WhyIllegal,
    /// The moves so far.
    History,
    /// Everything as plain data.
    Data,
    /// Fuel left.
    Fuel,
    /// A random number.
    Random,
    /// Draws on the board.
    Mark,
    /// Notes beside the board.
    Note,
    /// Draws a curve over the match.
    Plot,
    /// A world to think on.
    World,
    /// Row `n` of the game's queries.
    Query(usize),
}

/// Operation of a method of a world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorldOp {
    /// The legal moves.
    Moves,
    /// The world after a move.
    Play,
    /// The seat to move.
    ToMove,
    /// True at the end.
    IsOver,
    /// Points of a seat.
    Points,
    /// Rank of a seat.
    Rank,
    /// Random play to the end.
    Playout,
    /// The view of a seat.
    View,
    /// Row `n` of the game's queries.
    Query(usize),
}

const fn param(name: &'static str, kind: Kind) -> Param {
    Param { name, kind }
}

const MOVE: &[Param] = &[param("move", Kind::Move)];
const SEAT: &[Param] = &[param("seat", Kind::Seat)];

const fn base<Op: Copy>(
    op: Op,
    name: &'static str,
    params: &'static [Param],
    required: usize,
    returns: Returns,
    cost: fn(&Costs) -> u32,
    doc: &'static str,
) -> BaseRow<Op> {
    BaseRow { row: Row::new(name, params, returns, 0, doc), required, op, cost }
}

/// The methods of every view.
pub const VIEW_BASE: &[BaseRow<ViewOp>] = &[
    base(
        ViewOp::Moves,
        "moves",
        &[],
        0,
        Returns::Texts,
        |_| 2,
        "your legal moves, in ascending order",
    ),
    base(
        ViewOp::IsLegal,
        "is_legal",
        MOVE,
        1,
        Returns::Bool,
        |c| c.is_legal,
        "whether you may play a move now",
    ),
    base(
        ViewOp::WhyIllegal,
        "why_illegal",
        MOVE,
        1,
        Returns::MaybeText,
        |c| c.why_illegal,
        "the rule a move breaks, or nothing if it is legal",
    ),
    base(
        ViewOp::History,
        "history",
        &[],
        0,
        Returns::Texts,
        |_| 1,
        "every move of the match so far",
    ),
    base(
        ViewOp::Data,
        "data",
        &[],
        0,
        Returns::Map,
        |_| 1,
        "everything you can see, as a plain table",
    ),
    base(ViewOp::Fuel, "fuel", &[], 0, Returns::Int, |_| 1, "how much fuel this call has left"),
    base(
        ViewOp::Random,
        "random",
        &[param("n", Kind::Int)],
        1,
        Returns::Int,
        |_| 2,
        "a random whole number from 0 to n-1, from your own seed",
    ),
    base(
        ViewOp::Mark,
        "mark",
        &[param("place", Kind::Place), param("label", Kind::Text), param("colour", Kind::Text)],
        2,
        Returns::Nothing,
        |_| 10,
        "draws a label on a square or card for people who watch",
    ),
    base(
        ViewOp::Note,
        "note",
        &[param("text", Kind::Text)],
        1,
        Returns::Nothing,
        |_| 5,
        "writes a note beside the board for people who watch",
    ),
    base(
        ViewOp::Plot,
        "plot",
        &[param("name", Kind::Text), param("value", Kind::Number)],
        2,
        Returns::Nothing,
        |_| 20,
        "gives a curve over the match its value at this decision, for people who watch",
    ),
    base(
        ViewOp::World,
        "world",
        &[param("n", Kind::Int)],
        0,
        Returns::World,
        |c| c.world,
        "a complete position that fits what you see; another guess for each n where cards are hidden",
    ),
];

/// The methods of every world.
pub const WORLD_BASE: &[BaseRow<WorldOp>] = &[
    base(
        WorldOp::Moves,
        "moves",
        &[],
        0,
        Returns::Texts,
        |_| 5,
        "the legal moves, in ascending order",
    ),
    base(WorldOp::Play, "play", MOVE, 1, Returns::World, |c| c.play, "the world after a move"),
    base(WorldOp::ToMove, "to_move", &[], 0, Returns::MaybeInt, |_| 2, "whose turn it is"),
    base(
        WorldOp::IsOver,
        "is_over",
        &[],
        0,
        Returns::Bool,
        |_| 2,
        "whether the hand or match is over",
    ),
    base(
        WorldOp::Points,
        "points",
        SEAT,
        1,
        Returns::Int,
        |_| 2,
        "the points of a seat as they stand",
    ),
    base(
        WorldOp::Rank,
        "rank",
        SEAT,
        1,
        Returns::MaybeInt,
        |_| 5,
        "the rank of a seat once the match is over: 1 has won",
    ),
    base(
        WorldOp::Playout,
        "playout",
        &[param("k", Kind::Int)],
        0,
        Returns::World,
        |_| 20,
        "the world after random moves to the end, or after k of them",
    ),
    base(
        WorldOp::View,
        "view",
        SEAT,
        1,
        Returns::View,
        |c| c.view,
        "what a seat would see of this world",
    ),
];

/// Names on other platforms, each with ours.
const ELSEWHERE: &[(&str, &[&str])] = &[
    ("apply", &["play"]),
    ("board", &["squares", "table", "chain", "trick", "data"]),
    ("cards", &["hand"]),
    ("clone", &["world"]),
    ("copy", &["world"]),
    ("do_move", &["play"]),
    ("done", &["is_over"]),
    ("id", &["seat"]),
    ("index", &["seat"]),
    ("length", &["distance", "count"]),
    ("me", &["seat"]),
    ("opponents", &["seats"]),
    ("player", &["seat"]),
    ("position", &["pawn", "data"]),
    ("rand", &["random"]),
    ("rollout", &["playout"]),
    ("round", &["deal", "ply"]),
    ("score", &["points"]),
    ("simulate", &["world", "playout"]),
    ("state", &["data", "world"]),
    ("tiles", &["hand"]),
    ("turn", &["to_move", "ply"]),
    ("winner", &["rank"]),
];

/// The name among `known` for what another platform calls `name`.
fn elsewhere<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.collect();
    let (_, ours) = ELSEWHERE.iter().find(|(other, _)| nearest(name, [*other]).is_some())?;
    ours.iter().find_map(|ours| known.iter().find(|name| *name == ours).copied())
}

/// One method as a script sees it.
#[derive(Clone, Copy, Debug)]
pub struct Method<Op> {
    /// The signature.
    pub row: Row,
    /// Number of required parameters.
    pub required: usize,
    /// Its effect.
    pub op: Op,
    /// True if the lesson switched it off.
    pub off: bool,
}

/// Everything the scripts of one match may call.
#[derive(Debug)]
pub struct Api {
    /// The game.
    pub info: &'static GameInfo,
    /// The methods of a view.
    pub view: Vec<Method<ViewOp>>,
    /// The methods of a world.
    pub world: Vec<Method<WorldOp>>,
    /// The names that are switched off.
    pub without: Vec<String>,
    /// The numbers of the methods of a view and of a world by their names, ascending.
    by_name: [Vec<usize>; 2],
}

fn by_name<Op>(methods: &[Method<Op>]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..methods.len()).collect();
    numbers.sort_unstable_by_key(|&number| methods[number].row.name);
    numbers
}

fn number_of<Op>(methods: &[Method<Op>], by_name: &[usize], name: &str) -> Option<usize> {
    let found = by_name.binary_search_by_key(&name, |&number| methods[number].row.name);
    found.ok().map(|at| by_name[at])
}

/// A name of a method to switch off that no script could call anyway.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no method called {name:?} to switch off{}", meant.map(|m| format!("; did you mean {m}?")).unwrap_or_default())]
pub struct UnknownMethod {
    /// The name given.
    pub name: String,
    /// The nearest known name.
    pub meant: Option<&'static str>,
}

thread_local! {
    /// The API that was made last: a thread plays one game after the other by the same lesson.
    static LAST: RefCell<Option<(TypeId, Rc<Api>)>> = const { RefCell::new(None) };
}

impl Api {
    /// The script API of game `G` without the methods in `without`.
    ///
    /// # Errors
    /// If `without` names a method that is not there.
    pub fn of<G: Game>(without: &[String]) -> Result<Rc<Api>, UnknownMethod> {
        let game = TypeId::of::<G>();
        if let Some((_, api)) = LAST
            .with_borrow(Option::clone)
            .filter(|(of, api)| *of == game && api.without == without)
        {
            return Ok(api);
        }
        let api = Rc::new(Api::make::<G>(without)?);
        LAST.set(Some((game, api.clone())));
        Ok(api)
    }

    fn make<G: Game>(without: &[String]) -> Result<Api, UnknownMethod> {
        let off = |name: &str| without.iter().any(|other| other == name);
        fn method<Op: Copy>(
            info: &GameInfo,
            base: &BaseRow<Op>,
            off: &dyn Fn(&str) -> bool,
        ) -> Method<Op> {
            let (row, op) = (base.row_in(info), base.op);
            Method { row, required: base.required, op, off: off(row.name) }
        }
        fn query<G: Game, Op>(op: fn(usize) -> Op, off: &dyn Fn(&str) -> bool) -> Vec<Method<Op>> {
            let rows = G::QUERIES.iter().map(|query| query.row).enumerate();
            rows.map(|(i, row)| Method {
                row,
                required: row.params.len(),
                op: op(i),
                off: off(row.name),
            })
            .collect()
        }
        let mut view: Vec<_> = VIEW_BASE.iter().map(|base| method(&G::INFO, base, &off)).collect();
        view.extend(query::<G, _>(ViewOp::Query, &off));
        let mut world: Vec<_> =
            WORLD_BASE.iter().map(|base| method(&G::INFO, base, &off)).collect();
        world.extend(query::<G, _>(WorldOp::Query, &off));
        let names = || view.iter().map(|m| m.row.name).chain(world.iter().map(|m| m.row.name));
        if let Some(name) = without.iter().find(|name| !names().any(|known| known == name.as_str()))
        {
            let meant = nearest(name, names());
            return Err(UnknownMethod { name: name.clone(), meant });
        }
        let by_name = [by_name(&view), by_name(&world)];
        Ok(Api { info: &G::INFO, view, world, without: without.to_vec(), by_name })
    }

    /// The number of the method of a view with this name.
    pub fn view_method(&self, name: &str) -> Option<usize> {
        number_of(&self.view, &self.by_name[0], name)
    }

    /// The number of the method of a world with this name.
    pub fn world_method(&self, name: &str) -> Option<usize> {
        number_of(&self.world, &self.by_name[1], name)
    }

    /// The sentence for a member that `object` (`view` or `world`) does not have.
    pub fn no_member(&self, object: &str, name: &str, mark: char) -> String {
        self.other_member(object, name, mark).unwrap_or_else(|| {
            words::it_has(object, format!("{name:?}"), self.methods(object).join(", "))
        })
    }

    /// The same, if there is a member that was probably meant.
    pub fn other_member(&self, object: &str, name: &str, mark: char) -> Option<String> {
        let fields = || VIEW_FIELDS.iter().map(|field| field.name);
        let known = self.methods(object).into_iter().chain(fields().filter(|_| object == "view"));
        if object == "view" && self.world.iter().any(|method| method.row.name == name) {
            let call = format!("view{mark}world(){mark}{name}()");
            return Some(words::a_world_has_it(format!("{name:?}"), call));
        }
        let meant = match nearest(name, known.clone()).or_else(|| elsewhere(name, known))? {
            field if object == "view" && fields().any(|known| known == field) => {
                format!("{object}.{field}")
            }
            method => format!("{object}{mark}{method}()"),
        };
        Some(words::did_you_mean(words::no_member(object, format!("{name:?}")), meant))
    }

    /// The names of the methods of a `view` or a `world`.
    fn methods(&self, object: &str) -> Vec<&'static str> {
        match object {
            "view" => self.view.iter().map(|m| m.row.name).collect(),
            _ => self.world.iter().map(|m| m.row.name).collect(),
        }
    }
}

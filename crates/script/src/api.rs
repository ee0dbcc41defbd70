//! The methods a script can call: the base methods of every game, then the game's own queries.

use std::any::TypeId;
use std::cell::RefCell;
use std::rc::Rc;

use super::words;
use juez_core::{Costs, Field, Game, GameInfo, Kind, Param, Returns, Row, nearest};

/// A method every game offers.
#[derive(Clone, Copy, Debug)]
pub struct BaseRow<Op: 'static> {
    /// The signature. The cost depends on the game: [`BaseRow::row_in`].
    pub row: Row,
    /// Its effect.
    pub op: Op,
    cost: fn(&Costs) -> u32,
}

impl<Op> BaseRow<Op> {
    /// Returns the row with its cost in a game.
    pub fn row_in(&self, game: &GameInfo) -> Row {
        Row { cost: (self.cost)(&game.costs), ..self.row }
    }
}

/// Defines the methods of an object and their operations. Each row has the operation, the method
/// with its parameters (an optional one in brackets), its result, its cost and one line of
/// documentation.
macro_rules! base_methods {
    ($(#[$table_doc:meta])* $table:ident, $(#[$op_doc:meta])* $op:ident:
     $($variant:ident: $name:ident($($param:ident: $kind:ident),* $([$optional:ident: $optional_kind:ident])?)
       -> $returns:ident, $cost:expr, $doc:literal;)+) => {
        $(#[$op_doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $op {
            $(#[doc = $doc] $variant,)+
            /// Row `n` of the game's queries.
            Query(usize),
        }

        impl $op {
            /// Returns the operation of method `number`; the queries of the game come last.
            pub(super) fn of(number: usize) -> $op {
                $table.get(number).map_or_else(|| $op::Query(number - $table.len()), |base| base.op)
            }
        }

        $(#[$table_doc])*
        pub const $table: &[BaseRow<$op>] = &[$(BaseRow {
            row: Row {
                required: <[&str]>::len(&[$(stringify!($param)),*]),
                ..Row::new(
                    stringify!($name),
                    &[
                        $(Param { name: stringify!($param), kind: Kind::$kind },)*
                        $(Param { name: stringify!($optional), kind: Kind::$optional_kind })?
                    ],
                    Returns::$returns,
                    0,
                    $doc,
                )
            },
            op: $op::$variant,
            cost: $cost,
        }),+];
    };
}

base_methods! {
    /// The methods of every view.
    VIEW_BASE,
    /// Operation of a method of a view.
    ViewOp:
    Moves: moves() -> Texts, |_| 2, "your legal moves, in ascending order";
    IsLegal: is_legal(move: Move) -> Bool, |c| c.is_legal, "whether you may play a move now";
    WhyIllegal: why_illegal(move: Move) -> MaybeText, |c| c.why_illegal,
        "the rule a move breaks, or nothing if it is legal";
    History: history() -> Texts, |_| 1, "every move of the match so far";
    Data: data() -> Map, |_| 1, "everything you can see, as a plain table";
    Fuel: fuel() -> Int, |_| 1, "how much fuel this call has left";
    Random: random(n: Int) -> Int, |_| 2, "a random whole number from 0 to n-1, from your own seed";
    Mark: mark(place: Place, label: Text [colour: Text]) -> Nothing, |_| 10,
        "draws a label on a square or card for people who watch";
    Note: note(text: Text) -> Nothing, |_| 5, "writes a note next to the board for people who watch";
    Plot: plot(name: Text, value: Number) -> Nothing, |_| 20,
        "gives a curve over the match its value at this decision, for people who watch";
    World: world([n: Int]) -> World, |c| c.world,
        "a complete position that fits what you see; another guess for each n where cards are hidden";
}

base_methods! {
    /// The methods of every world.
    WORLD_BASE,
    /// Operation of a method of a world.
    WorldOp:
    Moves: moves() -> Texts, |_| 5, "the legal moves, in ascending order";
    Play: play(move: Move) -> World, |c| c.play, "the world after a move";
    ToMove: to_move() -> MaybeInt, |_| 2, "whose turn it is";
    IsOver: is_over() -> Bool, |_| 2, "whether the hand or match is over";
    Points: points(seat: Seat) -> Int, |_| 2, "the current points of a seat";
    Rank: rank(seat: Seat) -> MaybeInt, |_| 5, "the rank of a seat once the match is over: 1 has won";
    Playout: playout([k: Int]) -> World, |_| 20,
        "the world after random moves to the end, or after k of them";
    View: view(seat: Seat) -> View, |c| c.view, "the view of a seat in this world";
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

const SEAT: &[Param] = &[Param { name: "seat", kind: Kind::Seat }];

/// The methods of `result`.
pub const RESULT_ROWS: &[Row] = &[
    Row::new("rank", SEAT, Returns::Int, 0, "the rank of a seat: 1 has won"),
    Row::new("points", SEAT, Returns::Int, 0, "the points of a seat"),
];

/// A function of a bot, called by the referee.
#[derive(Clone, Copy, Debug)]
pub struct HookInfo {
    /// The name.
    pub name: &'static str,
    /// The name of the argument: `view`, `info` or `result`.
    pub param: &'static str,
    /// The type of the result.
    pub returns: Returns,
    /// True if every bot must have it.
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

/// Names on other platforms and the equivalents here.
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

/// Returns the equivalent in `known` of another platform's `name`.
fn elsewhere<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.collect();
    let (_, ours) = ELSEWHERE.iter().find(|(other, _)| nearest(name, [*other]).is_some())?;
    ours.iter().find_map(|ours| known.iter().find(|name| *name == ours).copied())
}

/// An object with the methods of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A view.
    View,
    /// A world.
    World,
    /// The argument of `finish`.
    Result,
}

impl ObjectKind {
    /// Returns the kind with this name.
    pub fn called(name: &str) -> Option<ObjectKind> {
        let kinds = [ObjectKind::View, ObjectKind::World, ObjectKind::Result];
        kinds.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            ObjectKind::View => "view",
            ObjectKind::World => "world",
            ObjectKind::Result => "result",
        }
    }

    /// Returns the fields; methods are separate.
    pub fn fields(self) -> &'static [Field] {
        match self {
            ObjectKind::View => VIEW_FIELDS,
            ObjectKind::World => &[],
            ObjectKind::Result => RESULT_FIELDS,
        }
    }

    fn has_field(self, name: &str) -> bool {
        self.fields().iter().any(|field| field.name == name)
    }
}

/// Everything the scripts of one match can call.
#[derive(Debug)]
pub struct Api {
    /// The game.
    pub info: &'static GameInfo,
    /// The names of disabled methods.
    pub without: Vec<String>,
    /// The methods of each [`ObjectKind`], by its discriminant.
    objects: [Methods; 3],
}

/// The methods of an object: the base methods, then the game's own.
#[derive(Debug)]
struct Methods {
    rows: Vec<Row>,
    /// Indexes into `rows`, sorted by name.
    by_name: Vec<usize>,
}

impl Methods {
    fn new(rows: impl Iterator<Item = Row>) -> Methods {
        let rows: Vec<Row> = rows.collect();
        let mut by_name: Vec<usize> = (0..rows.len()).collect();
        by_name.sort_unstable_by_key(|&number| rows[number].name);
        Methods { rows, by_name }
    }
}

/// The name of a method to disable that no object has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no method called {name:?} to switch off{}", meant.map(|m| format!("; did you mean {m}?")).unwrap_or_default())]
pub struct UnknownMethod {
    /// The name given.
    pub name: String,
    /// The nearest known name.
    pub meant: Option<&'static str>,
}

thread_local! {
    /// The last API made. A thread usually plays matches of one game in a row with the same
    /// methods.
    static LAST: RefCell<Option<(TypeId, Rc<Api>)>> = const { RefCell::new(None) };
}

impl Api {
    /// Returns the script API of game `G` without the methods in `without`.
    ///
    /// # Errors
    /// If `without` names an unknown method.
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
        let own = || G::QUERIES.iter().map(|query| query.row);
        let api = Api { without: without.to_vec(), ..Api::of_rows(&G::INFO, own) };
        let names = || api.objects.iter().flat_map(|object| &object.rows).map(|row| row.name);
        if let Some(name) = without.iter().find(|name| !names().any(|known| known == name.as_str()))
        {
            let meant = nearest(name, names());
            return Err(UnknownMethod { name: name.clone(), meant });
        }
        Ok(api)
    }

    /// Builds the API of a game that adds these methods to its views and worlds.
    pub(super) fn of_rows<R: Iterator<Item = Row>>(
        info: &'static GameInfo,
        own: impl Fn() -> R,
    ) -> Api {
        let objects = [
            Methods::new(VIEW_BASE.iter().map(|base| base.row_in(info)).chain(own())),
            Methods::new(WORLD_BASE.iter().map(|base| base.row_in(info)).chain(own())),
            Methods::new(RESULT_ROWS.iter().copied()),
        ];
        Api { info, without: Vec::new(), objects }
    }

    /// Returns the methods of an object.
    pub fn methods(&self, object: ObjectKind) -> &[Row] {
        &self.objects[object as usize].rows
    }

    /// Returns the index of an object's method by name.
    pub fn number(&self, object: ObjectKind, name: &str) -> Option<usize> {
        let Methods { rows, by_name } = &self.objects[object as usize];
        let found = by_name.binary_search_by_key(&name, |&number| rows[number].name);
        found.ok().map(|at| by_name[at])
    }

    /// Returns an object's method by name.
    pub fn method(&self, object: ObjectKind, name: &str) -> Option<&Row> {
        Some(&self.methods(object)[self.number(object, name)?])
    }

    /// Returns true if an object has a method or field of this name.
    pub fn has(&self, object: ObjectKind, name: &str) -> bool {
        object.has_field(name) || self.number(object, name).is_some()
    }

    /// Returns true if the methods of this name are disabled.
    pub fn is_off(&self, name: &str) -> bool {
        self.without.iter().any(|other| other == name)
    }

    /// Returns the sentence about a member that `object` lacks, with a suggestion or the members it
    /// has.
    pub fn no_member(&self, object: ObjectKind, name: &str, mark: char) -> String {
        self.other_member(object, name, mark).unwrap_or_else(|| {
            if object == ObjectKind::Result {
                return words::not_of_result(format!("{name:?}"));
            }
            let methods: Vec<&str> = self.methods(object).iter().map(|row| row.name).collect();
            words::it_has(object.name(), format!("{name:?}"), methods.join(", "))
        })
    }

    /// Returns a sentence that suggests a similar member, if there is one; never for a result,
    /// whose members [`Api::no_member`] lists.
    pub fn other_member(&self, object: ObjectKind, name: &str, mark: char) -> Option<String> {
        if object == ObjectKind::Result {
            return None;
        }
        let methods: Vec<&str> = self.methods(object).iter().map(|row| row.name).collect();
        if object == ObjectKind::View && self.number(ObjectKind::World, name).is_some() {
            let call = format!("view{mark}world(){mark}{name}()");
            return Some(words::a_world_has_it(format!("{name:?}"), call));
        }
        let known = methods.into_iter().chain(object.fields().iter().map(|field| field.name));
        let (meant, object_name) = (nearest(name, known.clone()), object.name());
        let meant = match meant.or_else(|| elsewhere(name, known))? {
            field if object.has_field(field) => format!("{object_name}.{field}"),
            method => format!("{object_name}{mark}{method}()"),
        };
        Some(words::did_you_mean(words::no_member(object_name, format!("{name:?}")), meant))
    }
}

//! What scripts may ask of a view or a world.

use serde_json::{Value, json};

use super::{Dominoes, Move, Numbers, Position, Public, Signal, Tile, View};
use crate::core::{Answer, Args, Field, Kind, Param, Query, QueryError, Returns, Row, Seat, texts};
use crate::games::cards::Cards;

const SEAT: &[Param] = &[Param { name: "seat", kind: Kind::Seat }];
const TEAM: &[Param] = &[Param { name: "team", kind: Kind::Team }];
const TILE: &[Param] = &[Param { name: "tile", kind: Kind::Place }];
const MOVE: &[Param] = &[Param { name: "move", kind: Kind::Move }];
const NUMBER: &[Param] = &[Param { name: "number", kind: Kind::Int }];
const PLACED: &[Field] = &[
    Field::new("tile", Returns::Text, "the tile"),
    Field::new("seat", Returns::Int, "the seat that played it"),
    Field::new("end", Returns::MaybeInt, "the number it was joined to; nothing for the first tile"),
];

/// What a question is answered from.
struct Table<'a> {
    public: &'a Public,
    /// The seat's own tiles; in a world, those of the seat to move.
    hand: Cards<Tile>,
    /// The signals that may be read: in a world, all.
    signals: [Option<Signal>; super::SEATS as usize],
}

impl<'a> Table<'a> {
    fn of_view(view: &'a View) -> Table<'a> {
        let signals = std::array::from_fn(|seat| view.signal(Seat::new(seat as u8)));
        Table { public: view.public(), hand: view.hand(), signals }
    }

    fn of_world(world: &'a Position) -> Table<'a> {
        let hand = world.public.to_move().map_or(Cards::EMPTY, |seat| world.hand(seat));
        Table { public: &world.public, hand, signals: world.signals }
    }
}

/// A row whose answer is the same function of a view and of a world.
macro_rules! query {
    ($name:ident($params:expr) -> $returns:ident, $cost:literal, $doc:literal $(, $keys:expr)?) => {
        Query {
            row: Row::new(stringify!($name), $params, Returns::$returns, $cost, $doc)
                $(.with_keys($keys))?,
            on_view: |view, args| $name(&Table::of_view(view), args),
            on_world: |world, args| $name(&Table::of_world(world), args),
        }
    };
}

pub(super) const QUERIES: &[Query<Dominoes>] = &[
    query!(hand(&[]) -> Texts, 15,
        "your tiles, such as 63; in a world, those of the seat to move"),
    query!(chain(&[]) -> Maps, 1,
        "the tiles on the table in the order of play: tables with tile, seat and, but for the first, end", PLACED),
    query!(ends(&[]) -> Ints, 1,
        "the numbers at the two open ends; empty before the first tile"),
    query!(count(SEAT) -> Int, 1, "how many tiles a seat holds"),
    query!(passes(SEAT) -> Ints, 1,
        "the numbers a seat has shown to lack by passing on them in this hand"),
    query!(passed(SEAT) -> Int, 1, "how often a seat has passed in this hand"),
    query!(played(SEAT) -> Texts, 15, "the tiles a seat has played in this hand"),
    query!(unseen(&[]) -> Texts, 40,
        "the tiles you have not seen: in the others' hands; in a world, of the seat to move"),
    query!(score(TEAM) -> Int, 1, "the score of a team; seats 0 and 2 are team 0, 1 and 3 team 1"),
    query!(opener(&[]) -> MaybeInt, 1,
        "the seat that plays or played the first tile of this hand; nothing until it is settled"),
    query!(signal(SEAT) -> MaybeText, 1,
        "what you or your partner signalled in this hand, such as sig:2:4; nothing for the others"),
    query!(showing(NUMBER) -> Texts, 10, "your tiles that show a number"),
    query!(numbers(TILE) -> Ints, 1, "the two numbers of a tile, or of the tile that a move plays"),
    query!(pips(TILE) -> Int, 2,
        "the sum of a tile's two numbers; the tile may be a move such as 63@6"),
    query!(exposes(MOVE) -> MaybeInt, 2,
        "the number a move leaves at the end it joins: 3 for 63@6; nothing for other moves"),
];

fn hand(table: &Table<'_>, _: Args<'_>) -> Answer {
    texts(table.hand)
}

fn chain(table: &Table<'_>, _: Args<'_>) -> Answer {
    Ok(table.public.chain().placed().iter().map(|placed| json!(placed)).collect())
}

fn ends(table: &Table<'_>, _: Args<'_>) -> Answer {
    Ok(match table.public.chain().ends() {
        Some((left, right)) => json!([left, right]),
        None => json!([]),
    })
}

fn count(table: &Table<'_>, args: Args<'_>) -> Answer {
    Ok(table.public.count(args.seat(0)).into())
}

fn ints(numbers: Numbers) -> Answer {
    Ok(numbers.iter().map(Value::from).collect())
}

fn passes(table: &Table<'_>, args: Args<'_>) -> Answer {
    ints(table.public.lacks(args.seat(0)))
}

fn passed(table: &Table<'_>, args: Args<'_>) -> Answer {
    Ok(table.public.passed(args.seat(0)).into())
}

fn played(table: &Table<'_>, args: Args<'_>) -> Answer {
    texts(table.public.played(args.seat(0)))
}

fn unseen(table: &Table<'_>, _: Args<'_>) -> Answer {
    if table.public.hands() == 0 {
        return texts(Cards::<Tile>::EMPTY);
    }
    texts(Cards::ALL - table.public.on_table() - table.hand)
}

fn score(table: &Table<'_>, args: Args<'_>) -> Answer {
    Ok(table.public.score(args.team(0)).into())
}

fn opener(table: &Table<'_>, _: Args<'_>) -> Answer {
    Ok(table.public.opener().map(u8::from).into())
}

fn signal(table: &Table<'_>, args: Args<'_>) -> Answer {
    Ok(table.signals[args.seat(0).index()].map(|signal| signal.to_string()).into())
}

fn showing(table: &Table<'_>, args: Args<'_>) -> Answer {
    match u8::try_from(args.int(0)) {
        Ok(number) if number <= Tile::MOST => texts(table.hand & Tile::showing(number)),
        _ => Err(QueryError(format!("no tile shows {}: numbers are 0 to 6", args.int(0)))),
    }
}

/// The tile that a text names, or that the move it names plays.
fn tile(args: Args<'_>) -> Result<Tile, QueryError> {
    let mv: Move = args.read(0)?;
    mv.tile().ok_or_else(|| QueryError(format!("{mv} plays no tile")))
}

fn numbers(_: &Table<'_>, args: Args<'_>) -> Answer {
    let tile = tile(args)?;
    Ok(json!([tile.high(), tile.low()]))
}

fn pips(_: &Table<'_>, args: Args<'_>) -> Answer {
    Ok(tile(args)?.pips().into())
}

fn exposes(_: &Table<'_>, args: Args<'_>) -> Answer {
    Ok(args.read::<Move>(0)?.exposes().into())
}

//! Queries of scripts on views and worlds.

use serde_json::json;

use super::{Dominoes, Move, Position, Public, SEATS, Signal, Tile, View};
use crate::cards::Cards;
use juez_core::{Args, Field, QueryError, Returns, Seat, queries, text, texts};

const PLACED: &[Field] = &[
    Field::new("tile", Returns::Text, "the tile"),
    Field::new("seat", Returns::Int, "the seat that played it"),
    Field::new("end", Returns::MaybeInt, "the number it was joined to; nothing for the first tile"),
];

/// The data that an answer is based on.
struct Source<'a> {
    public: &'a Public,
    /// The seat's own tiles; in a world, the tiles of the seat to move.
    hand: Cards<Tile>,
    /// The signals that the seat can read; in a world, all.
    signals: [Option<Signal>; SEATS as usize],
}

impl<'a> Source<'a> {
    fn of_view(view: &'a View) -> Source<'a> {
        let signals = std::array::from_fn(|seat| view.signal(Seat::new(seat as u8)));
        Source { public: &view.public, hand: view.hand, signals }
    }

    fn of_world(world: &'a Position) -> Source<'a> {
        let hand = world.public.to_move().map_or(Cards::EMPTY, |seat| world.hand(seat));
        Source { public: &world.public, hand, signals: world.signals }
    }
}

queries! {
    Dominoes, Source<'_>: view => Source::of_view(view), world => Source::of_world(world);

    hand() -> Texts, 15, "your tiles, such as 63; in a world, the tiles of the seat to move",
        |source, _| texts(source.hand);
    chain() -> Maps with PLACED, 1,
        "the tiles on the table in the order of play: tables with tile, seat and, but for the first, end",
        |source, _| Ok(json!(source.public.chain.placed()).into());
    ends() -> Ints, 1, "the numbers at the two open ends; empty before the first tile",
        |source, _| Ok(source.public.chain.ends().map_or(json!([]), |ends| json!(ends)).into());
    count(seat: Seat) -> Int, 1, "how many tiles a seat holds",
        |source, args| Ok(source.public.count(args.seat(0)).into());
    passes(seat: Seat) -> Ints, 1,
        "the numbers a seat has shown to lack by passing on them in this hand",
        |source, args| Ok(json!(source.public.lacks(args.seat(0))).into());
    passed(seat: Seat) -> Int, 1, "how often a seat has passed in this hand",
        |source, args| Ok(source.public.passed(args.seat(0)).into());
    played(seat: Seat) -> Texts, 15, "the tiles a seat has played in this hand",
        |source, args| texts(source.public.played(args.seat(0)));
    unseen() -> Texts, 40,
        "the tiles you have not seen: in the others' hands; in a world, of the seat to move",
        |source, _| texts(source.public.unseen(source.hand));
    score(team: Team) -> Int, 1, "the score of a team; seats 0 and 2 are team 0, 1 and 3 team 1",
        |source, args| Ok(source.public.score(args.team(0)).into());
    opener() -> MaybeInt, 1,
        "the seat that plays or played the first tile of this hand; nothing until it is settled",
        |source, _| Ok(source.public.opener.map(u8::from).into());
    signal(seat: Seat) -> MaybeText, 1,
        "what you or your partner signalled in this hand, such as sig:2:4; nothing for the others",
        |source, args| Ok(source.signals[args.seat(0).index()].map(text).into());
    showing(number: Int) -> Texts, 10, "your tiles that show a number", |source, args| {
        match u8::try_from(args.int(0)) {
            Ok(number) if number <= Tile::MOST => texts(source.hand & Tile::showing(number)),
            _ => Err(QueryError(format!("no tile shows {}: numbers are 0 to 6", args.int(0)))),
        }
    };
    numbers(tile: Place) -> Ints, 1, "the two numbers of a tile, or of the tile that a move plays",
        |_, args| {
            let tile = tile(args)?;
            Ok(json!([tile.high(), tile.low()]).into())
        };
    pips(tile: Place) -> Int, 2,
        "the sum of a tile's two numbers; the tile may be a move such as 63@6",
        |_, args| Ok(tile(args)?.pips().into());
    exposes(move: Move) -> MaybeInt, 2,
        "the number a move leaves at the end it joins: 3 for 63@6; nothing for other moves",
        |_, args| Ok(args.read::<Move>(0)?.exposes().into());
}

/// Parses a tile, or a move and returns its tile.
fn tile(args: Args<'_>) -> Result<Tile, QueryError> {
    let mv: Move = args.read(0)?;
    mv.tile().ok_or_else(|| QueryError(format!("{mv} plays no tile")))
}

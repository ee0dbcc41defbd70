//! What scripts may ask of a view or a world.

use serde_json::json;

use super::super::cards::{Cards, Italian};
use super::{Move, Public, Scopone, primiera_value};
use crate::core::{Answer, Args, Field, Kind, Param, Query, QueryError, Returns, Row, Seat, texts};

const SEAT: &[Param] = &[Param { name: "seat", kind: Kind::Seat }];
const TEAM: &[Param] = &[Param { name: "team", kind: Kind::Team }];
const CARD: &[Param] = &[Param { name: "card", kind: Kind::Place }];
const MOVE: &[Param] = &[Param { name: "move", kind: Kind::Move }];
const TALLY: &[Field] = &[
    Field::new("scope", Returns::Int, "one for each scopa"),
    Field::new("carte", Returns::Int, "1 for most cards"),
    Field::new("denari", Returns::Int, "1 for most denari"),
    Field::new("settebello", Returns::Int, "1 for D7"),
    Field::new("primiera", Returns::Int, "1 for the primiera"),
    Field::new("total", Returns::Int, "all of these together"),
];

/// A row whose answer follows from what lies open and one hand: the observer's own in a view, that
/// of the seat to move in a world.
macro_rules! query {
    ($name:ident($params:expr) -> $returns:ident, $cost:literal, $doc:literal $(, $keys:expr)?) => {
        Query {
            row: Row::new(stringify!($name), $params, Returns::$returns, $cost, $doc)
                $(.with_keys($keys))?,
            on_view: |view, args| $name(&view.public, view.hand, args),
            on_world: |state, args| $name(state.public(), state.hand_to_move(), args),
        }
    };
}

pub(super) const QUERIES: &[Query<Scopone>] = &[
    query!(hand(&[]) -> Texts, 5,
        "your cards; in a world, the cards of the seat to move"),
    query!(table(&[]) -> Texts, 5, "the cards on the table"),
    query!(captures(CARD) -> Texts, 15,
        "the moves a card would allow on this table: its captures, or the card alone if it stays"),
    query!(captured(MOVE) -> Texts, 10, "the cards of the table that a move captures"),
    query!(card(MOVE) -> Text, 20, "the card that a move plays"),
    query!(taken(SEAT) -> Texts, 10,
        "the pile of a seat's side: what it and its partner have captured in this hand"),
    query!(played(SEAT) -> Texts, 5, "the cards a seat has played in this hand"),
    query!(unseen(&[]) -> Texts, 10,
        "the cards you have not seen in this hand: those the other seats hold"),
    query!(count(SEAT) -> Int, 1, "how many cards a seat holds"),
    query!(scope(SEAT) -> Int, 1, "how many scope a seat's side has made in this hand"),
    query!(last_capturer(&[]) -> MaybeInt, 1,
        "the seat that captured last: at the end of the hand it gets what is left on the table"),
    query!(first_seat(&[]) -> Int, 1, "the seat that played first in this hand"),
    query!(team(SEAT) -> Int, 1, "the side a seat plays for: partners have the same"),
    query!(score(TEAM) -> Int, 1, "the score of a side: its points of all finished hands"),
    query!(tally(SEAT) -> Map, 30,
        "the points of a seat's side if the hand ended now: scope, carte, denari, settebello, primiera, total", TALLY),
    query!(value(CARD) -> Int, 1, "the value of a card, 1 to 10"),
    query!(suit(CARD) -> Text, 2, "the suit of a card: B, C, D or S"),
    query!(prime(CARD) -> Int, 1,
        "what a card counts for the primiera of a pair: 21 for a seven, 18 for a six, 16 for an ace, down to 10"),
];

fn hand(_: &Public, hand: Cards<Italian>, _: Args<'_>) -> Answer {
    texts(hand)
}

fn table(public: &Public, _: Cards<Italian>, _: Args<'_>) -> Answer {
    texts(public.table())
}

fn captures(public: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    let mut moves = Vec::new();
    public.captures().moves_of(args.read(0)?, &mut moves);
    texts(moves)
}

fn captured(_: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    texts(args.read::<Move>(0)?.captured)
}

fn card(_: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    Ok(args.read::<Move>(0)?.card.to_string().into())
}

fn taken(public: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    texts(public.pile(args.seat(0)))
}

fn played(public: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    texts(public.played(args.seat(0)))
}

fn unseen(public: &Public, hand: Cards<Italian>, _: Args<'_>) -> Answer {
    texts(public.unseen(hand))
}

fn count(public: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    Ok(public.held(args.seat(0)).into())
}

fn scope(public: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    Ok(public.scope(args.seat(0)).into())
}

fn last_capturer(public: &Public, _: Cards<Italian>, _: Args<'_>) -> Answer {
    Ok(public.last_capturer().map(Seat::index).into())
}

fn first_seat(public: &Public, _: Cards<Italian>, _: Args<'_>) -> Answer {
    Ok(public.first().index().into())
}

fn team(public: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    Ok(public.team(args.seat(0)).0.into())
}

fn score(public: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    let team = args.team(0);
    let seat = Seat::all(4).find(|&seat| public.team(seat) == team);
    let seat = seat.ok_or_else(|| QueryError(format!("there is no team {}", team.0)))?;
    Ok(public.score(seat).into())
}

fn tally(public: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    let tally = public.tally(args.seat(0));
    Ok(json!({
        "scope": tally.scope,
        "carte": u8::from(tally.carte),
        "denari": u8::from(tally.denari),
        "settebello": u8::from(tally.settebello),
        "primiera": u8::from(tally.primiera),
        "total": tally.total(),
    }))
}

fn value(_: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    Ok(args.read::<Italian>(0)?.value().into())
}

fn suit(_: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    Ok(args.read::<Italian>(0)?.suit().letter().to_string().into())
}

fn prime(_: &Public, _: Cards<Italian>, args: Args<'_>) -> Answer {
    Ok(primiera_value(args.read::<Italian>(0)?).into())
}

//! Queries of scripts on views and worlds.

use serde_json::json;

use super::public::SEATS;
use super::{Move, Public, Scopone, primiera_value};
use crate::cards::{Cards, Italian};
use juez_core::{Field, QueryError, Returns, Seat, queries, text, texts};

const TALLY: &[Field] = &[
    Field::new("scope", Returns::Int, "one for each scopa"),
    Field::new("carte", Returns::Int, "1 for most cards"),
    Field::new("denari", Returns::Int, "1 for most denari"),
    Field::new("settebello", Returns::Int, "1 for D7"),
    Field::new("primiera", Returns::Int, "1 for the primiera"),
    Field::new("total", Returns::Int, "all of these together"),
];

queries! {
    Scopone, (&Public, Cards<Italian>):
    view => (&view.public, view.hand), state => (state.public(), state.hand_to_move());

    hand() -> Texts, 5, "your cards; in a world, the cards of the seat to move",
        |&(_, hand), _| texts(hand);
    table() -> Texts, 5, "the cards on the table", |&(public, _), _| texts(public.table);
    captures(card: Place) -> Texts, 15,
        "the moves a card would allow on this table: its captures, or the card alone if it stays",
        |&(public, _), args| {
            let mut moves = Vec::new();
            public.captures().moves_of(args.read(0)?, &mut moves);
            texts(moves)
        };
    captured(move: Move) -> Texts, 10, "the cards of the table that a move captures",
        |_, args| texts(args.read::<Move>(0)?.captured);
    card(move: Move) -> Text, 20, "the card that a move plays",
        |_, args| Ok(text(args.read::<Move>(0)?.card));
    taken(seat: Seat) -> Texts, 10,
        "the pile of a seat's side: the cards it and its partner have captured in this hand",
        |&(public, _), args| texts(public.pile(args.seat(0)));
    played(seat: Seat) -> Texts, 5, "the cards a seat has played in this hand",
        |&(public, _), args| texts(public.played[args.seat(0)]);
    unseen() -> Texts, 10, "the cards you have not seen in this hand: those the other seats hold",
        |&(public, hand), _| texts(public.unseen(hand));
    count(seat: Seat) -> Int, 1, "how many cards a seat holds",
        |&(public, _), args| Ok(public.held(args.seat(0)).into());
    scope(seat: Seat) -> Int, 1, "how many scope a seat's side has made in this hand",
        |&(public, _), args| Ok(public.scope(args.seat(0)).into());
    last_capturer() -> MaybeInt, 1,
        "the seat that captured last: at the end of the hand it gets the cards left on the table",
        |&(public, _), _| Ok(public.last_capturer.map(Seat::index).into());
    first_seat() -> Int, 1, "the seat that played first in this hand",
        |&(public, _), _| Ok(public.first.index().into());
    team(seat: Seat) -> Int, 1, "the side a seat plays for: partners have the same",
        |&(public, _), args| Ok(public.team(args.seat(0)).0.into());
    score(team: Team) -> Int, 1, "the score of a side: its points of all finished hands",
        |&(public, _), args| {
            let team = args.team(0);
            let seat = Seat::all(SEATS).find(|&seat| public.team(seat) == team);
            let seat = seat.ok_or_else(|| QueryError(format!("no team {}", team.0)))?;
            Ok(public.score[seat].into())
        };
    tally(seat: Seat) -> Map with TALLY, 30,
        "the points of a seat's side if the hand ended now: scope, carte, denari, settebello, primiera, total",
        |&(public, _), args| {
            let tally = public.tally(args.seat(0));
            Ok(json!({
                "scope": tally.scope,
                "carte": u8::from(tally.carte),
                "denari": u8::from(tally.denari),
                "settebello": u8::from(tally.settebello),
                "primiera": u8::from(tally.primiera),
                "total": tally.total(),
            }).into())
        };
    value(card: Place) -> Int, 1, "the value of a card, 1 to 10",
        |_, args| Ok(args.read::<Italian>(0)?.value().into());
    suit(card: Place) -> Text, 2, "the suit of a card: B, C, D or S",
        |_, args| Ok(text(args.read::<Italian>(0)?.suit()));
    prime(card: Place) -> Int, 1,
        "the value of a card in the primiera of a pair: 21 for a seven, 18 for a six, 16 for an ace, down to 10",
        |_, args| Ok(primiera_value(args.read::<Italian>(0)?).into());
}

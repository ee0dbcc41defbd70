//! Queries of scripts on views and worlds.

use serde_json::json;

use super::{Durak, Public, beaters};
use crate::cards::{Cards, French};
use juez_core::{Field, QueryError, Returns, queries, text, texts};

const PAIR: &[Field] = &[
    Field::new("attack", Returns::Text, "the attacking card"),
    Field::new("defence", Returns::MaybeText, "the card that beats it; nothing if none does yet"),
];

queries! {
    Durak, (&Public, Cards<French>):
    view => (&view.public, view.hand), state => (state.public(), state.hand_to_move());

    hand() -> Texts, 2, "your cards; in a world, the cards of the seat to move",
        |&(_, hand), _| texts(hand);
    table() -> Maps with PAIR, 8,
        "the attacking cards in order, each as {attack, defence}; unbeaten ones have no defence",
        |&(public, _), _| Ok(json!(public.table).into());
    phase() -> Text, 2,
        "attack (the first card of a bout), defend (beat or take) or throw (throw in or done)",
        |&(public, _), _| Ok(json!(public.phase).into());
    taking() -> Bool, 1, "whether the defender has given up and will take the table",
        |&(public, _), _| Ok(public.taking.into());
    to_beat() -> MaybeText, 2, "the card the defender has to beat now, if any",
        |&(public, _), _| Ok(public.unbeaten().map(text).into());
    attacker() -> Int, 1, "the seat that attacks in this bout",
        |&(public, _), _| Ok(u8::from(public.attacker).into());
    defender() -> Int, 1, "the seat that defends in this bout",
        |&(public, _), _| Ok(u8::from(public.defender).into());
    limit() -> Int, 1, "how many cards may attack in this bout",
        |&(public, _), _| Ok(public.limit.into());
    room() -> Int, 1, "how many more cards may attack in this bout",
        |&(public, _), _| Ok(public.room().into());
    trump() -> Text, 2, "the trump suit: C, D, H or S",
        |&(public, _), _| Ok(text(dealt(public)?.suit()));
    trump_card() -> Text, 2,
        "the card that fixed the trump suit; it is drawn last and then known in that hand",
        |&(public, _), _| Ok(text(dealt(public)?));
    talon() -> Int, 1, "how many cards are left to draw, the trump card included",
        |&(public, _), _| Ok(public.talon.into());
    count(seat: Seat) -> Int, 1, "how many cards a seat holds",
        |&(public, _), args| Ok(public.count[args.seat(0)].into());
    known(seat: Seat) -> Texts, 2,
        "cards everyone knows a seat to hold: those it took, the announced trump, the trump card",
        |&(public, _), args| texts(public.known[args.seat(0)]);
    played(seat: Seat) -> Texts, 2, "the cards a seat has put on the table in this game",
        |&(public, _), args| texts(public.played[args.seat(0)]);
    discard() -> Texts, 2, "the cards that were beaten and laid aside in this game",
        |&(public, _), _| texts(public.discard);
    unseen() -> Texts, 3,
        "cards that may be anywhere: in the hidden part of another hand or of the talon",
        |&(public, hand), _| texts(public.unseen(hand));
    lowest_trump() -> MaybeText, 2,
        "the trump that was announced as the lowest one dealt; lower ones came from the talon",
        |&(public, _), _| Ok(public.announced.map(text).into());
    out(seat: Seat) -> Bool, 1, "whether a seat is out of cards and plays no more",
        |&(public, _), args| {
            let seat = args.seat(0);
            Ok((!public.plays(seat) && public.count[seat] == 0).into())
        };
    place(seat: Seat) -> MaybeInt, 1, "the place of a seat in this game: 1 was out first",
        |&(public, _), args| Ok(public.place(args.seat(0)).into());
    bouts() -> Int, 1, "how many bouts of this game are over",
        |&(public, _), _| Ok(public.bouts.into());
    beats(a: Place, b: Place) -> Bool, 1, "whether card a beats card b", |&(public, _), args| {
        let (a, b) = (args.read::<French>(0)?, args.read::<French>(1)?);
        Ok(beaters(b, dealt(public)?.suit()).has(a).into())
    };
    value(card: Place) -> Int, 3, "the rank of a card as a number: 2 to 10, J 11, Q 12, K 13, A 14",
        |_, args| Ok(args.read::<French>(0)?.rank().into());
    suit(card: Place) -> Text, 3, "the suit of a card: C, D, H or S",
        |_, args| Ok(text(args.read::<French>(0)?.suit()));
    is_trump(card: Place) -> Bool, 3, "whether a card is a trump",
        |&(public, _), args| Ok((args.read::<French>(0)?.suit() == dealt(public)?.suit()).into());
}

fn dealt(public: &Public) -> Result<French, QueryError> {
    public.trump_card.ok_or_else(|| QueryError("no cards are dealt yet".to_string()))
}

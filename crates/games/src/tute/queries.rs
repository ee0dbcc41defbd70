//! Queries of scripts on views and worlds. A world answers for the seat to move: its hand, and the
//! cards that it has not seen.

use super::ranks;
use super::ranks::points_of;
use super::{Match, Tute, View, beaters};
use crate::cards::{Spanish, SpanishSuit};
use juez_core::{State, queries, text, texts};

queries! {
    Tute, View: view => view, state => sight(state);

    hand() -> Texts, 40, "your cards; in a world, the cards of the seat to move",
        |view, _| texts(view.hand);
    trick() -> Texts, 1, "the cards on the table in the order they were played",
        |view, _| texts(view.public.trick.cards());
    leader() -> Int, 1, "the seat that leads or has led this trick",
        |view, _| Ok(u8::from(view.public.trick.leader()).into());
    winner() -> MaybeInt, 1, "the seat that is winning this trick; nothing before its first card",
        |view, _| {
            let public = &view.public;
            let best = public.trump.and_then(|trump| public.trick.best(trump, public.players));
            Ok(best.map(|(seat, _)| u8::from(seat)).into())
        };
    trump() -> MaybeText, 1, "the letter of the trump suit: O, C, E or B",
        |view, _| Ok(view.public.trump.map(text).into());
    mano() -> MaybeInt, 1, "the seat that led the first trick of this hand",
        |view, _| Ok(view.public.mano.map(u8::from).into());
    dealer() -> MaybeInt, 1, "the seat that dealt this hand",
        |view, _| Ok(view.public.dealer.map(u8::from).into());
    in_hand(seat: Seat) -> Bool, 1, "whether a seat plays this hand",
        |view, args| Ok(view.public.players.has(args.seat(0)).into());
    count(seat: Seat) -> Int, 1, "how many cards a seat holds",
        |view, args| Ok(view.public.count(args.seat(0)).into());
    porotos(seat: Seat) -> Int, 1, "the porotos of a seat",
        |view, args| Ok(view.public.porotos[args.seat(0)].into());
    tricks(seat: Seat) -> Int, 1, "how many tricks a seat has won in this hand",
        |view, args| Ok(view.public.tricks[args.seat(0)].into());
    hand_points(seat: Seat) -> Int, 1,
        "the points of a seat in this hand: cards, songs and ten for the last trick",
        |view, args| Ok(view.public.points[args.seat(0)].into());
    lost(seat: Seat) -> Bool, 1, "whether a seat got a poroto in the hand that has just ended",
        |view, args| Ok(view.public.ending.is_some_and(|ending| ending.losers.has(args.seat(0))).into());
    card_points(card: Place) -> Int, 6,
        "the points of a card: 11 for the 1, 10 for the 3, 4, 3, 2 or 0",
        |_, args| Ok(points_of(args.read(0)?).into());
    strength(card: Place) -> Int, 6,
        "the rank of a card in its suit: 10 for the 1, 9 for the 3, .. 1 for the 2",
        |_, args| Ok(ranks::strength(args.read(0)?).into());
    beats(card: Place, other: Place) -> Bool, 12,
        "whether a card beats another that is winning a trick",
        |view, args| {
            let (card, other): (Spanish, Spanish) = (args.read(0)?, args.read(1)?);
            let trump = view.public.trump.unwrap_or(SpanishSuit::Oros);
            Ok(beaters(other, trump).has(card).into())
        };
    played(seat: Seat) -> Texts, 1, "the cards a seat has played in this hand",
        |view, args| texts(view.public.played[args.seat(0)]);
    taken(seat: Seat) -> Texts, 1, "the cards a seat has won in this hand",
        |view, args| texts(view.public.taken[args.seat(0)]);
    songs(seat: Seat) -> Texts, 1, "the songs of a seat in this hand, such as 40:O",
        |view, args| texts(view.public.songs[args.seat(0)].iter());
    unseen() -> Texts, 1, "the cards that are not played and not yours",
        |view, _| texts(view.unseen());
    known(seat: Seat) -> Texts, 1,
        "cards everyone knows a seat to hold: sung, shown for trump, or what made it mano",
        |view, args| texts(view.public.known[args.seat(0)]);
    may_hold(seat: Seat) -> Texts, 1, "the cards a seat may hold, by everything that play has shown",
        |view, args| texts(view.may_hold(args.seat(0)));
    voids(seat: Seat) -> Texts, 1,
        "the suits a seat has no card of, by everything that play has shown",
        |view, args| texts(view.voids(args.seat(0)));
    shown() -> MaybeText, 1, "the card that showed trump, with trump=last_card",
        |view, _| Ok(view.public.shown.map(text).into());
    exchanger() -> MaybeInt, 1, "the seat that exchanged O2 for the card left over",
        |view, _| Ok(view.public.exchanger.map(u8::from).into());
    undealt() -> MaybeText, 1, "the card left undealt, if you know it",
        |view, _| Ok(view.undealt.map(text).into());
}

/// Returns the view of the seat to move, or a view without a hand.
fn sight(state: &Match) -> View {
    state.view(state.next().seat())
}

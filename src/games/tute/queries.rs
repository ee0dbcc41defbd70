//! What scripts may ask of a view or a world. In a world `hand` is that of the seat to move, and
//! what is unseen is what that seat has not seen.

use super::Tute;
use super::ranks::{self, beaters, points_of};
use super::state::Match;
use super::view::View;
use crate::core::{Answer, Args, Kind, Next, Observer, Param, Query, Returns, Row, State, texts};
use crate::games::cards::{Spanish, SpanishSuit};

const SEAT: &[Param] = &[Param { name: "seat", kind: Kind::Seat }];
const CARD: &[Param] = &[Param { name: "card", kind: Kind::Place }];
const TWO_CARDS: &[Param] =
    &[Param { name: "card", kind: Kind::Place }, Param { name: "other", kind: Kind::Place }];

/// A row whose answer follows from what a seat knows.
macro_rules! query {
    ($name:ident($params:expr) -> $returns:ident, $cost:literal, $doc:literal) => {
        Query {
            row: Row::new(stringify!($name), $params, Returns::$returns, $cost, $doc),
            on_view: |view, args| $name(view, args),
            on_world: |state, args| $name(&sight(state), args),
        }
    };
}

pub(super) const QUERIES: &[Query<Tute>] = &[
    query!(hand(&[]) -> Texts, 40, "your cards; in a world those of the seat to move"),
    query!(trick(&[]) -> Texts, 1, "the cards on the table in the order they were played"),
    query!(leader(&[]) -> Int, 1, "the seat that leads or has led this trick"),
    query!(winner(&[]) -> MaybeInt, 1, "the seat that is winning this trick; nothing before its first card"),
    query!(trump(&[]) -> MaybeText, 1, "the letter of the trump suit: O, C, E or B"),
    query!(mano(&[]) -> MaybeInt, 1, "the seat that led the first trick of this hand"),
    query!(dealer(&[]) -> MaybeInt, 1, "the seat that dealt this hand"),
    query!(in_hand(SEAT) -> Bool, 1, "whether a seat plays this hand"),
    query!(count(SEAT) -> Int, 1, "how many cards a seat holds"),
    query!(porotos(SEAT) -> Int, 1, "the porotos of a seat"),
    query!(tricks(SEAT) -> Int, 1, "how many tricks a seat has won in this hand"),
    query!(hand_points(SEAT) -> Int, 1,
        "what a seat has won in this hand: cards, songs and ten for the last trick"),
    query!(lost(SEAT) -> Bool, 1, "whether a seat got a poroto in the hand that has just ended"),
    query!(card_points(CARD) -> Int, 6, "the points of a card: 11 for the 1, 10 for the 3, 4, 3, 2 or 0"),
    query!(strength(CARD) -> Int, 6, "the rank of a card in its suit: 10 for the 1, 9 for the 3, .. 1 for the 2"),
    query!(beats(TWO_CARDS) -> Bool, 12, "whether a card beats the other one where that is winning a trick"),
    query!(played(SEAT) -> Texts, 1, "the cards a seat has played in this hand"),
    query!(taken(SEAT) -> Texts, 1, "the cards a seat has won in this hand"),
    query!(songs(SEAT) -> Texts, 1, "what a seat has sung in this hand, such as 40:O"),
    query!(unseen(&[]) -> Texts, 1, "the cards that are not played and not yours"),
    query!(known(SEAT) -> Texts, 1,
        "cards everybody knows a seat to hold: sung, shown for trump, or what made it mano"),
    query!(may_hold(SEAT) -> Texts, 1, "the cards a seat may hold, by everything that play has shown"),
    query!(voids(SEAT) -> Texts, 1, "the suits a seat has no card of, by everything that play has shown"),
    query!(shown(&[]) -> MaybeText, 1, "the card that showed trump, with trump=last_card"),
    query!(exchanger(&[]) -> MaybeInt, 1, "the seat that exchanged O2 for the card left over"),
    query!(undealt(&[]) -> MaybeText, 1, "the card dealt to nobody, if you know it"),
];

/// The view of the seat to move; one without a hand where there is none.
fn sight(state: &Match) -> View {
    match state.next() {
        Next::Move(seat) => state.view(Observer::Seat(seat)),
        Next::Deal | Next::Over => state.view(Observer::Public),
    }
}

fn hand(view: &View, _: Args<'_>) -> Answer {
    texts(view.hand)
}

fn trick(view: &View, _: Args<'_>) -> Answer {
    texts(view.public.trick.cards())
}

fn leader(view: &View, _: Args<'_>) -> Answer {
    Ok(u8::from(view.public.trick.leader()).into())
}

fn winner(view: &View, _: Args<'_>) -> Answer {
    let public = &view.public;
    let best = public.trump.and_then(|trump| public.trick.best(trump, public.players));
    Ok(best.map(|(seat, _)| u8::from(seat)).into())
}

fn trump(view: &View, _: Args<'_>) -> Answer {
    Ok(view.public.trump.map(|suit| suit.letter().to_string()).into())
}

fn mano(view: &View, _: Args<'_>) -> Answer {
    Ok(view.public.mano.map(u8::from).into())
}

fn dealer(view: &View, _: Args<'_>) -> Answer {
    Ok(view.public.dealer.map(u8::from).into())
}

fn in_hand(view: &View, args: Args<'_>) -> Answer {
    Ok(view.public.players.has(args.seat(0)).into())
}

fn count(view: &View, args: Args<'_>) -> Answer {
    Ok(view.public.count(args.seat(0)).into())
}

fn porotos(view: &View, args: Args<'_>) -> Answer {
    Ok(view.public.porotos[args.seat(0)].into())
}

fn tricks(view: &View, args: Args<'_>) -> Answer {
    Ok(view.public.tricks[args.seat(0)].into())
}

fn hand_points(view: &View, args: Args<'_>) -> Answer {
    Ok(view.public.points[args.seat(0)].into())
}

fn lost(view: &View, args: Args<'_>) -> Answer {
    Ok(view.public.ending.is_some_and(|ending| ending.losers.has(args.seat(0))).into())
}

fn card_points(_: &View, args: Args<'_>) -> Answer {
    Ok(points_of(args.read(0)?).into())
}

fn strength(_: &View, args: Args<'_>) -> Answer {
    Ok(ranks::strength(args.read(0)?).into())
}

fn beats(view: &View, args: Args<'_>) -> Answer {
    let (card, other): (Spanish, Spanish) = (args.read(0)?, args.read(1)?);
    let trump = view.public.trump.unwrap_or(SpanishSuit::Oros);
    Ok(beaters(other, trump).has(card).into())
}

fn played(view: &View, args: Args<'_>) -> Answer {
    texts(view.public.played[args.seat(0)])
}

fn taken(view: &View, args: Args<'_>) -> Answer {
    texts(view.public.taken[args.seat(0)])
}

fn songs(view: &View, args: Args<'_>) -> Answer {
    texts(view.public.songs[args.seat(0)].iter())
}

fn unseen(view: &View, _: Args<'_>) -> Answer {
    texts(view.unseen())
}

fn known(view: &View, args: Args<'_>) -> Answer {
    texts(view.public.known[args.seat(0)])
}

fn may_hold(view: &View, args: Args<'_>) -> Answer {
    texts(view.may_hold(args.seat(0)))
}

fn voids(view: &View, args: Args<'_>) -> Answer {
    texts(view.voids(args.seat(0)).map(SpanishSuit::letter))
}

fn shown(view: &View, _: Args<'_>) -> Answer {
    Ok(view.public.shown.map(|card| card.to_string()).into())
}

fn exchanger(view: &View, _: Args<'_>) -> Answer {
    Ok(view.public.exchanger.map(u8::from).into())
}

fn undealt(view: &View, _: Args<'_>) -> Answer {
    Ok(view.undealt.map(|card| card.to_string()).into())
}

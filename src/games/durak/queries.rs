//! What scripts may ask of a view or a world.

use serde_json::{Value, json};

use super::super::cards::{Cards, French};
use super::deck::beaters;
use super::view::unseen as unseen_by;
use super::{Durak, Phase, Public};
use crate::core::{Answer, Args, Field, Kind, Param, Query, QueryError, Returns, Row, texts};

const SEAT: &[Param] = &[Param { name: "seat", kind: Kind::Seat }];
const CARD: &[Param] = &[Param { name: "card", kind: Kind::Place }];
const TWO_CARDS: &[Param] =
    &[Param { name: "a", kind: Kind::Place }, Param { name: "b", kind: Kind::Place }];
const PAIR: &[Field] = &[
    Field::new("attack", Returns::Text, "the attacking card"),
    Field::new("defence", Returns::MaybeText, "the card that beats it; nothing if none does yet"),
];

/// A row whose answer follows from what lies open and one hand: the own one in a view, that of the
/// seat to move in a world.
macro_rules! query {
    ($name:ident($params:expr) -> $returns:ident, $cost:literal, $doc:literal $(, $keys:expr)?) => {
        Query {
            row: Row::new(stringify!($name), $params, Returns::$returns, $cost, $doc)
                $(.with_keys($keys))?,
            on_view: |view, args| $name(view.public(), view.hand(), args),
            on_world: |state, args| $name(state.public(), state.hand_to_move(), args),
        }
    };
}

pub(super) const QUERIES: &[Query<Durak>] = &[
    query!(hand(&[]) -> Texts, 2, "your cards; in a world those of the seat to move"),
    query!(table(&[]) -> Maps, 8,
        "the attacking cards in order, each as {attack, defence}; unbeaten ones have no defence", PAIR),
    query!(phase(&[]) -> Text, 2,
        "attack (the first card of a bout), defend (beat or take) or throw (throw in or done)"),
    query!(taking(&[]) -> Bool, 1, "whether the defender has given up and will take the table"),
    query!(to_beat(&[]) -> MaybeText, 2, "the card the defender has to beat now, if any"),
    query!(attacker(&[]) -> Int, 1, "the seat that attacks in this bout"),
    query!(defender(&[]) -> Int, 1, "the seat that defends in this bout"),
    query!(limit(&[]) -> Int, 1, "how many cards may attack in this bout"),
    query!(room(&[]) -> Int, 1, "how many more cards may attack in this bout"),
    query!(trump(&[]) -> Text, 2, "the trump suit: C, D, H or S"),
    query!(trump_card(&[]) -> Text, 2,
        "the card that fixed the trump suit; it is drawn last and then known in that hand"),
    query!(talon(&[]) -> Int, 1, "how many cards are left to draw, the trump card included"),
    query!(count(SEAT) -> Int, 1, "how many cards a seat holds"),
    query!(known(SEAT) -> Texts, 2,
        "cards everybody knows a seat to hold: those it took, the announced trump, the trump card"),
    query!(played(SEAT) -> Texts, 2, "the cards a seat has put on the table in this game"),
    query!(discard(&[]) -> Texts, 2, "the cards that were beaten and laid aside in this game"),
    query!(unseen(&[]) -> Texts, 3,
        "cards that may be anywhere: in the hidden part of another hand or of the talon"),
    query!(lowest_trump(&[]) -> MaybeText, 2,
        "the trump that was announced as the lowest one dealt; lower ones came from the talon"),
    query!(out(SEAT) -> Bool, 1, "whether a seat has got rid of its cards and plays no more"),
    query!(place(SEAT) -> MaybeInt, 1, "the place of a seat in this game: 1 was out first"),
    query!(bouts(&[]) -> Int, 1, "how many bouts of this game are over"),
    query!(beats(TWO_CARDS) -> Bool, 1, "whether card a beats card b"),
    query!(value(CARD) -> Int, 3, "the rank of a card as a number: 2 to 10, J 11, Q 12, K 13, A 14"),
    query!(suit(CARD) -> Text, 3, "the suit of a card: C, D, H or S"),
    query!(is_trump(CARD) -> Bool, 3, "whether a card is a trump"),
];

fn dealt(public: &Public) -> Result<French, QueryError> {
    public.trump_card().ok_or_else(|| QueryError("no cards are dealt yet".to_string()))
}

fn hand(_: &Public, hand: Cards<French>, _: Args<'_>) -> Answer {
    texts(hand)
}

fn table(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    let pairs = public.table().pairs().iter();
    Ok(pairs
        .map(|pair| {
            let defence = pair.defence.map(|card| card.to_string());
            json!({ "attack": pair.attack.to_string(), "defence": defence })
        })
        .collect())
}

fn phase(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(match public.phase() {
        Phase::Deal => "deal",
        Phase::Attack => "attack",
        Phase::Defend => "defend",
        Phase::Throw => "throw",
        Phase::Over => "over",
    }
    .into())
}

fn taking(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(public.taking().into())
}

fn to_beat(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    maybe_text(public.unbeaten())
}

fn maybe_text(card: Option<French>) -> Answer {
    Ok(card.map_or(Value::Null, |card| card.to_string().into()))
}

fn attacker(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(u8::from(public.attacker()).into())
}

fn defender(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(u8::from(public.defender()).into())
}

fn limit(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(public.limit().into())
}

fn room(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(public.room().into())
}

fn trump(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(dealt(public)?.suit().letter().to_string().into())
}

fn trump_card(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(dealt(public)?.to_string().into())
}

fn talon(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(public.talon().into())
}

fn count(public: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    Ok(public.count(args.seat(0)).into())
}

fn known(public: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    texts(public.known(args.seat(0)))
}

fn played(public: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    texts(public.played(args.seat(0)))
}

fn discard(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    texts(public.discard())
}

fn unseen(public: &Public, hand: Cards<French>, _: Args<'_>) -> Answer {
    texts(unseen_by(public, hand))
}

fn lowest_trump(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    maybe_text(public.announced())
}

fn out(public: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    let seat = args.seat(0);
    Ok((!public.plays(seat) && public.count(seat) == 0).into())
}

fn place(public: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    Ok(public.place(args.seat(0)).into())
}

fn bouts(public: &Public, _: Cards<French>, _: Args<'_>) -> Answer {
    Ok(public.bouts().into())
}

fn beats(public: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    let (a, b) = (args.read::<French>(0)?, args.read::<French>(1)?);
    Ok(beaters(b, dealt(public)?.suit()).has(a).into())
}

fn value(_: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    Ok(args.read::<French>(0)?.rank().into())
}

fn suit(_: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    Ok(args.read::<French>(0)?.suit().letter().to_string().into())
}

fn is_trump(public: &Public, _: Cards<French>, args: Args<'_>) -> Answer {
    Ok((args.read::<French>(0)?.suit() == dealt(public)?.suit()).into())
}

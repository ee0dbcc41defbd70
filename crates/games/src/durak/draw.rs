//! Draws the table as text of at most 78 columns: trump and talon, the cards of the bout in pairs,
//! and at least one line per seat with the cards that the observer knows.

use super::{Phase, Public, View};
use crate::cards::French;
use juez_core::{Drawing, Seat, Tone};

/// Cards per line of a hand.
const PER_LINE: usize = 15;

pub(super) fn draw(view: &View) -> Drawing {
    let public = &view.public;
    let mut drawing = Drawing::new();
    drawing.line().put(Tone::Plain, status(public));
    if let Some(trump) = public.trump_card {
        drawing.line().put(Tone::Plain, "trump ").put_place(Tone::Strong, trump);
        drawing.put(Tone::Plain, format!(" ({})", trump.suit().name()));
        let talon = match public.talon {
            0 => "no talon".to_string(),
            1 => "talon: only the trump card".to_string(),
            cards => format!("talon {cards}"),
        };
        drawing.put(Tone::Plain, format!("    {talon}    discarded {}", public.discard.len()));
        drawing.line();
        table(&mut drawing, public);
        drawing.line();
    }
    for seat in Seat::all(public.seats()) {
        seat_lines(&mut drawing, view, seat);
    }
    drawing
}

fn status(public: &Public) -> String {
    let games = public.options.games;
    let game = match games {
        1 => String::new(),
        _ => format!("game {} of {games}, ", public.dealt),
    };
    let seat = public.to_move;
    let what = match public.phase {
        Phase::Deal if public.dealt == 0 => return "before the first deal".to_string(),
        Phase::Deal | Phase::Over => match public.durak {
            Some(durak) => format!("seat {durak} is the durak"),
            None => "a draw".to_string(),
        },
        Phase::Attack => format!("seat {seat} attacks"),
        Phase::Defend => match public.unbeaten() {
            Some(card) => format!("seat {seat} must beat {card} or take"),
            None => format!("seat {seat} defends"),
        },
        Phase::Throw if public.taking => {
            format!("seat {} takes, seat {seat} may add cards", public.defender)
        }
        Phase::Throw => format!("all beaten, seat {seat} may throw in"),
    };
    let over = matches!(public.phase, Phase::Deal | Phase::Over);
    format!("{game}bout {}: {what}", public.bouts + u32::from(!over))
}

fn table(drawing: &mut Drawing, public: &Public) {
    let pairs = public.table.pairs();
    drawing.line().put(Tone::Dim, "  attack  ");
    for pair in pairs {
        drawing.put(Tone::Dim, " ");
        card(drawing, public, Some(pair.attack), "");
    }
    if !matches!(public.phase, Phase::Deal | Phase::Over) {
        drawing.put(Tone::Dim, "  .".repeat(public.room().into()));
    }
    drawing.line().put(Tone::Dim, "  defence ");
    for pair in pairs {
        drawing.put(Tone::Dim, " ");
        card(drawing, public, pair.defence, "--");
    }
}

/// Draws a card, or `none`; trumps are emphasized.
fn card(drawing: &mut Drawing, public: &Public, card: Option<French>, none: &str) {
    match card {
        Some(card) if public.trump() == Some(card.suit()) => drawing.put_place(Tone::Strong, card),
        Some(card) => drawing.put_place(Tone::Plain, card),
        None => drawing.put(Tone::Dim, none),
    };
}

fn seat_lines(drawing: &mut Drawing, view: &View, seat: Seat) {
    let public = &view.public;
    let arrow = if public.to_move() == Some(seat) { '▸' } else { ' ' };
    let in_bout = matches!(public.phase, Phase::Attack | Phase::Defend | Phase::Throw);
    let role = match (public.place(seat), in_bout) {
        (Some(_), _) if public.count[seat] == 0 => "out",
        (None, true) if seat == public.attacker => "attacks",
        (None, true) if seat == public.defender && public.taking => "takes",
        (None, true) if seat == public.defender => "defends",
        _ => "",
    };
    let points = match public.options.games {
        1 => String::new(),
        _ => format!("{:>3}p", public.points[seat]),
    };
    let count = match (public.count[seat], public.place(seat)) {
        (0, Some(place)) => format!("place {place}"),
        (1, _) => "1 card".to_string(),
        (cards, _) => format!("{cards} cards"),
    };
    let head = format!("{arrow} seat {seat}{points}  {role:7}  {count:8} ");
    let indent = head.chars().count();
    drawing.line().put(Tone::Seat(seat), head);
    let shown = if view.seat == Some(seat) { view.hand } else { public.known[seat] };
    let mut cards = shown.list();
    cards.sort_by_key(|card| (public.trump() == Some(card.suit()), card.suit(), card.rank()));
    let hidden = usize::from(public.count[seat]).saturating_sub(shown.len());
    hand(drawing, public, &cards, hidden, indent);
}

/// Draws the known cards of a hand and a mark for each other one, indented from the second line on.
fn hand(drawing: &mut Drawing, public: &Public, known: &[French], hidden: usize, indent: usize) {
    let all = known.iter().copied().map(Some).chain(std::iter::repeat_n(None, hidden));
    for (i, known) in all.enumerate() {
        if i > 0 && i % PER_LINE == 0 {
            drawing.line().put(Tone::Plain, " ".repeat(indent));
        }
        drawing.put(Tone::Plain, " ");
        card(drawing, public, known, "··");
    }
}

//! Draws the table as text: the open cards in small boxes, then the cards of each side, then the
//! observer's hand.

use super::public::SEATS;
use super::scoring::{denari, settebello};
use super::{Kind, Public, View};
use crate::cards::{Cards, Italian};
use juez_core::{Drawing, Next, Seat, Tone};

/// Boxes in a row of 80 columns.
const IN_A_ROW: usize = 13;

pub(super) fn draw(view: &View) -> Drawing {
    let public = &view.public;
    let mut drawing = Drawing::new();
    title(&mut drawing, public);
    boxes(&mut drawing, public.table, "the table is empty");
    seats(&mut drawing, public);
    piles(&mut drawing, public);
    if let Some(seat) = view.seat {
        drawing.line();
        drawing.line().put(Tone::Seat(seat), format!("  the hand of seat {seat}"));
        boxes(&mut drawing, view.hand, "no cards");
    }
    drawing
}

fn title(drawing: &mut Drawing, public: &Public) {
    let options = public.options;
    let name = match public.kind() {
        Kind::Solo9 => "scopone, each for himself",
        Kind::Team9 => "scopone in pairs",
        Kind::Team10 => "scopone scientifico",
    };
    drawing.line().put(Tone::Strong, format!("  {name}"));
    if options.kind.in_pairs() {
        let length = match options.target() {
            0 => "a single hand".to_string(),
            target => format!("to {target}"),
        };
        drawing.put(Tone::Plain, format!(", {length}"));
    }
    let status = match public.next() {
        Next::Move(_) => format!("hand {}", public.dealt),
        Next::Deal if public.dealt == 0 => "before the first deal".to_string(),
        Next::Deal => format!("after hand {}", public.dealt),
        Next::Over => "over".to_string(),
    };
    drawing.put(Tone::Dim, format!("  ·  {status}"));
}

/// Draws cards as boxes in rows.
fn boxes(drawing: &mut Drawing, cards: Cards<Italian>, if_none: &str) {
    if cards.is_empty() {
        drawing.line();
        drawing.line().put(Tone::Dim, format!("  {if_none}"));
        drawing.line();
        return;
    }
    for row in cards.list().chunks(IN_A_ROW) {
        let rule = |left: &str, right: &str| format!("{left}───{right} ").repeat(row.len());
        drawing.line().put(Tone::Dim, format!("  {}", rule("╭", "╮")));
        drawing.line().put(Tone::Plain, "  ");
        for card in row {
            drawing.put(Tone::Dim, "│");
            let name = card.to_string();
            drawing.put(Tone::Plain, " ".repeat(3_usize.saturating_sub(name.len())));
            drawing.put_at(&name, Tone::Strong, &name).put(Tone::Dim, "│ ");
        }
        drawing.line().put(Tone::Dim, format!("  {}", rule("╰", "╯")));
    }
}

/// Draws each seat with its hand and the cards it has played.
fn seats(drawing: &mut Drawing, public: &Public) {
    for seat in Seat::all(SEATS) {
        let arrow = if public.to_move == Some(seat) { '▸' } else { ' ' };
        let held = public.held(seat);
        let backs: String = "▮".repeat(held);
        drawing.line().put(Tone::Seat(seat), format!("{arrow} seat {seat}  {backs:<10}"));
        if !public.played[seat].is_empty() {
            drawing.put(Tone::Dim, "  played");
            for card in public.played[seat] {
                drawing.put(Tone::Dim, " ").put_place(Tone::Dim, card);
            }
        }
    }
}

/// Draws the piles and scores of the sides.
fn piles(drawing: &mut Drawing, public: &Public) {
    drawing.line();
    let between = public.to_move.is_none() && public.dealt > 0;
    for seat in Seat::all(SEATS).filter(|&seat| public.side(seat).next() == Some(seat)) {
        let pile = public.pile(seat);
        let best = if pile.has(settebello()) { "settebello" } else { "" };
        drawing.line().put(Tone::Seat(seat), format!("  {:<9}", side(public, seat)));
        drawing.put(Tone::Strong, format!("{:>3}", public.score[seat]));
        drawing.put(
            Tone::Plain,
            format!(
                "   pile {:<2} denari {:<2} sevens {} scope {:<2} {best:<10}",
                pile.len(),
                denari(pile),
                (pile & Italian::all_of(7)).len(),
                public.scope(seat),
            ),
        );
        if between {
            drawing.put(Tone::Dim, format!(" {:+}", public.tally(seat).total()));
        } else if public.last_capturer.is_some_and(|last| public.team(last) == public.team(seat)) {
            drawing.put(Tone::Dim, " captured last");
        }
    }
}

/// Formats a side: `seat 3` or `pair 0+2`.
fn side(public: &Public, seat: Seat) -> String {
    let seats: Vec<String> = public.side(seat).map(|seat| seat.to_string()).collect();
    format!("{} {}", if seats.len() == 1 { "seat" } else { "pair" }, seats.join("+"))
}

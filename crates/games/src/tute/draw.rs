//! Draws the table as text.

use std::cmp::Reverse;

use super::ranks::SUITS;
use super::{How, Phase, Public, Trick, View, strength};
use crate::cards::{Cards, Spanish};
use juez_core::{Drawing, Seat, Tone, listed};

pub(super) fn draw(view: &View) -> Drawing {
    let mut drawing = Drawing::new();
    let public = &view.public;
    heading(&mut drawing, public);
    drawing.line();
    seats(&mut drawing, view);
    if public.deals > 0 {
        drawing.line();
        if let Some(last) = &public.last_trick {
            trick(&mut drawing, public, last, "last trick");
        }
        if public.phase == Phase::Play {
            trick(&mut drawing, public, &public.trick, "on the table");
        }
        ending(&mut drawing, public);
        left_over(&mut drawing, view);
    }
    if let Some(seat) = view.seat
        && !view.hand.is_empty()
    {
        drawing.line();
        hand(&mut drawing, public, seat, view.hand);
    }
    drawing
}

fn heading(drawing: &mut Drawing, public: &Public) {
    drawing.line();
    let Some((trump, mano)) = public.trump.zip(public.mano) else {
        drawing.put(Tone::Dim, " before the first hand");
        return;
    };
    drawing.put(Tone::Plain, format!(" hand {}", public.deals));
    drawing.put(Tone::Dim, "   trump ");
    drawing.put(Tone::Strong, trump.name());
    if let Some(card) = public.shown {
        drawing.put(Tone::Dim, " (shown ").put_place(Tone::Dim, card).put(Tone::Dim, ")");
    }
    drawing.put(Tone::Dim, format!("   mano {mano}"));
    if let Some(dealer) = public.dealer {
        drawing.put(Tone::Dim, format!("   dealer {dealer}"));
    }
    drawing.put(Tone::Dim, format!("   porotos to {}", public.options.limit));
}

fn seats(drawing: &mut Drawing, view: &View) {
    let public = &view.public;
    drawing.line().put(Tone::Dim, "      porotos   cards  tricks  points  songs");
    for seat in Seat::all(public.options.seats) {
        let turn = public.phase == Phase::Play && public.turn == seat;
        let arrow = if turn { '▸' } else { ' ' };
        drawing.line().put(Tone::Seat(seat), format!(" {arrow}({seat})"));
        drawing.put(Tone::Strong, format!("  {:8}", porotos(public, seat)));
        if public.retired[seat].is_some() && !public.players.has(seat) {
            drawing.put(Tone::Dim, "  retired");
            continue;
        }
        if public.deals > 0 && !public.players.has(seat) {
            drawing.put(Tone::Dim, "  deals and sits out");
            continue;
        }
        let songs: Vec<String> = public.songs[seat].iter().map(|song| song.to_string()).collect();
        let row = [public.count(seat), public.tricks[seat].into(), public.points[seat].into()];
        let [cards, tricks, points] = row;
        drawing.put(Tone::Plain, format!("  {cards:5}  {tricks:6}  {points:6}"));
        if !songs.is_empty() {
            drawing.put(Tone::Strong, format!("  {}", songs.join(" ")));
        }
    }
}

/// Draws a bean per poroto for a limit of up to eight, else the number.
fn porotos(public: &Public, seat: Seat) -> String {
    let [has, limit] = [public.porotos[seat], public.options.limit].map(usize::from);
    if limit > 8 {
        return format!("{has} of {limit}");
    }
    format!("{}{}", "●".repeat(has), "○".repeat(limit - has))
}

fn trick(drawing: &mut Drawing, public: &Public, trick: &Trick, name: &str) {
    drawing.line().put(Tone::Dim, format!(" {name:12} "));
    let best = public.trump.and_then(|trump| trick.best(trump, public.players));
    let Some((winner, _)) = best else {
        drawing.put(Tone::Seat(trick.leader()), format!(" ({}) leads", trick.leader()));
        return;
    };
    for (seat, card) in trick.plays(public.players) {
        drawing.put(Tone::Seat(seat), format!(" ({seat})"));
        let (tone, before, after) =
            if seat == winner { (Tone::Strong, "[", "]") } else { (Tone::Plain, " ", " ") };
        drawing.put(tone, before).put_place(tone, card).put(tone, after);
    }
}

fn ending(drawing: &mut Drawing, public: &Public) {
    let Some(ending) = public.ending else { return };
    let seats = listed(ending.losers.iter(), "and");
    let losers = match ending.losers.len() {
        0 => "no seat gets a poroto".to_string(),
        1 => format!("seat {seats} gets a poroto"),
        _ => format!("seats {seats} get a poroto each"),
    };
    let how = match ending.by {
        None => "the hand is over".to_string(),
        Some(seat) if ending.how == How::Tute => format!("tute by seat {seat}"),
        Some(seat) => format!("fallo by seat {seat}"),
    };
    drawing.line().put(Tone::Strong, format!(" {how}: {losers}"));
}

/// Draws the card that three players leave over.
fn left_over(drawing: &mut Drawing, view: &View) {
    let public = &view.public;
    if public.phase != Phase::Play || public.players.len() != 3 {
        return;
    }
    drawing.line().put(Tone::Dim, " left over     ");
    let mut unknown = "a card face down";
    if let Some(seat) = public.exchanger {
        drawing.put_place(Tone::Dim, "O2").put(Tone::Dim, format!(", given by seat {seat} for "));
        unknown = "the card left over";
    }
    match view.undealt {
        Some(card) => drawing.put_place(Tone::Dim, card),
        None => drawing.put(Tone::Dim, unknown),
    };
}

/// Draws the cards by suit, trump first, each suit from its strongest card.
fn hand(drawing: &mut Drawing, public: &Public, seat: Seat, hand: Cards<Spanish>) {
    let mut suits = SUITS;
    suits.sort_by_key(|&suit| public.trump != Some(suit));
    for (i, suit) in suits.into_iter().enumerate() {
        let mut cards = (hand & suit.cards()).list();
        cards.sort_by_key(|&card| Reverse(strength(card)));
        let owner = if i == 0 { format!(" hand of ({seat}) ") } else { " ".repeat(13) };
        drawing.line().put(Tone::Seat(seat), owner);
        let tone = if public.trump == Some(suit) { Tone::Strong } else { Tone::Dim };
        drawing.put(tone, format!(" {:8}", suit.name()));
        let mut gap = 1;
        for card in cards {
            let name = card.to_string();
            drawing.put(Tone::Plain, " ".repeat(gap)).put_at(&name, Tone::Plain, &name);
            gap = 4_usize.saturating_sub(name.len());
        }
    }
}

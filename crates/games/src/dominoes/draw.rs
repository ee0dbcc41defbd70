//! Draws the table as text: the chain as it lies, a line per seat, the observer's tiles.
//!
//! Angle brackets mark the open ends, so that the chain is readable without colour.

use super::{HAND, Phase, Public, SEATS, View, pair_of};
use juez_core::{Drawing, Seat, Team, Tone, listed};

/// Tiles per line of the chain: five columns each, within 80.
const PER_LINE: usize = 14;

pub(super) fn draw(view: &View) -> Drawing {
    let public = &view.public;
    let mut drawing = Drawing::new();
    drawing.line().put(Tone::Plain, status(public));
    drawing.line();
    chain(&mut drawing, public);
    drawing.line();
    for seat in Seat::all(SEATS) {
        about(&mut drawing, public, seat);
    }
    drawing.line();
    score(&mut drawing, public);
    own_tiles(&mut drawing, view);
    drawing
}

fn status(public: &Public) -> String {
    let hand = public.hands;
    let turn = public.turn;
    match public.phase {
        Phase::Deal if hand == 0 => "before the first hand".to_string(),
        Phase::Deal => format!("hand {hand} is over"),
        Phase::Over => {
            let pair =
                if public.score(Team(0)) > public.score(Team(1)) { "0 and 2" } else { "1 and 3" };
            format!("hand {hand} is over: seats {pair} have won")
        }
        Phase::Signal => format!("hand {hand}: seat {turn} signals to its partner"),
        Phase::Ask => format!("hand {hand}: seat {turn} says whether it opens"),
        Phase::First => format!("hand {hand}: seat {turn} opens"),
        Phase::Play => format!("hand {hand}: seat {turn} to move"),
    }
}

fn chain(drawing: &mut Drawing, public: &Public) {
    let Some((left, right)) = public.chain.ends() else {
        drawing.line().put(Tone::Dim, "   no tile yet");
        return;
    };
    let row = public.chain.laid_out();
    for (i, tiles) in row.chunks(PER_LINE).enumerate() {
        drawing.line();
        if i == 0 {
            end(drawing, left);
        } else {
            drawing.put(Tone::Plain, "   ");
        }
        for &(a, b, seat) in tiles {
            tile(drawing, seat, (a, b));
        }
    }
    end(drawing, right);
}

/// Draws an open end; its place for marks is the `@6` of a move.
fn end(drawing: &mut Drawing, number: u8) {
    drawing.put(Tone::Strong, "<");
    drawing.put_at(format_args!("@{number}"), Tone::Strong, &number.to_string());
    drawing.put(Tone::Strong, ">");
}

/// Draws a tile as it lies. Its name has the higher number first.
fn tile(drawing: &mut Drawing, seat: Seat, (a, b): (u8, u8)) {
    let tone = Tone::Seat(seat);
    drawing.put(tone, "[");
    drawing.put_at(format_args!("{}{}", a.max(b), a.min(b)), tone, &format!("{a}|{b}"));
    drawing.put(tone, "]");
}

fn about(drawing: &mut Drawing, public: &Public, seat: Seat) {
    let arrow = if public.to_move() == Some(seat) { '▸' } else { ' ' };
    let count = public.count(seat);
    drawing.line().put(Tone::Seat(seat), format!("{arrow} seat {seat}  "));
    drawing.put(Tone::Plain, format!("{:<HAND$}  {count} left", "▮".repeat(count)));
    if public.opener == Some(seat) && public.phase != Phase::Deal {
        drawing.put(Tone::Dim, "  opens");
    }
    let times = public.passed(seat);
    if times > 0 {
        drawing.put(Tone::Dim, format!("  passed {times}x: no {}", public.lacks(seat)));
    }
}

fn score(drawing: &mut Drawing, public: &Public) {
    drawing.line().put(Tone::Plain, "score ");
    for pair in [Team(0), Team(1)] {
        let seats = listed(Seat::all(SEATS).filter(|&seat| pair_of(seat) == pair), "and");
        let text = format!("  seats {seats}: {}", public.score(pair));
        drawing.put(Tone::Seat(Seat::new(pair.0)), text);
    }
    drawing.put(Tone::Dim, format!("   ({} wins)", public.options.target));
}

fn own_tiles(drawing: &mut Drawing, view: &View) {
    let Some(seat) = view.seat else { return };
    drawing.line().put(Tone::Plain, format!("seat {seat} holds"));
    if view.hand.is_empty() {
        drawing.put(Tone::Dim, "  nothing");
    }
    for held in view.hand {
        drawing.put(Tone::Plain, " ");
        tile(drawing, seat, (held.high(), held.low()));
    }
    for other in Seat::all(SEATS).filter(|&other| other != seat) {
        if let Some(signal) = view.signal(other) {
            let (doubles, most) = (signal.doubles(), signal.most());
            let text = format!("partner signals {doubles} doubles, {most} tiles with one number");
            drawing.line().put(Tone::Dim, text);
        }
    }
}

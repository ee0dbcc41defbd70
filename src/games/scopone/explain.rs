//! Which rule a move breaks, in words.

use super::super::cards::{Cards, Italian};
use super::captures::of_value;
use super::{Move, Public};
use crate::core::{IllegalMove, Next};

/// Whether the seat to move, which holds `hand`, may play `mv`.
pub(super) fn explain(public: &Public, hand: Cards<Italian>, mv: Move) -> Result<(), IllegalMove> {
    let refuse = |why: String| Err(IllegalMove(why));
    let (card, captured, table) = (mv.card, mv.captured, public.table());
    let value = card.value();
    let seat = match public.next() {
        Next::Move(seat) => seat,
        Next::Deal => return refuse(format!("{mv} cannot be played before the deal")),
        Next::Over => return refuse(format!("{mv} cannot be played: the match is over")),
    };
    if !hand.has(card) {
        return refuse(format!("seat {seat} does not hold {card}"));
    }
    let captures = public.captures();
    let equals = table & of_value(value);
    if captured.is_empty() {
        return match (equals.len(), captures.count(value)) {
            (0, 0) => Ok(()),
            (0, _) => {
                let sum = captures.nth(value, 0);
                refuse(format!("{card} must capture: {} add up to {value}", joined(sum)))
            }
            (1, _) => refuse(format!("{card} must capture: {equals} lies on the table")),
            _ => refuse(format!("{card} must capture: {} lie on the table", joined(equals))),
        };
    }
    if !table.covers(captured) {
        let missing = captured - table;
        let verb = if missing.len() == 1 { "does" } else { "do" };
        return refuse(format!("{} {verb} not lie on the table", listed(missing)));
    }
    if captured.len() == 1 {
        return match captured.meets(equals) {
            true => Ok(()),
            false => refuse(format!(
                "{card} cannot capture {captured}: a single card must be a {value} too"
            )),
        };
    }
    if equals.covers(captured) {
        return refuse(format!(
            "{card} captures only one card of its value, not {}",
            listed(captured)
        ));
    }
    if let Some(equal) = equals.first() {
        return refuse(format!(
            "an equal card lies on the table, {equal}, so sums are not allowed"
        ));
    }
    let sum: u32 = captured.iter().map(|card| u32::from(card.value())).sum();
    if sum != u32::from(value) {
        return refuse(format!("{} add up to {sum}, not {value}", joined(captured)));
    }
    let size = usize::from(captures.size(value));
    if size > 0 && captured.len() != size {
        return refuse(format!(
            "only the fewest cards may be captured: {size}, such as {}, not {}",
            joined(captures.nth(value, 0)),
            captured.len()
        ));
    }
    Ok(())
}

/// `B4+C3`.
fn joined(cards: Cards<Italian>) -> String {
    cards.list().iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

/// `B4, C3 and D1`.
fn listed(cards: Cards<Italian>) -> String {
    let texts: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

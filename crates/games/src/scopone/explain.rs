//! Explains the rule that a move breaks.

use super::{Move, Public};
use crate::cards::{Cards, Italian};
use juez_core::{IllegalMove, Next, listed, sentences};

sentences! {
    /// Reasons why a move is refused.
    SENTENCES:
    before_deal(mv) = "{mv} cannot be played before the deal";
    match_over(mv) = "{mv} cannot be played: the match is over";
    not_held(seat, card) = "seat {seat} does not hold {card}";
    must_capture_sum(card, cards, value) = "{card} must capture: {cards} add up to {value}";
    must_capture(card, equal) = "{card} must capture: {equal} is on the table";
    must_capture_one(card, equals) = "{card} must capture: {equals} are on the table";
    lies_not(card) = "{card} is not on the table";
    lie_not(cards) = "{cards} are not on the table";
    other_value(card, captured, value) = "{card} cannot capture {captured}: a single card must be a {value} too";
    only_one(card, cards) = "{card} captures only one card of its value, not {cards}";
    equal_first(equal) = "an equal card is on the table, {equal}, so sums are not allowed";
    other_sum(cards, sum, value) = "{cards} add up to {sum}, not {value}";
    only_fewest(size, cards, found) = "only the fewest cards may be captured: {size}, such as {cards}, not {found}";
}

/// Checks that the seat to move, which holds `hand`, may play `mv`.
pub(super) fn explain(public: &Public, hand: Cards<Italian>, mv: Move) -> Result<(), IllegalMove> {
    let refuse = |why: String| Err(IllegalMove(why));
    let (card, captured, table) = (mv.card, mv.captured, public.table);
    let value = card.value();
    let seat = match public.next() {
        Next::Move(seat) => seat,
        Next::Deal => return refuse(before_deal(mv)),
        Next::Over => return refuse(match_over(mv)),
    };
    if !hand.has(card) {
        return refuse(not_held(seat, card));
    }
    let captures = public.captures();
    let equals = table & Italian::all_of(value);
    if captured.is_empty() {
        return match (equals.len(), captures.count(value)) {
            (0, 0) => Ok(()),
            (0, _) => {
                let sum = captures.nth(value, 0);
                refuse(must_capture_sum(card, joined(sum), value))
            }
            (1, _) => refuse(must_capture(card, equals)),
            _ => refuse(must_capture_one(card, joined(equals))),
        };
    }
    if !table.covers(captured) {
        let missing = captured - table;
        return refuse(match missing.len() {
            1 => lies_not(missing),
            _ => lie_not(listed(missing, "and")),
        });
    }
    if captured.len() == 1 {
        return match captured.meets(equals) {
            true => Ok(()),
            false => refuse(other_value(card, captured, value)),
        };
    }
    if equals.covers(captured) {
        return refuse(only_one(card, listed(captured, "and")));
    }
    if let Some(equal) = equals.first() {
        return refuse(equal_first(equal));
    }
    let sum: u32 = captured.iter().map(|card| u32::from(card.value())).sum();
    if sum != u32::from(value) {
        return refuse(other_sum(joined(captured), sum, value));
    }
    let size = usize::from(captures.size(value));
    if size > 0 && captured.len() != size {
        return refuse(only_fewest(size, joined(captures.nth(value, 0)), captured.len()));
    }
    Ok(())
}

/// Joins cards as a sum: `B4+C3`.
fn joined(cards: Cards<Italian>) -> String {
    cards.list().iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

//! Where cards lie in a deal as records write it, so that two of them can change places.

use serde_json::Value;

/// A place in a deal where a card lies: a hand or a pile, and which of its cards.
pub type Place = (String, usize);

/// Every place of a deal, with its card. Hands are `hands/<seat>`.
pub fn places(deal: &Value) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    let mut cards = |pointer: String, value: &Value| match value {
        Value::Array(list) => {
            for (i, card) in list.iter().enumerate() {
                if let Some(card) = card.as_str() {
                    found.push(((pointer.clone(), i), card.to_string()));
                }
            }
        }
        Value::String(card) => found.push(((pointer, usize::MAX), card.clone())),
        _ => {}
    };
    for (key, value) in deal.as_object().into_iter().flatten() {
        match value {
            Value::Object(hands) => {
                hands.iter().for_each(|(seat, hand)| cards(format!("/{key}/{seat}"), hand));
            }
            Value::Array(hands) if hands.iter().all(Value::is_array) => {
                let hands = hands.iter().enumerate();
                hands.for_each(|(seat, hand)| cards(format!("/{key}/{seat}"), hand));
            }
            other => cards(format!("/{key}"), other),
        }
    }
    found
}

pub fn put(deal: &mut Value, (pointer, index): &Place, card: &str) {
    let place = deal.pointer_mut(pointer).expect("a place of this deal");
    match place {
        Value::Array(list) => list[*index] = card.into(),
        other => *other = card.into(),
    }
}

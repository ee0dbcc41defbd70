//! Positions of cards in a deal of a record, for swapping two of them.

use serde_json::Value;

/// A slot of a card in a deal: a hand or a pile, and the index in it.
pub type Slot = (String, usize);

/// Returns every slot of a deal with its card. Hands are `hands/<seat>`.
pub fn card_slots(deal: &Value) -> Vec<(Slot, String)> {
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

pub fn put(deal: &mut Value, (pointer, index): &Slot, card: &str) {
    let slot = deal.pointer_mut(pointer).expect("a place of this deal");
    match slot {
        Value::Array(list) => list[*index] = card.into(),
        other => *other = card.into(),
    }
}

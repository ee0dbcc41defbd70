//! A short text of a view, in one format for every game.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;

/// Fields that are shown elsewhere, or are the same for the whole match.
const LEFT_OUT: [&str; 4] = ["options", "seat", "ply", "to_move"];

/// The field that holds the public part of some views; its fields count as the view's own.
const OPEN: &str = "public";

/// Formats the fields of a view as `name value`, in their own order. Leaves out fields that are
/// null, empty or false; joins lists with blanks and lists of lists with slashes.
///
/// ```
/// use juez_core::view_fields;
/// let view = serde_json::json!({
///     "hand": ["D7", "S2"], "known": [[], ["B1"]], "table": [{"attack": "7D", "defence": null}],
///     "chain": [{"seat": 0, "tile": "66"}, {"end": 6, "seat": 1, "tile": "65"}],
///     "public": {"score": [0, 3]}, "taking": false, "trick": {"cards": [], "leader": 2}, "ply": 12,
/// });
/// assert_eq!(
///     view_fields(&view),
///     ["chain 66 65", "hand D7 S2", "known - / B1", "score 0 3", "table 7D", "trick (leader 2)"]
/// );
/// ```
pub fn view_fields(view: &impl Serialize) -> Vec<String> {
    // Through text: a `Value` would sort the fields by name.
    let text = serde_json::to_string(view).unwrap_or_default();
    let Ok(Fields(fields)) = serde_json::from_str(&text) else { return Vec::new() };
    let shown = fields.iter().filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
    all_words(shown.map(|(name, value)| (name, value)))
}

/// The fields of an object in source order.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if name == OPEN {
                        fields.extend(map.next_value::<Fields>()?.0);
                    } else {
                        fields.push((name, map.next_value()?));
                    }
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// Formats a value; `None` if it is null, empty or false.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::Bool(true) => Some("yes".to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Array(items) if items.iter().any(Value::is_array) => {
            let lists: Vec<Option<String>> = items.iter().map(words).collect();
            lists.iter().flatten().next()?;
            let shown = lists.into_iter().map(|list| list.unwrap_or_else(|| "-".to_string()));
            Some(shown.collect::<Vec<_>>().join(" / "))
        }
        Value::Array(items) => {
            let shown: Vec<String> = items.iter().map(item).collect();
            shown.iter().any(|item| item != "-").then(|| shown.join(" "))
        }
        Value::Object(fields) => {
            let shown = all_words(fields);
            (!shown.is_empty()).then(|| format!("({})", shown.join(", ")))
        }
    }
}

fn all_words<'f>(fields: impl IntoIterator<Item = (&'f String, &'f Value)>) -> Vec<String> {
    let in_words = |(name, value)| Some(format!("{name} {}", words(value)?));
    fields.into_iter().filter_map(in_words).collect()
}

/// Formats an element of a list. An object is reduced to its texts, which are cards and tiles, or
/// to all its values if it has none.
fn item(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let texts: Vec<&str> = fields.values().filter_map(Value::as_str).collect();
            if texts.is_empty() {
                fields.values().filter_map(words).collect::<Vec<_>>().join(":")
            } else {
                texts.join(":")
            }
        }
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_string(),
        other => words(other).unwrap_or_else(|| "-".to_string()),
    }
}

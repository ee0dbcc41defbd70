//! Events as they travel: a position has only what differs from the position before it.
//!
//! Readers put the positions together again:
//!
//! - An event with the fields of a position has all of them.
//! - An event with `changes` has the fields that differ. A change of an object has its members that
//!   differ; a change of a list is the whole list, or an object of the elements that differ, by their
//!   index. Everything else is the new value.
//! - Each view in `seats` changes as `view` does, and then by its own part of `changes`.

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::mem;

use super::MatchEvent;
use super::wire::json;
use crate::registry::{JsonText, Snapshot};

/// The fields of a position, but for those that every event with a position has.
const FIELDS: [&str; 8] =
    ["deal", "to_move", "points", "winners", "view", "seats", "face_down", "drawing"];

/// Takes the positions out of the events of one log, in order.
#[derive(Default)]
pub(super) struct Positions {
    last: Option<Position>,
}

struct Position {
    view: JsonText,
    seats: Vec<JsonText>,
    /// The other fields.
    others: Map<String, Value>,
}

/// The position that an event brings, as it travels: members of an object as JSON. Empty if it brings none.
#[derive(Default)]
pub(super) struct Change(String);

/// The difference cannot be written: a member is gone, or a list became an object.
struct Unwritable;

impl Positions {
    /// Takes the position out of an event.
    pub fn take(&mut self, event: &mut MatchEvent) -> Change {
        let Some(snapshot) = event.snapshot_mut() else { return Change::default() };
        let position = Position::out_of(snapshot);
        let changes = self.last.as_ref().and_then(|last| changes(last, &position).ok());
        let change = match &changes {
            Some(changes) => format!(r#""changes":{}"#, json(changes)),
            None => position.members(),
        };
        self.last = Some(position);
        Change(change)
    }
}

impl Position {
    /// Moves the position out of a snapshot, which keeps what every event with a position has.
    fn out_of(snapshot: &mut Snapshot) -> Position {
        let (view, seats) = (mem::take(&mut snapshot.view), mem::take(&mut snapshot.seats));
        let Ok(Value::Object(mut others)) = serde_json::to_value(&*snapshot) else {
            unreachable!("a snapshot is an object")
        };
        others.retain(|name, _| FIELDS.contains(&&**name) && name != "view");
        Position { view, seats, others }
    }

    fn members(&self) -> String {
        let mut text = format!(r#""view":{}"#, self.view.as_str());
        if !self.seats.is_empty() {
            text += &format!(r#","seats":{}"#, json(&self.seats));
        }
        for (name, value) in &self.others {
            text += &format!(r#","{name}":{value}"#);
        }
        text
    }
}

/// An event as JSON, with the position that was taken out of it.
pub(super) fn written(event: &MatchEvent, change: &Change) -> String {
    if change.0.is_empty() {
        return json(event);
    }
    let mut value = serde_json::to_value(event).expect("events have string keys only");
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|name, _| !FIELDS.contains(&&**name));
    }
    let mut text = value.to_string();
    text.pop();
    text + "," + change.0.as_str() + "}"
}

/// The members of an object as JSON.
type Texts<'t> = BTreeMap<&'t str, &'t RawValue>;

/// A view before and after a move.
#[derive(Clone, Copy)]
struct Views<'t> {
    before: &'t JsonText,
    after: &'t JsonText,
}

/// The change of the public view.
struct PublicChange<'t> {
    texts: Option<(Texts<'t>, Texts<'t>)>,
    change: Option<Value>,
}

/// The changes from one position to another.
fn changes(before: &Position, after: &Position) -> Result<Map<String, Value>, Unwritable> {
    if before.seats.len() != after.seats.len() {
        return Err(Unwritable);
    }
    let mut changes = members(&before.others, &after.others)?;
    let public = PublicChange::of(Views { before: &before.view, after: &after.view })?;
    let mut seats = Map::new();
    for (seat, (before, after)) in before.seats.iter().zip(&after.seats).enumerate() {
        if let Some(change) = public.rest(Views { before, after })? {
            seats.insert(seat.to_string(), change);
        }
    }
    changes.extend(public.change.map(|change| ("view".to_string(), change)));
    if !seats.is_empty() {
        changes.insert("seats".to_string(), Value::Object(seats));
    }
    Ok(changes)
}

impl<'t> Views<'t> {
    /// The members of both, if both are objects.
    fn texts(self) -> Option<(Texts<'t>, Texts<'t>)> {
        let texts = |text: &'t JsonText| serde_json::from_str(text.as_str()).ok();
        Some((texts(self.before)?, texts(self.after)?))
    }
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("it was written as JSON")
}

impl<'t> PublicChange<'t> {
    fn of(views: Views<'t>) -> Result<PublicChange<'t>, Unwritable> {
        let nothing = PublicChange { texts: None, change: None };
        let change = nothing.rest(views)?;
        Ok(PublicChange { texts: views.texts(), change })
    }

    /// As [`rest`] after this change, of another view. Only members that change otherwise than here are read.
    fn rest(&self, views: Views<'_>) -> Result<Option<Value>, Unwritable> {
        let nothing = Map::new();
        let first = match &self.change {
            None if views.before == views.after => return Ok(None),
            None => Some(&nothing),
            Some(first) => first.as_object(),
        };
        let (Some(first), Some((was, is))) = (first, views.texts()) else {
            let (before, after) = (value(views.before.as_str()), value(views.after.as_str()));
            return rest(&before, self.change.as_ref(), &after);
        };
        if was
            .keys()
            .copied()
            .chain(first.keys().map(|name| &**name))
            .any(|name| !is.contains_key(name))
        {
            return Err(Unwritable);
        }
        let mut changes = Map::new();
        for (name, is) in is {
            let (is, was) = (is.get(), was.get(name).map(|was| was.get()));
            let first = first.get(name);
            let is_done = match first {
                None => was == Some(is),
                Some(_) => self.is_of(name, was, is),
            };
            if is_done {
                continue;
            }
            let change = rest(&was.map_or(Value::Null, value), first, &value(is))?;
            if change.is_some() || (was.is_none() && first.is_none()) {
                changes.insert(name.to_string(), change.unwrap_or_default());
            }
        }
        Ok((!changes.is_empty()).then_some(Value::Object(changes)))
    }

    /// True if a member was and is that of the public view.
    fn is_of(&self, name: &str, was: Option<&str>, is: &str) -> bool {
        let Some((all_was, all_is)) = &self.texts else { return false };
        let text = |texts: &Texts<'t>| texts.get(name).map(|text| text.get());
        text(all_was) == was && text(all_is) == Some(is)
    }
}

fn members(
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) -> Result<Map<String, Value>, Unwritable> {
    if before.keys().any(|name| !after.contains_key(name)) {
        return Err(Unwritable);
    }
    let mut changes = Map::new();
    for (name, is) in after {
        let change = difference(before.get(name).unwrap_or(&Value::Null), is)?;
        if change.is_some() || !before.contains_key(name) {
            changes.insert(name.clone(), change.unwrap_or_default());
        }
    }
    Ok(changes)
}

/// The change that turns one value into another; `None` if they are equal.
fn difference(before: &Value, after: &Value) -> Result<Option<Value>, Unwritable> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let changes = members(before, after)?;
            Ok((!changes.is_empty()).then_some(Value::Object(changes)))
        }
        (Value::Array(_), Value::Object(_)) => Err(Unwritable),
        (Value::Array(before), Value::Array(after)) => Ok(elements(before, after)),
        _ => Ok((before != after).then(|| after.clone())),
    }
}

/// The change that is still needed to turn one value into another after a first one.
fn rest(before: &Value, first: Option<&Value>, after: &Value) -> Result<Option<Value>, Unwritable> {
    match (before, first, after) {
        (before, None, after) => difference(before, after),
        (Value::Object(before), Some(Value::Object(first)), Value::Object(after)) => {
            if before.keys().chain(first.keys()).any(|name| !after.contains_key(name)) {
                return Err(Unwritable);
            }
            let mut changes = Map::new();
            for (name, is) in after {
                let was = before.get(name).unwrap_or(&Value::Null);
                let change = rest(was, first.get(name), is)?;
                if change.is_some() || !(before.contains_key(name) || first.contains_key(name)) {
                    changes.insert(name.clone(), change.unwrap_or_default());
                }
            }
            Ok((!changes.is_empty()).then_some(Value::Object(changes)))
        }
        (Value::Array(_), Some(first @ Value::Object(_)), after) => {
            let mut expected = before.clone();
            apply(&mut expected, first);
            difference(&expected, after)
        }
        (_, Some(first), after) => difference(first, after),
    }
}

/// The change of a list: the elements that differ, if they are at most half of them.
fn elements(before: &[Value], after: &[Value]) -> Option<Value> {
    let whole = || Some(Value::Array(after.to_vec()));
    if before == after {
        return None;
    }
    if before.len() > after.len() {
        return whole();
    }
    let mut changes = Map::new();
    for (index, is) in after.iter().enumerate() {
        let change = match before.get(index).map(|was| difference(was, is)) {
            None => is.clone(),
            Some(Ok(None)) => continue,
            Some(Ok(Some(change))) => change,
            Some(Err(Unwritable)) => return whole(),
        };
        changes.insert(index.to_string(), change);
    }
    if 2 * changes.len() > after.len() { whole() } else { Some(Value::Object(changes)) }
}

fn apply(value: &mut Value, change: &Value) {
    match (value, change) {
        (Value::Object(members), Value::Object(changes)) => {
            for (name, change) in changes {
                apply(members.entry(name.clone()).or_insert(Value::Null), change);
            }
        }
        (Value::Array(elements), Value::Object(changes)) => {
            let mut changes: Vec<(usize, &Value)> = changes
                .iter()
                .filter_map(|(at, change)| Some((at.parse().ok()?, change)))
                .collect();
            changes.sort_unstable_by_key(|(index, _)| *index);
            for (index, change) in changes {
                match elements.get_mut(index) {
                    Some(element) => apply(element, change),
                    None => elements.push(change.clone()),
                }
            }
        }
        (value, change) => *value = change.clone(),
    }
}

/// The events of a log with whole positions, from events as they travel.
pub fn whole_events(items: &[Value]) -> Vec<Value> {
    let mut position = Map::new();
    let whole = |item: &Value| {
        let mut event = item.clone();
        let Some(fields) = event.as_object_mut() else { return event };
        if let Some(Value::Object(changes)) = fields.remove("changes") {
            for (seat, view) in position
                .get_mut("seats")
                .and_then(Value::as_array_mut)
                .into_iter()
                .flatten()
                .enumerate()
            {
                let own = changes.get("seats").and_then(|seats| seats.get(seat.to_string()));
                [changes.get("view"), own]
                    .into_iter()
                    .flatten()
                    .for_each(|change| apply(view, change));
            }
            for (name, change) in changes.iter().filter(|(name, _)| *name != "seats") {
                apply(position.entry(name.clone()).or_insert(Value::Null), change);
            }
            fields.extend(position.clone());
        } else if fields.contains_key("view") {
            position = fields.clone();
            position.retain(|name, _| FIELDS.contains(&&**name));
        }
        event
    };
    items.iter().map(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_turns_a_value_into_the_next() {
        let values = [
            json!(null),
            json!({"a": 1}),
            json!({"a": 1, "list": [1, 2, 3, 4], "trick": null}),
            json!({"a": 2, "list": [1, 2, 3, 4, 5], "trick": {"cards": ["B1"], "leader": 2}}),
            json!({"a": 2, "list": [1, 9, 3, 4, 5], "trick": {"cards": ["B1", "C2"], "leader": 2}}),
            json!({"a": 2, "list": [[1], [2], 3, 4], "trick": null}),
            json!({"a": 2, "list": [[1], [2, 3], 3, {"b": 1}], "trick": null}),
            json!({"a": [1], "list": [[1], [2, 3], 3, {"c": 1}], "trick": 1}),
        ];
        let mut written = 0;
        for before in &values {
            for after in &values {
                let Ok(change) = difference(before, after) else { continue };
                written += 1;
                let mut value = before.clone();
                change.iter().for_each(|change| apply(&mut value, change));
                assert_eq!(&value, after, "{change:?} of {before}");
            }
        }
        assert!(written > 30, "{written}");
    }

    #[test]
    fn a_member_that_is_gone_and_a_list_that_becomes_an_object_cannot_be_written() {
        assert!(difference(&json!({"a": 1, "b": 2}), &json!({"a": 1})).is_err());
        assert!(difference(&json!({"a": [1]}), &json!({"a": {"0": 1}})).is_err());
    }

    #[test]
    fn a_list_is_written_by_its_elements_only_if_few_differ() {
        let list = json!([[1], [2], [3], [4]]);
        let change = |after: &Value| difference(&list, after).ok().flatten();
        assert_eq!(change(&json!([[1], [2, 5], [3], [4]])), Some(json!({"1": {"1": 5}})));
        assert_eq!(change(&json!([[1]])), Some(json!([[1]])));
        assert_eq!(change(&json!([5, 6, 7, [4]])), Some(json!([5, 6, 7, [4]])));
    }
}

//! Events in their sent form: a position contains only the difference from the previous position.
//!
//! Readers reconstruct the positions:
//!
//! - An event with the fields of a position has all of them.
//! - An event with `changes` has the fields that differ. A change of an object has the members that
//!   differ; a change of a list is the whole list, or an object of the elements that differ, by
//!   index. Any other change is the new value.
//! - Each view in `seats` changes like `view`, and then by its own part of `changes`.

mod difference;

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::mem;

use difference::{Unwritable, apply, members, rest};

use super::MatchEvent;
use super::wire::json;
use juez_match::registry::{JsonText, Snapshot};

/// The fields that only some events with a position have.
const FIELDS: [&str; 8] =
    ["deal", "to_move", "points", "winners", "view", "seats", "face_down", "drawing"];

/// Extracts the positions from the events of one log, in order.
#[derive(Default)]
pub struct Positions {
    last: Option<Position>,
}

struct Position {
    view: JsonText,
    seats: Vec<JsonText>,
    others: Map<String, Value>,
}

/// The position of an event in its sent form: members of an object as JSON. Empty without a
/// position.
#[derive(Default)]
pub struct Change(String);

impl Positions {
    /// Extracts the position from an event.
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
    /// Moves the position out of a snapshot, which keeps the fields that every event with a
    /// position has.
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

/// Formats an event as JSON, with the position that was extracted from it.
pub fn written(event: &MatchEvent, change: &Change) -> String {
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

/// Returns the changes from one position to another.
fn changes(before: &Position, after: &Position) -> Result<Map<String, Value>, Unwritable> {
    if before.seats.len() != after.seats.len() {
        return Err(Unwritable);
    }
    let mut changes = members(&before.others, &Map::new(), &after.others)?;
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
    /// Returns the members of both, if both are objects.
    fn texts(self) -> Option<(Texts<'t>, Texts<'t>)> {
        let texts = |text: &'t JsonText| serde_json::from_str(text.as_str()).ok();
        Some((texts(self.before)?, texts(self.after)?))
    }
}

fn text<'t>(texts: &Texts<'t>, name: &str) -> Option<&'t str> {
    texts.get(name).map(|text| text.get())
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

    /// Like [`rest`] after this change, for another view. Parses only members that change
    /// differently.
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
        let differs = |name: &str| {
            let [was, is] = [&was, &is].map(|texts| text(texts, name));
            if first.contains_key(name) { !self.is_of(name, was, is) } else { was != is }
        };
        let read = |texts: &Texts<'_>| -> Map<String, Value> {
            let read = texts.iter().filter(|(name, _)| differs(name));
            read.map(|(name, text)| (name.to_string(), value(text.get()))).collect()
        };
        let mut first = first.clone();
        first.retain(|name, _| differs(name));
        let changes = members(&read(&was), &first, &read(&is))?;
        Ok((!changes.is_empty()).then_some(Value::Object(changes)))
    }

    /// Returns true if a member has the same values before and after as in the public view.
    fn is_of(&self, name: &str, was: Option<&str>, is: Option<&str>) -> bool {
        let texts = self.texts.as_ref();
        texts
            .is_some_and(|(all_was, all_is)| text(all_was, name) == was && text(all_is, name) == is)
    }
}

/// Reconstructs the events of a log with whole positions from their sent form.
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
    fn what_seats_see_changes_as_the_public_view_does_and_then_by_itself() {
        let views = [
            json!(null),
            json!({"hand": null, "played": [1]}),
            json!({"hand": null, "played": [1, 2], "last": {"seat": 1}}),
            json!({"hand": ["a", "b"], "played": [1, 2, 3], "last": {"seat": 1, "card": "c"}}),
            json!({"hand": ["a"], "played": [1, 2, 3, "a"], "last": {"seat": 2, "card": "a"}}),
            json!({"hand": {"a": 1}, "played": [[1], 2, 3, "a"], "last": null}),
        ];
        let texts = views.each_ref().map(JsonText::of);
        let pairs = || (0..views.len()).flat_map(|a| (0..views.len()).map(move |b| (a, b)));
        let mut written = 0;
        for (public_was, public_is) in pairs() {
            let public = Views { before: &texts[public_was], after: &texts[public_is] };
            let Ok(public) = PublicChange::of(public) else { continue };
            for (was, is) in pairs() {
                let change = public.rest(Views { before: &texts[was], after: &texts[is] });
                let Ok(change) = change else { continue };
                written += 1;
                let mut view = views[was].clone();
                public.change.iter().chain(&change).for_each(|change| apply(&mut view, change));
                assert_eq!(view, views[is], "{:?}, then {change:?}", public.change);
            }
        }
        assert!(written > 300, "{written}");
    }
}

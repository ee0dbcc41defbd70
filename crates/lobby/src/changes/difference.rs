//! The change from one JSON value to another.

use serde_json::{Map, Value};

/// The change has no written form: a member is gone, or a list became an object.
pub(super) struct Unwritable;

/// Returns the changes of an object's members that remain after a first change.
pub(super) fn members(
    before: &Map<String, Value>,
    first: &Map<String, Value>,
    after: &Map<String, Value>,
) -> Result<Map<String, Value>, Unwritable> {
    if before.keys().chain(first.keys()).any(|name| !after.contains_key(name)) {
        return Err(Unwritable);
    }
    let mut changes = Map::new();
    for (name, is) in after {
        let change = rest(before.get(name).unwrap_or(&Value::Null), first.get(name), is)?;
        if change.is_some() || !(before.contains_key(name) || first.contains_key(name)) {
            changes.insert(name.clone(), change.unwrap_or_default());
        }
    }
    Ok(changes)
}

/// Returns the change that turns one value into another; `None` if they are equal.
fn difference(before: &Value, after: &Value) -> Result<Option<Value>, Unwritable> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let changes = members(before, &Map::new(), after)?;
            Ok((!changes.is_empty()).then_some(Value::Object(changes)))
        }
        (Value::Array(_), Value::Object(_)) => Err(Unwritable),
        (Value::Array(before), Value::Array(after)) => Ok(elements(before, after)),
        _ => Ok((before != after).then(|| after.clone())),
    }
}

/// Returns the change that remains to turn one value into another after a first change.
pub(super) fn rest(
    before: &Value,
    first: Option<&Value>,
    after: &Value,
) -> Result<Option<Value>, Unwritable> {
    match (before, first, after) {
        (before, None, after) => difference(before, after),
        (Value::Object(before), Some(Value::Object(first)), Value::Object(after)) => {
            let changes = members(before, first, after)?;
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

/// Returns the change of a list: only the differing elements, if they are at most half of it.
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

pub(super) fn apply(value: &mut Value, change: &Value) {
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

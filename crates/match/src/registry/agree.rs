//! Compares the result of a function with the value that a case expects.

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

/// The strictness of a comparison of values.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Strictness {
    /// True if the list's items can be in any order.
    pub unordered: bool,
    /// Maximum difference between numbers.
    pub tolerance: f64,
}

/// Compares values as JSON, but an integer equals the same number with a fraction of zero, and an
/// empty list equals an empty table, since Lua cannot distinguish them.
///
/// ```
/// use juez_match::registry::{Strictness, agree};
/// use serde_json::json;
/// let any_order = Strictness { unordered: true, ..Strictness::default() };
/// assert!(agree(&json!(["a1", 2]), &json!([2.0, "a1"]), any_order));
/// assert!(!agree(&json!(["a1", 2]), &json!([2.0, "a1"]), Strictness::default()));
/// ```
pub fn agree(expected: &Value, got: &Value, strictness: Strictness) -> bool {
    match (expected, got) {
        (Value::Array(expected), Value::Array(got)) if strictness.unordered => {
            same_items(expected, got, strictness.tolerance)
        }
        _ => same(expected, got, strictness.tolerance),
    }
}

fn same(expected: &Value, got: &Value, tolerance: f64) -> bool {
    match (expected, got) {
        (Value::Number(a), Value::Number(b)) => match (whole(a), whole(b)) {
            (Some(a), Some(b)) => a.abs_diff(b) as f64 <= tolerance,
            _ => match (a.as_f64(), b.as_f64()) {
                (Some(a), Some(b)) => (a - b).abs() <= tolerance,
                _ => a == b,
            },
        },
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, tolerance))
        }
        (Value::Object(a), Value::Object(b)) => {
            let matches = |(name, a): (&String, &Value)| {
                b.get(name).map_or(a.is_null(), |b| same(a, b, tolerance))
            };
            // A Lua table cannot have a field that is nil.
            a.iter().all(matches) && b.keys().all(|name| a.contains_key(name))
        }
        (Value::Array(items), Value::Object(fields))
        | (Value::Object(fields), Value::Array(items)) => items.is_empty() && fields.is_empty(),
        _ => expected == got,
    }
}

/// Returns the value of an integer, with or without a fraction; a float cannot represent every
/// integer.
fn whole(number: &Number) -> Option<i128> {
    let exact = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
    let float = || number.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e30);
    exact.or_else(|| float().map(|n| n as i128))
}

/// Returns true for the same items in any order.
fn same_items(expected: &[Value], got: &[Value], tolerance: f64) -> bool {
    let mut left: Vec<&Value> = got.iter().collect();
    expected.len() == got.len()
        && expected.iter().all(|item| {
            let at = left.iter().position(|other| same(item, other, tolerance));
            at.map(|at| left.swap_remove(at)).is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn strictly(expected: Value, got: Value) -> bool {
        agree(&expected, &got, Strictness::default())
    }

    #[test]
    fn a_whole_number_is_the_same_with_and_without_a_fraction() {
        assert!(strictly(json!({"a": [1, 2.5]}), json!({"a": [1.0, 2.5]})));
        assert!(!strictly(json!(1), json!(1.5)) && !strictly(json!(1), json!("1")));
    }

    #[test]
    fn whole_numbers_are_compared_to_the_last_digit() {
        const ODD: u64 = (1 << 53) + 1;
        assert!(strictly(json!(ODD), json!(ODD)));
        assert!(!strictly(json!(ODD), json!(ODD - 1)) && !strictly(json!(ODD), json!(ODD + 1)));
        // The nearest float is another number.
        assert!(!strictly(json!(ODD), json!((1u64 << 53) as f64)));
        assert!(strictly(json!(ODD - 1), json!((1u64 << 53) as f64)));
        assert!(!strictly(json!(i64::MIN), json!(u64::MAX)));
        assert!(strictly(json!(1e300), json!(1e300)) && !strictly(json!(1e300), json!(1e299)));
    }

    #[test]
    fn an_empty_table_is_an_empty_list() {
        assert!(strictly(json!([]), json!({})) && strictly(json!({}), json!([])));
        assert!(!strictly(json!([]), json!({"a": 1})) && !strictly(json!([]), json!(null)));
    }

    #[test]
    fn a_field_that_is_nothing_may_be_absent_and_no_other() {
        assert!(strictly(json!({"a": 1, "b": null}), json!({"a": 1})));
        assert!(!strictly(json!({"a": 1, "b": 2}), json!({"a": 1})));
        assert!(!strictly(json!({"a": 1}), json!({"a": 1, "b": 2})));
    }

    #[test]
    fn without_order_every_item_counts_as_often_as_it_comes() {
        let any = |a, b| agree(&a, &b, Strictness { unordered: true, tolerance: 0.0 });
        assert!(any(json!([1, 2, 2]), json!([2, 1, 2])));
        assert!(!any(json!([1, 2, 2]), json!([1, 1, 2])));
        assert!(!any(json!([1, 2]), json!([1, 2, 2])));
    }

    #[test]
    fn numbers_may_differ_by_the_tolerance() {
        let near = |a, b| agree(&a, &b, Strictness { unordered: false, tolerance: 0.1 });
        assert!(near(json!([0.5, 1]), json!([0.59, 1])));
        assert!(!near(json!(0.5), json!(0.65)));
    }
}

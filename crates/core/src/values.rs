//! The size of untrusted JSON.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The number of values in a piece of JSON, counted without keeping them.
#[derive(Default)]
pub struct Values(pub usize);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Values, D::Error> {
        from.deserialize_any(Count)
    }
}

struct Count;

/// Implements visits that count one scalar each.
macro_rules! one {
    ($($visit:ident: $of:ty),*) => {
        $(fn $visit<E>(self, _: $of) -> Result<Values, E> {
            Ok(Values(1))
        })*
    };
}

impl<'de> Visitor<'de> for Count {
    type Value = Values;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    one!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);

    fn visit_unit<E>(self) -> Result<Values, E> {
        Ok(Values(1))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Values, A::Error> {
        let mut all = 1;
        while let Some(Values(more)) = list.next_element()? {
            all += more;
        }
        Ok(Values(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
        let mut all = 1;
        while let Some((IgnoredAny, Values(more))) = map.next_entry()? {
            all += more;
        }
        Ok(Values(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_counts_and_so_does_what_holds_it() {
        let count = |json: &str| serde_json::from_str::<Values>(json).expect("JSON").0;
        assert_eq!(count("7"), 1);
        assert_eq!(count("[]"), 1);
        assert_eq!(count("[null, true, -1, 0.5, \"a,b\"]"), 6);
        assert_eq!(count("{\"a\": [1, 2], \"b\": {}}"), 5);
    }
}

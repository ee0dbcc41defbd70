//! House rules: the table of a game decides which are allowed, and orders their JSON.

use juez_core::{Allowed, Game, options_from_json};
use serde_json::{Map, Value, json};

use crate::conformance::for_every_game;
use crate::conformance::tables::house_rules;

/// Returns values that an option does not have.
fn wrong(allowed: &Allowed) -> Vec<Value> {
    match allowed {
        Allowed::Switch => vec![json!(1)],
        Allowed::Words(_) => vec![json!("other"), json!(true)],
        Allowed::Numbers(numbers) => vec![json!(numbers.iter().sum::<i64>() + 100), json!("1")],
        Allowed::Range(least, most) => vec![json!(least - 1), json!(most + 1), json!("1")],
        Allowed::Decimal(..) | Allowed::Weights => Vec::new(),
    }
}

fn an_option_has_the_values_of_its_table_and_no_other<G: Game>() {
    for option in G::INFO.options {
        for value in wrong(&option.allowed) {
            let map = Map::from_iter([(option.name.to_string(), value)]);
            let error = options_from_json::<G>(&map).err().expect("it is refused").to_string();
            assert!(error.contains(option.name) && error.contains("; allowed: "), "{error}");
            // Typed options are checked when a match begins.
            if let Ok(options) = serde_json::from_value::<G::Options>(Value::Object(map)) {
                assert!(G::start(&options).is_err(), "{error}");
            }
        }
    }
    let unknown = Map::from_iter([("nothing".to_string(), json!(1))]);
    let error = options_from_json::<G>(&unknown).err().expect("it is refused").to_string();
    assert!(error.contains("has no option \"nothing\""), "{error}");
}

fn house_rules_are_written_in_the_order_of_their_table_and_read_back<G: Game>() {
    for map in house_rules::<G>() {
        let rules = options_from_json::<G>(&map).expect("house rules that go together");
        let text = serde_json::to_string(&rules).expect("JSON");
        let names = G::INFO.options.iter().map(|option| format!("\"{}\":", option.name));
        let positions: Vec<usize> = names.filter_map(|name| text.find(&name)).collect();
        assert!(positions.is_sorted(), "{}: {text}", G::INFO.id);
        let written: Map<String, Value> = serde_json::from_str(&text).expect("an object");
        assert_eq!(written.len(), positions.len(), "{}: {text}", G::INFO.id);
        assert!(map.iter().all(|(name, value)| written[name] == *value), "{map:?}: {text}");
        assert!(options_from_json::<G>(&written).is_ok_and(|read| read == rules), "{text}");
    }
}

for_every_game! {
    an_option_has_the_values_of_its_table_and_no_other,
    house_rules_are_written_in_the_order_of_their_table_and_read_back,
}

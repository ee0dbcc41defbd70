//! The options: conflicts, refusals, their serialized form.

use crate::scopone::table::options;
use juez_core::{Game, OptionsError, options_from_json};
use juez_games::scopone::Scopone;
use serde_json::{Value, json};

fn conflict(json: Value) -> String {
    let Value::Object(map) = json else { unreachable!() };
    let error = options_from_json::<Scopone>(&map)
        .and_then(|options| Scopone::start(&options).map(|_| ()))
        .expect_err("refused");
    if map.get("kind").is_none_or(|kind| kind == "solo9") {
        assert!(matches!(error, OptionsError::Conflict(_)));
    }
    error.to_string()
}

#[test]
fn target_and_first_do_not_go_with_solo9() {
    let target = "target cannot be used with kind=solo9: it is always a single hand";
    for value in [21, 16, 11, 0] {
        assert_eq!(conflict(json!({"target": value})), target);
        assert_eq!(conflict(json!({"kind": "solo9", "target": value})), target);
    }
    for value in 0..4 {
        assert_eq!(
            conflict(json!({"first": value})),
            "first cannot be used with kind=solo9: seat 0 always plays first"
        );
    }
}

#[test]
fn options_are_written_in_full_and_read_back() {
    for (given, written) in [
        (json!({}), r#"{"seats":4,"kind":"solo9","last_scopa":true,"sum":"any","denari":6}"#),
        (
            json!({"kind": "team9"}),
            r#"{"seats":4,"kind":"team9","target":21,"first":0,"last_scopa":false,"sum":"any","denari":6}"#,
        ),
        (
            json!({"kind": "team10", "target": 0, "first": 3, "last_scopa": true, "sum": "fewest", "denari": 5}),
            r#"{"seats":4,"kind":"team10","target":0,"first":3,"last_scopa":true,"sum":"fewest","denari":5}"#,
        ),
    ] {
        let resolved = Scopone::resolve(options(given));
        let text = serde_json::to_string(&resolved).unwrap();
        assert_eq!(text, written);
        assert_eq!(options(serde_json::from_str(&text).unwrap()), resolved);
        Scopone::start(&resolved).unwrap();
    }
}

//! Input from files is refused or played and never causes a panic: records with anything changed,
//! deals of nonsense, lines that are not JSON.

use juez::core::{Record, Seed};
use juez::registry::{MatchSetup, PlayerSpec, games};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use std::sync::LazyLock;

use crate::common::records::{matches, read_all};

/// The matches as JSON, each with the place of its game in the list.
static MATCHES: LazyLock<Vec<(usize, Value)>> = LazyLock::new(|| {
    let json = |record: Record| serde_json::to_value(record).expect("a record is JSON");
    matches().into_iter().map(|(index, record)| (index, json(record))).collect()
});

/// Generates any value that can occur in a file.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![Just(-1i64), 0..9i64, Just(255), Just(i64::MAX), Just(i64::MIN)]
            .prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop_oneof![
            "[A-Z0-9]{0,3}".prop_map(Value::from),
            ".{0,12}".prop_map(Value::from),
            prop::sample::select(vec![
                "O12",
                "66",
                "7S",
                "D7",
                "pass",
                "take",
                "done",
                "fallo",
                "sig",
                "sig:7:1",
                "open",
                "tute:R",
                "40:O",
                "e2",
                "a1h",
                "D7xS7",
                "D10xB4+C6",
                "63@6",
            ])
            .prop_map(Value::from),
        ],
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z0-9]{0,6}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

/// A change of one place of a record.
#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    Remove,
    Double,
    /// Copies the value of another place.
    Copy(Index),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => anything().prop_map(Change::Put),
        1 => Just(Change::Remove),
        1 => Just(Change::Double),
        2 => any::<Index>().prop_map(Change::Copy),
    ]
}

/// Collects the pointers to every place of a JSON value below the root.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut visit = |key: &str, inner: &Value| {
        let pointer = format!("{at}/{key}");
        found.push(pointer.clone());
        pointers(inner, &pointer, found);
    };
    match value {
        Value::Array(list) => list.iter().enumerate().for_each(|(i, v)| visit(&i.to_string(), v)),
        Value::Object(map) => map.iter().for_each(|(key, v)| visit(key, v)),
        _ => {}
    }
}

fn apply(json: &mut Value, index: &Index, change: &Change) {
    let mut all = Vec::new();
    pointers(json, "", &mut all);
    // Plies and limits are many and are only carried along, so the other parts are changed more
    // often.
    let parts: Vec<&String> = all
        .iter()
        .filter(|pointer| !pointer.starts_with("/plies/") && !pointer.starts_with("/limits/"))
        .collect();
    if parts.is_empty() {
        return;
    }
    let pointer = (*index.get(&parts)).clone();
    let (parent, key) = pointer.rsplit_once('/').expect("a place below the root");
    match change {
        Change::Put(value) => *json.pointer_mut(&pointer).expect("it is there") = value.clone(),
        Change::Copy(other) => {
            let value = json.pointer(other.get::<&String>(&parts)).expect("it is there").clone();
            *json.pointer_mut(&pointer).expect("it is there") = value;
        }
        Change::Remove | Change::Double => match json.pointer_mut(parent) {
            Some(Value::Array(list)) => {
                let i: usize = key.parse().expect("a place in a list");
                match change {
                    Change::Remove => drop(list.remove(i)),
                    _ => list.insert(i, list[i].clone()),
                }
            }
            Some(Value::Object(map)) => drop(map.remove(key)),
            _ => {}
        },
    }
}

#[test]
fn the_matches_are_good_before_anything_is_changed() {
    for (index, json) in MATCHES.iter() {
        let record = Record::from_line(&json.to_string()).expect("a record");
        let walk = games()[*index].legal(&record, true);
        assert_eq!(walk.error, None);
        assert_eq!(walk.lines.len(), record.moves.len() + 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_record_with_anything_changed_is_refused_or_read(
        which in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), change()), 1..4),
    ) {
        let (index, json) = which.get(&MATCHES);
        let mut json = json.clone();
        for (index, change) in &changes {
            apply(&mut json, index, change);
        }
        if let Ok(record) = Record::from_line(&json.to_string()) {
            read_all(games()[*index], &record);
        }
    }

    #[test]
    fn a_deal_of_nonsense_is_refused_with_a_reason(which in any::<Index>(), deal in anything()) {
        let hidden: Vec<_> = MATCHES.iter().filter(|(i, _)| games()[*i].info().hidden).collect();
        let (index, json) = which.get(&hidden);
        let game = games()[*index];
        let mut record = Record::new(game.info().id);
        record.options = json["options"].as_object().expect("options").clone();
        record.deals = vec![deal];
        let fault = game.verify(&record).expect_err("no deal of this game");
        prop_assert_eq!(fault.ply, 0);
        prop_assert!(fault.error.starts_with("deal 0: impossible deal: "), "{}", fault.error);
    }

    #[test]
    fn a_line_that_is_no_record_is_refused(line in ".{0,200}") {
        let _ = Record::from_line(&line);
    }

    #[test]
    fn a_position_with_anything_changed_is_played_on_or_refused(
        which in any::<Index>(),
        value in any::<Index>(),
        change in change(),
    ) {
        let (index, json) = which.get(&MATCHES);
        let game = games()[*index];
        let mut json = json.clone();
        apply(&mut json, &value, &change);
        let Ok(record) = Record::from_line(&json.to_string()) else { return Ok(()) };
        let random = PlayerSpec::read("random", game).expect("every game has it");
        let setup = MatchSetup {
            terms: record.terms(),
            deals: record.deals.clone(),
            moves: record.moves.clone(),
            seed: Some(Seed::from(1)),
            ..MatchSetup::new(vec![random; record.players.len()])
        };
        let long = record.options.iter().any(|(_, value)| value.as_i64().is_some_and(|n| n > 300));
        if !long {
            let _ = game.play(&setup, &mut ());
        }
    }
}

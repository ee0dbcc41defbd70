//! The queries of scopone for scripts, on a view and on a world, and its words for people.

use crate::common::moves::{joined, play, seat};
use crate::scopone::table::{NINE, Setup, cards, deal_of, filled, finish_hand, mv, start};
use juez_core::{Answer, Arg, Args, Game, Kind, QueryError, Returns, State, Team};
use juez_games::Scopone;
use juez_games::cards::{Card, Cards, Italian};
use juez_games::scopone::{Move, Position, View};
use serde_json::{Value, json};

/// Returns the position after B7xS7 and C6xS6: seat 2 moves, with S8 and S9 on the table.
fn position() -> Position {
    let mut position = start(json!({"kind": "team9", "first": 0}));
    position.deal(&deal_of(&NINE, "S6 S7 S8 S9").unwrap()).unwrap();
    play(&mut position, "B7xS7 C6xS6");
    position
}

fn ask(name: &str, args: &[Arg<'_>], view: &View, world: &Position) -> [Result<Value, String>; 2] {
    let query = Scopone::QUERIES.iter().find(|query| query.row.name == name).expect(name);
    let plain = |answer: Result<Answer, QueryError>| {
        answer.map(Answer::into_value).map_err(|error| error.to_string())
    };
    [plain((query.on_view)(view, Args(args))), plain((query.on_world)(world, Args(args)))]
}

/// Returns the answer of the view of the seat to move, which the world must give too.
fn answered(name: &str, args: &[Arg<'_>]) -> Value {
    let world = position();
    let [view, world] = ask(name, args, &world.view(Some(seat(2))), &world);
    assert_eq!(view, world, "{name}");
    view.expect("an answer")
}

#[test]
fn the_queries_tell_what_lies_open() {
    let at = |index: u8| [Arg::Seat(seat(index))];
    assert_eq!(answered("hand", &[]), json!(NINE[2].split(' ').collect::<Vec<_>>()));
    assert_eq!(answered("table", &[]), json!(["S8", "S9"]));
    assert_eq!(answered("taken", &at(0)), json!(["B7", "S7"]));
    assert_eq!(answered("taken", &at(2)), json!(["B7", "S7"]), "the pile of the pair");
    assert_eq!(answered("taken", &at(3)), json!(["C6", "S6"]));
    assert_eq!(answered("played", &at(0)), json!(["B7"]));
    assert_eq!(answered("played", &at(2)), json!([]));
    assert_eq!(answered("count", &at(0)), json!(8));
    assert_eq!(answered("count", &at(2)), json!(9));
    assert_eq!(answered("scope", &at(1)), json!(0));
    assert_eq!(answered("last_capturer", &[]), json!(1));
    assert_eq!(answered("first_seat", &[]), json!(0));
    assert_eq!(answered("team", &at(3)), json!(1));
    assert_eq!(answered("score", &[Arg::Team(Team(1))]), json!(0));
    assert_eq!(answered("unseen", &[]).as_array().map(Vec::len), Some(8 + 8 + 9));
    assert_eq!(
        answered("tally", &at(0)),
        json!({"scope": 0, "carte": 0, "denari": 0, "settebello": 0, "primiera": 0, "total": 0})
    );
}

#[test]
fn the_queries_take_moves_and_cards_apart() {
    let text = |text: &'static str| [Arg::Text(text)];
    assert_eq!(answered("captures", &text("C8")), json!(["C8xS8"]));
    assert_eq!(answered("captures", &text("D7")), json!(["D7"]), "a card of another hand");
    assert_eq!(answered("captured", &text("D10xB4+C6")), json!(["B4", "C6"]));
    assert_eq!(answered("captured", &text("D10")), json!([]));
    assert_eq!(answered("card", &text("D10xB4+C6")), json!("D10"));
    assert_eq!(answered("value", &text("S10")), json!(10));
    assert_eq!(answered("suit", &text("S10")), json!("S"));
    assert_eq!(answered("prime", &text("S6")), json!(18));
}

#[test]
fn a_query_that_cannot_be_answered_says_why() {
    let world = position();
    let view = world.view(Some(seat(2)));
    for answer in ask("value", &[Arg::Text("D11")], &view, &world) {
        let error = answer.unwrap_err();
        assert!(error.contains("\"D11\"") && error.contains("a card such as D7"), "{error}");
    }
    for answer in ask("captured", &[Arg::Text("D7xC3+B4")], &view, &world) {
        assert!(answer.unwrap_err().contains("ascending order: D7xB4+C3"));
    }
    for answer in ask("score", &[Arg::Team(Team(2))], &view, &world) {
        assert_eq!(answer.unwrap_err(), "no team 2");
    }
}

#[test]
fn every_query_answers_in_the_type_its_row_names() {
    let setup = Setup { hands: ["D7 B1", "C1", "D1", "S1"], table: "S7", ..Setup::default() };
    let world = setup.position();
    let view = world.view(Some(seat(0)));
    for query in Scopone::QUERIES {
        let row = query.row;
        let args: Vec<Arg<'_>> = row
            .params
            .iter()
            .map(|param| match param.kind {
                Kind::Seat => Arg::Seat(seat(1)),
                Kind::Team => Arg::Team(Team(1)),
                Kind::Move => Arg::Text("D7xS7"),
                _ => Arg::Text("D7"),
            })
            .collect();
        for answer in ask(row.name, &args, &view, &world) {
            let answer = answer.unwrap_or_else(|error| panic!("{}: {error}", row.name));
            let fits = match row.returns {
                Returns::Int => answer.is_i64() || answer.is_u64(),
                Returns::MaybeInt => answer.is_u64() || answer.is_null(),
                Returns::Text => answer.is_string(),
                Returns::Texts => answer.as_array().is_some_and(|a| a.iter().all(Value::is_string)),
                Returns::Map => answer.is_object(),
                other => panic!("{} returns {other}", row.name),
            };
            assert!(fits, "{}: {answer}", row.name);
        }
        assert!(row.doc.len() > 15 && !row.doc.ends_with('.'), "{}", row.doc);
    }
}

#[test]
fn only_the_canonical_spelling_is_read() {
    for good in ["D7", "D7xS7", "D7xB4+C3", "D10xB1+B2+C1+C2+D1+D2+S1", "B1", "S10xB10"] {
        assert_eq!(mv(good).to_string(), good);
    }
    for (bad, hint) in [
        ("D7xC3+B4", "captured cards are written in ascending order: D7xB4+C3"),
        ("S10xB9+B10", "captured cards are written in ascending order: S10xB10+B9"),
        ("D7xB4+B4", "B4 is captured twice"),
        (" D7", "without the blanks around it: D7"),
        ("d7xs7", "written D7xS7"),
        ("D7XS7", "written D7xS7"),
        ("7D", "written D7"),
        ("D7xB4,C3", "written D7xB4+C3"),
        ("D7 B4 C3", "written D7xB4+C3"),
        ("S10xB1+B2+B3+B4+B5+B6+B7+B8", "no card captures more than 7"),
    ] {
        let error = bad.parse::<Move>().expect_err(bad);
        assert_eq!(error.hint.as_deref(), Some(hint), "{bad}");
        let text = error.to_string();
        assert!(text.starts_with(&format!("cannot read {bad:?}: expected a card such as D7")));
    }
    for bad in [
        "", "x", "D7x", "xD7", "D7x+", "D7xS7+", "D0", "D11", "D07", "E7", "D", "pass", "D7xx",
        "D7-",
    ] {
        assert!(bad.parse::<Move>().is_err(), "{bad}");
    }
}

#[test]
fn the_table_is_drawn_with_what_lies_open_and_the_own_hand_only() {
    let mut position = start(json!({"kind": "team10"}));
    let deal = filled(["D7 B1", "C7", "D1", "S1"], "");
    position.deal(&deal).unwrap();
    play(&mut position, "D7");
    let text = |observer| Scopone::draw(&position.view(observer)).to_string();
    let public = text(None);
    assert!(public.contains("scopone scientifico, to 21"), "{public}");
    assert!(public.contains("│ D7│") && !public.contains("│ B1│"), "{public}");
    assert!(public.contains("▸ seat 1"), "{public}");
    assert!(public.contains("pair 0+2"), "{public}");
    let own = text(Some(seat(1)));
    assert!(own.starts_with(&public[..public.len() - 1]) && own.contains("│ C7│"), "{own}");
    for card in deal.hands[seat(1)] {
        assert!(own.contains(&format!("│{:>3}│", card.to_string())), "{own}");
    }
    play(&mut position, "C7xD7");
    finish_hand(&mut position);
    let text = Scopone::draw(&position.view(None)).to_string();
    assert!(text.contains("after hand 1"), "{text}");
}

#[test]
fn card_numbers_are_the_order_of_the_notation() {
    assert_eq!(Cards::<Italian>::ALL.list().len(), usize::from(Italian::COUNT));
    assert_eq!(joined(cards("S1 B2 B10 B1")), "B1 B10 B2 S1");
}

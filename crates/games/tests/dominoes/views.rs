//! The view of each seat, and the hidden information revealed by passes and openings.

use crate::common::moves::{play, seat};
use crate::dominoes::table::{CLOSING_TOO, HANDS, HEAVY, deal, mv, table};
use juez_core::{Seed, State};
use juez_games::dominoes::{Position, Tile};

#[test]
fn a_pass_shows_that_both_numbers_are_missing_for_the_rest_of_the_hand() {
    let mut position = table("{}", &HEAVY);
    play(&mut position, "66 pass 63@6 43@3");
    let lacks = |position: &Position, n: u8| position.public().lacks(seat(n)).to_string();
    assert_eq!((lacks(&position, 1).as_str(), position.public().passed(seat(1))), ("6", 1));
    assert_eq!(lacks(&position, 2), "");
    for n in 0..50 {
        for observer in [None, Some(seat(2)), Some(seat(3))] {
            let mut rng = Seed::from(n).rng();
            let guess = Position::determinize(&position.view(observer), &mut rng);
            assert!(!guess.hand(seat(1)).meets(Tile::showing(6)));
        }
    }
    play(&mut position, CLOSING_TOO.split("43@3 ").nth(1).expect("the rest"));
    position.deal(&deal(&HANDS)).expect("possible");
    assert_eq!((lacks(&position, 1).as_str(), position.public().passed(seat(1))), ("", 0));
}

#[test]
fn whoever_is_to_open_the_first_hand_is_known_to_hold_double_six() {
    let position = table("{}", &HANDS);
    for n in 0..50 {
        let view = position.view(Some(seat(1)));
        let guess = Position::determinize(&view, &mut Seed::from(n).rng());
        assert!(guess.hand(seat(2)).has(mv("66").tile().expect("a tile")));
    }
}

#[test]
fn partners_do_not_see_each_others_tiles() {
    let position = table("{}", &HANDS);
    let view = serde_json::to_value(position.view(Some(seat(0)))).expect("JSON");
    assert_eq!(view["hand"], serde_json::json!(["00", "10", "20", "30", "40", "50", "60"]));
    let text = view.to_string();
    for tile in Tile::all().filter(|tile| tile.low() > 0) {
        assert!(!text.contains(&format!("\"{tile}\"")), "{tile} in {text}");
    }
    let public = serde_json::to_string(&position.view(None)).expect("JSON");
    assert!(Tile::all().all(|tile| !public.contains(&format!("\"{tile}\""))), "{public}");
}

//! The built-in scopone bots: their decisions on hands set up by hand, and their strength.

use crate::common::series::play;
use crate::scopone::fare::lead;
use crate::scopone::table::Setup;
use juez_core::{History, Journal, Next, Seed, State, Turn};
use juez_core::{built_in, read_options};
use juez_games::Scopone;
use juez_games::scopone::Position;
use serde_json::json;
use std::collections::BTreeMap;

/// Returns the move of a bot for the seat to move, and its log.
fn ask(player: &str, position: &Position, ply: u32) -> (String, Vec<String>) {
    let (name, options) = player.split_once(':').unwrap_or((player, ""));
    let entry = built_in::<Scopone>().into_iter().find(|bot| bot.info.name == name).expect("a bot");
    let options = read_options(entry.info.name, entry.info.options, options).expect("its options");
    let mut bot = (entry.build)(&options);
    let Next::Move(me) = position.next() else { panic!("no seat is to move") };
    let observer = Some(me);
    let (view, legal) = (position.view(observer), position.legal_moves());
    let journal = Journal::new(8192);
    let turn = Turn {
        seat: me,
        seats: 4,
        ply,
        deal: 0,
        view: &view,
        legal: &legal,
        history: History::new(position, &[], observer),
        seed: Seed::from(1),
        journal: &journal,
    };
    let mv = bot.next_move(&turn).expect("no fault");
    assert!(legal.contains(&mv));
    (mv.to_string(), journal.take().log)
}

/// Returns the moves of a bot at 1000 plies, each with its count.
fn plays(player: &str, position: &Position) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for ply in 0..1000 {
        *counts.entry(ask(player, position, ply).0).or_insert(0) += 1;
    }
    counts
}

fn trusts(player: &str, position: &Position) -> String {
    let log = ask(player, position, 0).1;
    log.iter().find(|line| line.starts_with("trusts:")).cloned().unwrap_or_default()
}

/// Returns a position in which seat 0 moves; the cards of the others do not matter.
fn at(hand: &'static str, table: &'static str) -> Position {
    crate::scopone::table::alone(hand, table, "any")
}

const BASIC: &str = "basic:eval=fixed";
const FAITHFUL: &str = "basic:eval=faithful";

#[test]
fn trusts_add_up_denari_and_cards_over_all_captures() {
    // D7 captures B4+C3 or D1+S6: denari D7, D7 and D1; six cards.
    let position = at("D7 S2", "B4 C3 D1 S6");
    assert_eq!(
        trusts(BASIC, &position),
        "trusts: D7 denari 0.90 carte 0.60 settebello 1.00 primiera 0.30"
    );
}

#[test]
fn of_equal_cards_only_the_first_is_looked_at() {
    let position = at("S7 S9", "B7 D7 C2");
    assert_eq!(
        trusts(BASIC, &position),
        "trusts: S7 carte 0.20 primiera 0.30; \
         S9 denari 0.30 carte 0.60 settebello 1.00 primiera 0.30"
    );
    for ply in 0..50 {
        let played = ask(BASIC, &position, ply).0;
        assert!(played != "S7xD7", "the first capture is B7");
    }
}

#[test]
fn a_true_scopa_is_trusted_if_fixed_and_not_if_faithful() {
    let position = at("S7 S9", "B4 C3");
    assert_eq!(trusts(BASIC, &position), "trusts: S7 scopa 1.00 carte 0.30 primiera 0.30");
    assert_eq!(trusts(FAITHFUL, &position), "trusts: S7 carte 0.30 primiera 0.30");
}

#[test]
fn a_capture_of_all_but_one_passes_for_a_scopa_if_faithful() {
    let position = at("S7 S9", "B4 C3 D10");
    assert_eq!(trusts(BASIC, &position), "trusts: S7 carte 0.30 primiera 0.30");
    assert_eq!(trusts(FAITHFUL, &position), "trusts: S7 scopa 1.00 carte 0.30 primiera 0.30");
}

#[test]
fn a_seven_of_denari_that_captures_nothing_is_trusted_if_faithful() {
    let position = at("D7 S9 S2", "B8 C2");
    assert_eq!(trusts(BASIC, &position), "trusts: S2 carte 0.20");
    assert_eq!(trusts(FAITHFUL, &position), "trusts: D7 settebello 1.00; S2 scopa 1.00 carte 0.20");
    let fixed = plays(BASIC, &position);
    assert_eq!(fixed.get("S2xC2"), Some(&1000), "{fixed:?}");
    let faithful = plays(FAITHFUL, &position);
    assert!((380..530).contains(&faithful["D7"]), "100 of 220: {faithful:?}");
}

#[test]
fn the_settebello_is_trusted_where_it_is_captured() {
    let position = at("S7 S10", "D7 B3");
    let trusted = trusts(BASIC, &position);
    assert_eq!(
        trusted,
        "trusts: S10 scopa 1.00 denari 0.30 carte 0.30 settebello 1.00 primiera 0.30; \
         S7 denari 0.30 carte 0.20 settebello 1.00 primiera 0.30"
    );
}

#[test]
fn each_profile_multiplies_the_trusts_by_its_factors() {
    let position = at("D7 S9", "B4 C3");
    for (player, trusted) in [
        ("basic", "scopa 1.00 denari 0.30 carte 0.30 settebello 1.00 primiera 0.30"),
        ("card", "scopa 1.80 denari 0.24 carte 0.54 settebello 1.00"),
        ("denari", "scopa 0.80 denari 1.14 carte 0.15 settebello 1.00 primiera 0.78"),
        ("primiera", "scopa 0.80 denari 0.54 carte 0.24 settebello 5.00 primiera 1.50"),
    ] {
        assert_eq!(trusts(player, &position), format!("trusts: D7 {trusted}"));
    }
}

#[test]
fn a_card_is_drawn_in_proportion_to_its_trusts() {
    // S2: 0.2 for cards; D3: 0.2 for cards and 0.3 for denari.
    let position = at("D3 S2 S9", "C3 C2 B6");
    let counts = plays(BASIC, &position);
    // S9 captures C3+B6: 0.3. Together 1.0.
    assert_eq!(
        trusts(BASIC, &position),
        "trusts: D3 denari 0.30 carte 0.20; S2 carte 0.20; S9 carte 0.30"
    );
    for (mv, expected) in [("D3xC3", 500), ("S2xC2", 200), ("S9xB6+C3", 300)] {
        let n = counts[mv];
        assert!(n.abs_diff(expected) < 60, "{mv} {n} of 1000, not about {expected}");
    }
}

#[test]
fn the_first_capture_of_the_drawn_card_is_played() {
    let position = at("S7 S10", "B1 B2 B4 C3 C6");
    let counts = plays(BASIC, &position);
    assert!(counts.contains_key("S7xB1+B2+B4"), "{counts:?}");
    assert!(!counts.keys().any(|mv| mv.starts_with("S7") && mv != "S7xB1+B2+B4"), "{counts:?}");
}

#[test]
fn on_an_empty_table_or_without_any_trust_every_card_is_as_likely() {
    for (hand, table) in [("D7 S2 S5 B9", ""), ("D7 S2 S5 B9", "B10")] {
        let position = at(hand, table);
        let counts = plays(BASIC, &position);
        assert_eq!(counts.len(), 4);
        assert!(counts.values().all(|n| (190..310).contains(n)), "{counts:?}");
        let log = ask(BASIC, &position, 0).1;
        assert!(log.iter().any(|line| line.contains("at random")), "{log:?}");
    }
}

#[test]
fn a_draw_depends_on_the_ply_and_on_nothing_else() {
    let position = at("D3 S2 S9", "C3 C2 B6");
    for ply in 0..20 {
        assert_eq!(ask("card", &position, ply), ask("card", &position, ply));
    }
}

#[test]
fn greedy_takes_the_scopa_and_the_settebello() {
    assert_eq!(ask("greedy", &at("S7 S9 S4", "B4 C3"), 0).0, "S7xB4+C3");
    assert_eq!(ask("greedy", &at("S7 S9 S4", "D7 B9 C4"), 0).0, "S7xD7");
    assert_eq!(ask("greedy", &at("S10 S9 S4", "D7 C3 B9 C4"), 0).0, "S10xC3+D7");
}

#[test]
fn greedy_leaves_no_table_that_adds_up_to_an_unseen_card() {
    // The next seat can hold the ten that 8 and 2 add up to.
    let setup = Setup { hands: ["D2 S9", "B10", "B1", "B3"], table: "C8", ..Setup::default() };
    let (played, log) = ask("greedy", &setup.position(), 0);
    assert_eq!(played, "S9", "{log:?}");
    // Without the ten, it plays the two, the first of equal moves.
    let setup = Setup { hands: ["D2 S9", "B4", "B1", "B3"], table: "C8", ..Setup::default() };
    assert_eq!(ask("greedy", &setup.position(), 0).0, "D2");
    assert!(log[0].starts_with("best of 2: S9"), "{log:?}");
}

#[test]
fn the_factors_of_a_profile_are_options() {
    // The document's example of a profile, which is the player `denari`.
    let position = at("S10 B2", "D7 S3");
    let example = "basic:carte=0.5,scopa=0.8,settebello=1.0,primiera=2.6,denari=3.8";
    assert!(!trusts(example, &position).is_empty());
    assert_eq!(trusts(example, &position), trusts("denari", &position));
    for ply in 0..200 {
        assert_eq!(ask(example, &position, ply).0, ask("denari", &position, ply).0);
    }
    // One factor alone, with decimals; the others keep their values.
    let one = trusts("card:carte=2.25", &position);
    assert!(one.contains("scopa 1.80") && one.contains("carte 0.67"), "{one}");
    assert!(!trusts("basic:denari=0", &position).contains("denari"));
    assert_eq!(trusts("basic:carte=0,scopa=0,settebello=0,primiera=0,denari=0", &position), "");
}

#[test]
fn a_factor_is_a_number_from_0_to_100() {
    let entry =
        built_in::<Scopone>().into_iter().find(|bot| bot.info.name == "basic").expect("a bot");
    for wrong in ["-0.1", "100.5", "NaN", "much", "", "1,5"] {
        let error = read_options(entry.info.name, entry.info.options, &format!("carte={wrong}"));
        assert!(error.is_err(), "{wrong}");
    }
    let error =
        read_options(entry.info.name, entry.info.options, "carte=101").expect_err("too much");
    assert_eq!(error.to_string(), "basic option carte cannot be 101; allowed: 0 to 100");
    assert!(read_options(entry.info.name, entry.info.options, "carte=100,scopa=0.05").is_ok());
}

// --- strength

#[test]
fn every_bot_beats_random_beyond_luck() {
    for kind in ["solo9", "team9", "team10"] {
        for bot in ["basic", "card", "denari", "primiera", "greedy"] {
            let z = lead(bot, "random", kind, 200);
            assert!(z > 4.0, "{bot} {kind}: z {z:.1}");
        }
    }
}

#[test]
fn the_faithful_bots_beat_random_too() {
    for bot in ["basic", "card", "denari", "primiera"] {
        let z = lead(&format!("{bot}:eval=faithful"), "random", "team10", 300);
        assert!(z > 4.0, "{bot}: z {z:.1}");
    }
}

#[test]
fn greedy_beats_the_bots_of_the_document() {
    for bot in ["basic", "card", "denari", "primiera"] {
        let z = lead("greedy", bot, "team9", 150);
        assert!(z > 4.0, "{bot}: z {z:.1}");
    }
}

#[test]
fn the_slips_cost_points() {
    let z = lead("basic:eval=fixed", "basic:eval=faithful", "team9", 400);
    assert!(z > 4.0, "z {z:.1}");
}

#[test]
fn every_decision_is_told_in_the_record() {
    for bot in ["basic", "greedy"] {
        let record = play("scopone", &[bot; 4], &json!({}), 1);
        for (ply, mv) in record.plies.iter().zip(&record.moves) {
            let log = ply.log.clone().unwrap_or_default();
            let asked = format!("{:?}", ply.by) == "Bot";
            assert!(!asked || log.concat().contains(mv.as_str()), "{mv}: {log:?}");
        }
    }
}

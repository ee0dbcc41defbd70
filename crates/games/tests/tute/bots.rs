//! The built-in Tute bots: every rule of their levels on prepared hands, their log, and their lead
//! over random play.

use crate::common::moves::{joined, legal, play, seat};
use crate::tute::fare::share;
use crate::tute::table::{card, deal, dealt, edited, turn};
use juez_core::{Bot, History, Journal, Next, Seed, State, Turn};
use juez_games::Tute;
use juez_games::tute::bots::{
    EXPERTO, Evaluation, Factors, Greedy, LEVELS, Level, Leveled, MEDIO, NOVATO,
};
use juez_games::tute::{Match, Move};
use serde_json::json;

/// Returns the move of a bot for the seat in turn, and its log.
fn asked(bot: &mut dyn Bot<Tute>, state: &Match) -> (String, String) {
    let Next::Move(seat) = state.next() else { panic!("no seat is to move") };
    let (view, moves) = (state.view(Some(seat)), state.legal_moves());
    let journal = Journal::new(4096);
    let turn = Turn {
        seat,
        seats: state.seats(),
        ply: 0,
        deal: 0,
        view: &view,
        legal: &moves,
        history: History::new(state, &[], Some(seat)),
        seed: Seed::from(1),
        journal: &journal,
    };
    let mv: Move = bot.next_move(&turn).expect("it finds a move");
    assert!(moves.contains(&mv), "{mv} is not legal");
    (mv.to_string(), journal.take().log.join("\n"))
}

fn level(level: &'static Level, state: &Match) -> (String, String) {
    asked(&mut Leveled::new(level, Factors::default()), state)
}

fn plays(by: &'static Level, state: &Match, wanted: &str, mode: &str) {
    let (mv, log) = level(by, state);
    assert_eq!(mv, wanted, "{log}");
    assert!(log.starts_with(&format!("{mode}:")), "{log}");
}

/// Returns a first hand of three in which seat 0 is mano with these cards. Both others can follow
/// oros.
fn mano(hand: &str) -> Match {
    let free = ["O6", "O5", "O4", "O10", "O11", "O3"].into_iter();
    let free: Vec<&str> = free.filter(|card| !hand.split(' ').any(|own| own == *card)).collect();
    dealt("", 13, &format!("0: {hand}; 1: {}; 2: {}; undealt: O2", free[0], free[1]))
}

/// Returns the same hand after seat 0 has won a trick, with these points.
fn later(hand: &str, points: [u16; 3]) -> Match {
    let mut state = mano(hand);
    play(&mut state, "O1");
    while state.public().last_trick.is_none() {
        state.play_unchecked(state.legal_moves()[0]);
    }
    assert_eq!(turn(&state), 0);
    edited(&state, Some(seat(0)), |view| view["points"] = json!(points))
}

/// 36 points, one more than the novice's threshold.
const RICH: &str = "O1 O7 C1 C10 E3 E10 B4 B5 B6 B7 E4 E5 E6";

#[test]
fn a_novice_opens_for_the_most_with_more_than_35_points_in_hand() {
    plays(&NOVATO, &mano(RICH), "O1", "más");
    let log = level(&NOVATO, &mano(RICH)).1;
    assert!(log.contains("36 points in hand, más above 35"), "{log}");
    let poor = mano("O3 O7 C1 C3 E10 E11 B4 B5 B6 B7 E2 E5 E6");
    let log = level(&NOVATO, &poor).1;
    assert!(log.starts_with("más: 36 points"), "{log}");
    let poor = mano("O3 O7 C1 C3 E10 E2 B4 B5 B6 B7 E4 E5 E6");
    plays(&NOVATO, &poor, "E2", "menos");
}

#[test]
fn the_threshold_of_a_novice_can_be_set() {
    let mut eager = Leveled::new(&NOVATO, Factors { threshold: 10, ..Factors::default() });
    let (mv, log) = asked(&mut eager, &mano("O7 O4 C1 C7 C6 E7 E6 E5 E4 B7 B6 B5 B4"));
    assert_eq!((mv.as_str(), log.starts_with("más")), ("C1", true));
}

#[test]
fn a_novice_goes_on_by_the_distance_to_the_most_and_the_fewest_points() {
    let hand = "O1 O7 C3 C7 C6 E7 E6 E5 E4 B7 B6 B5 B4";
    // 10 points in hand after the ace: own = won + 10.
    plays(&NOVATO, &later(hand, [30, 50, 0]), "C3", "más");
    plays(&NOVATO, &later(hand, [5, 50, 0]), "E4", "menos");
    let (_, log) = level(&NOVATO, &later(hand, [15, 50, 0]));
    assert!(log.starts_with("más: 25 is 25 from the most, 50, and 25 from the fewest, 0"), "{log}");
}

#[test]
fn a_novice_follows_with_its_highest_or_lowest_legal_card() {
    let hand = "C1 C3 C6 C7 B1 B3 B12 E1 E3 E12 E11 E10 B11";
    plays(&NOVATO, &following(hand, "C5", [400, 0, 0]), "C6", "menos");
    plays(&NOVATO, &following(hand, "C5", [100, 0, 0]), "C1", "más");
}

#[test]
fn equal_cards_go_by_oros_copas_espadas_bastos() {
    let state = mano("O1 O7 C1 E1 B1 C7 C6 E7 E6 E5 B4 B5 B6");
    plays(&NOVATO, &state, "O1", "más");
    let state = mano("O7 C2 E2 B2 C7 C6 E7 E6 E5 B4 B5 B6 B7");
    plays(&NOVATO, &state, "C2", "menos");
}

#[test]
fn a_medio_counts_a_trump_for_ten_points_and_opens_above_the_mean() {
    // 120/3 + 10*10/3 = 73.3
    let state = mano("O1 O3 O7 O6 O5 C12 C7 C6 E7 E6 B7 B6 B5");
    let (mv, log) = level(&MEDIO, &state);
    assert_eq!(mv, "O1");
    assert!(log.starts_with("más: 25 points and 5 trumps make 75, más above 220/3"), "{log}");
    let state = mano("O1 O3 O7 O6 O5 C10 C7 C6 E7 E6 B7 B6 B5");
    let (mv, log) = level(&MEDIO, &state);
    assert!(log.starts_with("menos: 23 points and 5 trumps make 73"), "{log}");
    assert_eq!(mv, "O5");
    let mut other = Leveled::new(&MEDIO, Factors { trump_worth: 20, ..Factors::default() });
    assert!(asked(&mut other, &state).1.starts_with("más"), "20 each make 123 above 106");
}

#[test]
fn a_medio_leads_the_master_of_the_suit_least_seen() {
    let state = later("O1 O7 C1 C3 C6 E1 E7 E6 E5 B7 B6 B5 B4", [60, 10, 0]);
    // Copas and espadas have masters; four espadas are seen and three copas.
    plays(&MEDIO, &state, "C1", "más");
}

#[test]
fn a_medio_without_a_master_leads_its_lowest_card() {
    let state = later("O1 O7 C3 C7 C6 E3 E7 E6 E5 B3 B6 B5 B4", [60, 10, 0]);
    plays(&MEDIO, &state, "B4", "más");
}

#[test]
fn a_medio_going_for_the_fewest_leads_its_highest_trump_that_is_no_master() {
    let hand = "O1 O7 O6 C7 C6 E7 E6 E5 B7 B6 B5 B4 C2";
    plays(&MEDIO, &later(hand, [0, 90, 0]), "O7", "menos");
    // All trumps are masters: only the three.
    let masters = "O1 O3 C7 C6 E7 E6 E5 B7 B6 B5 B4 C2 O7".replace("O7", "C5");
    let state = edited(&later(&masters.replace("C5", "O7"), [0, 90, 0]), Some(seat(0)), |view| {
        view["hand"] =
            json!(["B4", "B5", "B6", "B7", "C2", "C5", "C6", "C7", "E5", "E6", "E7", "O3"]);
    });
    plays(&MEDIO, &state, "C2", "menos");
}

/// Returns a position in which seat 1 moves with this hand, after seat 0 has led a card.
fn following(hand: &str, led: &str, points: [u16; 3]) -> Match {
    let hands = format!("0: O7 {led}; 1: {hand}; 2:; undealt: O2");
    let mut state = dealt("", 13, &hands);
    play(&mut state, led);
    edited(&state, Some(seat(1)), |view| view["points"] = json!(points))
}

#[test]
fn a_medio_follows_with_the_highest_card_that_beats_or_else_the_lowest() {
    let hand = "C1 C3 C6 C7 B1 B3 B12 E1 E3 E12 E11 E10 B11";
    plays(&MEDIO, &following(hand, "C5", [100, 0, 0]), "C1", "más");
    plays(&MEDIO, &following(hand, "C5", [400, 0, 0]), "C6", "menos");
    let weak = "C6 C7 C4 O3 B1 B3 B12 E1 E3 E12 E11 E10 B11";
    plays(&MEDIO, &following(weak, "C12", [100, 0, 0]), "C4", "más");
}

#[test]
fn a_medio_void_and_without_trumps_throws_its_highest_card_going_for_the_fewest() {
    let hand = "B1 B7 B6 B5 B4 B2 E7 E6 E5 E4 E2 E3 B10";
    plays(&MEDIO, &following(hand, "C5", [200, 0, 0]), "B1", "menos");
    let with_trump = "B1 B7 B6 B5 B4 B2 E7 E6 E5 E4 E2 E3 O4";
    plays(&MEDIO, &following(with_trump, "C5", [200, 0, 0]), "O4", "menos");
}

#[test]
fn songs_are_sung_going_for_the_most_only() {
    let hand = "O1 O12 O11 O7 C12 C11 C1 E7 E6 B7 B6 B5 B4";
    let state = later(hand, [60, 10, 0]);
    assert!(legal(&state).starts_with("20:C 40:O"));
    for by in LEVELS {
        let (mv, log) = level(by, &state);
        assert!(["20:C", "40:O"].contains(&mv.as_str()), "{}: {mv} {log}", by.name);
        assert!(log.contains("sings"), "{log}");
        let low = later(hand, [0, 250, 0]);
        let (mv, log) = level(by, &low);
        assert!(log.starts_with("menos") && !mv.contains(':'), "{}: {mv} {log}", by.name);
    }
}

#[test]
fn a_tute_is_always_sung() {
    let hand = "O1 O12 C12 E12 B12 O7 C7 C6 C5 E7 E6 B7 B6";
    for by in LEVELS {
        assert_eq!(level(by, &later(hand, [0, 250, 0])).0, "tute:R");
        assert_eq!(level(by, &later(hand, [60, 10, 0])).0, "tute:R");
    }
    assert_eq!(asked(&mut Greedy, &later(hand, [0, 250, 0])).0, "tute:R");
}

/// As [`later`], with suits that the opponents have shown not to hold.
fn knowing(hand: &str, points: [u16; 3], lacks: [&str; 3]) -> Match {
    edited(&later(hand, points), Some(seat(0)), |view| {
        for (i, suits) in lacks.iter().enumerate() {
            let cards: Vec<String> = suits
                .chars()
                .flat_map(|suit| {
                    [1, 10, 11, 12, 2, 3, 4, 5, 6, 7].map(move |rank| format!("{suit}{rank}"))
                })
                .collect();
            view["lacks"][i] = json!(cards);
        }
    })
}

#[test]
fn an_experto_does_not_count_a_master_where_somebody_may_trump() {
    let hand = "O1 O7 C1 C3 C6 E1 E7 E6 E5 B7 B6 B5 B4";
    plays(&EXPERTO, &knowing(hand, [60, 10, 0], ["", "", ""]), "C1", "más");
    plays(&EXPERTO, &knowing(hand, [60, 10, 0], ["", "C", ""]), "E1", "más");
    plays(&MEDIO, &knowing(hand, [60, 10, 0], ["", "C", ""]), "C1", "más");
}

#[test]
fn an_experto_leads_the_master_trump_first() {
    let hand = "O1 O3 O7 C1 C3 C6 E1 E7 E6 B7 B6 B5 B4";
    plays(&EXPERTO, &later(hand, [60, 10, 0]), "O3", "más");
}

#[test]
fn an_experto_without_a_winner_leads_low_where_points_were_played_and_the_rival_follows() {
    let hand = "O1 O7 C3 C7 C6 E3 E7 E6 E5 B3 B6 B5 B4";
    let state = knowing(hand, [60, 10, 0], ["", "", ""]);
    // The first trick was of oros, so most points were played in that suit.
    plays(&EXPERTO, &state, "O7", "más");
    let (mv, log) = level(&EXPERTO, &knowing(hand, [60, 10, 0], ["", "O", ""]));
    assert!(log.contains("that the rival follows") && mv != "O7", "{mv}: {log}");
}

#[test]
fn an_experto_going_for_the_fewest_leads_what_the_rival_cannot_follow() {
    let hand = "O1 O7 C3 C7 C6 E3 E7 E6 E5 B3 B6 B5 B4";
    plays(&EXPERTO, &knowing(hand, [0, 120, 0], ["", "E", ""]), "E5", "menos");
    plays(&EXPERTO, &knowing(hand, [0, 0, 120], ["", "E", ""]), "B4", "menos");
    plays(&EXPERTO, &knowing(hand, [0, 120, 0], ["", "", ""]), "B4", "menos");
}

#[test]
fn every_level_and_greedy_tell_why_they_play() {
    let mut state = mano(RICH);
    for _ in 0..6 {
        for by in LEVELS {
            let log = level(by, &state).1;
            assert!(log.starts_with("más: ") || log.starts_with("menos: "), "{log}");
            assert_eq!(log.lines().count(), 1, "{log}");
        }
        let log = asked(&mut Greedy, &state).1;
        assert!(log.starts_with("más: ") || log.starts_with("menos: "), "{log}");
        assert!(log.contains("% wins)") || log.contains("sings"), "{log}");
        state.play_unchecked(state.legal_moves()[0]);
    }
}

#[test]
fn every_bot_but_the_novice_beats_random_play_far_beyond_luck() {
    // The document's levels are for three players; counting the other hands helps with more.
    let faithful = [("medio", 3), ("experto", 3), ("greedy", 3), ("greedy", 5)];
    let fixed = [3, 5].map(|seats| [("medio:eval=fixed", seats), ("experto:eval=fixed", seats)]);
    for (name, seats) in faithful.into_iter().chain(fixed.into_iter().flatten()) {
        let (mean, z) = share(name, "random", seats, 600);
        assert!(z > 4.0, "{name} at {seats} seats: {mean:.3}, z {z:.1}");
    }
}

#[test]
fn the_levels_above_the_novice_beat_it() {
    for name in ["medio", "experto", "greedy"] {
        let (mean, z) = share(name, "novato", 3, 600);
        assert!(z > 4.0, "{name}: {mean:.3}, z {z:.1}");
    }
}

#[test]
fn the_fixed_distance_counts_what_the_others_hold() {
    let state = later("O1 O7 O6 C7 C6 E7 E6 E5 B7 B6 B5 B4 C2", [11, 0, 0]);
    let faithful = level(&NOVATO, &state).1;
    assert!(faithful.starts_with("más: 11 is 11 from the most, 0"), "{faithful}");
    let fixed = Factors { eval: Evaluation::Fixed, ..Factors::default() };
    let fixed = asked(&mut Leveled::new(&NOVATO, fixed), &state).1;
    assert!(fixed.starts_with("menos: 11 is 42 from the most, 53"), "{fixed}");
}

#[test]
fn deals_after_the_first_are_played_too() {
    let mut state = dealt(r#""seats":4"#, 10, "0:; 1:; 2: O2; 3:");
    play(&mut state, "O2");
    state.play_unchecked(Move::Fallo);
    deal(&mut state, 10, "0:; 1:; 2:; 3:");
    assert_eq!(turn(&state), 3);
    for by in LEVELS {
        let (mv, _) = level(by, &state);
        assert!(joined(state.legal_moves()).contains(&card(&mv).to_string()));
    }
}

//! The built-in Durak bots: their rules one by one, and their lead over chance.

use crate::common::moves::{play, seat};
use crate::common::series::{play as play_match, z_of};
use crate::durak::table::{Late, TWO, dealt, late};
use juez_core::{Bot, History, Journal, PerSeat, Seed, State, Turn, playout};
use juez_games::durak::bots::{Evaluator, Greedy, Options as Weights, Values};
use juez_games::durak::{Durak, Options, Position};
use serde_json::json;

const ALL: [Values; 3] = [Values::Article, Values::Project, Values::Intent];

/// Returns the move of a bot at a decision, and its log.
fn ask(bot: &mut dyn Bot<Durak>, position: &Position) -> (String, Vec<String>) {
    let me = position.public().to_move().expect("a seat to move");
    let journal = Journal::new(4096);
    let turn = Turn {
        seat: me,
        seats: position.seats(),
        ply: 0,
        deal: 0,
        view: &position.view(Some(me)),
        legal: &position.legal_moves(),
        history: History::new(position, &[], Some(me)),
        seed: Seed::from(1),
        journal: &journal,
    };
    let mv = bot.next_move(&turn).expect("a move");
    assert!(position.is_legal(mv), "{mv}");
    (mv.to_string(), journal.take().log)
}

fn evaluator(values: Values, position: &Position) -> (String, Vec<String>) {
    ask(&mut Evaluator(Weights { values, ..Weights::default() }), position)
}

fn greedy(position: &Position) -> String {
    ask(&mut Greedy, position).0
}

// The value of a hand.

#[track_caller]
fn valued(values: Values, position: &Position, expected: &str) {
    let log = evaluator(values, position).1;
    assert_eq!(log[0], format!("V(hand) = {expected}"));
}

#[test]
fn a_hand_is_worth_its_cards_less_what_is_wrong_with_it() {
    let position = late(TWO, "6S", &["7C 9C 9D AS", "8C KD"], 0);
    // Cards -100 +100 +100 +600 and 1300 for the trump; a pair of nines 0.5, rounded to 0; one
    // plain card per suit on average, so clubs and hearts are off by one; four cards against two
    // make twice.
    valued(Values::Article, &position, "550 (cards +2000, ranks +0, balance -400, count -1050)");
    // The middle of 36 cards is between nine and ten.
    valued(Values::Project, &position, "-50 (cards +1400, ranks +0, balance -400, count -1050)");
    // The pair counts: max(-0.5, 1) * 0.5 * 100.
    valued(Values::Intent, &position, "0 (cards +1400, ranks +50, balance -400, count -1050)");
}

#[test]
fn the_article_has_the_same_values_in_either_deck_and_the_project_has_not() {
    let big = Options { deck: 52, ..TWO };
    let hands = ["2C 5D 8H JC QD AS", "3C 6D 9H TC KD KS"];
    let mut position = dealt(big, &hands, "", "2S");
    play(&mut position, "KS");
    // -600 -300 0 +300 +400 +600 +1300; a suit has five thirds on average, hearts have one.
    valued(Values::Article, &position, "1690 (cards +1700, ranks +0, balance -160, count +150)");
    // Half a step more for each of six cards.
    valued(Values::Project, &position, "1990 (cards +2000, ranks +0, balance -160, count +150)");
}

/// Returns a first deal of 52 cards with diamonds as trumps, as in the article's examples.
fn example(hand: &str) -> Position {
    let big = Options { deck: 52, ..TWO };
    dealt(big, &[hand, "2H 3H 4H 6H 7H 8H"], "", "7D")
}

/// "Almost perfect": it beats with queens and then throws the deuces in.
const QUEENS: &str = "2C 2S QC QD QH QS";
/// "Very unfortunate": three spades and three trumps.
const SPADES: &str = "5S JS AS 6D 9D KD";
/// "Much better, though its cards are lower": the jack became the ten of clubs, the six of trumps
/// the three.
const MIXED: &str = "5S TC AS 3D 9D KD";

#[test]
fn the_hands_of_the_article_are_worth_what_its_function_says() {
    // Two deuces -1200, four queens +1600, a trump +1300; 1.25 * 4 for the queens and half a point,
    // rounded to 0, for the deuces; of five plain cards two are clubs, two spades and one a heart.
    valued(
        Values::Article,
        &example(QUEENS),
        "1695 (cards +1700, ranks +5, balance -160, count +150)",
    );
    // Three spades and no other plain suit: two averages too many, and one missing twice.
    valued(
        Values::Article,
        &example(SPADES),
        "4250 (cards +4900, ranks +0, balance -800, count +150)",
    );
    // Its cards are worth 400 less and are better balanced by 400: the function finds equal the
    // hand that the article calls much better.
    valued(
        Values::Article,
        &example(MIXED),
        "4250 (cards +4500, ranks +0, balance -400, count +150)",
    );
}

#[test]
fn by_intent_the_four_queens_count() {
    // 4.5 * 1.25 * 100, and 1 * 0.5 * 100 for the deuces; six of 46 elsewhere.
    valued(
        Values::Intent,
        &example(QUEENS),
        "2523 (cards +2000, ranks +612, balance -160, count +71)",
    );
}

#[test]
fn the_lowest_trump_is_worth_a_little_more_than_a_plain_ace() {
    // One card each, so suit and count weigh the same: cards are worth 700 and 600.
    let cards = |hand: &str| {
        let big = Options { deck: 52, ..TWO };
        let log = evaluator(Values::Article, &late(big, "7D", &[hand, "KS"], 0)).1;
        log[0].clone()
    };
    assert!(cards("2D 8C").contains("cards +700"), "{}", cards("2D 8C"));
    assert!(cards("AC 8S").contains("cards +600"), "{}", cards("AC 8S"));
}

#[test]
fn each_weight_of_the_evaluation_can_be_chosen() {
    let usual = Weights { values: Values::Article, ..Weights::default() };
    let line =
        |weights: Weights, hand: &str| ask(&mut Evaluator(weights), &example(hand)).1[0].clone();
    let says = |weights: Weights, part: &str| {
        let line = line(weights, QUEENS);
        assert!(line.contains(part), "{part} in {line}");
    };
    says(usual, "1695 (cards +1700, ranks +5, balance -160, count +150)");
    says(Weights { rank_worth: 10, ..usual }, "cards +1340,");
    says(Weights { trump_worth: 0, ..usual }, "cards +400,");
    says(Weights { same_rank: Some(100), ..usual }, "ranks +550,");
    says(Weights { unbalanced: 100, ..usual }, "balance -80,");
    says(Weights { many_cards: 1000, ..usual }, "count +250");
    // With 300 for the balance, the hand that the article prefers is worth more.
    let dear = Weights { unbalanced: 300, ..usual };
    assert!(line(dear, SPADES).starts_with("V(hand) = 3850 "));
    assert!(line(dear, MIXED).starts_with("V(hand) = 4050 "));
}

#[test]
fn the_weights_are_options_of_the_evaluator() {
    let moves =
        |bot: &str, seed: u64| play_match("durak", &[bot, "greedy"], &json!({}), seed).moves;
    let usual = "evaluator:values=project,rank_worth=100,trump_worth=1300,same_rank=1,unbalanced=200,\
                 many_cards=600";
    assert_eq!(moves("evaluator", 1), moves(usual, 1));
    for option in
        ["rank_worth=20", "trump_worth=0", "same_rank=100", "unbalanced=0", "many_cards=9000"]
    {
        let other = format!("evaluator:{option}");
        assert!((0..20).any(|seed| moves("evaluator", seed) != moves(&other, seed)), "{other}");
    }
    let game = juez_match::registry::game("durak").expect("it is there");
    let error = juez_match::registry::PlayerSpec::read("evaluator:unbalanced=-1", game);
    let error = error.err().expect("refused").to_string();
    assert!(error.contains("cannot be -1; allowed: 0 to 10000"), "{error}");
}

#[test]
fn the_share_of_the_hand_is_nought_by_the_slip_and_real_by_intent() {
    let position = dealt(TWO, &["6C 7D 8H 9C TD 6S", "7C 8D 9H TC JD 7S"], "", "AS");
    let line = |values| evaluator(values, &position).1[0].clone();
    assert!(line(Values::Article).ends_with("count +150)"), "{}", line(Values::Article));
    assert!(line(Values::Project).ends_with("count +150)"));
    // Six of thirty elsewhere: (0.25 - 0.2) * 600.
    assert!(line(Values::Intent).ends_with("count +30)"), "{}", line(Values::Intent));
}

#[test]
fn a_last_card_played_with_no_talon_is_worth_more_than_anything() {
    let position = late(TWO, "6S", &["AS", "6H 7H"], 0);
    let log = evaluator(Values::Article, &position).1;
    assert!(log[1].contains("AS 30000"), "{log:?}");
}

// Decisions of the evaluator.

#[test]
fn it_attacks_with_the_card_that_it_misses_least() {
    let position = late(TWO, "6S", &["7C 9C 9D AS", "8C KD"], 0);
    for values in ALL {
        let (mv, log) = evaluator(values, &position);
        assert_eq!(mv, "7C", "{log:?}");
        assert!(log[1].starts_with("attack 7C: 7C "), "{log:?}");
    }
}

#[test]
fn several_of_a_high_rank_are_worth_attacking_with_and_of_a_low_one_are_not() {
    // A king is left: 500, three suits uneven, one card of five; and 100 * 5 for the pair.
    let log = evaluator(Values::Article, &late(TWO, "6S", &["KC KD", "8C QD 9S"], 0)).1;
    assert_eq!(log[1], "attack KC: KC 350 KD 350");
    // The same with -200 for the six and 100 * -2 for the pair.
    let log = evaluator(Values::Article, &late(TWO, "7S", &["6C 6D", "8C QD 9S"], 0)).1;
    assert_eq!(log[1], "attack 6C: 6C -1050 6D -1050");
}

#[test]
fn of_equal_cards_the_first_in_the_order_of_the_notation_is_played() {
    let position = late(TWO, "6S", &["7C 7D 7H", "8C KD"], 0);
    for values in ALL {
        assert_eq!(evaluator(values, &position).0, "7C");
    }
}

#[test]
fn it_throws_in_what_costs_less_than_a_limit_that_falls_with_the_talon() {
    // With 24 cards to draw, a card must cost nothing; a trump does, a low plain card does not.
    let hands = ["7C 7S 8H 9H JD QD", "9S TC TD TH JH QH"];
    let mut position = dealt(TWO, &hands, "", "AS");
    play(&mut position, "7C TC");
    let (mv, log) = evaluator(Values::Project, &position);
    assert_eq!(mv, "done", "{log:?}");
    assert!(log[1].starts_with("keep 7S: costs ") && log[1].contains("less than 0 is fine"));
    // At the end it throws in a seven of trumps, which is worth less than 1200.
    let mut position = late(TWO, "6S", &["7C 7S 8H 9D", "TC TD TH JH"], 0);
    play(&mut position, "7C TC");
    let (mv, log) = evaluator(Values::Project, &position);
    assert_eq!(mv, "7S", "{log:?}");
    assert!(log[1].contains("less than 1200 is fine"));
    // The ace of trumps costs more.
    let mut position = late(TWO, "6S", &["AC AS 8H 9D", "7S TD TH JH 8D 8C 9C QD KD"], 0);
    play(&mut position, "AC 7S");
    let (mv, log) = evaluator(Values::Project, &position);
    assert_eq!(mv, "done", "{log:?}");
}

#[test]
fn it_beats_cheaply_and_takes_rather_than_spend_a_high_trump_early() {
    let hands = ["6C 7S 8H 9H JD QD", "7C KS TD TH JH QH"];
    let mut position = dealt(TWO, &hands, "", "AS");
    play(&mut position, "6C");
    let (mv, log) = evaluator(Values::Project, &position);
    assert_eq!(mv, "7C", "{log:?}");
    assert!(log[1].starts_with("beat 6C: 7C costs "));
    let hands = ["6C 7S 8H 9H JD QD", "7D KS TD TH JH QH"];
    let mut position = dealt(TWO, &hands, "", "AS");
    play(&mut position, "6C");
    let (mv, log) = evaluator(Values::Project, &position);
    assert_eq!(mv, "take", "{log:?}");
    assert!(log[1].starts_with("take 6C: KS costs "));
}

#[test]
fn without_a_talon_it_beats_whatever_it_costs() {
    let mut position = late(TWO, "6S", &["6C 7D", "AS KS QS JS"], 0);
    play(&mut position, "6C");
    let (mv, log) = evaluator(Values::Article, &position);
    assert_eq!(mv, "JS");
    assert!(log[1].contains("no talon"), "{log:?}");
}

#[test]
fn it_prefers_to_beat_with_a_rank_that_is_on_the_table() {
    // The ten costs 100 more than the nine, but adds no new rank to the table.
    let mut position = late(TWO, "6S", &["8C 8D TH", "9D TD TC JH QH"], 0);
    play(&mut position, "8C TC");
    play(&mut position, "8D");
    let (mv, log) = evaluator(Values::Project, &position);
    assert_eq!(mv, "TD", "{log:?}");
}

#[test]
fn it_takes_when_nothing_beats() {
    let mut position = late(TWO, "6S", &["AC 7D", "8C KD"], 0);
    play(&mut position, "AC");
    let (mv, log) = evaluator(Values::Intent, &position);
    assert_eq!((mv.as_str(), log[1].as_str()), ("take", "take: nothing beats AC"));
}

#[test]
fn the_three_ways_to_count_decide_differently_now_and_then() {
    let mut differ = [0; 3];
    for seed in 0..100 {
        let mut rng = Seed::from(seed).rng();
        let mut position = crate::durak::table::start(TWO);
        let deal = <Durak as juez_core::Game>::shuffle(&position, &mut rng);
        position.deal(&deal).expect("its own deal");
        for _ in 0..12 {
            playout(&mut position, &mut rng, 3, &mut Vec::new());
            if position.outcome().is_some() {
                break;
            }
            let [article, project, intent] = ALL.map(|values| evaluator(values, &position).0);
            differ[0] += u32::from(article != project);
            differ[1] += u32::from(project != intent);
            differ[2] += u32::from(article != intent);
        }
    }
    assert!(differ.iter().all(|n| *n > 10), "{differ:?}");
}

// Decisions of greedy.

#[test]
fn greedy_attacks_with_its_lowest_plain_card() {
    assert_eq!(greedy(&late(TWO, "6S", &["9C 8D 7S AH", "8C KD"], 0)), "8D");
    assert_eq!(greedy(&late(TWO, "6S", &["9S 7S", "8C KD"], 0)), "7S", "trumps if nothing else");
}

#[test]
fn greedy_beats_with_the_cheapest_card_that_does() {
    let mut position = late(TWO, "6S", &["9C 8D", "TC KC 7S"], 0);
    play(&mut position, "9C");
    assert_eq!(greedy(&position), "TC");
}

#[test]
fn greedy_takes_rather_than_spend_a_high_trump_early_and_spends_it_late() {
    let hands = ["6C 7S 8H 9H JD QD", "7D KS TD TH JH QH"];
    let mut position = dealt(TWO, &hands, "", "AS");
    play(&mut position, "6C");
    assert_eq!(greedy(&position), "take");
    let mut position = late(TWO, "6S", &["6C 8D", "KS 7D"], 0);
    play(&mut position, "6C");
    assert_eq!(greedy(&position), "KS");
}

#[test]
fn greedy_throws_in_plain_cards_and_keeps_trumps() {
    let mut position = late(TWO, "6S", &["7C 7D 7S", "9C TD KH JC"], 0);
    play(&mut position, "7C 9C");
    assert_eq!(greedy(&position), "7D");
    play(&mut position, "7D TD");
    assert_eq!(greedy(&position), "done");
}

#[test]
fn greedy_gives_no_high_card_away_to_one_who_takes() {
    let hands = ["QC QD 8H 9H JD", "7D KS TD TH JH"];
    let early =
        Late { options: TWO, trump: "6S", talon: "AH 6S", hands: &hands, attacker: 0, bouts: 3 };
    let mut position = early.position();
    play(&mut position, "QC take");
    assert_eq!(greedy(&position), "done");
    let mut position = late(TWO, "6S", &["8C 8D 8H", "KS TD TH JH"], 0);
    play(&mut position, "8C take");
    assert_eq!(greedy(&position), "8D");
}

// All bots.

const BOTS: [&str; 4] =
    ["greedy", "evaluator", "evaluator:values=article", "evaluator:values=intent"];

fn points(players: &[&str], seed: u64) -> PerSeat<i32> {
    play_match("durak", players, &json!({}), seed).end.expect("a played match ends").points
}

#[test]
fn every_bot_beats_random_far_beyond_luck() {
    for bot in BOTS {
        let (mut won, mut lost) = (0, 0);
        for seed in 0..100 {
            for me in 0..2 {
                let players = if me == 0 { [bot, "random"] } else { ["random", bot] };
                let points = points(&players, seed);
                let (mine, other) = (points[seat(me)], points[seat(1 - me)]);
                won += u32::from(mine > other);
                lost += u32::from(mine < other);
            }
        }
        assert!(z_of(won, lost) > 10.0, "{bot}: {won} to {lost}");
    }
}

#[test]
fn every_bot_is_the_durak_less_often_than_three_random_ones() {
    for bot in BOTS {
        let mut lost = 0;
        for seed in 0..100 {
            let mut players = ["random"; 4];
            players[seed as usize % 4] = bot;
            lost += 1 - points(&players, seed)[seat(seed as u8 % 4)];
        }
        // By chance one in four, 25 of 100 with a deviation of 4.3.
        assert!(lost < 8, "{bot} lost {lost} of 100");
    }
}

#[test]
fn every_bot_plays_at_every_table_without_a_fault_and_tells_why() {
    for bot in BOTS {
        for seats in 2..=6 {
            let players = vec![bot; seats];
            let options = json!({"deck": 52, "games": 2});
            let play = || play_match("durak", &players, &options, seats as u64);
            let record = play();
            let logs = record.plies.iter().filter_map(|ply| ply.log.as_ref());
            let mut asked = 0;
            for log in logs {
                asked += 1;
                assert!((1..=3).contains(&log.len()), "{log:?}");
                assert!(log.iter().all(|line| line.len() < 240), "{log:?}");
            }
            assert!(asked > 10, "{bot} says nothing");
            assert_eq!(play().moves, record.moves, "nothing is drawn by lot");
        }
    }
}

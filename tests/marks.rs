//! Marks and notes over the tables: every place that a bot can name is found, and every label can
//! be read in one of the texts.

use juez::core::{Colour, Drawing, Mark, Observer, Record, Seat, Tone};
use juez::registry::{game, games};
use proptest::prelude::*;

fn at(place: &str, label: &str) -> Mark {
    Mark { place: Some(place.into()), label: label.into(), colour: None }
}

fn note(text: &str) -> Mark {
    Mark { place: None, label: text.into(), colour: None }
}

/// Draws the table after all moves of a record.
fn table(record: &str, observer: Observer) -> Drawing {
    let record = Record::from_line(&record.replace('\n', "")).expect("a record");
    let ply = record.moves.len() as u32;
    game(&record.game).expect("a game").draw_for(&record, ply, observer).expect("a table")
}

fn lines(drawing: &Drawing, from: usize, to: usize) -> String {
    drawing.to_string().lines().skip(from).take(to - from).map(|line| format!("{line}\n")).collect()
}

const BOARD: &str =
    r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8","e3h","c3v","a1h","e7"]}"#;

#[test]
fn squares_take_labels_and_pawns_keep_theirs() {
    let marks = [
        at("e5", "3"),
        at("d5", "12"),
        at("c5", "abcdef"),
        at("e2", "me"),
        at("f5", ""),
        note("so"),
    ];
    assert_eq!(
        table(BOARD, Observer::Public).with_marks(&marks).to_string(),
        "   ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
 9 │                                   │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 8 │                                   │   ply 6: seat 0 to move
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 7 │                (1)                │   ▸(0) to row 9   8 walls   8 away
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤    (1) to row 1   9 walls   7 away
 6 │                                   │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 5 │        abc 12   3   *             │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 4 │           ┃                       │
   ├   ┼   ┼   ┃   ┼━━━━━━━┼   ┼   ┼   ┤
 3 │           ┃                       │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 2 │                (0)*               │
   ├━━━━━━━┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 1 │                                   │
   └───┴───┴───┴───┴───┴───┴───┴───┴───┘
     a   b   c   d   e   f   g   h   i
marks  c5 \"abcdef\"  e2 \"me\"
note   so
"
    );
}

#[test]
fn walls_and_their_empty_slots_are_places() {
    let marks =
        [at("g5h", "here?"), at("b6v", "abc"), at("h7v", "1"), at("e3h", "good"), at("c3v", "")];
    assert_eq!(
        lines(&table(BOARD, Observer::Public).with_marks(&marks), 2, 21),
        "   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 8 │                                   │   ply 6: seat 0 to move
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   1   ┤
 7 │       a        (1)                │   ▸(0) to row 9   8 walls   8 away
   ├   ┼   b   ┼   ┼   ┼   ┼   ┼   ┼   ┤    (1) to row 1   9 walls   7 away
 6 │       c                           │
   ├   ┼   ┼   ┼   ┼   ┼   ┼ here? ┼   ┤
 5 │                                   │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 4 │           ┃*                      │
   ├   ┼   ┼   ┃   ┼━━━━━━━┼   ┼   ┼   ┤
 3 │           ┃                       │
   ├   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 2 │                (0)                │
   ├━━━━━━━┼   ┼   ┼   ┼   ┼   ┼   ┼   ┤
 1 │                                   │
   └───┴───┴───┴───┴───┴───┴───┴───┴───┘
     a   b   c   d   e   f   g   h   i
marks  e3h \"good\"
"
    );
}

#[test]
fn the_last_of_several_marks_is_drawn_and_all_are_told() {
    let marks = [at("e5", "1"), at("e5", "2"), at("e5", "2"), at("z9", "off")];
    let drawing = table(BOARD, Observer::Public).with_marks(&marks);
    assert_eq!(lines(&drawing, 9, 10), " 5 │                 2                 │\n");
    assert_eq!(lines(&drawing, 20, 99), "marks  e5 \"1\"  e5 \"2\"  z9 \"off\"\n");
}

#[test]
fn a_label_that_another_one_hides_is_told_below() {
    let drawing = table(BOARD, Observer::Public).with_marks(&[at("e5h", "wide"), at("e5v", "x")]);
    assert_eq!(lines(&drawing, 20, 99), "marks  e5h \"wide\"\n");
}

#[test]
fn wide_letters_do_not_move_the_board_and_control_characters_are_blanks() {
    let marks = [at("e5", "王"), at("e4", "王様"), at("d5", "\u{1b}[2J"), note("a\nb\u{7}c")];
    let drawing = table(BOARD, Observer::Public).with_marks(&marks);
    assert_eq!(lines(&drawing, 9, 10), " 5 │            [2J 王                 │\n");
    assert_eq!(lines(&drawing, 11, 12), " 4 │           ┃    王                 │\n");
    assert_eq!(lines(&drawing, 20, 99), "marks  e4 \"王様\"\nnote   a b c\n");
}

const DURAK: &str = r#"{"format":"juez/1","game":"durak","options":{"seats":2},"deals":[{"hands":[
["6C","7C","8C","9C","TC","JC"],["6D","7D","8D","9D","TD","JD"]],"talon":[
"6H","7H","8H","9H","TH","JH","QH","KH","AH","QC","KC","AC","QD","KD","AD","7S","8S","9S","TS","JS",
"QS","KS","AS","6S"]}],"moves":["6C"]}"#;

#[test]
fn cards_keep_their_text_and_get_a_star() {
    let marks =
        [at("6D", "keep"), at("JD", "worst"), at("6C", ""), at("6S", "trump"), at("7S", "?")];
    assert_eq!(
        table(DURAK, Observer::Seat(Seat::new(1))).with_marks(&marks).to_string(),
        "\
bout 1: seat 1 must beat 6C or take
trump 6S*(spades)    talon 24    discarded 0

  attack   6C* .  .  .  .  .
  defence  --

  seat 0  attacks  5 cards   ·· ·· ·· ·· ··
▸ seat 1  defends  6 cards   6D*7D 8D 9D TD JD*
marks  6D \"keep\"  JD \"worst\"  6S \"trump\"  7S \"?\"
"
    );
}

#[test]
fn with_all_cards_face_up_those_of_every_hand_are_places() {
    let open = table(DURAK, Observer::Open);
    for place in ["7C", "JC", "6D", "JD", "6H", "KS", "6S"] {
        assert!(open.anchors.iter().any(|anchor| anchor.place == place), "{place}");
    }
    let public = table(DURAK, Observer::Public);
    assert!(!public.anchors.iter().any(|anchor| anchor.place == "7C"), "a hidden card is nowhere");
}

const DOMINOES: &str = r#"{"format":"juez/1","game":"dominoes","deals":[{"hands":[
["66","65","64","63","62","61","60"],["55","54","53","52","51","50","44"],
["43","42","41","40","33","32","31"],["30","22","21","20","11","10","00"]]}],
"moves":["66","pass","pass","pass","65@6"]}"#;

#[test]
fn tiles_and_open_ends_are_places() {
    let marks = [at("65", "mine"), at("@5", "hers"), at("54", "next"), at("44", "")];
    let drawing = table(DOMINOES, Observer::Seat(Seat::new(1))).with_marks(&marks);
    assert_eq!(
        drawing.to_string(),
        "hand 1: seat 1 to move

<6>[6|6]{6|5}{5}

  seat 0  ▮▮▮▮▮    5 left  opens
▸ seat 1  ▮▮▮▮▮▮▮  7 left  passed 1x: no 6
  seat 2  ▮▮▮▮▮▮▮  7 left  passed 1x: no 6
  seat 3  ▮▮▮▮▮▮▮  7 left  passed 1x: no 6

score   seats 0 and 2: 0  seats 1 and 3: 0   (100 wins)
seat 1 holds {4|4} [5|0] [5|1] [5|2] [5|3] {5|4} [5|5]
marks  65 \"mine\"  @5 \"hers\"  54 \"next\"
"
    );
}

const SCOPONE: &str = r#"{"format":"juez/1","game":"scopone","options":{"kind":"team10"},"deals":[{"hands":[
["B1","B2","B3","B4","B5","B6","B7","B8","B9","B10"],
["C1","C2","C3","C4","C5","C6","C7","C8","C9","C10"],
["D1","D2","D3","D4","D5","D6","D7","D8","D9","D10"],
["S1","S2","S3","S4","S5","S6","S7","S8","S9","S10"]],"table":[]}],"moves":[]}"#;

#[test]
fn cards_in_boxes_get_a_star_inside_or_on_the_border() {
    let drawing =
        table(SCOPONE, Observer::Seat(Seat::new(2))).with_marks(&[at("D7", ""), at("D10", "")]);
    let text = drawing.to_string();
    assert!(text.contains(" │ D1│ │D10* │ D2│ ") && text.contains(" │*D7│ "), "{text}");
    assert!(!text.contains("marks"), "signs alone say it all: {text}");
}

#[test]
fn marks_have_their_colours() {
    let red = Mark { colour: Some("red".into()), ..at("e5", "3") };
    let (drawing, legend) = table(BOARD, Observer::Public).overlaid(&[red, at("e2", "me")]);
    let spans: Vec<(&str, Tone)> = drawing
        .lines
        .iter()
        .flatten()
        .filter(|span| matches!(span.tone, Tone::Mark(_)))
        .map(|span| (span.text.as_str(), span.tone))
        .collect();
    assert_eq!(spans, [(" 3 ", Tone::Mark(Colour::Red)), ("(0)", Tone::Mark(Colour::Plain))]);
    assert_eq!(legend.labels.len(), 1);
}

/// Returns a drawing of each game after its first deal, before any move.
fn dealt() -> Vec<(&'static str, Drawing)> {
    use juez::core::Seed;
    use juez::registry::{MatchSetup, PlayerSpec};
    games()
        .into_iter()
        .map(|game| {
            let id = game.info().id;
            let seats = match id {
                "tute" => 3,
                "dominoes" | "scopone" => 4,
                _ => 2,
            };
            let random = PlayerSpec::read("random", game).expect("a bot");
            let mut setup = MatchSetup::new(vec![random; seats]);
            setup.seed = Some(Seed::from(5));
            let record = game.play(&setup, &mut ()).expect("a match");
            (id, game.draw_for(&record, 8, Observer::Open).expect("a table"))
        })
        .collect()
}

#[test]
fn every_anchor_of_every_game_lies_on_its_drawing() {
    for (id, drawing) in dealt() {
        assert!(drawing.anchors.len() > 20, "{id}");
        for anchor in &drawing.anchors {
            for line in anchor.line..anchor.line + anchor.height {
                let text: String =
                    drawing.lines[line].iter().map(|span| span.text.as_str()).collect();
                let width = text.chars().count();
                assert!(anchor.column + anchor.width <= width, "{id} {anchor:?} on {text:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Checks, for any marks: the drawing keeps its lines, its width stays below 80 columns, and
    /// every label is on it or in the legend.
    #[test]
    fn every_label_can_be_read_somewhere(
        picks in prop::collection::vec((any::<prop::sample::Index>(), "[a-z]{0,9}"), 0..60),
        which in 0..5_usize,
    ) {
        let (_, drawing) = dealt().swap_remove(which);
        let marks: Vec<Mark> = picks
            .iter()
            .map(|(index, label)| at(&index.get(&drawing.anchors).place, label))
            .collect();
        let (marked, legend) = drawing.overlaid(&marks);
        prop_assert_eq!(marked.lines.len(), drawing.lines.len());
        prop_assert!(marked.width() <= drawing.width().max(80));
        let text = marked.to_string();
        // Labels of walls may run downwards.
        let down: String = (0..marked.width())
            .flat_map(|column| {
                let down: String =
                    text.lines().map(|line| line.chars().nth(column).unwrap_or(' ')).collect();
                format!("{down}\n").chars().collect::<Vec<_>>()
            })
            .collect();
        for mark in &marks {
            let place = mark.place.as_deref().unwrap_or_default();
            let listed = legend.labels.iter().any(|label| label.place == place && label.text == mark.label);
            prop_assert!(listed || text.contains(&mark.label) || down.contains(&mark.label), "{mark:?}");
        }
        for spans in legend.lines(80) {
            let line: String = spans.iter().map(|span| span.text.as_str()).collect();
            prop_assert!(line.chars().count() <= 80, "{}", line);
        }
    }
}

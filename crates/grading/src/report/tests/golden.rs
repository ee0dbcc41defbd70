//! Whole tables as printed.

use super::*;

const CLASS: &str = "\
Class 10b
quoridor · round robin · 4 entrants · 1 round · 5 openings a pairing ·
4 random moves first · 100 ms of fuel a move · a fault forfeits ·
benched after 3 faulted matches in a row
60 of 60 matches played, complete

Standings
    #  name     points         score %         Elo    W-D-L   LOS  faults
  ───────────────────────────────────────────────────────────────────────
    1  minimax      30  100.0 (56–100)  +871 ± 731   30-0-0  99 %       0
    2  zoë          11    36.7 (18–60)  -258 ± 293  6-10-14  50 %       0
  ≈ 2  李小龙       11    36.7 (18–60)  -258 ± 293  6-10-14  74 %       0
  ≈ 4  bob           8     26.7 (4–73)  -355 ± 306   8-0-22             2
  ≈ not yet distinguishable from the one above: likelihood of superiority (LOS)
  below 95 %.
  Intervals hold 95 %. Elo by Bradley-Terry (Davidson), mean of the field 0; its
  intervals: curvature of the likelihood, a table's block as one match. A bot
  has won or lost everything: a prior keeps the ratings finite.
  Hidden (output too narrow): matches, nElo, draws %, pairs 0-½-1-1½-2, version.

Cross-table
  #  name     1   2   3   4
  ─────────────────────────
  1  minimax  ·  10  10  10
  2  zoë      0   ·   5   6
  3  李小龙   0   5   ·   6
  4  bob      0   4   4   ·
  Points of the row against the column, of 10.

By seat
  name         seat 0, %  seat 1, %
  ─────────────────────────────────
  minimax          100.0      100.0
  zoë               36.7       36.7
  李小龙            36.7       36.7
  bob               26.7       26.7
  (everybody)       50.0       50.0

Faults
  name  kind          times  first in  ply  where        why
  ──────────────────────────────────────────────────────────────────────
  bob   illegal move      2         4   31  main.lua:12  e3h crosses e3v
  To look again: juez report FILE --records all.jsonl, then juez debug all.jsonl
  --record-number 4 --ply 31 --seat 1 for the first.

Fuel and time
  name     decisions  fuel/decision  % of budget    worst  worst %
  ────────────────────────────────────────────────────────────────
  minimax        900
  zoë            900          2 000          0.1  500 000     20.8
  李小龙         900          3 000          0.1  500 000     20.8
  bob            900          4 000          0.2  500 000     20.8

seed    0707070707070707070707070707070707070707070707070707070707070707
BLAKE3  3518cbaa637fa6ae1f6dafec0f347e5ae2ca8909f9e492ad6d43d673ec747a2c
";

const THREE: &str = "\
Standings
    #  name   points         score %         Elo  mean rank  firsts   LOS
  ───────────────────────────────────────────────────────────────────────
    1  ana        12  100.0 (51–100)  +846 ± 712       1.00      12  90 %
  ≈ 2  bob        18            75.0  +292 ± 417       1.50      12  97 %
    3  carla       6            25.0  -292 ± 417       2.50       0  90 %
  ≈ 4  dan         0      0.0 (0–49)  -846 ± 712       3.00       0
  ≈ not yet distinguishable from the one above: likelihood of superiority (LOS)
  below 95 %.
  Intervals hold 95 %. Elo by Plackett-Luce, mean of the field 0; its intervals:
  curvature of the likelihood, a table's block as one match. A bot has won or
  lost everything: a prior keeps the ratings finite.
  Hidden (output too narrow): matches, faults, version.

Cross-table
  #  name      1      2      3      4
  ───────────────────────────────────
  1  ana       ·  100.0  100.0
  2  bob    50.0      ·   75.0  100.0
  3  carla   0.0   25.0      ·   50.0
  4  dan            0.0    0.0      ·
  Mean score of the row in %, at tables with the column.

seed    shown after the last match
BLAKE3  3518cbaa637fa6ae1f6dafec0f347e5ae2ca8909f9e492ad6d43d673ec747a2c
";

const CUP: &str = "\
Class 10b
quoridor · knockout · 5 entrants · 5 openings a pairing · 4 random moves first ·
100 ms of fuel a move · a fault forfeits ·
benched after 3 faulted matches in a row
11 of 12 matches played, 1 to come

Round of 8
  table         points       matches
  ──────────────────────────────────
      1  dan ✓  4 – 0   eve        4
    bye  ana
    bye  bob
    bye  carla

Semi-finals
  table       points         matches
  ──────────────────────────────────
      1  ana  2 – 2   dan          4
      2  bob  3 – 0   carla   3 of 4
";

#[test]
fn the_text_of_a_class_in_eighty_columns() {
    let text = shown(&Tables::of(&class()).without_times(), &Screen::default().parts, 80);
    assert_eq!(text, CLASS);
    for line in CLASS.lines() {
        assert!(unicode_width::UnicodeWidthStr::width(line) <= 80, "{line}");
    }
}

#[test]
fn tables_of_three_as_text() {
    let mut results = empty(&["ana", "bob", "carla", "dan"]);
    results.shape = juez_tournament::Shape::new([0, 1, 2].map(juez_core::Team).to_vec(), 3);
    add_round(&mut results, "round 1", &[&[0, 1, 2], &[1, 2, 3]], 4, |_, _| 0.0);
    let parts = [Part::Standings, Part::CrossTable];
    let text = shown(&Tables::of(&results), &parts, 80);
    let (_, tables) = text.split_once("\n\n").expect("a head and tables");
    assert_eq!(tables, THREE);
}

#[test]
fn a_cup_as_text() {
    let mut cup = empty(&["ana", "bob", "carla", "dan", "eve"]);
    cup.plan.format = Format::Knockout { third_place: false };
    let better = |order: &[u32], _| f64::from(u8::from(order[0] < order[1]));
    add_round(&mut cup, "round of 8", &[&[3, 4]], 2, better);
    cup.rounds[0].byes = vec![0, 1, 2];
    add_round(&mut cup, "semi-finals", &[&[0, 3], &[1, 2]], 2, |order, block| match order {
        [0, 3] | [3, 0] => 0.5,
        _ => better(order, block),
    });
    settle(&mut cup, 6, Status::Due);
    let text = shown(&Tables::of(&cup), &[Part::Rounds], 80);
    assert_eq!(text, CUP);
}

//! `juez records --features`: rows against `juez legal`, arrays against rows, and refused input.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use zip::ZipArchive;

use crate::cli::folder::{Folder, run};

const GAMES: [(&str, &str); 5] = [
    ("quoridor", "random random"),
    ("tute", "random random random"),
    ("dominoes", "random random -o signal=seed -o target=20"),
    ("durak", "random random random"),
    ("scopone", "random random -o kind=team10"),
];

/// Makes a folder with two random matches of a game in `matches.jsonl`.
fn played(game: &str, players: &str) -> Folder {
    let folder = Folder::new();
    let line = format!("play {game} {players} -n 2 --seed 1 --record matches.jsonl");
    folder.juez(&line).exits(0);
    folder
}

/// Returns the rows of a file of lines.
fn rows(folder: &Folder, name: &str) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str(line).expect("a row is JSON");
    folder.read(name).lines().map(read).collect()
}

fn ones(mask: &Value) -> Vec<usize> {
    let mask = mask.as_array().expect("a list").iter().enumerate();
    mask.filter(|(_, value)| **value == json!(1)).map(|(entry, _)| entry).collect()
}

#[test]
fn each_decision_has_a_row_with_its_legal_moves_and_its_result() {
    for (game, players) in GAMES {
        let folder = played(game, players);
        folder.juez("records matches.jsonl --features rows.jsonl").warns("").exits(0);
        let records = rows(&folder, "matches.jsonl");
        let walked = folder.juez("legal matches.jsonl --all").exits(0).json();
        let count = |position: &Value| position["legal"].as_array().map_or(0, Vec::len);
        let choices: Vec<&Value> = walked.iter().filter(|position| count(position) > 1).collect();
        let rows = rows(&folder, "rows.jsonl");
        assert_eq!(rows.len(), choices.len(), "{game}");
        let mut names = BTreeMap::new();
        for (row, position) in rows.iter().zip(choices) {
            for name in ["record", "ply", "seat"] {
                assert_eq!(row[name], position[name], "{game}");
            }
            let legal = ones(&row["legal"]);
            let entry = row["move"].as_u64().expect("an entry") as usize;
            assert_eq!(legal.len(), count(position), "{game}");
            assert!(legal.contains(&entry), "{game}");
            let of = |value: &Value| value.as_u64().expect("a number") as usize;
            let record = &records[of(&row["record"])];
            let end = &record["end"];
            assert_eq!(row["rank"], end["ranks"][of(&row["seat"])], "{game}");
            assert_eq!(row["points"], end["points"][of(&row["seat"])], "{game}");
            assert_eq!(row["by"], 0, "{game}");
            // For one seat, an entry is always the same move.
            let text = &record["moves"][of(&row["ply"])];
            if game != "scopone" {
                let known = names.entry((of(&row["seat"]), entry)).or_insert(text);
                assert_eq!(*known, text, "{game}");
            }
        }
    }
}

/// An array of an archive: the type of its values, its shape and its bytes.
struct Array {
    kind: String,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

/// Returns the arrays of an archive by name, read by the format's description.
fn arrays(folder: &Folder, name: &str) -> BTreeMap<String, Array> {
    let file = File::open(folder.path(name)).expect("an archive");
    let mut archive = ZipArchive::new(file).expect("a zip file");
    let mut arrays = BTreeMap::new();
    for index in 0..archive.len() {
        let mut member = archive.by_index(index).expect("a member");
        let name =
            member.name().expect("a name").strip_suffix(".npy").expect("an array").to_string();
        let mut bytes = Vec::new();
        member.read_to_end(&mut bytes).expect("packed well");
        assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
        let begins = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        let head = std::str::from_utf8(&bytes[10..begins]).expect("a head is text").to_string();
        let between = |from: &str, to: &str| {
            let (_, rest) = head.split_once(from).unwrap_or_else(|| panic!("{head}"));
            rest.split_once(to).unwrap_or_else(|| panic!("{head}")).0.to_string()
        };
        let kind = between("'descr':'", "'");
        let lengths = between("'shape':(", ")");
        let lengths = lengths.split(',').filter(|length| !length.is_empty());
        let shape: Vec<usize> = lengths.map(|length| length.parse().expect("a length")).collect();
        let size = match &kind[1..] {
            "u1" => 1,
            "i4" => 4,
            text => 4 * text.strip_prefix('U').expect("a text").parse::<usize>().expect("length"),
        };
        let bytes = bytes.split_off(begins);
        assert_eq!(bytes.len(), size * shape.iter().product::<usize>(), "{name}");
        arrays.insert(name, Array { kind, shape, bytes });
    }
    arrays
}

impl Array {
    /// Returns the numbers in row-major order.
    fn numbers(&self) -> Vec<i64> {
        match self.kind.as_str() {
            "|u1" => self.bytes.iter().map(|&byte| byte.into()).collect(),
            "<i4" => {
                let number =
                    |four: &[u8]| i32::from_le_bytes(four.try_into().expect("four")).into();
                self.bytes.chunks_exact(4).map(number).collect()
            }
            other => panic!("{other} are no numbers"),
        }
    }

    fn texts(&self) -> Vec<String> {
        let length: usize = self.kind[2..].parse().expect("a length");
        let letter = |four: &[u8]| char::from(four[0]);
        let text = |letters: &[u8]| -> String {
            letters.chunks_exact(4).map(letter).filter(|letter| *letter != '\0').collect()
        };
        self.bytes.chunks_exact(4 * length).map(text).collect()
    }
}

fn flat(value: &Value, numbers: &mut Vec<i64>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| flat(value, numbers)),
        number => numbers.push(number.as_i64().expect("a number")),
    }
}

#[test]
fn the_archive_has_the_numbers_of_the_lines() {
    for (game, players) in GAMES {
        let folder = played(game, players);
        folder.juez("records matches.jsonl --features rows.jsonl").exits(0);
        folder.juez("records matches.jsonl --features rows.npz").warns("").exits(0);
        let (lines, arrays) = (rows(&folder, "rows.jsonl"), arrays(&folder, "rows.npz"));
        assert_eq!(arrays["game"].texts(), [game]);
        assert!(arrays["game"].shape.is_empty());
        for (name, values) in lines[0].as_object().expect("a row") {
            let array = &arrays[name];
            let mut numbers = Vec::new();
            lines.iter().for_each(|line| flat(&line[name], &mut numbers));
            assert_eq!(array.numbers(), numbers, "{game} {name}");
            let lengths = std::iter::successors(Some(values), |value| value.get(0));
            let lengths = lengths.filter_map(|value| Some(value.as_array()?.len()));
            let shape: Vec<usize> = [lines.len()].into_iter().chain(lengths).collect();
            assert_eq!(array.shape, shape, "{game} {name}");
        }
        for (names, array) in
            [("plane_names", "planes"), ("scalar_names", "scalars"), ("move_names", "legal")]
        {
            assert_eq!(arrays[names].texts().len(), arrays[array].shape[1], "{game} {names}");
        }
        assert_eq!(arrays["planes"].kind, "|u1");
        assert_eq!(arrays["scalars"].kind, "<i4");
    }
}

#[test]
fn a_move_of_seat_0_has_its_name_in_the_archive() {
    let record = r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8","c3v"]}"#;
    let folder = Folder::new().with("one.jsonl", format!("{record}\n"));
    folder
        .juez("records one.jsonl --features one.npz")
        .prints("3 decisions of 1 match in one.npz\n1 match is not over: rank 0 in their rows\n")
        .exits(0);
    let arrays = arrays(&folder, "one.npz");
    let (names, moves) = (arrays["move_names"].texts(), arrays["move"].numbers());
    let names: Vec<&str> = moves.iter().map(|&entry| names[entry as usize].as_str()).collect();
    assert_eq!(names, ["e2", "e2", "c3v"], "seat 1 sees its own e2");
    assert_eq!(arrays["rank"].numbers(), [0, 0, 0]);
}

#[test]
fn the_same_records_give_the_same_bytes() {
    let folder = played("durak", "random random");
    folder.juez("records matches.jsonl --features one.npz").exits(0);
    let text = folder.read("matches.jsonl");
    folder.juez_reading("records - --features two.npz", text).exits(0);
    let read = |name| fs::read(folder.path(name)).expect("an archive");
    assert!(read("one.npz") == read("two.npz"));
}

const MOVED: &str = r#"{"format":"juez/1","game":"quoridor","moves":["e2"]}"#;

/// Checks that features of these records are refused, and that no file is left behind.
#[track_caller]
fn refused(records: &str, error: &str) {
    for out in ["rows.npz", "rows.jsonl"] {
        let folder = Folder::new().with("some.jsonl", records);
        folder.juez(&format!("records some.jsonl --features {out}")).refuses(error);
        let left = fs::read_dir(folder.path(".")).expect("a folder");
        let names: Vec<_> = left.map(|file| file.expect("a file").file_name()).collect();
        assert_eq!(names, ["some.jsonl"]);
    }
}

#[test]
fn a_wrong_record_is_named_by_its_line() {
    let wrong = MOVED.replace("e2", "e4");
    refused(
        &format!("{MOVED}\n\n{wrong}\n"),
        "some.jsonl:3: ply 0: illegal move e4: e4 is too far from e1: a pawn steps to the next square \
         or jumps over a pawn there",
    );
    refused(&format!("{MOVED}\nnot\n"), "some.jsonl:2: not a record: expected a JSON object");
    refused("", "some.jsonl holds no record");
    refused(&MOVED.replace("\"e2\"", ""), "no seat had a choice in some.jsonl");
}

#[test]
fn records_of_one_game_and_one_number_of_seats_go_into_a_file() {
    let other = MOVED.replace(r#""moves""#, r#""options":{"seats":4},"moves""#);
    refused(
        &format!("{MOVED}\n{other}\n"),
        "some.jsonl:2: a table of 4 seats among tables of 2: the shape of the arrays depends on it",
    );
    let durak = r#"{"format":"juez/1","game":"durak","moves":[]}"#;
    refused(
        &format!("{MOVED}\n{durak}\n"),
        "some.jsonl:2: a record of durak among records of quoridor: one game a file",
    );
}

#[test]
fn another_file_is_not_written_over() {
    let folder = Folder::new().with("one.jsonl", MOVED).with("bot.npz", "mine");
    folder
        .juez("records one.jsonl --features bot.npz")
        .refuses("bot.npz does not hold features: name another file");
    folder
        .juez("records one.jsonl --features one.jsonl")
        .refuses("one.jsonl does not hold features: name another file");
    for _ in 0..2 {
        folder.juez("records one.jsonl --features new.npz").exits(0);
        folder.juez("records one.jsonl --features new.jsonl").exits(0);
    }
    run("records - --features rows.csv").refuses("rows.csv is neither a .npz nor a .jsonl file");
}

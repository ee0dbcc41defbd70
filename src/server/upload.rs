//! Films of a file of records that a page shows without the server keeping it.

use axum::http::StatusCode;
use serde::Serialize;

use super::error::Refusal;
use super::words;
use super::{Film, Head};
use crate::core::Record;
use crate::registry::{Eyes, RecordFault, game};

/// Most moves of a record that is shown: a match of every game is over long before.
const LONGEST: usize = 10_000;
/// Most bytes of the films of a file.
const MOST: usize = 64 * 1024 * 1024;

/// The films of all records of a file, as a JSON array. Of a match that is not over no eyes see
/// hidden hands.
pub(super) fn films(bytes: &[u8], eyes: Eyes) -> Result<String, Refusal> {
    films_within(MOST, bytes, eyes)
}

fn films_within(most: usize, bytes: &[u8], eyes: Eyes) -> Result<String, Refusal> {
    let text = str::from_utf8(bytes).map_err(|_| Refusal::wrong(words::no_text()))?;
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut films = Text { json: String::from("["), most };
    for (n, line) in lines {
        if films.json.len() > 1 {
            films.add(",");
        }
        let told = film(line, eyes, &mut films);
        if films.is_full() {
            let why = words::films_too_long();
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        }
        told.map_err(|why| Refusal::wrong(words::in_line(n + 1, why)))?;
    }
    if films.json.len() == 1 {
        return Err(Refusal::wrong(words::no_record_in_file()));
    }
    Ok(films.json + "]")
}

/// A text that does not grow any more once it is too long.
struct Text {
    json: String,
    most: usize,
}

impl Text {
    fn is_full(&self) -> bool {
        self.json.len() > self.most
    }

    fn add(&mut self, more: &str) {
        if !self.is_full() {
            self.json.push_str(more);
        }
    }
}

/// Adds the film of a record, as [`Film`] is written.
fn film(line: &str, eyes: Eyes, films: &mut Text) -> Result<(), String> {
    let record = Record::from_line(line).map_err(words::no_record)?;
    let game = game(&record.game).map_err(|error| error.to_string())?;
    if record.moves.len() > LONGEST {
        return Err(words::too_many_moves(record.moves.len(), LONGEST));
    }
    let eyes = match eyes {
        Eyes::Open if record.end.is_none() => Eyes::Public,
        eyes => eyes,
    };
    let wrong = |fault: RecordFault| words::at_ply(fault.ply, fault.error);
    let head = Head::of(game, &record, eyes).map_err(wrong)?;
    films.add("{\"head\":");
    films.add(&json(&head));
    films.add(",\"items\":");
    let mut before = "[";
    Film::tell(game, &record, eyes, &mut |item| {
        if films.is_full() {
            return;
        }
        films.add(before);
        films.add(&json(&item));
        before = ",";
    })
    .map_err(wrong)?;
    films.add("]}");
    Ok(())
}

fn json(told: &impl Serialize) -> String {
    serde_json::to_string(told).expect("films have string keys only")
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITION: &str =
        r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8"],"options":{"seats":2}}"#;

    fn wrong(text: &str) -> String {
        films(text.as_bytes(), Eyes::Open).unwrap_or_else(|refusal| refusal.why().to_string())
    }

    #[test]
    fn every_record_of_a_file_becomes_a_film() {
        let file = format!("\u{feff}{POSITION}\n\n{POSITION}\n");
        let films = films(file.as_bytes(), Eyes::Open).expect("two good records");
        let films: Vec<serde_json::Value> = serde_json::from_str(&films).expect("an array");
        assert_eq!(films.len(), 2);
        assert_eq!(films[0], films[1]);
        assert_eq!(films[0]["items"][2]["move"], "e8");
        assert_eq!(films[0]["head"]["eyes"], "public", "the match is not over");
        let record = Record::from_line(POSITION).expect("a record");
        let whole = Film::of(game("quoridor").expect("a game"), &record, Eyes::Public);
        assert_eq!(films[0], serde_json::to_value(whole.expect("a film")).expect("JSON"));
    }

    #[test]
    fn a_file_whose_films_are_too_long_is_refused_before_they_are_made() {
        let moves = ["e2", "e8", "e1", "e9"].repeat(50);
        let moves = moves.into_iter().map(String::from).collect();
        let line = Record { moves, ..Record::new("quoridor") }.to_line();
        let whole = films(line.as_bytes(), Eyes::Open).expect("a good record").len();
        let most = whole / 10;
        let mut text = Text { json: String::new(), most };
        film(&line, Eyes::Open, &mut text).expect("a good record");
        assert!(text.is_full() && text.json.len() < whole / 5, "{} of {whole}", text.json.len());
        let file = format!("{POSITION}\n{line}\n{POSITION}");
        let refused = films_within(most, file.as_bytes(), Eyes::Open).expect_err("too long");
        assert!(refused.why().contains("keep fewer records"), "{refused:?}");
        assert!(films_within(2 * whole, file.as_bytes(), Eyes::Open).is_ok());
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_its_line() {
        assert_eq!(wrong(""), "there is no record in this file");
        let illegal = POSITION.replace("e8", "e5");
        let told = wrong(&format!("{POSITION}\n{illegal}\n"));
        assert!(told.starts_with("line 2 of the file: ply 1: "), "{told}");
        assert!(wrong("{}").starts_with("line 1 of the file: not a record: "), "{}", wrong("{}"));
        let unknown = POSITION.replace("quoridor", "quorridor");
        assert!(wrong(&unknown).contains("did you mean quoridor?"), "{}", wrong(&unknown));
        let binary = films(&[0xff, 0xfe], Eyes::Open).expect_err("no text");
        assert!(binary.why().contains("is text"), "{binary:?}");
    }
}

//! Films of a file of records that a page shows without the server keeping it.

use axum::http::StatusCode;

use super::Film;
use super::error::Refusal;
use crate::core::Record;
use crate::registry::{Eyes, game};

/// Most moves of a record that is shown: a match of every game is over long before.
const LONGEST: usize = 10_000;
/// Most bytes of the films of a file.
const MOST: usize = 64 * 1024 * 1024;

/// The films of all records of a file, as a JSON array. Of a match that is not over nobody sees
/// hidden hands.
pub(super) fn films(bytes: &[u8], eyes: Eyes) -> Result<String, Refusal> {
    let text = str::from_utf8(bytes)
        .map_err(|_| Refusal::wrong("a file of records is text, and this is none"))?;
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut films = String::from("[");
    for (n, line) in lines {
        let film = film(line, eyes)
            .map_err(|why| Refusal::wrong(format!("line {} of the file: {why}", n + 1)))?;
        if films.len() + film.len() > MOST {
            let why = "the films of this file would be too long: keep fewer records in it";
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        }
        if films.len() > 1 {
            films.push(',');
        }
        films.push_str(&film);
    }
    if films.len() == 1 {
        return Err(Refusal::wrong("there is no record in this file"));
    }
    films.push(']');
    Ok(films)
}

fn film(line: &str, eyes: Eyes) -> Result<String, String> {
    let record = Record::from_line(line).map_err(|error| format!("not a record: {error}"))?;
    let game = game(&record.game).map_err(|error| error.to_string())?;
    if record.moves.len() > LONGEST {
        return Err(format!("{} moves; {LONGEST} can be shown", record.moves.len()));
    }
    let eyes = match eyes {
        Eyes::Open if record.end.is_none() => Eyes::Public,
        eyes => eyes,
    };
    let film = Film::of(game, &record, eyes);
    let film = film.map_err(|fault| format!("ply {}: {}", fault.ply, fault.error))?;
    serde_json::to_string(&film).map_err(|error| error.to_string())
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

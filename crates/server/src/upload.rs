//! Event logs of an uploaded file of records, which the server does not keep.

use axum::http::StatusCode;

use super::error::{Refusal, Result};
use super::{need_drawings_of, words};
use juez_core::{Observer, Record};
use juez_lobby::json;
use juez_lobby::{EventLog, MatchHead};
use juez_lobby::{Positions, written};
use juez_match::registry::{RecordFault, game};

/// Limit on the moves of a record; matches of every game end long before.
const MAX_MOVES: usize = 10_000;
/// Limit on the event logs of a file, in bytes.
const MAX_OUTPUT_BYTES: usize = 64 * 1024 * 1024;

/// Converts all records of a file to event logs, as a JSON array. Open hands are shown only if the
/// match is over.
pub(super) fn event_logs(bytes: &[u8], observer: Observer) -> Result<String> {
    event_logs_within(MAX_OUTPUT_BYTES, bytes, observer)
}

fn event_logs_within(max_bytes: usize, bytes: &[u8], observer: Observer) -> Result<String> {
    let text = str::from_utf8(bytes).map_err(|_| Refusal::wrong(words::no_text()))?;
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut output = Output { json: String::from("["), max_bytes };
    for (n, line) in lines {
        if output.json.len() > 1 {
            output.add(",");
        }
        let written = write_log(line, observer, &mut output);
        if output.is_full() {
            let why = words::event_logs_too_long();
            return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why));
        }
        written.map_err(|why| Refusal::wrong(juez_lobby::in_line(n + 1, why)))?;
    }
    if output.json.len() == 1 {
        return Err(Refusal::wrong(words::no_record_in_file()));
    }
    Ok(output.json + "]")
}

/// A text with a limited length.
struct Output {
    json: String,
    max_bytes: usize,
}

impl Output {
    fn is_full(&self) -> bool {
        self.json.len() > self.max_bytes
    }

    fn add(&mut self, more: &str) {
        if !self.is_full() {
            self.json.push_str(more);
        }
    }
}

/// Adds the [`EventLog`] of a record.
fn write_log(line: &str, observer: Observer, output: &mut Output) -> Result<(), String> {
    let record = Record::from_line(line).map_err(words::no_record)?;
    let game = game(&record.game).map_err(|error| error.to_string())?;
    if record.moves.len() > MAX_MOVES {
        return Err(words::too_many_moves(record.moves.len(), MAX_MOVES));
    }
    let observer = match observer {
        Observer::Open if record.end.is_none() => Observer::Public,
        observer => observer,
    };
    let wrong = |fault: RecordFault| words::at_ply(fault.ply, fault.error);
    let head = MatchHead::of(game, &record, observer).map_err(wrong)?;
    output.add("{\"head\":");
    output.add(&json(&head));
    output.add(",\"items\":");
    let (mut before, mut positions) = ("[", Positions::default());
    let drawn = need_drawings_of(game.info().id);
    EventLog::each(game, &record, observer, drawn, &mut |mut event| {
        if output.is_full() {
            return;
        }
        let change = positions.take(&mut event);
        output.add(before);
        output.add(&written(&event, &change));
        before = ",";
    })
    .map_err(wrong)?;
    output.add("]}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use juez_lobby::whole_events;

    const POSITION: &str =
        r#"{"format":"juez/1","game":"quoridor","moves":["e2","e8"],"options":{"seats":2}}"#;

    fn wrong(text: &str) -> String {
        event_logs(text.as_bytes(), Observer::Open)
            .unwrap_or_else(|refusal| refusal.why().to_string())
    }

    #[test]
    fn every_record_of_a_file_becomes_an_event_log() {
        let file = format!("\u{feff}{POSITION}\n\n{POSITION}\n");
        let logs = event_logs(file.as_bytes(), Observer::Open).expect("two good records");
        let logs: Vec<serde_json::Value> = serde_json::from_str(&logs).expect("an array");
        assert_eq!(logs.len(), 2);
        assert_eq!(logs[0], logs[1]);
        assert_eq!(logs[0]["items"][2]["move"], "e8");
        assert_eq!(logs[0]["head"]["observer"], "public", "the match is not over");
        let record = Record::from_line(POSITION).expect("a record");
        let whole =
            EventLog::of(game("quoridor").expect("a game"), &record, Observer::Public, false);
        let whole = serde_json::to_value(whole.expect("a log")).expect("JSON");
        let items = logs[0]["items"].as_array().expect("items");
        assert_eq!(
            (&logs[0]["head"], whole_events(items)),
            (&whole["head"], whole["items"].as_array().expect("items").clone())
        );
    }

    #[test]
    fn a_file_whose_event_logs_are_too_long_is_refused_before_they_are_made() {
        let moves = ["e2", "e8", "e1", "e9"].repeat(50);
        let moves = moves.into_iter().map(String::from).collect();
        let line = Record { moves, ..Record::new("quoridor") }.to_line();
        let whole = event_logs(line.as_bytes(), Observer::Open).expect("a good record").len();
        let most = whole / 10;
        let mut text = Output { json: String::new(), max_bytes: most };
        write_log(&line, Observer::Open, &mut text).expect("a good record");
        assert!(text.is_full() && text.json.len() < whole / 5, "{} of {whole}", text.json.len());
        let file = format!("{POSITION}\n{line}\n{POSITION}");
        let refused =
            event_logs_within(most, file.as_bytes(), Observer::Open).expect_err("too long");
        assert!(refused.why().contains("keep fewer records"), "{refused:?}");
        assert!(event_logs_within(2 * whole, file.as_bytes(), Observer::Open).is_ok());
    }

    #[test]
    fn an_error_in_a_file_names_its_line() {
        assert_eq!(wrong(""), "no record in this file");
        let illegal = POSITION.replace("e8", "e5");
        let why = wrong(&format!("{POSITION}\n{illegal}\n"));
        assert!(why.starts_with("line 2 of the file: ply 1: "), "{why}");
        assert!(wrong("{}").starts_with("line 1 of the file: not a record: "), "{}", wrong("{}"));
        let unknown = POSITION.replace("quoridor", "quorridor");
        assert!(wrong(&unknown).contains("did you mean quoridor?"), "{}", wrong(&unknown));
        let binary = event_logs(&[0xff, 0xfe], Observer::Open).expect_err("no text");
        assert!(binary.why().contains("is text"), "{binary:?}");
    }
}

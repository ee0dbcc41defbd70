//! Sentences about positions. A `legal` block follows a position; each of its lines says one thing:
//!
//! | line | meaning |
//! |---|---|
//! | `seat 1 to move` | whose turn it is |
//! | `exactly D7 D7xS7` | all legal moves |
//! | `pawn e3 d2` | the legal moves that are squares |
//! | `allowed e3h` | some of the legal moves |
//! | `refused e3v crosses e3h` | an illegal move, and the reason that juez gives |
//! | `after 7S take` | the next lines are about the position after these further moves |
//! | `nothing` | no seat to move |

use serde_json::{Value, json};
use std::fs;
use std::path::Path;

use super::commands;

/// Returns an error if a sentence about `position` is wrong.
pub fn check(folder: &Path, position: &Value, sentences: &str) -> Result<(), String> {
    let mut position = position.clone();
    let mut now = legal(folder, &position)?;
    for sentence in sentences.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let wrong = |now: &Value| Err(format!("{sentence:?} is not so: {now}"));
        let moves = |now: &Value| -> Vec<String> {
            let list = now["legal"].as_array().expect("a list of moves");
            list.iter().map(|mv| mv.as_str().expect("text").to_string()).collect()
        };
        match words[..] {
            ["seat", seat, "to", "move"] if now["seat"].as_u64() == seat.parse().ok() => {}
            ["nothing"] if now["seat"].is_null() => {}
            ["after", ..] => {
                let list = position["moves"].as_array_mut().ok_or("no moves")?;
                list.extend(words[1..].iter().map(|mv| json!(mv)));
                now = legal(folder, &position)?;
            }
            ["exactly", ..] if same(&words[1..], moves(&now)) => {}
            ["pawn", ..] => {
                let squares = moves(&now).into_iter().filter(|mv| mv.len() == 2).collect();
                if !same(&words[1..], squares) {
                    return wrong(&now);
                }
            }
            ["allowed", ..] if words[1..].iter().all(|mv| moves(&now).iter().any(|m| m == mv)) => {}
            ["refused", mv, ..] => {
                let mut further = position.clone();
                further["moves"].as_array_mut().ok_or("no moves")?.push(json!(mv));
                let why = refusal(folder, &further).ok_or(format!("{mv} is not refused"))?;
                if !why.contains(&words[2..].join(" ")) {
                    return Err(format!("{sentence:?} is not so: {why}"));
                }
            }
            _ => return wrong(&now),
        }
    }
    Ok(())
}

fn same(said: &[&str], mut moves: Vec<String>) -> bool {
    let mut said: Vec<&str> = said.to_vec();
    said.sort_unstable();
    moves.sort_unstable();
    said == moves
}

/// Returns the seat to move and the legal moves as juez prints them.
pub fn legal(folder: &Path, position: &Value) -> Result<Value, String> {
    let answer = ask(folder, position, &["legal"]);
    let line: Value = serde_json::from_str(answer.lines().last().unwrap_or_default())
        .map_err(|_| format!("juez legal said {answer}"))?;
    match line.get("error") {
        Some(error) => Err(format!("ply {}: {error}", line["ply"])),
        None => Ok(line),
    }
}

/// Returns the reason why juez refuses a record, if it does.
pub fn refusal(folder: &Path, record: &Value) -> Option<String> {
    let answer = ask(folder, record, &["verify", "--json"]);
    let line: Value = serde_json::from_str(answer.lines().next().unwrap_or_default())
        .unwrap_or_else(|_| json!({ "ok": false, "error": answer }));
    (line["ok"] != json!(true)).then(|| format!("ply {}: {}", line["ply"], line["error"]))
}

/// Runs a command that reads a record and returns its answer.
fn ask(folder: &Path, record: &Value, command: &[&str]) -> String {
    let file = "position-of-the-page.jsonl";
    fs::write(folder.join(file), format!("{record}\n")).expect("a file");
    let mut arguments: Vec<String> = command.iter().map(|word| word.to_string()).collect();
    arguments.push(file.to_string());
    let run = commands::run(folder, &arguments, false);
    if run.stdout.is_empty() { run.printed } else { run.stdout }
}

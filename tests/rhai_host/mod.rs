//! Rhai bots: their possibilities, their limits, and the messages that their authors read.

mod api;
mod files;
mod hooks;
mod json;
mod language;
mod limits;
mod lists;
mod maps;
mod messages;
mod misleading;
mod parsing;

use crate::nim::{Nim, NoOptions, Pile, Take};
use juez::core::*;
use juez::script::{Api, BotSpec, LANGUAGES, LoadError, Returned, STACK, SyntaxError};
use serde_json::json;
use std::thread;

/// A whole match of one bot: the result of each hook.
#[derive(Debug, Default)]
struct Played {
    load: Option<Fault>,
    start: Option<Fault>,
    moves: Vec<Result<Returned, Fault>>,
    finish: Option<Fault>,
    notes: Vec<Notes>,
}

impl Played {
    fn answer(&self) -> &str {
        match self.moves.last() {
            Some(Ok(Returned::Text(text))) => text,
            other => panic!("no text: {other:?} {self:?}"),
        }
    }
    fn other(&self) -> &str {
        match self.moves.last() {
            Some(Ok(Returned::Other(text))) => text,
            other => panic!("no other: {other:?} {self:?}"),
        }
    }
    fn fault(&self) -> &Fault {
        let last = self.moves.last().and_then(|result| result.as_ref().err());
        let all = [self.load.as_ref(), self.start.as_ref(), last, self.finish.as_ref()];
        all.into_iter().flatten().next().unwrap_or_else(|| panic!("no fault: {self:?}"))
    }
    fn log(&self) -> Vec<String> {
        self.notes.iter().flat_map(|notes| notes.log.clone()).collect()
    }
    fn fuel(&self) -> Vec<u64> {
        self.notes.iter().filter_map(|notes| notes.fuel).collect()
    }
}

fn language() -> &'static juez::script::Language {
    LANGUAGES.iter().find(|language| language.id == "rhai").expect("Rhai is listed")
}

fn spec(files: &[(&str, &str)]) -> Result<BotSpec, LoadError> {
    if let [(name, source)] = files {
        return BotSpec::from_source(language(), name, source);
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in files {
        std::fs::write(folder.path().join(name), source).unwrap();
    }
    BotSpec::read(folder.path())
}

fn syntax_error(files: &[(&str, &str)]) -> SyntaxError {
    match spec(files).map(|_| ()) {
        Err(LoadError::Syntax(error)) => error,
        other => panic!("no syntax error: {other:?}"),
    }
}

/// Plays `plies` moves at a pile of 10 that does not change, with the stack that bots get.
fn play_with(files: &[(&str, &str)], plies: u32, limits: Limits, without: &[&str]) -> Played {
    let spec = spec(files).unwrap_or_else(|error| panic!("{error}"));
    let without: Vec<String> = without.iter().map(|name| name.to_string()).collect();
    let run = move || {
        let api = Api::of::<Nim>(&without).unwrap();
        let mut played = Played::default();
        let journal = Journal::new(limits.output);
        let loaded = spec.load(&api, &limits, Seed::from(7), &journal);
        played.notes.push(journal.take());
        let mut program = match loaded {
            Ok(program) => program,
            Err(fault) => {
                played.load = Some(fault);
                return played;
            }
        };
        let journal = Journal::new(limits.output);
        let fields = json!({
            "game": "nim", "seat": 1, "seats": 2, "team": 1, "options": {"half": 0.5, "none": null},
            "seed": "ab", "players": ["ann", "bob"],
        });
        played.start = program.start(&fields, &journal).err();
        played.notes.push(journal.take());
        if played.start.is_some() {
            return played;
        }
        let view = Pile { pile: 10, to_move: 1, taken: [11, 0] };
        let legal = view.legal_moves();
        for ply in 0..plies {
            let moves = [(Seat::new(0), Take(2)), (Seat::new(1), Take(3))];
            let turn: Turn<'_, Nim> = Turn {
                seat: Seat::new(1),
                seats: 2,
                ply: 3 + 2 * ply,
                deal: 0,
                view: &view,
                legal: &legal,
                history: History::new(&view, &moves, Some(Seat::new(1))),
                seed: Seed::from(7),
                journal: &journal,
            };
            played.moves.push(program.next_move(&SeatView::of(&turn), &journal));
            played.notes.push(journal.take());
            if played.moves.last().unwrap().is_err() {
                return played;
            }
        }
        let outcome = Outcome {
            reason: Reason::Finished,
            ranks: PerSeat::from_fn(2, |seat| 2 - seat.index() as u8),
            points: PerSeat::from_fn(2, |seat| 10 * seat.index() as i32),
        };
        played.finish = program.finish(Seat::new(1), &outcome, &journal).err();
        played.notes.push(journal.take());
        played
    };
    thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap()
}

fn play(source: &str) -> Played {
    play_with(&[("bot.rhai", source)], 1, Limits::default(), &[])
}

/// Returns the move of a bot whose next_move has this body.
fn body(body: &str) -> Played {
    play(&format!("fn next_move(view) {{ {body} }}"))
}

/// Returns the text of an expression's value.
fn value(expression: &str) -> String {
    body(&format!("`${{{expression}}}`")).answer().to_string()
}

/// Returns the sentence about the fault of a body.
fn why(text: &str) -> String {
    body(text).fault().why.clone()
}

const NOOP: &str = "fn next_move(view) { \"t1\" }";

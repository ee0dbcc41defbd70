//! All code in the documentation runs: README.md, CONTRIBUTING.md, every page of docs/ and of the
//! exercises.
//!
//! The first line of a fenced block says how it is tested:
//!
//! | block | test |
//! |---|---|
//! | `lua`, `rhai` | a whole bot: plays the page's game in both seats; with a name (`lua mine.lua`) it is a file for the commands that follow, and need not be a bot; `mine.lua` and `mine.rhai` of one page must make the same moves |
//! | `lua fragment`, `rhai fragment` | runs as the body of `next_move(view)`; comments `--> 3` or `//> 3` give its output |
//! | `.. fragment at=FILE` | the same, asked in that position |
//! | `.. fails` | the bot or fragment must end in a fault; a comment `error: TEXT` says which |
//! | `lua FILE lints` | the lint has a message for it, and for no other block |
//! | `sh` | each `juez` line (or `cargo run --release --`) runs; with `fails` its exit code is not 0. `cp A B` copies a file; an example of the repository must be there |
//! | `sh measured` | takes too long for a test: only its arguments are checked |
//! | `sh elsewhere` | commands of other programs, not run |
//! | `output` | the output of the command before it; `...` matches any lines, milliseconds any number |
//! | `output about` | the same, but figures that depend on the strength of bots may be off by a tenth of the largest of their line |
//! | `json position [FILE]`, `json record [FILE]` | replayed, and kept as a file of one line |
//! | `json cases FILE` | kept as a file of JSON values, one after another |
//! | `json` | must be JSON |
//! | `csv FILE`, `toml FILE` | kept as a file |
//! | `legal` | sentences on the position before it: see [`positions`] |
//! | `python` | runs if there is a python3; its output must be as its comments `#> 3` say; with a name (`python bot.py`) it is a file too |
//! | `python numpy`, `.. juez`, `.. gymnasium`, `.. pettingzoo` | the same, if there are these modules; .ci/wheel runs all |
//! | `text` | layout; if all its lines are `juez` commands, like `sh` |
//!
//! `<!-- game: durak -->` names the game of the blocks below it (Quoridor before the first). Each
//! page has its own folder with a copy of bots/ and examples/; its blocks run in order, including
//! blocks in HTML comments, which set up things that readers need not see. `JUEZ_DOCS=tutorial`
//! tests only pages whose path contains that text.

mod commands;
mod features;
mod fragments;
mod links;
mod linted;
mod outputs;
mod page;
mod positions;
mod rules;
mod seeds;
mod tables;
mod workshop;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use page::Page;
use workshop::Workshop;

/// Returns the pages of the repository that `JUEZ_DOCS` selects.
fn pages() -> Vec<Page> {
    let wanted = std::env::var("JUEZ_DOCS").unwrap_or_default();
    let pages: Vec<Page> =
        page::all().into_iter().filter(|page| page.path.contains(&wanted)).collect();
    assert!(!pages.is_empty(), "no page is called {wanted:?}");
    pages
}

#[test]
fn every_block_of_code_runs() {
    let pages = pages();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, usize::from).min(8);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let start = Instant::now();
                    let found = Workshop::open(page).run();
                    println!("{} took {:.1} s", page.path, start.elapsed().as_secs_f64());
                    failures.lock().expect("no thread panicked").extend(found);
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} blocks fail\n\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn no_block_that_runs_gets_a_message_from_the_lint() {
    let pages = pages();
    let blocks = pages.iter().flat_map(|page| page.blocks.iter().map(move |block| (page, block)));
    let mut linted = 0;
    let mut wrong = Vec::new();
    for (page, block) in blocks.filter(|(_, block)| linted::runs(block)) {
        linted += 1;
        let messages = linted::messages(block);
        let location = format!("{}:{}", page.path, block.line);
        if block.is("lints") {
            wrong.extend(messages.is_empty().then(|| format!("{location}: no message")))
        } else {
            wrong.extend(messages.iter().map(|message| format!("{location}: {message}")))
        }
    }
    assert!(linted > 0 || pages.len() == 1, "no block was linted");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_block_of_any_kind_is_found() {
    let page = page::of_text("wrong.md", include_str!("wrong.md"));
    let failures = Workshop::open(&page).run();
    // The first of the twins is correct.
    let right = page.blocks.iter().filter(|block| block.file() == Some("twin.lua")).count();
    assert_eq!(failures.len(), page.blocks.len() - right, "{}", failures.join("\n\n"));
}

#[test]
fn a_wrong_sentence_on_a_position_is_found() {
    let position = r#"{"format":"juez/1","game":"quoridor","options":{"seats":2},"moves":["e2"]}"#;
    for sentence in [
        "seat 0 to move",
        "exactly e8",
        "pawn e8",
        "allowed e5",
        "refused e8",
        "refused e5 no walls left",
        "after e5",
        "nothing",
        "seat 1 may fly",
    ] {
        let text = format!("```json position\n{position}\n```\n```legal\n{sentence}\n```\n");
        let page = page::of_text("sentence.md", &text);
        assert_eq!(Workshop::open(&page).run().len(), 1, "{sentence}");
    }
}

#[test]
fn every_link_between_pages_leads_somewhere() {
    let broken: Vec<String> = pages().iter().flat_map(links::broken).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_row_of_a_table_is_one_line() {
    let torn: Vec<String> = pages().iter().flat_map(tables::torn).collect();
    assert!(torn.is_empty(), "{}", torn.join("\n"));
}

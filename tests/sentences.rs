//! What people read of refusals and faults is there in every language of the page.

#[path = "common/says.rs"]
mod says;

use juez::core::{Allowed, FaultKind, Game, MoveOf, Next, Reason, Seed, State, options_from_json};
use juez::games::{Visitor, each};
use says::says;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The sentences of a language by those of English, as the page has them.
fn said(language: &str) -> BTreeMap<String, String> {
    serde_json::from_str(&source(&format!("said/{language}.json"))).expect("sentences by sentences")
}

fn source(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src/i18n");
    fs::read_to_string(folder.join(name)).expect("a file of the page")
}

/// The names of the values of a sentence.
fn values(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn every_sentence_of_the_program_is_in_each_language_and_none_is_left_over() {
    let ours: BTreeSet<&str> = juez::server::sentences().into_iter().collect();
    for language in ["es", "it"] {
        let said = said(language);
        let theirs: BTreeSet<&str> = said.keys().map(String::as_str).collect();
        let missing: Vec<_> = ours.difference(&theirs).collect();
        let left_over: Vec<_> = theirs.difference(&ours).collect();
        assert!(
            missing.is_empty() && left_over.is_empty(),
            "{language}: {missing:#?} {left_over:#?}"
        );
        for (english, text) in &said {
            assert_eq!(values(english), values(text), "{language}: {english}");
        }
    }
}

#[test]
fn a_sentence_is_found_whatever_its_values() {
    assert!(says("seat {seat} does not hold {card}", "seat 1 does not hold D7"));
    assert!(says("no walls left", "no walls left"));
    assert!(says("{wall} crosses {other}", "e3h crosses e3v"));
    assert!(!says("{wall} crosses {other}", "e3h crosses "));
    assert!(!says("no walls left", "no walls left here"));
}

/// The usual house rules four times, and each word or switch of each option by itself.
fn house_rules<G: Game>() -> Vec<Map<String, Value>> {
    let mut all = vec![Map::new(); 4];
    for option in G::INFO.options {
        let values: Vec<Value> = match option.allowed {
            Allowed::Words(words) => words.iter().map(|word| json!(word)).collect(),
            Allowed::Switch => vec![json!(true), json!(false)],
            _ => Vec::new(),
        };
        all.extend(values.into_iter().map(|value| Map::from_iter([(option.name.into(), value)])));
    }
    all
}

/// Every reason that comes up when moves of these matches are tried where they are illegal, and
/// texts that are no moves are read.
#[derive(Default)]
struct Refusals(BTreeSet<String>);

impl Visitor for Refusals {
    fn visit<G: Game>(&mut self) {
        for (seed, map) in (0..).zip(house_rules::<G>()) {
            let mut rng = Seed::from(seed).rng();
            let options = options_from_json::<G>(&map).expect("house rules");
            let Ok(mut state) = G::start(&options) else { continue };
            let (mut seen, mut scratch) = (BTreeSet::new(), Vec::new());
            for _ in 0..200 {
                match state.next() {
                    Next::Over => break,
                    Next::Deal => {
                        let deal = G::shuffle(&state, &mut rng);
                        state.deal(&deal).expect("a deal that was drawn");
                    }
                    Next::Move(_) => {
                        seen.extend(state.legal_moves());
                        let tried = seen.iter().filter_map(|&mv| state.explain(mv).err());
                        self.0.extend(tried.map(|why| why.0));
                        state.play_unchecked(state.random_move(&mut rng, &mut scratch));
                    }
                }
            }
            for mv in seen {
                let text = mv.to_string();
                let wrong = [
                    text.to_uppercase(),
                    text.to_lowercase(),
                    format!(" {text}"),
                    text.chars().rev().collect(),
                    format!("{text}9"),
                    "x".to_string(),
                ];
                let read = wrong.iter().filter_map(|text| text.parse::<MoveOf<G>>().err());
                self.0.extend(
                    read.flat_map(|error| {
                        error.hint.clone().into_iter().chain([error.to_string()])
                    }),
                );
            }
        }
    }
}

#[test]
fn every_refusal_that_comes_up_is_one_of_the_sentences() {
    let sentences = juez::server::sentences();
    let mut refusals = Refusals::default();
    each(&mut refusals);
    assert!(refusals.0.len() > 500, "{}", refusals.0.len());
    for text in &refusals.0 {
        assert!(sentences.iter().any(|sentence| says(sentence, text)), "{text}");
    }
}

#[test]
fn the_page_has_a_word_for_every_kind_of_fault_and_every_end() {
    let kind = |kind: FaultKind| match kind {
        FaultKind::IllegalMove
        | FaultKind::Unreadable
        | FaultKind::Script
        | FaultKind::OutOfFuel
        | FaultKind::OutOfMemory
        | FaultKind::OutOfTime
        | FaultKind::MissingHook
        | FaultKind::Crashed
        | FaultKind::Resigned => serde_json::to_value(kind).expect("a word"),
    };
    // A new kind or reason does not compile before it is named here.
    let reason = |reason: Reason| match reason {
        Reason::Finished
        | Reason::MaxPlies
        | Reason::Repetition
        | Reason::Forfeit
        | Reason::Stopped => reason,
    };
    let reasons =
        [Reason::Finished, Reason::MaxPlies, Reason::Repetition, Reason::Forfeit, Reason::Stopped]
            .map(reason);
    let kinds = [
        FaultKind::IllegalMove,
        FaultKind::Unreadable,
        FaultKind::Script,
        FaultKind::OutOfFuel,
        FaultKind::OutOfMemory,
        FaultKind::OutOfTime,
        FaultKind::MissingHook,
        FaultKind::Crashed,
        FaultKind::Resigned,
    ];
    for language in ["en", "es", "it"] {
        let words = source(&format!("{language}.ts"));
        for one in kinds.map(kind) {
            let one = one.as_str().expect("a word");
            assert!(words.contains(&format!("\n  fault_{one}: ")), "{language} {one}");
            if language != "en" {
                let rules = source(&format!("rules/{language}.ts"));
                assert!(rules.contains(&format!("\n    {one}: ")), "{language} {one}");
            }
        }
        for reason in reasons {
            assert!(words.contains(&format!("\n  over_{reason}: ")), "{language} {reason}");
        }
    }
}

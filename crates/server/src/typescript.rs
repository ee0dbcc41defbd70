//! The types of the pages, generated from the server's.
//!
//! `JUEZ_BLESS=1 cargo test -p juez-server typescript` writes the files again.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};
use ts_rs::{Config, TS, TypeVisitor};

use crate as server;
use juez_class as class;
use juez_games::{dominoes, durak, quoridor, scopone, tute};
use juez_lobby as lobby;
use juez_match::registry::Snapshot;
use juez_match::registry::definitions::ApiReference;

struct Types {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return T::visit_generics(self);
        }
        let name = T::ident(&self.config);
        if !self.found.contains_key(&name) {
            let declaration = format!("export {}", T::decl(&self.config));
            self.found.insert(name, tidy(&declaration));
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }
}

/// Removes the comments of a declaration, which are in the server's source. Puts each field on its
/// own line.
fn tidy(declaration: &str) -> String {
    let mut lines = declaration.lines().map(str::trim_end);
    let mut text = String::new();
    while let Some(line) = lines.next() {
        if line == "/**" {
            lines.by_ref().find(|line| line.trim() == "*/");
        } else {
            let indent = if text.is_empty() { "" } else { "  " };
            text += &format!("{indent}{line}\n");
        }
    }
    text
}

/// Compares a file of the pages with the types that it declares.
fn check(file: &str, visit: impl Fn(&mut Types)) {
    let config = Config::new().with_large_int("number");
    let mut types = Types { config, found: BTreeMap::new() };
    visit(&mut types);
    let declarations: Vec<String> = types.found.into_values().collect();
    let head = "// Written by `JUEZ_BLESS=1 cargo test -p juez-server typescript` from the types of the server.\n\n";
    let text = format!("{head}{}", declarations.join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src").join(file);
    if env::var_os("JUEZ_BLESS").is_some() {
        fs::write(&path, text).expect("a file of the page");
        return;
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        there, text,
        "{file} differs: JUEZ_BLESS=1 cargo test -p juez-server typescript writes it"
    );
}

#[test]
fn the_page_declares_what_it_exchanges_with_the_server() {
    check("wire/server.ts", |types| {
        types.visit::<lobby::EventLog>();
        types.visit::<Snapshot>();
        types.visit::<lobby::StreamMessage>();
        types.visit::<Vec<lobby::GameChoice>>();
        types.visit::<Vec<lobby::UnusableBot>>();
        types.visit::<lobby::VisitorLevel>();
        types.visit::<lobby::MatchReview>();
        types.visit::<lobby::NewMatch>();
        types.visit::<lobby::SeatRequest>();
        types.visit::<lobby::PaceRequest>();
        types.visit::<lobby::MoveRequest>();
        types.visit::<server::ClassState>();
        types.visit::<server::JoinRequest>();
        types.visit::<server::CodeOf>();
        types.visit::<server::ListedPerson>();
        types.visit::<server::PersonChange>();
        types.visit::<server::PeopleChange>();
        types.visit::<server::AcceptRequest>();
        types.visit::<class::Waiting>();
        types.visit::<server::SettingsRequest>();
        types.visit::<class::Incident>();
        types.visit::<class::NewBot>();
        types.visit::<server::BotPage>();
        types.visit::<server::BotChange>();
        types.visit::<server::RunRequest>();
        types.visit::<server::Started>();
        types.visit::<server::Problem>();
        types.visit::<server::AskRequest>();
        types.visit::<server::AnswerReview>();
        types.visit::<server::ClassReviews>();
        types.visit::<server::QuestionRequest>();
        types.visit::<server::QuestionPage>();
        types.visit::<server::AnswerRequest>();
        types.visit::<server::Answered>();
        types.visit::<server::Exercise>();
        types.visit::<server::Tick>();
        types.visit::<server::CompareRequest>();
        types.visit::<server::RosterAnswer>();
        types.visit::<server::CompareMessage>();
        types.visit::<server::LadderMessage>();
        types.visit::<server::LadderBotPage>();
        types.visit::<server::TournamentMessage>();
        types.visit::<server::TournamentRequest>();
        types.visit::<server::TournamentChange>();
    });
}

#[test]
fn the_editor_declares_the_reference_that_it_completes_from() {
    check("editor/reference.ts", |types| types.visit::<ApiReference>());
}

#[test]
fn the_page_declares_the_view_of_each_game() {
    check("games/quoridor/view.ts", |types| types.visit::<quoridor::WrittenView>());
    check("games/tute/view.ts", |types| types.visit::<tute::View>());
    check("games/dominoes/view.ts", |types| types.visit::<dominoes::WrittenView>());
    check("games/durak/view.ts", |types| types.visit::<durak::View>());
    check("games/scopone/view.ts", |types| types.visit::<scopone::View>());
}

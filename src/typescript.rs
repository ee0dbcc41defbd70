//! The types of the page, written from those of the server.
//!
//! `JUEZ_BLESS=1 cargo test --lib typescript` writes the files again.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};
use ts_rs::{Config, TS, TypeVisitor};

use crate::core::{PerSeat, Plot, Seat, SeatSet, Team};
use crate::games::cards::{Card, Cards, French, Italian, Spanish};
use crate::games::{dominoes, durak, quoridor, scopone, tute};
use crate::registry::Snapshot;
use crate::registry::definitions::ApiReference;
use crate::{class, server};

/// Types that are written in a form of their own: `text` is its name, `Like` a type that it depends on.
macro_rules! written_as {
    ($([$($generics:tt)*] $type:ty => $text:expr, $like:ty;)+) => {
        $(impl<$($generics)*> TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;
            fn name(config: &Config) -> String {
                let text: fn(&Config) -> String = $text;
                text(config)
            }
            fn inline(config: &Config) -> String {
                <Self as TS>::name(config)
            }
            fn visit_dependencies(visitor: &mut impl TypeVisitor)
            where
                Self: 'static,
            {
                visitor.visit::<$like>();
            }
            fn visit_generics(visitor: &mut impl TypeVisitor)
            where
                Self: 'static,
            {
                visitor.visit::<$like>();
            }
        })+
    };
}

written_as! {
    [] Seat => u8::name, u8;
    [] Team => u8::name, u8;
    [] Plot => <(String, f64)>::name, f64;
    [] French => String::name, u8;
    [] Italian => String::name, u8;
    [] Spanish => String::name, u8;
    [C: Card + 'static] Cards<C> => Vec::<String>::name, u8;
    [] SeatSet => Vec::<u8>::name, u8;
    [] tute::Trick => tute::WrittenTrick::name, tute::WrittenTrick;
    [] dominoes::Tile => String::name, u8;
    [] dominoes::Signal => String::name, u8;
    [] dominoes::Numbers => Vec::<u8>::name, u8;
    [] dominoes::Chain => Vec::<dominoes::Placed>::name, dominoes::Placed;
    [] durak::Table => Vec::<durak::Pair>::name, durak::Pair;
    [] quoridor::Square => String::name, u8;
    [] quoridor::Wall => String::name, u8;
    [T: TS + 'static] PerSeat<T> => Vec::<T>::name, T;
}

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

/// A declaration without its comments, which stand at the type of the server, a line for each field.
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

/// Holds a file of the page against the types that it declares.
fn check(file: &str, visit: impl Fn(&mut Types)) {
    let config = Config::new().with_large_int("number");
    let mut types = Types { config, found: BTreeMap::new() };
    visit(&mut types);
    let declarations: Vec<String> = types.found.into_values().collect();
    let head = "// Written by `JUEZ_BLESS=1 cargo test --lib typescript` from the types of the server.\n\n";
    let text = format!("{head}{}", declarations.join("\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src").join(file);
    if env::var_os("JUEZ_BLESS").is_some() {
        fs::write(&path, text).expect("a file of the page");
        return;
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(there, text, "{file} differs: JUEZ_BLESS=1 cargo test --lib typescript writes it");
}

#[test]
fn the_page_declares_what_it_exchanges_with_the_server() {
    check("wire/server.ts", |types| {
        types.visit::<server::EventLog>();
        types.visit::<Snapshot>();
        types.visit::<server::StreamMessage>();
        types.visit::<Vec<server::GameChoice>>();
        types.visit::<Vec<server::UnusableBot>>();
        types.visit::<server::NewMatch>();
        types.visit::<server::SeatRequest>();
        types.visit::<server::PaceRequest>();
        types.visit::<server::MoveRequest>();
        types.visit::<server::ClassState>();
        types.visit::<server::JoinRequest>();
        types.visit::<server::CodeOf>();
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
        types.visit::<server::Exercise>();
        types.visit::<server::Tick>();
        types.visit::<server::CompareRequest>();
        types.visit::<server::RosterAnswer>();
        types.visit::<server::CompareMessage>();
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

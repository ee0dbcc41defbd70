//! docs/features.md names the planes and scalars of each game, and the number of its moves.

use juez::core::{Game, GameInfo, Next, Observation, Seed, State, Stream};
use juez::games::{Visitor, each};
use std::fs;

use super::page::root;

struct Described {
    info: &'static GameInfo,
    names: Vec<String>,
    moves: usize,
}

struct All(Vec<Described>);

impl Visitor for All {
    fn visit<G: Game>(&mut self) {
        let Some(features) = G::FEATURES else { return };
        let mut state = G::start(&G::Options::default()).expect("the default options");
        let seed = Seed::from(1);
        if state.next() == Next::Deal {
            let deal = G::shuffle(&state, &mut seed.child(Stream::Deal(0)).rng());
            state.deal(&deal).expect("the first deal");
        }
        let mut seen = Observation::default();
        let seat = state.next().seat().expect("a seat is to move");
        (features.observe)(&state.view(Some(seat)), seat, &mut seen);
        let names = seen.plane_names().iter().chain(seen.scalar_names());
        let names = names.map(|name| {
            let name = name.to_string();
            let without = name.trim_end_matches(|c: char| c.is_ascii_digit());
            if without == name { name } else { format!("{without}k") }
        });
        let (names, moves) = (names.collect(), (features.moves)().len());
        self.0.push(Described { info: &G::INFO, names, moves });
    }
}

#[test]
fn every_plane_and_scalar_is_described_in_the_section_of_its_game() {
    let page = fs::read_to_string(root().join("docs/features.md")).expect("a page");
    let mut all = All(Vec::new());
    each(&mut all);
    assert_eq!(all.0.len(), 5);
    for Described { info, names, moves } in all.0 {
        let title = info.title.split(' ').next().expect("a title has a word");
        let (_, section) = page.split_once(&format!("\n## {title}\n")).expect("a section");
        let section = section.split("\n## ").next().unwrap_or_default();
        for name in names {
            assert!(section.contains(&format!("`{name}`")), "{title}: {name} is not described");
        }
        assert!(section.contains(&moves.to_string()), "{title}: {moves} moves");
    }
}

//! Options: any JSON object is refused, or a match can begin with them.

use juez::core::{Game, Next, Observer, Seed, options_from_json};
use juez::games::{Visitor, each};
use juez::referee::{AnyTable, Table};
use juez::registry::game;
use serde_json::{Map, Value};

/// Reads the bytes as options of every game.
pub fn run(data: &[u8]) {
    if let Ok(Value::Object(options)) = serde_json::from_slice(data) {
        each(&mut Begin(&options));
    }
}

struct Begin<'a>(&'a Map<String, Value>);

impl Visitor for Begin<'_> {
    fn visit<G: Game>(&mut self) {
        let erased = game(G::INFO.id).expect("every game is in the list");
        let full = match erased.options(self.0) {
            Ok(full) => full,
            Err(error) => return assert!(!error.to_string().is_empty()),
        };
        assert_eq!(erased.options(&full).as_ref(), Ok(&full), "written out in full");
        let options = options_from_json::<G>(self.0).expect("they were read before");
        let mut table = Table::<G>::new(&options).expect("they were accepted before");
        if table.next() == Next::Deal {
            table.deal_from(&Seed::from(1)).expect("a deal is due");
        }
        for _ in 0..20 {
            let Next::Move(_) = table.next() else { break };
            let legal = table.legal_moves();
            assert!(!legal.is_empty(), "a seat is to move");
            table.play(legal[legal.len() / 2]);
            let _ = table.draw(Observer::Open);
        }
    }
}

//! Matches to be changed, and every reader of records. Some users need only a part of it.

use juez::core::{Record, Seed};
use juez::registry::{AnyGame, MatchSetup, PlayerSpec, games};

/// Returns a match of every game with the fewest and the most seats, and its beginning without an
/// end, each with the place of its game in the list.
pub fn matches() -> Vec<(usize, Record)> {
    let mut all = Vec::new();
    for (index, game) in games().into_iter().enumerate() {
        let (fewest, most) = game.info().seats;
        for seats in [fewest, most] {
            let random = PlayerSpec::read("random", game).expect("every game has it");
            let setup = MatchSetup {
                seed: Some(Seed::from(u64::from(seats))),
                ..MatchSetup::new(vec![random; seats.into()])
            };
            let mut record = game.play(&setup, &mut ()).expect("a match of random players");
            if record.moves.len() < 200 {
                all.push((index, record.clone()));
            }
            // The first hands of a long match are enough, and are replayed quickly.
            record.moves.truncate(60);
            record.plies.truncate(60);
            record.end = None;
            let made = game.moves(&record).expect("they were legal");
            record.deals.truncate(made.last().map_or(0, |mv| mv.deal as usize + 1));
            all.push((index, record));
        }
    }
    all
}

/// Reads a record in every possible way. No content may cause a panic.
pub fn read_all(game: &dyn AnyGame, record: &Record) {
    let walk = game.legal(record, true);
    let verified = game.verify(record);
    assert!(walk.error.is_none() || verified.is_err(), "{:?} yet verified", walk.error);
    let _ = game.audit(record);
    let _ = game.check_position(record);
    let _ = game.moves(record);
    let _ = game.draw(record);
    let _ = game.perft(record, 1, Seed::from(0));
}

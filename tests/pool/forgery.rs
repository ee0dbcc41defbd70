//! Nothing that a worker sends is believed before it is checked.

use crate::{in_a_worker, pool, setup};
use juez::core::Hook;
use juez::pool::{Drill, Harm};

#[test]
fn a_forged_record_is_thrown_away_and_the_match_played_again() {
    let pool = pool();
    for (id, players) in [("quoridor", ["random", "greedy"]), ("durak", ["random", "greedy"])] {
        let (game, setup) = setup(id, &players, 2);
        let honest = in_a_worker(&pool, game, &setup);
        for harm in [
            Harm::ForgeMove,
            Harm::ForgeEnd,
            Harm::ForgePlayer,
            Harm::ForgeGiven,
            Harm::ForgeLog,
            Harm::ForgeFault,
            Harm::Accuse,
            Harm::Chatter,
        ] {
            let drill = Drill { seat: 0, hook: Hook::NextMove, ply: 0, harm };
            let before = pool.idle();
            let record = pool.play_drill(game, &setup, drill).unwrap();
            assert_eq!(record.to_line(), honest.to_line(), "{harm:?}");
            assert!(record.end.as_ref().unwrap().faults.is_empty(), "no bot is blamed");
            assert_ne!(pool.idle(), before, "the worker that lied is gone");
        }
    }
}

//! Nothing that a worker sends is believed before it is checked.

use crate::{in_a_worker, pool, setup};
use juez::core::Hook;
use juez::pool::{Drill, Harm, read_reply};

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
            Harm::ForgePlots,
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

#[test]
fn what_is_no_value_of_a_curve_is_no_message_of_a_worker() {
    let told = |plots: &str| {
        let how = format!(r#"{{"by":"bot","plots":{plots}}}"#);
        let reply = format!(r#"{{"moved":{{"text":"e2","how":{how}}}}}"#);
        let frame = [&(reply.len() as u32).to_le_bytes()[..], reply.as_bytes()].concat();
        read_reply(&mut &frame[..]).map_err(|error| error.to_string())
    };
    assert_eq!(told(r#"[["score",-1.5]]"#), Ok(true));
    let nine: Vec<String> = (0..9).map(|n| format!(r#"["{n}",1]"#)).collect();
    for (plots, why) in [
        (r#"[["score",null]]"#, "expected f64"),
        (r#"[["score",1e999]]"#, "number out of range"),
        (&format!("[{}]", nine.join(",")), "a bot has at most 8 names a match"),
    ] {
        let error = told(plots).unwrap_err();
        assert!(error.contains(why), "{plots}: {error}");
    }
}

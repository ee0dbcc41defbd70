//! Calls that take longer than they may.

use juez::core::{By, Hook, Limits, OnFault, Reason};

use crate::tables::{lua, on_a_thread, setup, short};
use crate::workers::{Drill, Workers};

pub fn a_call_that_is_late_once_leaves_no_trace() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "tests/pool/every_hook.lua"], 1);
    setup.limits = short();
    let expected = on_a_thread(game, &setup).to_line();
    for harm in ["hang", "sleep"] {
        for hook in crate::blame::HOOKS {
            workers.arm(Drill::every(harm, hook).to_the_next(1));
            // It is made again while no other bot thinks; they go on afterwards.
            std::thread::scope(|scope| {
                let beside = scope.spawn(|| {
                    let players = ["bots/quoridor/waller.lua", "greedy"];
                    let (game, setup) = crate::tables::setup("quoridor", &players, 2);
                    workers.play(game, &setup)
                });
                let record = workers.play(game, &setup);
                assert_eq!(record.to_line(), expected, "{harm} in {hook}");
                let beside = beside.join().expect("no panic");
                assert!(beside.end.is_some_and(|end| end.faults.is_empty()), "{harm} in {hook}");
            });
        }
    }
}

/// Says at each move how many were made before.
const COUNTS: &str = "return { next_move = function(view)
    print(#view:history())
    return view:path(view.seat)[1]
end }";

pub fn a_bot_that_hung_goes_on_under_substitute_and_knows_the_whole_history() {
    let workers = Workers::new();
    let (game, mut setup) = setup("quoridor", &["greedy", "random"], 1);
    setup.players[1] = lua("counts", COUNTS);
    setup.limits = Limits { on_fault: OnFault::Substitute, strikes: 3, ..short() };
    workers.arm(Drill::every("hang", Hook::NextMove).to_the_next(2));
    let record = workers.play(game, &setup);
    assert_eq!(record.end.as_ref().unwrap().reason, Reason::Finished);
    let own = record.plies.iter().enumerate().skip(1).step_by(2);
    assert!(own.len() > 4);
    for (ply, how) in own {
        let expected = match ply {
            5 => (By::Substitute, String::new()),
            _ => (By::Bot, ply.to_string()),
        };
        assert_eq!((how.by, how.log.clone().unwrap_or_default().join(" ")), expected, "ply {ply}");
    }
}

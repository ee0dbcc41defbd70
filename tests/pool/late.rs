//! Calls that take longer than they may.

use juez::core::{By, FaultKind, Hook, Limits, OnFault, Reason};
use juez::referee::Call;
use juez::registry::Onlooker;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

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

/// Steps aside and back for ever.
const STEPS: &str = "return { next_move = function(view)
    local rank = ({ '1', '9' })[view.seat + 1]
    return ({ 'd', 'e' })[#view:history() // 2 % 2 + 1] .. rank
end }";

/// Watches a match until another one is over: when its calls began and ended.
struct Beside<'a> {
    over: &'a AtomicBool,
    first: Option<Sender<()>>,
    times: Vec<Instant>,
}

impl Onlooker for Beside<'_> {
    fn calling(&mut self, _: Call) {
        self.times.push(Instant::now());
    }
    fn returned(&mut self, call: Call) {
        self.times.push(Instant::now());
        if call.hook == Hook::NextMove
            && let Some(first) = self.first.take()
        {
            first.send(()).expect("the test waits");
        }
    }
    fn stop(&mut self) -> bool {
        self.over.load(Ordering::SeqCst)
    }
}

pub fn a_late_call_is_made_again_while_no_other_bot_thinks() {
    let workers = Workers::new();
    let (game, mut late) = setup("quoridor", &["greedy", "bots/quoridor/runner.lua"], 1);
    late.limits = short();
    let (_, mut beside) = setup("quoridor", &["greedy", "greedy"], 2);
    beside.players = ["a", "b"].map(|name| lua(name, STEPS)).to_vec();
    beside.options.insert("max_plies".into(), 100_000.into());
    let over = AtomicBool::new(false);
    let (first, begun) = mpsc::channel();
    std::thread::scope(|scope| {
        let times = scope.spawn(|| {
            let mut times = Beside { over: &over, first: Some(first), times: Vec::new() };
            let record = workers.isolation.show(game, &beside, &mut times).expect("it is played");
            assert_eq!(record.end.expect("it ends").reason, Reason::Stopped);
            times.times
        });
        begun.recv().expect("a move");
        // It hangs in the process that replaces the first one, too.
        workers.arm(Drill::every("hang", Hook::NextMove).to_the_next(2));
        let began = Instant::now();
        let record = workers.play(game, &late);
        let ended = Instant::now();
        over.store(true, Ordering::SeqCst);
        assert_eq!(record.end.expect("it ends").faults[0].fault.kind, FaultKind::OutOfTime);
        let times = times.join().expect("no panic");
        let during = |at: &&Instant| (began..ended).contains(*at);
        assert!(times.iter().filter(during).count() > 100, "the other match goes on");
        let pause = times.windows(2).map(|pair| pair[1] - pair[0]).max();
        let hangs = Duration::from_millis(50);
        assert!(pause.is_some_and(|pause| pause >= hangs), "{pause:?}");
    });
}
